"""The price of determinism: which variants count, ratios, and journals without levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from determinism_journals import LEVELS, SIZES, TIMES, journal
from warpmark_reports import load
from warpmark_reports.analysis.metric import MEASURED
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.figures.determinism_price import determinism_price, prices_of


def view_of(path: Path, levels: dict[str, str]) -> View:
    return views_of(load(journal(path, levels)))[0]


def row(table: pd.DataFrame, level: str, n: int) -> dict[str, Any]:
    (found,) = table[(table["level"] == level) & (table["n"] == n)].to_dict("records")
    return {str(key): value for key, value in found.items()}


def test_a_level_includes_those_above_it_and_no_library(tmp_path: Path) -> None:
    view = view_of(tmp_path, LEVELS)
    (figure,) = determinism_price(view.frame, view)
    table = figure.data
    assert row(table, "run", SIZES[0])["variant"] == "tree_sequential"
    assert row(table, "run", SIZES[1])["variant"] == "strided"
    card = table[table["level"] == "card"]
    assert list(card["variant"]) == ["tree_sequential"] * 2
    assert list(card["ratio"]) == [pytest.approx(1.1), pytest.approx(1.25)]
    assert list(card["fastest"]) == ["atomic_single_cell", "strided"]


def test_ends_are_those_of_both_intervals_and_none_of_the_fastest_itself(tmp_path: Path) -> None:
    view = view_of(tmp_path, LEVELS)
    (figure,) = determinism_price(view.frame, view)
    other = row(figure.data, "card", SIZES[0])
    assert other["ratio_lo"] == pytest.approx(1.1 * 0.99 / 1.01)
    assert other["ratio_hi"] == pytest.approx(1.1 * 1.01 / 0.99)
    itself = row(figure.data, "run", SIZES[1])
    assert (itself["ratio_lo"], itself["ratio"], itself["ratio_hi"]) == (1, 1, 1)


def test_the_drawn_lines_are_the_data_and_the_sheet_says_where_from(tmp_path: Path) -> None:
    view = view_of(tmp_path, LEVELS)
    (figure,) = determinism_price(view.frame, view)
    axes = figure.sheet.axes[0]
    drawn = [np.asarray(line.get_ydata(), dtype=float) for line in axes.lines[:2]]
    for values, level in zip(drawn, ("run", "card"), strict=True):
        expected = figure.data.loc[figure.data["level"] == level, "ratio"]
        assert list(values) == pytest.approx(list(expected))
    assert axes.get_ylabel() == "time over the fastest's (×)"
    assert axes.get_xlabel() == "input size n (elements)"
    low, high = axes.get_ylim()
    assert low < 1 < 1.25 * 1.01 / 0.99 < high
    shown = "\n".join(text.get_text() for text in figure.sheet.texts)
    for part in ("Sample Card", "2000-01-01", "0123456789", "far interval ends"):
        assert part in shown


def test_journals_without_levels_or_with_one_level_have_no_figure(tmp_path: Path) -> None:
    older = view_of(tmp_path, {})
    assert determinism_price(older.frame, older) == []
    alike = view_of(tmp_path, dict.fromkeys(TIMES, "card"))
    assert determinism_price(alike.frame, alike) == []
    assert prices_of(alike.frame, MEASURED).empty


def test_points_of_older_journals_do_not_count(tmp_path: Path) -> None:
    known = {name: level for name, level in LEVELS.items() if name != "atomic_single_cell"}
    view = view_of(tmp_path, known)
    (figure,) = determinism_price(view.frame, view)
    assert set(figure.data["fastest"]) == {"tree_sequential", "strided"}
