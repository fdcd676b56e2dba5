"""Counters of the interpreter and times of a card for the same points."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ...analysis import counter_table
from ...analysis.metric import MEASURED, usable
from ...analysis.views import View
from ...base import units
from ...journal.frame import records
from ...plot import medium, style
from ...plot.axis_ticks import inches_of, linear_room, log_axis, log_room, plain
from ...plot.emphasis import rows_note, rows_shown, styles_of
from ...plot.figure_layout import Grid, panel_heading, sheet
from ...plot.footer import footer
from ..figure import Figure

LOG_FROM_RATIO = 30.0
MEASURED_BARS = "dark strokes are 95 % intervals of the median"
TIME = ("time_us", "time (µs)")
MEASURES = (
    ("warp_instructions", "warp instructions"),
    ("shared_wavefronts", "shared wavefronts"),
    ("global_sectors_per_request", "global sectors per request"),
    ("active_lanes", "active lanes an instruction (of 32)"),
    ("atomic_serialisation", "global atomics: serialised lanes"),
)


def counters_beside_time(views: Sequence[View]) -> list[Figure]:
    """Small multiples, rows are variants from the fastest down; of points that both sides have."""
    timed = next((view for view in views if view.metric is MEASURED), None)
    simulated = (view for view in views if view.backend == "simt")
    counts = next((view for view in simulated if counter_table.counter_columns(view.frame)), None)
    if timed is None or counts is None:
        return []
    times = usable(timed.frame, MEASURED).drop_duplicates("key").set_index("key")
    chosen = counter_table.at_usual_point(counts.frame[counts.frame["key"].isin(times.index)])
    if chosen is None or len(chosen.rows) < 2:
        return []
    table = counter_table.derived(chosen.rows).assign(key=chosen.rows["key"])
    for end, column in (("", MEASURED.cost), ("_lo", MEASURED.cost_lo), ("_hi", MEASURED.cost_hi)):
        table[f"time{end}_us"] = times.loc[table["key"], column].to_numpy(dtype=float) * 1e-3
    table = table.sort_values("time_us", kind="stable")
    every = [str(name) for name in table["variant"]]
    names = rows_shown(timed, every)
    data, table = table, table[table["variant"].isin(names)]
    shown = [TIME, *(m for m in MEASURES if (table[m[0]].fillna(0) > 0).any())]
    cols = medium.columns(3, 2)
    grid = Grid(-(-len(shown) // cols), cols, 0.24 * len(names) + 0.1, names=names, gap_y=0.65,
                below=0.35)  # fmt: skip
    title = f"{timed.family}: counters of the warps, and the time"
    subtitle = "; ".join(filter(None, ["fastest first", chosen.text, rows_note(names, every)]))
    text = footer(timed, f"times: {MEASURED_BARS}; counts: exact, of the interpreter's journal")
    figure, panels = sheet(grid, title, subtitle, text)
    styles = styles_of(timed)
    for index, axes in enumerate(panels):
        if index >= len(shown):
            axes.remove()
            continue
        _panel(axes, table, *shown[index], styles)
        axes.set_yticks(range(len(names)), grid.row_names(index))
        for label, name in zip(axes.get_yticklabels(), names, strict=True):
            label.set_color(styles[name].color)
    alt = f"Time and counters of {len(names)} variants at one point, the fastest first."
    return [Figure("counters_beside_time", title, alt, figure, data)]


def _panel(
    axes: Axes, table: pd.DataFrame, column: str, title: str, styles: dict[str, style.LineStyle]
) -> None:
    positive = table.loc[table[column] > 0, column]
    low, high = float(positive.min()), float(positive.max())
    texts = [units.si(float(value)) for value in table[column].dropna()]
    if high / low > LOG_FROM_RATIO:
        axes.set_xscale("log")
        axes.set_xlim(low / 2, log_room(axes, low / 2, high, texts))
        log_axis(axes.xaxis)
    else:
        axes.set_xlim(0, linear_room(axes, 0.0, high, texts))
        axes.xaxis.set_major_locator(MaxNLocator(max(2, int(inches_of(axes.xaxis) / 0.45))))
        axes.xaxis.set_major_formatter(lambda value, _: plain(value))
    zero = axes.get_xlim()[0]
    for y, row in enumerate(records(table)):
        value = float(getattr(row, column))
        if value != value:
            continue
        look, x = styles[str(row.variant)], max(value, zero)
        axes.plot([zero, x], [y, y], color=look.color, lw=0.9, alpha=0.45)
        if column == TIME[0]:
            axes.plot([row.time_lo_us, row.time_hi_us], [y, y], color=style.INK, lw=2.2)
        axes.plot(x, y, look.marker, color=look.color, ms=5, clip_on=False)
        axes.annotate(units.si(value), (x, y), (6, 0), textcoords="offset points", va="center",
                      fontsize=style.note())  # fmt: skip
    axes.set_ylim(len(table) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_title(panel_heading(title), fontsize=style.label())
