"""Time of each pass of a merge sort: late passes have few pairs of runs to work on.

Source: Figure 2 of E. Sintorn, U. Assarsson, Fast parallel GPU-sorting using a hybrid algorithm,
JPDC 68(10), 2008.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ..analysis import choose
from ..analysis.metric import Metric
from ..analysis.passes import passes_of
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import log_axis, size_axis
from ..plot.bands import Band, draw_line, panel_inches
from ..plot.ceiling_line import Ceiling, ceiling_of, draw_ceiling
from ..plot.direct_labels import label_ends
from ..plot.emphasis import line_looks
from ..plot.figure_layout import Grid, join, sheet
from ..plot.footer import footer, interval_text
from .figure import Figure

MAX_TYPES = 3
PAIRS_INCHES, PAIRS_POINTS = 0.62, 28  # the row of pairs above a panel; the title above that
PAIRS = "pairs of runs, n/(2·run): the threads of a pass with one thread a pair"


def time_per_pass(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Time and bandwidth of a pass per type, a line per variant; only if runs of three lengths or
    more were timed at one n.
    """
    metric = view.metric
    if metric is None or not metric.timed:
        return []
    table, held = passes_of(frame, metric)
    if table.empty:
        return []
    types = list(table["type"].drop_duplicates())[:MAX_TYPES]
    table = table[table["type"].isin(types)]
    names = choose.variants(frame[frame["variant"].isin(table["variant"])])
    styles = line_looks(view, names)
    ends = [f"{name}, ½ at 2⁰⁰" for name in names]
    grid = Grid(
        2 * len(types), 1, panel_inches(len(names), 2.2), left=0.9, ends=ends, gap_y=0.5,
        panel_title=PAIRS_INCHES,
    )  # fmt: skip
    n = units.size(table["n"].iloc[0])
    title = f"{view.family}: time of a pass over n = {n} by the length of its runs"
    note = "best config for each run; ringed (½): the first pass under half of the variant's best "
    note += "bandwidth"
    bars = footer(view, f"bands: {interval_text(view)}")
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, held])), bars)
    for index, name in enumerate(types):
        above, below = panels[2 * index], panels[2 * index + 1]
        join(above, below)
        lines = {each: _line(table, each, name) for each in names}
        lines = {each: line for each, line in lines.items() if not line.empty}
        _times(above, lines, metric, styles)
        above.set_title(name, y=1.0, pad=PAIRS_POINTS * medium.current().scale)
        _bandwidths(below, lines, metric, styles, ceiling_of(view))
    return [Figure("time_per_pass", title, _alt(table), figure, table)]


def _line(table: pd.DataFrame, variant: str, type_name: str) -> pd.DataFrame:
    return table[(table["variant"] == variant) & (table["type"] == type_name)].sort_values("run")


def _times(
    axes: Axes,
    lines: dict[str, pd.DataFrame],
    metric: Metric,
    styles: dict[str, style.LineStyle],
) -> None:
    band = Band(metric.cost, metric.cost_lo, metric.cost_hi, 1e-3)
    labels = [
        draw_line(axes, line, "run", band, styles[name], _end(name, line))
        for name, line in lines.items()
    ]
    _rings(axes, lines, band, styles)
    _run_axis(axes, _pairs(lines))
    _pairs_axis(axes, _pairs(lines))
    axes.set_xlabel("")
    axes.tick_params(axis="x", labelbottom=False)
    axes.margins(y=0.08)
    log_axis(axes.yaxis)
    axes.set_ylabel("time of a pass (µs)")
    label_ends(axes, labels)  # last: the leaders start where the limits put the lines' ends


def _bandwidths(
    axes: Axes,
    lines: dict[str, pd.DataFrame],
    metric: Metric,
    styles: dict[str, style.LineStyle],
    ceiling: Ceiling | None,
) -> None:
    band = Band(metric.shown, metric.shown_lo, metric.shown_hi, metric.scale)
    labels = []
    for name, line in lines.items():
        labels.append(draw_line(axes, line, "run", band, styles[name], _end(name, line)))
    _rings(axes, lines, band, styles)
    _run_axis(axes, _pairs(lines))
    axes.margins(y=0.08)
    log_axis(axes.yaxis)
    axes.set_ylabel("compulsory bytes over time (GB/s)")
    if ceiling is not None:
        draw_ceiling(axes, ceiling)
    label_ends(axes, labels)


def _end(name: str, line: pd.DataFrame) -> str:
    """The name at a line's end, with the run from which its bandwidth is under half."""
    halved = line.loc[line["first_under_half"], "run"]
    return name + (f", ½ at {units.size(halved.iloc[0])}" if len(halved) else "")


def _rings(
    axes: Axes, lines: dict[str, pd.DataFrame], band: Band, styles: dict[str, style.LineStyle]
) -> None:
    for name, line in lines.items():
        at = line[line["first_under_half"]]
        y = at[band.value] * band.scale
        axes.plot(at["run"], y, "o", ms=10, mfc="none", mec=styles[name].color, mew=1.4)


def _pairs(lines: dict[str, pd.DataFrame]) -> dict[int, int]:
    """How many pairs there are of runs of each length, ascending."""
    return dict(sorted((row.run, row.pairs) for line in lines.values() for row in records(line)))


def _run_axis(axes: Axes, pairs: dict[int, int]) -> None:
    label = "length of the sorted runs that the pass merges (elements)"
    size_axis(axes, list(pairs), label)


def _pairs_axis(axes: Axes, pairs: dict[int, int]) -> None:
    """The ticks of the runs again, above the panel, read as pairs."""
    runs = [round(run) for run in axes.get_xticks()]
    top = axes.secondary_xaxis("top")
    top.xaxis.set_major_locator(FixedLocator(runs))
    top.xaxis.set_minor_locator(NullLocator())
    top.xaxis.set_major_formatter(FuncFormatter(lambda run, _: units.size(pairs[round(run)])))
    top.set_xlabel(medium.columns(PAIRS, PAIRS.partition(":")[0]))
    top.tick_params(labelsize=style.label())


def _alt(table: pd.DataFrame) -> str:
    halved = [
        f"{row.variant} {row.type} at runs of {units.size(row.run)} ({units.size(row.pairs)} pairs)"
        for row in records(table[table["first_under_half"]])
    ]
    alt = f"Time and bandwidth of a pass for {table['variant'].nunique()} variants by its runs. "
    return alt + "First under half of its best bandwidth: " + ("; ".join(halved) or "none") + "."
