"""The parts of a modelled time add up to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from warpmark_reports.analysis.model_parts import largest_saving, model_parts, saving_texts

SOURCE = Path(__file__).resolve().parents[2]


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


def test_parts_of_the_journal_are_not_derived_again() -> None:
    stored = {"modelled_parts_ns": {"launches": 30.0, "dram": 50.0, "latency": 20.0}}
    terms = {"launches": 30.0, "dram": 60.0, "latency": 45.0, "l2": 40.0, "drain": 5.0}
    found = model_parts({**row(100.0, "dram", **terms), **stored})
    assert found is not None
    assert found.parts == stored["modelled_parts_ns"]
    assert (found.hidden, found.hidden_ns) == ("l2", 40.0)


def test_the_largest_saving_of_a_row_is_told_in_words() -> None:
    found = largest_saving({"modelled_savings": {"shared": 0.021, "latency": 0.015}})
    assert found is not None
    assert found.share == 0.021
    assert (found.less, found.how) == saving_texts()["shared"]
    assert largest_saving({"modelled_savings": {}}) is None
    assert largest_saving({}) is None


def test_each_kind_of_work_of_the_program_has_a_text() -> None:
    source = (SOURCE / "simt" / "model" / "time_savings.cpp").read_text(encoding="utf-8")
    kinds = re.findall(r'\.key = "(\w+)"', source)
    assert set(kinds) == set(saving_texts())
    assert len(kinds) == len(set(kinds))
    assert all(less and how for less, how in saving_texts().values())


def test_waiting_for_other_blocks_is_a_part_beside_latency() -> None:
    terms = {"launches": 3000.0, "latency": 1000.0, "waiting": 4000.0, "dram": 2000.0, "drain": 100}
    found = model_parts(row(8000.0, "waiting", **terms))
    assert found is not None
    assert found.parts == {"launches": 3000.0, "latency": 1000.0, "waiting": 4000.0}
    assert (found.bound, found.hidden) == ("waiting", "dram")


def test_latency_and_waiting_are_hidden_together() -> None:
    terms = {"launches": 3000.0, "latency": 1000.0, "waiting": 4000.0, "dram": 9000.0, "drain": 100}
    found = model_parts(row(12100.0, "dram", **terms))
    assert found is not None
    assert (found.hidden, found.hidden_ns) == ("latency", 5000.0)
