"""What is drawn, read back from the artists: medians and not means, intervals and not quantiles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure as Sheet
from matplotlib.patches import Rectangle

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.figures.best_by_size import best_by_size
from warpmark_reports.figures.interval_width import interval_width
from warpmark_reports.figures.ladder import ladder
from warpmark_reports.figures.sample_distribution import sample_distribution
from warpmark_reports.figures.throughput_by_size import throughput_by_size
from warpmark_reports.figures.time_by_size import time_by_size
from warpmark_reports.plot import style
from warpmark_reports.plot.level_line import draw_levels

SIZES = (2**10, 2**20)
# Over the median, all far apart, and the interval is not symmetric.
PARTS = {"min": 0.5, "p05": 0.7, "ci_lo": 0.9, "ci_hi": 1.2, "mean": 1.35, "p95": 1.6}
NS = {  # by variant and size
    "serial_thread": (4000.0, 64000.0),
    "tree_sequential": (2000.0, 16000.0),
    "shuffle_xor": (1000.0, 32000.0),
}
Segment = list[tuple[float, float]]


def measured(variant: str, n: int, ns: float) -> dict[str, Any]:
    line = sample_journal.measurement("cuda", variant, "i32", n, 256)
    times = {"n": 40, "median": ns, **{name: part * ns for name, part in PARTS.items()}}
    rates = {"throughput_bytes_per_s": 4 * n / ns * 1e9, "throughput_elements_per_s": n / ns * 1e9}
    if variant == "shuffle_xor":  # as in journals that leave the report to divide
        rates.clear()
        line = {name: value for name, value in line.items() if "throughput" not in name}
    return {**line, **rates, "times_ns": times, "fraction_of_ceiling": None}


@pytest.fixture
def view(tmp_path: Path) -> View:
    lines = [measured(name, n, ns) for name, all_ns in NS.items()
             for n, ns in zip(SIZES, all_ns, strict=True)]  # fmt: skip
    end = {"event": "end", "ended_at": "2000-01-01T00:01:00Z", "complete": True}
    end |= {"counts": {"ok": len(lines)}, "wall_s": 60.0}
    journal = [sample_journal.manifest("cuda", len(lines)), *lines, end]
    return views_of(load(sample_journal.write(tmp_path / "journal.jsonl", journal)))[0]


def only(figures: list[Any]) -> Sheet:
    (figure,) = figures
    sheet = figure.sheet
    assert isinstance(sheet, Sheet)
    return sheet


def curves(axes: Axes) -> list[list[tuple[float, float]]]:
    """The points of each line."""
    drawn = [np.asarray(line.get_xydata(), dtype=float) for line in axes.lines]
    return [[(float(x), float(y)) for x, y in xy] for xy in drawn]


def has(found: list[Segment], wanted: Segment) -> bool:
    return any(
        len(each) == len(wanted) and np.allclose(np.sort(each, axis=0), np.sort(wanted, axis=0))
        for each in found
    )


def whiskers(axes: Axes) -> list[Segment]:
    """The ends of each upright or level segment of the error bars."""
    return [
        [(float(x), float(y)) for x, y in np.asarray(segment, dtype=float)]
        for drawn in axes.collections
        if isinstance(drawn, LineCollection)
        for segment in drawn.get_segments()
    ]


def bars_of(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def bands(axes: Axes) -> list[dict[float, tuple[float, float]]]:
    """Of each filled band the lowest and highest y by x."""
    found = []
    for drawn in axes.collections:
        if isinstance(drawn, PolyCollection):
            ends: dict[float, list[float]] = {}
            for path in drawn.get_paths():
                for x, y in np.asarray(path.vertices, dtype=float):
                    ends.setdefault(float(x), []).append(float(y))
            found.append({x: (min(ys), max(ys)) for x, ys in ends.items()})
    return found


def has_band(axes: Axes, low: tuple[float, float], high: tuple[float, float]) -> bool:
    """Whether a band has these ends at the two sizes."""
    wanted = [*zip(low, high, strict=True)]
    return any(
        [*band] == [float(n) for n in SIZES] and np.allclose([*band.values()], wanted)
        for band in ({x: each[x] for x in sorted(each)} for each in bands(axes))
    )


def test_times_are_lines_of_medians_in_bands_of_intervals(view: View) -> None:
    axes = only(time_by_size(view.frame, view)).axes[0]
    for first, last in NS.values():
        assert has(curves(axes), [(SIZES[0], first / 1e3), (SIZES[1], last / 1e3)])
        low = (0.9 * first / 1e3, 0.9 * last / 1e3)
        high = (1.2 * first / 1e3, 1.2 * last / 1e3)
        assert has_band(axes, low, high)


def test_throughputs_are_of_medians_and_their_bands_of_the_far_ends(view: View) -> None:
    axes = only(throughput_by_size(view.frame, view)).axes[0]
    for all_ns in NS.values():
        rates = [4 * n / ns for n, ns in zip(SIZES, all_ns, strict=True)]  # GB/s
        assert has(curves(axes), [*zip(map(float, SIZES), rates, strict=True)])
        low, high = ((rates[0] / part, rates[1] / part) for part in (1.2, 0.9))
        assert has_band(axes, low, high)


def test_ladder_bars_are_ratios_of_medians_with_whiskers_of_the_far_ends(view: View) -> None:
    (figure,) = ladder(view.frame, view)
    axes = figure.sheet.axes[0]
    place = 0 if int(figure.data["n"].iloc[0]) == SIZES[0] else 1
    bars = {round(bar.get_y() + bar.get_height() / 2): bar for bar in bars_of(axes)}
    names = [name for name in sample_journal.VARIANTS if name in NS]
    for y, name in enumerate(names):
        ratio = NS["serial_thread"][place] / NS[name][place]
        assert bars[y].get_x() + bars[y].get_width() == pytest.approx(ratio)
        spread = [(ratio * 0.9 / 1.2, float(y)), (ratio * 1.2 / 0.9, float(y))]
        assert has(whiskers(axes), spread) == (name != "serial_thread")


def test_winners_are_levels_of_medians_with_whiskers_of_their_intervals(view: View) -> None:
    axes = only(best_by_size(view.frame, view)).axes[0]
    for x, (n, ns) in enumerate(zip(SIZES, (1000.0, 16000.0), strict=True)):
        rate = 4 * n / ns
        assert has(curves(axes), [(x, rate), (x + 1, rate)])
        assert has(whiskers(axes), [(x + 0.5, rate / 1.2), (x + 0.5, rate / 0.9)])


def test_the_spread_of_samples_has_each_quantile_at_its_own_mark(view: View) -> None:
    axes = only(sample_distribution(view.frame, view)).axes[0]
    drawn = curves(axes)
    boxes = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in bars_of(axes)]
    assert len(boxes) == len(NS)
    for y in range(len(NS)):
        assert has(drawn, [(0.5, y), (1.6, y)]), "from the least sample"
        assert has(drawn, [(0.7, y), (1.6, y)]), "from 5 % to 95 %"
        assert has(drawn, [(1.35, y)]), "the mean"
        assert has(drawn, [(1.0, y)]), "the median"
        assert boxes[y] == pytest.approx((0.9, 1.2))
    means = [line for line in axes.lines if line.get_marker() == "|"]
    assert [float(np.ravel(line.get_xdata())[0]) for line in means] == pytest.approx([1.35] * 3)


def test_widths_of_intervals_are_shares_of_the_medians(view: View) -> None:
    axes = only(interval_width(view.frame, view)).axes[0]
    wanted = [(ns / 1e3, 15.0) for all_ns in NS.values() for ns in all_ns]
    marks = [xy for curve in curves(axes) for xy in curve]
    for each in wanted:
        assert any(np.allclose(each, mark) for mark in marks), each


def test_whiskers_of_a_history_end_at_each_intervals_ends() -> None:
    axes = Sheet().subplots()
    line = pd.DataFrame(
        {"run": [0, 1, 2], "ratio": [1.0, 1.1, 0.8], "ratio_lo": [0.95, 1.08, 0.5],
         "ratio_hi": [1.2, 1.11, 0.9], "level": [1.05, 1.05, 0.8]}
    )  # fmt: skip
    draw_levels(axes, line, style.LineStyle("#000000", "o", "-"), "a")
    for row in line.itertuples():
        run = float(str(row.run))
        assert has(whiskers(axes), [(run, row.ratio_lo), (run, row.ratio_hi)])  # type: ignore[list-item]
    assert has(curves(axes), [(0, 1.0), (1, 1.1), (2, 0.8)])
    assert has(curves(axes), [(0, 1.05), (1, 1.05), (2, 0.8)])
