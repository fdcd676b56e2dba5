"""Journals of a tuning: what they hold, what may be compared, what the figures say."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sample_journal
import tune_journals
from drawn_sheets import texts_of
from warpmark_reports import load
from warpmark_reports.analysis.metric import MEASURED, usable
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.figures.best_by_size import best_by_size
from warpmark_reports.figures.parameter_influence import parameter_influence
from warpmark_reports.figures.tuning_convergence import convergences, tuning_convergence
from warpmark_reports.figures.tuning_gains import tuning_gains
from warpmark_reports.page.headlines import headlines
from warpmark_reports.plot import style
from warpmark_reports.tables.tuned import tuned

FIGURES = (tuning_gains, tuning_convergence, parameter_influence)


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    return tune_journals.view_of(tmp_path_factory.mktemp("tune"), tune_journals.journal())


def test_trials_are_numbered_and_their_busy_time_adds_up(view: View) -> None:
    trials = view.tuning.trials
    search = trials[trials["phase"] == "search"]
    assert list(search["order"]) == list(range(1, 12))
    assert search["busy_so_far_s"].iloc[-1] == pytest.approx(0.011)
    assert list(search["beaten"]) == [
        False,
        False,
        True,
        False,
        *[True] * 2,
        True,
        False,
        *[True] * 3,
    ]
    assert math.isnan(search["time_ns"].iloc[3])  # wrong: no time
    finals = trials[trials["phase"] == "final"]
    assert list(finals["round"]) == [number for number in range(1, 7) for _ in range(3)]
    assert list(trials["phase"])[-1] == "cross"


def test_results_have_gains_with_their_ends(view: View) -> None:
    (row,) = view.tuning.results.to_dict("records")
    assert (row["variant"], row["config_text"]) == ("shuffle_xor", "block=128,items=8")
    assert row["base_config"] == "block=256,items=4"
    assert (row["gain_lo"], row["gain"], row["gain_hi"]) == (1.2, 1.25, 1.3)
    assert (row["over_library"], row["equals"], row["evaluations"]) == (1.5, 2, 12)


def test_only_finals_are_compared_and_the_median_round_of_each(view: View) -> None:
    assert view.metric is MEASURED
    rows = usable(view.frame, MEASURED).set_index("key")["time_median_ns"]
    expected = {
        tune_journals.key("shuffle_xor", 1024, "block=128,items=8"): 1000.0,
        tune_journals.key("shuffle_xor", 1024, "block=256,items=4"): 1250.0,
        tune_journals.key("vendor_cub", 1024, ""): 1500.0,
    }
    assert rows.to_dict() == expected
    aside = view.frame[view.frame["time_kind"] == "search"]
    assert aside["throughput_bytes_per_s"].isna().all()
    assert aside["fraction_of_ceiling"].isna().all()
    assert len(view.frame) == 12  # each key once; the wrong one stays wrong
    assert list(view.frame["status"]).count("wrong") == 1
    assert best_by_size(view.frame, view) == []  # n = 2048 has a winner's time alone


def test_nothing_warns_of_points_that_are_measured_again_on_purpose(tmp_path: Path) -> None:
    lines = tune_journals.journal()
    assert load(sample_journal.write(tmp_path / "a.jsonl", lines)).warnings == []


def test_best_so_far_counts_no_beaten_times_and_no_library(view: View) -> None:
    (convergence,) = convergences(view)
    table = convergence.table
    assert list(table["ratio"].round(4))[:3] == [1.25, 0.9, 1.99]
    assert table["best_so_far"].iloc[2] == pytest.approx(1.25)
    assert table["best_so_far"].iloc[-1] == pytest.approx(0.99)
    assert table["best_so_far"].is_monotonic_decreasing


def test_figures_say_what_they_show(view: View) -> None:
    (gains,), (convergence,), (influence,) = (draw(view.frame, view) for draw in FIGURES)
    assert "1.25×" in texts_of(gains.sheet)
    assert "97\u202f% confidence" in texts_of(gains.sheet)
    written = texts_of(convergence.sheet)
    assert "shuffle_xor, 1.00\u202fµs; 12 of 40 configs" in written
    assert "vendor_cub 1.50×" in written
    assert "base 1.25×" in written
    assert "busy time of the GPU" in written
    text = texts_of(influence.sheet).replace("\n", " ")
    assert "8 configs, a part of the combinations" in text
    assert "a search is no random sample" in text
    for figure in (gains, convergence, influence):
        assert "Sample Card · cuda · 2000-01-01 · commit 0123456789" in texts_of(figure.sheet)


def test_a_kept_base_has_no_gain(tmp_path: Path) -> None:
    nothing = {"median": 1.0, "ci_lo": 1.0, "ci_hi": 1.0, "confidence": 0.96875}
    lines = tune_journals.journal()
    lines[-2] = tune_journals.tuned(base_kept=True, gain=nothing, library=None, over_library=None)
    view = tune_journals.view_of(tmp_path, lines)
    table = tuned(view.frame, view)
    assert table is not None
    texts = [cell.text for cell in table.rows()[0]]
    assert texts[3:5] == ["base kept", "–"]
    (figure,) = tuning_gains(view.frame, view)
    assert "base kept" in texts_of(figure.sheet)
    assert "over_library" not in texts_of(figure.sheet)
    (mark,) = (line for line in figure.sheet.axes[0].lines if line.get_marker() != "None")
    assert np.asarray(mark.get_xdata(), dtype=float) == pytest.approx([1.0])
    assert mark.get_markerfacecolor() == style.PAPER


def test_gains_are_drawn_with_both_ends(view: View) -> None:
    (figure,) = tuning_gains(view.frame, view)
    drawn = [
        np.asarray(line.get_xdata(), dtype=float)
        for axes in figure.sheet.axes
        for line in axes.lines
    ]
    intervals = [x for x in drawn if np.shape(x) == (2,) and x[0] < x[1]]
    assert np.allclose(intervals, [[1.2, 1.3], [1.45, 1.6]])


def test_the_table_has_the_intervals(view: View) -> None:
    table = tuned(view.frame, view)
    assert table is not None
    texts = [cell.text for cell in table.rows()[0]]
    assert "1.250× [1.200, 1.300]" in texts
    assert "1.500× [1.450, 1.600]" in texts


def test_journals_without_a_result_have_none_of_it(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(2**10,), blocks=(64, 256))
    plain = views_of(load(sample_journal.write(tmp_path / "run.jsonl", lines)))[0]
    cut = tune_journals.view_of(tmp_path, tune_journals.journal(ended=False))
    for view in (plain, cut):
        assert [draw(view.frame, view) for draw in FIGURES] == [[], [], []]
        assert tuned(view.frame, view) is None
    assert not any("tuned" in answer.text for answer in headlines(plain))
    said = [answer.text for answer in headlines(cut)]
    assert any("ended before its finals" in text for text in said)
    assert any("0 problems tuned" in text for text in said)


@pytest.mark.parametrize("bad", [{"winner": None}, {"time_ns": 0}, {"winner": "reduce/x"}])
def test_a_result_that_says_nothing_is_left_out(tmp_path: Path, bad: dict[str, Any]) -> None:
    lines = tune_journals.journal(tune_journals.tuned(**bad))
    journal = load(sample_journal.write(tmp_path / "a.jsonl", lines))
    assert len(journal.tuning.results) == 1
    (warning,) = journal.warnings
    assert "a result without winner or time is left out" in warning
