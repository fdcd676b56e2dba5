"""The parts of a modelled time add up to it."""

from __future__ import annotations

import pytest

from warpmark_reports.analysis.model_parts import REMEDIES, model_parts
from warpmark_reports.figures.modelled_terms import ENDS


def row(total: float, bound: str, **terms: float) -> dict[str, object]:
    return {"modelled_time_ns": total, "modelled_bound_by": bound, "modelled_terms_ns": terms}


def test_a_throughput_is_followed_by_its_drain() -> None:
    found = model_parts(row(110.0, "dram", launches=30, dram=70, latency=60, drain=10))
    assert found is not None
    assert found.parts == {"launches": 30, "dram": 70, "drain": 10}
    assert (found.hidden, found.hidden_ns) == ("latency", 60)
    assert found.bound == "dram"


def test_latency_includes_the_drain() -> None:
    found = model_parts(row(100.0, "latency", launches=20, dram=70, latency=80, drain=10))
    assert found is not None
    assert found.parts == {"launches": 20, "latency": 80}


def test_what_the_bound_cannot_explain_is_of_other_launches() -> None:
    found = model_parts(row(100.0, "launches", launches=60, code_fetch=5, dram=20, latency=15))
    assert found is not None
    assert found.parts == {"launches": 60, "code_fetch": 5, "dram": 20, "other launches": 15}
    assert sum(found.parts.values()) == pytest.approx(100)
    assert found.saving(0.1) == pytest.approx(0.06)


def test_a_smaller_bound_helps_until_the_hidden_term_shows() -> None:
    found = model_parts(row(100.0, "dram", launches=30, dram=70, latency=66))
    assert found is not None
    assert found.saving(0.1) == pytest.approx(0.04)
    assert found.saving(0.01) == pytest.approx(0.007)


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"modelled_time_ns": 5.0},
        row(0.0, "dram", dram=1),
        {**row(5, "dram"), "modelled_terms_ns": 3},
    ],
)
def test_rows_without_terms_have_no_parts(broken: dict[str, object]) -> None:
    assert model_parts(broken) is None


def test_each_end_of_a_bar_has_a_remedy_or_is_a_rest() -> None:
    assert set(ENDS) - {"other launches"} <= set(REMEDIES)


def test_waiting_for_other_blocks_is_a_part_beside_latency() -> None:
    terms = {"launches": 3000.0, "latency": 1000.0, "waiting": 4000.0, "dram": 2000.0, "drain": 100}
    found = model_parts(row(8000.0, "waiting", **terms))
    assert found is not None
    assert found.parts == {"launches": 3000.0, "latency": 1000.0, "waiting": 4000.0}
    assert (found.bound, found.hidden) == ("waiting", "dram")
    assert found.saving(0.5) == pytest.approx(2000 / 8000)
    assert found.saving(1) == pytest.approx(3000 / 8000)  # then dram shows
    assert "waiting" in REMEDIES


def test_latency_and_waiting_are_hidden_together() -> None:
    terms = {"launches": 3000.0, "latency": 1000.0, "waiting": 4000.0, "dram": 9000.0, "drain": 100}
    found = model_parts(row(12100.0, "dram", **terms))
    assert found is not None
    assert (found.hidden, found.hidden_ns) == ("latency", 5000.0)
