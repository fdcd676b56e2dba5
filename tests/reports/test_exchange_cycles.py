"""Cycles of an exchange: the slope over repeats, by value, and when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.patches import Rectangle

import key_journals
import sample_journal
from key_journals import Point
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.figures.exchange_cycles import exchange_cycles_by_width
from warpmark_reports.formats.reader import load
from warpmark_reports.tables.exchange_cycles import exchange_cycles
from warpmark_reports.tables.table import Table

N = 132 * 64 * 4  # one warp a scheduler
HZ = 2.0e9


def a_time(variant: str, repeats: int, ns: float, width: int = 32) -> Point:
    problem: dict[str, int | str] = {
        "type": "i32",
        "n": N,
        "width": width,
        "repeats": repeats,
    }
    return Point(variant, problem, ns, 8 * N, {"block": 128})


def view_of(path: Path, points: list[Point], hz: float | None, backend: str) -> View:
    lines = key_journals.journal("deinterleave", points, backend)
    for line in lines[1:-1]:
        line["clocks"] = {"sm_hz": 1.0e9} if hz else {}
        if hz:
            line["during"] = {"sm_hz": hz}
    return views_of(load(sample_journal.write(path / "journal.jsonl", lines)))[0]


def table_of(
    path: Path, points: list[Point], hz: float | None, backend: str = "cuda"
) -> Table | None:
    view = view_of(path, points, hz, backend)
    return exchange_cycles(view.frame, view)


def test_the_slope_is_in_cycles_of_the_clock_while_it_ran(tmp_path: Path) -> None:
    points = [
        a_time("shuffle2", 1, 3000.0),
        a_time("shuffle2", 61, 9999.0),  # in between: neither end of the slope
        a_time("shuffle2", 1001, 23000.0),
        a_time("shuffle2", 1001, 13000.0, width=16),  # another problem, with one number of repeats
    ]
    table = table_of(tmp_path, points, HZ)
    assert table is not None
    assert len(table.frame) == 1
    row = table.frame.iloc[0]
    assert row["ns"] == pytest.approx(20.0)
    assert row["cycles"] == pytest.approx(40.0)
    assert row["cycles_of_unit"] == pytest.approx(40.0 / 4)  # four warps a multiprocessor
    assert row["cycles_lo"] == pytest.approx((0.98 * 23000 - 1.02 * 3000) / 1000 * 2)
    assert row["cycles_hi"] == pytest.approx((1.02 * 23000 - 0.98 * 3000) / 1000 * 2)


def test_there_is_none_without_a_clock_a_second_number_of_repeats_or_a_time(tmp_path: Path) -> None:
    both = [a_time("shuffle2", 1, 3000.0), a_time("shuffle2", 61, 4000.0)]
    assert table_of(tmp_path, both, HZ) is not None
    assert table_of(tmp_path, both, None) is None
    assert table_of(tmp_path, both[:1], HZ) is None
    assert table_of(tmp_path, both, HZ, backend="simt") is None
    with_runs = [Point("a", {"type": "i32", "n": 4, "run": run}, 9.0, 8) for run in (4, 16)]
    assert table_of(tmp_path, with_runs, HZ) is None


def test_the_figure_has_a_panel_a_width_and_a_bar_a_form(tmp_path: Path) -> None:
    def times(variant: str, form: str | None, width: int, ns: float) -> list[Point]:
        both = [a_time(variant, 1, 3000.0, width), a_time(variant, 1001, 3000.0 + ns, width)]
        config = {"form": form} if form else {}
        return [
            Point(p.variant, p.problem, p.ns, p.bytes, {**(p.config or {}), **config}) for p in both
        ]

    points = [
        *times("shuffle2", None, 32, 20000.0),
        *times("shuffle2", None, 8, 10000.0),
        *times("shared_exchange", "plain", 32, 40000.0),
        *times("shared_exchange", "padded", 32, 30000.0),
    ]
    view = view_of(tmp_path, points, HZ, "cuda")
    (figure,) = exchange_cycles_by_width(view.frame, view)
    panels = figure.sheet.axes
    assert [axes.get_title() for axes in panels] == ["width 8", "width 32"]
    # The fastest first: 10 to 20, 30 and 40 ns per repetition at 2 GHz, over four warps.
    names = [label.get_text() for label in panels[0].get_yticklabels()]
    assert names == ["shuffle2", "shared_exchange form=padded", "shared_exchange form=plain"]
    lengths = [
        sorted(bar.get_width() for bar in axes.patches if isinstance(bar, Rectangle))
        for axes in panels
    ]
    assert lengths[0] == pytest.approx([5.0])
    assert lengths[1] == pytest.approx([10.0, 15.0, 20.0])
    alone = view_of(tmp_path, points[:2], HZ, "cuda")
    assert exchange_cycles_by_width(alone.frame, alone) == []
