"""Each variant at its best config over the input size: measured or modelled throughput."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..plot.axis_ticks import log_axis, size_axis
from ..plot.bands import Band, draw_lines, end_names, panel_inches
from ..plot.ceiling_line import Ceiling, ceiling_of, draw_ceiling
from ..plot.direct_labels import label_ends
from ..plot.emphasis import line_looks, note_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from ..plot.style import LineStyle
from .figure import Figure

MAX_PANELS = 4


def throughput_by_size(frame: pd.DataFrame, view: View) -> list[Figure]:
    """One panel per element type; intervals as bands; the measured ceiling as a line."""
    metric = view.metric
    if metric is None or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows[rows[metric.shown].notna()], metric)
    if len(choose.sizes(best)) < 2:  # `ladder` shows those
        return []
    names = choose.variants(best)
    types = choose.types(best)[:MAX_PANELS]
    looks = line_looks(view, names)
    parts = [choose.of_type(best, name) for name in types]
    ends = [name for part in parts for name in end_names(part, choose.SIZE).values()]
    grid = Grid(len(types), 1, panel_inches(len(names)), ends=ends, left=0.9)
    title = f"{view.family}: {metric.name} by input size"
    note = "each variant at its best config for each size"
    if not metric.timed:
        note += "; modelled, not measured"
    figure, panels = sheet(
        grid, title, "; ".join(filter(None, [note, note_of(looks), held])), footer(view)
    )
    for axes, name, part in zip(panels, types, parts, strict=True):
        ceiling = ceiling_of(view) if metric.timed else None
        _panel(axes, part, metric, looks, ceiling)
        axes.set_title(name)
    columns = ["variant", *choose.problem_columns(best), "config_text"]
    columns += list(dict.fromkeys([metric.shown, metric.shown_lo, metric.shown_hi, metric.cost]))
    alt = f"{metric.axis} against input size, one line for each of {len(names)} variants."
    return [Figure("throughput_by_size", title, alt, figure, best[columns])]


def _panel(
    axes: Axes,
    best: pd.DataFrame,
    metric: Metric,
    looks: dict[str, LineStyle],
    ceiling: Ceiling | None,
) -> None:
    band = Band(metric.shown, metric.shown_lo, metric.shown_hi, metric.scale)
    labels = draw_lines(axes, best, choose.SIZE, band, looks)
    size_axis(axes, choose.sizes(best))
    log_axis(axes.yaxis)
    axes.set_ylabel(metric.axis)
    if ceiling is not None:
        draw_ceiling(axes, ceiling)
    label_ends(axes, labels)  # last: the leaders start where the limits put the lines' ends
