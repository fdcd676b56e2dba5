"""Times against times: ratios, verdicts, levels of a history; figures by value."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import key_journals
import sample_journal
from drawn_sheets import texts_of
from warpmark_reports import load
from warpmark_reports.analysis.journal_comparison import (
    FASTER,
    SAME,
    SLOWER,
    UNCLEAR,
    compare_views,
    judged,
    verdict,
)
from warpmark_reports.analysis.multiple_testing import holm
from warpmark_reports.analysis.steps import steps_of
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.cli import main
from warpmark_reports.figures.comparison.card_against_card import card_against_card
from warpmark_reports.figures.comparison.counters_beside_time import counters_beside_time
from warpmark_reports.figures.comparison.history import history
from warpmark_reports.figures.comparison.ratio_forest import ratio_forest
from warpmark_reports.figures.comparison.ratio_heatmap import ratio_heatmap
from warpmark_reports.figures.comparison.volcano import volcano
from warpmark_reports.tables.changes import changes

SIZES = (2**12, 2**16, 2**20)


def side(path: Path, factor: dict[str, float], **manifest: Any) -> View:
    """A journal of three variants at three sizes, their times times a factor each."""
    points = [
        key_journals.Point(name, {"type": "u32", "n": n}, 1000.0 * i * factor.get(name, 1.0), 8 * n)
        for i, name in enumerate(("slow", "middle", "quick"), start=1)
        for n in SIZES
    ]
    lines = key_journals.journal("copy", points)
    lines[0] = {**lines[0], **manifest}
    file = f"j{len(list(path.iterdir()))}.jsonl"
    return views_of(load(sample_journal.write(path / file, lines)))[0]


def column(table: pd.DataFrame, variant: str, name: str) -> list[Any]:
    return list(table.loc[table["variant"] == variant, name])


def test_verdicts_are_those_of_the_p_value_the_interval_and_the_margin() -> None:
    assert verdict(1.03, 1.02, 1.05, 0.001) == SLOWER
    assert verdict(0.93, 0.9, 0.95, 0.001) == FASTER
    assert verdict(1.0, 0.995, 1.005, 1.0) == SAME
    assert verdict(1.01, 0.97, 1.05, 1.0) == UNCLEAR
    assert verdict(1.03, 1.02, 1.05, 0.3) == UNCLEAR  # beyond the margin, but one of many points
    assert verdict(1.5, math.nan, math.nan, math.nan) == UNCLEAR


def test_ratios_and_p_values_are_those_of_the_journals(tmp_path: Path) -> None:
    factors = {"slow": 1.2, "middle": 0.5}
    pair = compare_views(
        [side(tmp_path, {})], [side(tmp_path, factors, started_at="2001-01-01T00:00:00Z")]
    )
    assert pair is not None
    assert len(pair.pairs) == 9
    assert column(pair.pairs, "slow", "ratio") == pytest.approx([1.2] * 3)
    # Intervals are 2 % to either side: down from the second, up from the first.
    reach = math.hypot(math.log(0.98), math.log(1.02))
    assert column(pair.pairs, "slow", "ratio_lo")[0] == pytest.approx(1.2 * math.exp(-reach))
    error = reach / 1.959964
    expected = math.erfc(math.log(1.2) / error / math.sqrt(2))
    assert column(pair.pairs, "slow", "p_value")[0] == pytest.approx(expected, rel=1e-6)
    assert column(pair.pairs, "quick", "p_value")[0] == 1.0
    assert set(column(pair.pairs, "slow", "verdict")) == {SLOWER}
    assert set(column(pair.pairs, "middle", "verdict")) == {FASTER}
    assert set(column(pair.pairs, "quick", "verdict")) == {UNCLEAR}  # 4 % wide, the margin is 1 %
    summary = changes(pair).frame
    assert column(summary, "middle", "ratio") == pytest.approx([0.5])
    assert column(summary, "middle", FASTER) == [3]


def test_figures_of_two_sides_hold_the_ratios(tmp_path: Path) -> None:
    card = {**sample_journal.CARD, "name": "Other Card"}
    pair = compare_views([side(tmp_path, {})], [side(tmp_path, {"slow": 1.2}, card=card)])
    assert pair is not None
    assert pair.names == ("Sample Card", "Other Card")
    (forest,), (cells,), (cloud,), (cards,) = (
        draw(pair) for draw in (ratio_forest, ratio_heatmap, volcano, card_against_card)
    )
    assert forest.data["ratio"].max() == pytest.approx(1.2)
    assert "3 slower" in texts_of(forest.sheet)
    assert column(cells.data, "slow", "ratio") == pytest.approx([1.2] * 3)
    assert "+20" in texts_of(cells.sheet)
    assert cloud.data["minus_log10_p"].max() > 10
    levels = [np.asarray(line.get_ydata(), dtype=float) for line in cloud.sheet.axes[0].lines]
    everywhere = -math.log10(0.05 / 9)  # of nine points together
    assert any(np.shape(y) == (2,) and np.allclose(y, everywhere) for y in levels)
    assert set(cards.data["card"]) == {"Sample Card", "Other Card"}
    for figure in (forest, cloud):
        assert "time of Other Card over Sample Card (×)" in texts_of(figure.sheet)
    same = compare_views([pair.first], [pair.first])
    assert same is not None
    assert card_against_card(same) == []


def test_points_of_all_comparisons_are_corrected_together(tmp_path: Path) -> None:
    pairs = [
        compare_views([side(tmp_path, {})], [side(tmp_path, {"slow": factor})])
        for factor in (1.2, 1.05)
    ]
    found = judged([pair for pair in pairs if pair is not None])
    together = pd.concat([pair.pairs for pair in found])
    assert len(together) == 18
    assert list(together["p_adjusted"]) == pytest.approx(list(holm(list(together["p_beyond"]))))
    assert column(found[1].pairs, "slow", "p_adjusted") != column(
        judged(found[1:])[0].pairs, "slow", "p_adjusted"
    )


def test_the_forest_draws_whole_intervals_of_the_points_farthest_from_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = compare_views([side(tmp_path, {})], [side(tmp_path, {"slow": 1.2, "middle": 1.1})])
    assert pair is not None
    monkeypatch.setattr(sys.modules[ratio_forest.__module__], "MAX_ROWS", 3)
    (forest,) = ratio_forest(pair)
    farthest = pair.pairs[pair.pairs["variant"] == "slow"]
    drawn = [np.asarray(line.get_xdata(), dtype=float) for line in forest.sheet.axes[0].lines]
    intervals = [x for x in drawn if np.shape(x) == (2,) and x[0] < x[1]]
    assert np.allclose(intervals, farthest[["ratio_lo", "ratio_hi"]])


def test_a_step_is_found_where_it_is_and_noise_has_none() -> None:
    random = np.random.default_rng(3)
    flat = 100 * (1 + 0.01 * random.standard_normal(30))
    assert steps_of(flat) == []
    stepped = flat.copy()
    stepped[12:] *= 1.1
    (step,) = steps_of(stepped)
    assert step.at == 12
    assert step.before == pytest.approx(stepped[:12].mean(), rel=1e-3)  # a geometric mean
    assert step.after == pytest.approx(stepped[12:].mean(), rel=1e-3)
    assert steps_of(flat[:5]) == []
    with pytest.raises(ValueError, match="positive"):
        steps_of([1.0, 0.0, 2.0])


def test_a_history_has_commits_by_date_and_levels(tmp_path: Path) -> None:
    views = []
    for day in range(20):
        factor = 1.3 if day >= 9 else 1.0 + 0.001 * (day % 3)
        tool = {"version": "0", "commit": f"{day:010d}", "dirty": False}
        started = f"2001-01-{day + 1:02d}T00:00:00Z"
        views.append(side(tmp_path, {"quick": factor}, tool=tool, started_at=started))
    (figure,) = history(list(reversed(views)))
    table = figure.data[figure.data["variant"] == "quick"]
    assert table["commit"].to_list() == [f"{day:010d}" for day in range(20)]
    assert table["ratio"].iloc[-1] == pytest.approx(1.3)
    assert table["level"].nunique() == 2
    assert table["level"].iloc[8] < 1.01 < 1.29 < table["level"].iloc[9]
    assert figure.data[figure.data["variant"] == "slow"]["level"].nunique() == 1
    assert history(views[:2]) == []


def test_counts_stand_beside_the_times_of_the_same_points(tmp_path: Path) -> None:
    paths = []
    for backend in ("cuda", "simt"):
        lines = sample_journal.lines(backend, types=("i32",), sizes=(2**16,), blocks=(256,))
        paths.append(sample_journal.write(tmp_path / f"{backend}.jsonl", lines))
    journal = load(*paths)
    (figure,) = counters_beside_time(views_of(journal))
    rows = journal.frame[journal.frame["time_kind"] == "measured"].set_index("key")
    for key, time in zip(figure.data["key"], figure.data["time_us"], strict=True):
        assert time == pytest.approx(rows.loc[key, "time_median_ns"] * 1e-3)
    assert figure.data["time_us"].is_monotonic_increasing
    assert "time (µs)" in texts_of(figure.sheet)


def test_the_command_compares_two_journals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for factors in ({}, {"slow": 1.2}):
        side(tmp_path, factors)
    words = ["--compare", "--only", "volcano", "-o", str(tmp_path / "out")]
    journals = [str(tmp_path / "j0.jsonl"), str(tmp_path / "j1.jsonl")]
    assert main([*journals, *words]) == 0
    told = capsys.readouterr().out
    assert "significantly slower at 3" in told
    assert "variant  points  mean ratio of times" in told
    assert "│" not in told  # no terminal, no bars
    caption = (tmp_path / "out/figures/compared_volcano.txt").read_text()
    assert "j0.jsonl j1.jsonl --compare --only compared_volcano" in caption
    assert (tmp_path / "out/tables/compared_changes.tex").is_file()
    assert main([journals[0], *words]) == 2
    assert "share no point" in capsys.readouterr().err
