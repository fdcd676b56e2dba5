"""What is the fastest: best configs of right results, and the ratio to the library."""

from __future__ import annotations

from pathlib import Path

import pytest

import sample_journal
from drawn_sheets import view_of
from key_journals import Point
from warpmark_reports import load
from warpmark_reports.analysis.choose import best_configs, largest_common_size
from warpmark_reports.analysis.metric import MEASURED, usable
from warpmark_reports.analysis.verdicts import EQUAL, FASTER, SLOWER, verdict, verdicts_of
from warpmark_reports.analysis.views import View, views_of

N = 2**20
PROBLEM: dict[str, int | str] = {"type": "u32", "n": N}


@pytest.fixture
def view(tmp_path: Path) -> View:
    points = [
        Point("plain", PROBLEM, 1000.0, 8 * N, {"block": 64}),
        Point("plain", PROBLEM, 900.0, 8 * N, {"block": 128}),
        Point("plain", {**PROBLEM, "n": 2 * N}, 2000.0, 16 * N, {"block": 128}),
        Point("vendor_cub", PROBLEM, 1350.0, 8 * N),
    ]
    return view_of(tmp_path, "copy", points)


def test_each_variant_is_at_its_fastest_config(view: View) -> None:
    best = best_configs(view.frame[view.frame["problem_n"] == N], MEASURED)
    assert list(best["time_median_ns"]) == [900.0, 1350.0]


def test_variants_are_compared_at_a_size_that_all_have(view: View) -> None:
    assert largest_common_size(view.frame) == N


def test_the_library_is_over_the_winner(view: View) -> None:
    found = verdicts_of(view)
    assert found is not None
    row = found.table.iloc[0]
    assert (row["variant"], row["config"], row["verdict"]) == ("plain", "block=128", FASTER)
    assert row["ratio"] == pytest.approx(1.5)
    assert row["ratio_lo"] == pytest.approx(1.5 * 0.98 / 1.02)
    assert row["ratio_hi"] == pytest.approx(1.5 * 1.02 / 0.98)


def test_the_interval_decides_on_the_library() -> None:
    assert verdict(1.05, 1.01, 1.09) == FASTER
    assert verdict(1.05, 0.99, 1.11) == EQUAL
    assert verdict(0.95, 0.89, 1.01) == EQUAL
    assert verdict(0.95, 0.91, 0.99) == SLOWER


def test_wrong_results_are_not_ranked_whatever_their_time(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(N,), blocks=(64, 256))
    lines[1]["status"] = "wrong"
    frame = views_of(load(sample_journal.write(tmp_path / "a.jsonl", lines)))[0].frame
    assert lines[1]["key"] in set(frame["key"])
    assert lines[1]["key"] not in set(usable(frame, MEASURED)["key"])
