"""Modelled against measured time, one dot per config: how well the model ranks them."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.model_agreement import agreements, with_both_times
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..journal.modelled_times import BOUND, MEASURED_TIME, TIME
from ..plot import medium, style
from ..plot.axis_ticks import log_axis
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from ..plot.panel_legend import add_legend
from .figure import Figure

MAX_PANELS = 4


def modelled_against_measured(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per problem; only where a journal of the interpreter has the same points."""
    table = with_both_times(frame)
    problems = [each for each in agreements(table) if each.spearman == each.spearman]
    problems = sorted(problems, key=lambda each: -each.points)[:MAX_PANELS]
    if not problems:
        return []
    problems.sort(key=lambda each: (str(each.problem.get("type")), int(each.problem.get("n", 0))))
    cols = medium.columns(2, 1)
    names = [name for name in choose.variants(table) if name in styles_of(view)]
    rows = -(-len(problems) // cols)
    grid = Grid(rows, cols, 2.9, left=0.85, ends=names, gap_x=0.75, gap_y=0.85)
    title = f"{view.family}: modelled and measured time"
    subtitle = "modelled from counters and a card file, not timed; the line is where both are equal"
    figure, panels = sheet(grid, title, subtitle, footer(view))
    styles = styles_of(view)
    for index, axes in enumerate(panels):
        if index >= len(problems):
            axes.remove()
            continue
        each = problems[index]
        _panel(axes, _of_problem(table, each.problem), styles)
        name = f"{each.problem.get('type', '')} n = {units.size(int(each.problem['n']))}"
        axes.set_title(f"{name}   Spearman {each.spearman:.3f} over {each.points} configs")
    handles = [
        panels[0].plot([], [], styles[n].marker, color=styles[n].color, ms=5, label=n)[0]
        for n in names
    ]
    at_edge = {"bbox_to_anchor": (1.0, 0.5), "bbox_transform": figure.transFigure}
    add_legend(panels[cols - 1], handles, loc="center right", **at_edge)
    columns = ["variant", *choose.problem_columns(table), "config_text"]
    data = table[[*columns, MEASURED_TIME, TIME, BOUND]]
    data = data.rename(columns={MEASURED_TIME: "measured_time_ns"})
    alt = f"Scatter of modelled against measured time for {len(table)} configs."
    return [Figure("modelled_against_measured", title, alt, figure, data)]


def _of_problem(table: pd.DataFrame, problem: dict[str, object]) -> pd.DataFrame:
    keep = pd.Series(data=True, index=table.index)
    for name, value in problem.items():
        keep &= table[f"problem_{name}"] == value
    return table[keep]


def _panel(axes: Axes, table: pd.DataFrame, styles: dict[str, style.LineStyle]) -> None:
    for row in records(table):
        look = styles[str(row.variant)]
        measured, modelled_ns = float(row.time_median_ns), float(row.modelled_time_ns)
        axes.plot(
            measured * 1e-3, modelled_ns * 1e-3, look.marker, color=look.color, ms=3.2, alpha=0.75
        )
    both = table[[TIME, MEASURED_TIME]] * 1e-3
    ends = (float(both.min().min()) / 1.2, float(both.max().max()) * 1.2)
    axes.plot(ends, ends, color=style.MUTED, lw=0.8)
    axes.set_xlim(*ends)
    axes.set_ylim(*ends)
    log_axis(axes.xaxis)
    log_axis(axes.yaxis)
    axes.set_xlabel("measured (µs)")
    axes.set_ylabel("modelled (µs)")
