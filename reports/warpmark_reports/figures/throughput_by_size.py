"""Each variant at its best config over the input size: throughput, or counted instructions."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from .. import choose, style
from ..axes import log_axis, size_axis
from ..bands import Band, draw_line
from ..ceiling_line import Ceiling, ceiling_of, draw_ceiling
from ..direct_labels import label_ends
from ..footer import footer
from ..metric import Metric, usable
from ..sheet import Grid, sheet
from ..views import View
from .figure import Figure

MOST_PANELS = 4


def throughput_by_size(frame: pd.DataFrame, view: View) -> list[Figure]:
    """One panel an element type; intervals as bands; the measured ceiling as a line."""
    metric = view.metric
    if metric is None or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows[rows[metric.shown].notna()], metric)
    if best.empty:
        return []
    names = choose.variants(best)
    types = choose.types(best)[:MOST_PANELS]
    styles = style.line_styles(choose.variants(frame))
    height = max(3.2, 0.165 * len(names) + 0.4)
    grid = Grid(len(types), 1, height, right=2.35, left=0.9)
    title = f"{view.family}: {metric.name} by input size"
    note = "each variant at its best config for each size"
    if not metric.timed:
        note += "; counted on simt, not timed; lower is better"
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, held])), footer(view))
    for axes, name in zip(panels, types, strict=True):
        ceiling = ceiling_of(view) if metric.timed else None
        _panel(axes, choose.of_type(best, name), metric, styles, ceiling)
        axes.set_title(name)
    columns = ["variant", *choose.problem_columns(best), "config_text"]
    columns += list(dict.fromkeys([metric.shown, metric.shown_lo, metric.shown_hi, metric.cost]))
    alt = f"{metric.axis} against input size, one line for each of {len(names)} variants."
    return [Figure("throughput_by_size", title, alt, figure, best[columns])]


def _panel(
    axes: Axes,
    best: pd.DataFrame,
    metric: Metric,
    styles: dict[str, style.LineStyle],
    ceiling: Ceiling | None,
) -> None:
    band = Band(metric.shown, metric.shown_lo, metric.shown_hi, metric.scale)
    labels = [
        draw_line(axes, best[best["variant"] == name], choose.SIZE, band, styles[name], name)
        for name in choose.variants(best)
    ]
    size_axis(axes, choose.sizes(best))
    log_axis(axes.yaxis)
    axes.set_ylabel(metric.axis)
    if ceiling is not None:
        draw_ceiling(axes, ceiling)
    label_ends(axes, labels)  # last: the leaders start where the limits put the lines' ends
