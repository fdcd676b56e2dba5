"""Energy and latency of journals: columns, the Pareto front, and what the figures draw."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

import energy_journals
import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis.energy import is_on_front
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.figures.energy_ladder import energy_ladder
from warpmark_reports.figures.energy_pareto import FRONT, energy_pareto

FRONT_POINTS = [("shuffle_two_level", 1024), ("shuffle_xor", 256), ("shuffle_xor", 64)]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return energy_journals.journal(tmp_path_factory.mktemp("energy"))


@pytest.fixture(scope="module")
def view(path: Path) -> View:
    return views_of(load(path))[0]


def test_energy_and_latency_are_columns_with_units(path: Path) -> None:
    journal = load(path)
    table = journal.measurements
    row = table[(table["variant"] == "shuffle_xor") & (table["config_block"] == 64)].iloc[0]
    assert row["energy_j"] == pytest.approx(8e-3)
    assert row["energy_ci_lo_j"] == pytest.approx(7.84e-3)
    assert row["energy_ci_hi_j"] == pytest.approx(8.24e-3)
    assert (row["energy_idle_power_w"], row["energy_state"]) == (75.0, "rotated")
    assert row["latency_enqueue_ns"] == 4000.0
    assert row["latency_end_to_end_ci_hi_ns"] == 45_500.0
    assert journal.units["energy_j"] == "J"
    assert journal.units["latency_enqueue_ns"] == "ns"
    without = table[table["variant"] == "strided"].iloc[0]
    assert math.isnan(without["energy_j"])
    assert without["no_energy"] == "its inputs must be restored"


def test_lines_without_usable_energy_have_none(tmp_path: Path) -> None:
    line = energy_journals.measurement("shuffle_xor", 64)
    line |= {"energy": {"joules": None}, "latency": {"enqueue_ns": None}}
    lines = [sample_journal.manifest("cuda", 1), line]
    table = load(sample_journal.write(tmp_path / "none.jsonl", lines)).measurements
    assert "energy_j" not in table.columns
    assert "latency_enqueue_ns" not in table.columns


def test_the_front_is_what_no_config_beats_in_both(view: View) -> None:
    (figure,) = energy_pareto(view.frame, view)
    front = figure.data[figure.data["on_front"]].sort_values("time_ns")
    blocks = front["config"].str.extract(r"block=(\d+)")[0].astype(int)
    assert list(zip(front["variant"], blocks, strict=True)) == FRONT_POINTS


def test_equal_points_are_on_the_front_once() -> None:
    rows = pd.DataFrame(
        {"time_median_ns": [2.0, 1.0, 1.0, 3.0], "energy_j": [1.0, 2.0, 2.0, 1.0]},
        index=[7, 3, 5, 1],
    )
    found = is_on_front(rows)
    assert list(found[found].index) == [7, 3]


def test_the_front_is_drawn_through_its_points(view: View) -> None:
    (figure,) = energy_pareto(view.frame, view)
    axes = figure.sheet.axes[0]
    (line,) = [each for each in axes.lines if each.get_label() == FRONT]
    values = [energy_journals.VALUES[point] for point in FRONT_POINTS]
    expected = [(ns / 1e3, ns * 1e-9 * watts * 1e3) for ns, watts in values]  # us, mJ
    assert np.allclose(np.asarray(line.get_xydata(), dtype=float), expected)
    drawn = {float(x) for each in axes.lines for x in np.ravel(each.get_xdata())}
    assert 40.0 in drawn
    assert 200.0 not in drawn, "ten times the least time"
    assert len(figure.data) == 9, "the CSV has all"


def test_bars_are_joules_of_the_most_frugal_config_with_its_interval(view: View) -> None:
    (figure,) = energy_ladder(view.frame, view)
    axes = figure.sheet.axes[0]
    bars = {
        round(bar.get_y() + bar.get_height() / 2): bar.get_x() + bar.get_width()
        for bar in axes.patches
        if isinstance(bar, Rectangle)
    }
    least = {"tree_sequential": 18.0, "shuffle_two_level": 13.44, "shuffle_xor": 8.0}  # mJ
    names = [text.get_text() for text in axes.get_yticklabels()]
    assert set(names) == set(least)
    whiskers = [
        sorted(float(x) for x, _ in segment)
        for drawn in axes.collections
        if isinstance(drawn, LineCollection)
        for segment in drawn.get_segments()
    ]
    for y, name in enumerate(names):
        assert bars[y] == pytest.approx(least[name])
        ends = [0.98 * least[name], 1.03 * least[name]]
        assert any(np.allclose(each, ends) for each in whiskers)


def test_without_energy_there_is_no_figure(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(2**16,), blocks=(64, 256))
    view = views_of(load(sample_journal.write(tmp_path / "times.jsonl", lines)))[0]
    assert energy_ladder(view.frame, view) == []
    assert energy_pareto(view.frame, view) == []


def test_a_tuning_for_energy_is_read_without_its_result(tmp_path: Path) -> None:
    tuned = {"event": "tuned", "objective": "energy", "winner": "reduce/x[n=1][block=1]"}
    lines = [sample_journal.manifest("cuda", 1), energy_journals.measurement("shuffle_xor", 64)]
    journal = load(sample_journal.write(tmp_path / "tune.jsonl", [*lines, tuned | {"joules": 1.0}]))
    assert journal.tuning.results.empty
    assert not any("winner" in str(warning) for warning in journal.warnings)
