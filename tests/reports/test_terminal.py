from __future__ import annotations

import sys

import pandas as pd
import pytest

from warpmark_reports.base import units
from warpmark_reports.tables.table import Column, Table
from warpmark_reports.tables.terminal import HALF, ratio_bar, shows_colors, table_lines


def test_columns_are_aligned_and_bars_stand_behind() -> None:
    frame = pd.DataFrame({"variant": ["a", "longer"], "points": [5, 12345]})
    columns = (Column("variant", "variant"), Column("points", "points", units.grouped))
    table = Table("changes", "Changes", "", columns, frame)
    assert table_lines(table) == ["variant  points", "a             5", "longer   12\u2009345"]
    assert table_lines(table, ["", "█"])[2] == "longer   12\u2009345  █"


def test_bars_leave_one_to_the_side_of_the_change() -> None:
    middle = " " * HALF + "│"
    assert ratio_bar(1.0, 2.0) == middle
    assert ratio_bar(2.0, 2.0) == middle + "█" * HALF
    assert ratio_bar(0.5, 2.0) == "█" * HALF + "│"
    assert ratio_bar(9.0, 2.0) == ratio_bar(2.0, 2.0)
    assert len(ratio_bar(0.9, 2.0)) == len(middle)
    assert ratio_bar(1.01, 2.0) == middle + "▏"


def test_no_color_switches_colours_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "")
    assert shows_colors()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not shows_colors()
