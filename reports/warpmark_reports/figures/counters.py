"""Counters of each variant at one input size and block size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..analysis.counter_table import at_usual_point, derived
from ..analysis.views import View
from ..base import units
from ..plot import medium, style
from ..plot.axis_ticks import inches_of, linear_room, log_axis, log_room, plain
from ..plot.emphasis import rows_note, rows_shown, styles_of
from ..plot.figure_layout import Grid, panel_heading, sheet
from ..plot.footer import footer
from .figure import Figure

LOG_FROM_RATIO = 30.0


@dataclass(frozen=True)
class Measure:
    """One panel: a derived column, its title, its ideal if it has one, and a fixed x range."""

    column: str
    title: str
    ideal: str = ""
    limits: tuple[float, float] | None = None


MEASURES = (
    Measure("warp_instructions", "warp instructions"),
    Measure("shared_wavefronts", "shared wavefronts, ○ ideal", "shared_ideal_wavefronts"),
    Measure("global_sectors_per_request", "global sectors per request"),
    Measure("active_lanes", "active lanes an instruction (of 32)", limits=(0, 32)),
    Measure("divergent_branches", "divergent branches"),
    Measure("atomic_serialisation", "global atomics: serialised lanes"),
)


def counters(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Dots in small multiples, one row per variant; a figure only where counters exist."""
    chosen = at_usual_point(frame)
    if chosen is None:
        return []
    table = derived(chosen.rows)
    every = [str(name) for name in table["variant"]]
    names = rows_shown(view, every)
    data, table = table, table[table["variant"].isin(names)]
    measures = [m for m in MEASURES if table[m.column].notna().any()]
    if not measures:
        return []
    cols = medium.columns(3, 2)
    rows = -(-len(measures) // cols)
    grid = Grid(rows, cols, 0.24 * len(names) + 0.1, names=names, gap_y=0.65, below=0.35)
    title = f"{view.family}: what the warps did"
    subtitle = "; ".join(filter(None, [chosen.text, rows_note(names, every)]))
    figure, panels = sheet(grid, title, subtitle, footer(view, "exact counts, no error"))
    styles = styles_of(view)
    for index, axes in enumerate(panels):
        if index >= len(measures):
            axes.remove()
            continue
        _panel(axes, table, measures[index], styles)
        axes.set_yticks(range(len(names)), grid.row_names(index))
        for label, name in zip(axes.get_yticklabels(), names, strict=True):
            label.set_color(styles[name].color)
    alt = f"Counters of {len(names)} variants: " + ", ".join(m.title for m in measures) + "."
    return [Figure("counters", title, alt, figure, data)]


def _panel(
    axes: Axes, table: pd.DataFrame, measure: Measure, styles: dict[str, style.LineStyle]
) -> None:
    values = table[measure.column].to_numpy(dtype=float)
    ideals = table[measure.ideal].to_numpy(dtype=float) if measure.ideal else values
    present = np.concatenate([values, ideals])
    positive = present[present > 0]
    _scale(axes, measure, positive, [units.si(each) for each in values if each == each])
    zero = axes.get_xlim()[0]
    for y, (name, value, ideal) in enumerate(zip(table["variant"], values, ideals, strict=True)):
        if np.isnan(value):
            continue
        look = styles[str(name)]
        x = max(value, zero)
        axes.plot([zero, x], [y, y], color=look.color, lw=0.9, alpha=0.45)
        axes.plot(x, y, look.marker, color=look.color, ms=5, clip_on=False)
        if measure.ideal and 0 < ideal < value:
            axes.plot(ideal, y, "o", mfc=style.PAPER, mec=look.color, ms=4.5, mew=1.0)
        axes.annotate(
            units.si(value), (x, y), (6, 0), textcoords="offset points", va="center",
            fontsize=style.note(),
        )  # fmt: skip
    axes.set_ylim(len(table) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_title(panel_heading(measure.title), fontsize=style.label())


def _scale(
    axes: Axes,
    measure: Measure,
    positive: np.ndarray[tuple[int], np.dtype[np.float64]],
    texts: list[str],
) -> None:
    """Log where the values span much; zeros are then at the left edge. Room right for numbers."""
    axes.xaxis.set_major_formatter(lambda value, _: plain(value))
    if measure.limits:
        axes.set_xlim(measure.limits[0], linear_room(axes, *measure.limits, texts))
        axes.set_xticks([0, 8, 16, 24, 32] if not medium.current().narrow else [0, 16, 32])
    elif positive.size and positive.max() / positive.min() > LOG_FROM_RATIO:
        axes.set_xscale("log")
        low, high = positive.min() / 2, positive.max()
        axes.set_xlim(low, log_room(axes, low, high, texts))
        log_axis(axes.xaxis)
    else:
        high = float(positive.max()) if positive.size else 1.0
        axes.set_xlim(0, linear_room(axes, 0.0, high, texts))
        axes.xaxis.set_major_locator(MaxNLocator(max(2, int(inches_of(axes.xaxis) / 0.45))))
