"""Each variant at its best config over the input size: throughput, or counted instructions."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from .. import choose, style
from ..axes import log_axis, size_axis
from ..direct_labels import Label, label_ends
from ..footer import footer
from ..metric import Metric, usable
from ..sheet import Grid, sheet
from ..views import View
from .figure import Figure

MOST_PANELS = 4


class Ceiling(NamedTuple):
    """A measured bandwidth in the axis' unit, and of what: read, write or copy."""

    height: float
    traffic: str


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
        ceiling = None
        if metric.timed and view.ceiling:
            ceiling = Ceiling(view.ceiling * metric.scale, view.traffic)
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
    labels = []
    for name in choose.variants(best):
        line = best[best["variant"] == name].sort_values(choose.SIZE)
        x = line[choose.SIZE].astype(float).to_numpy()
        y = line[metric.shown].to_numpy() * metric.scale
        look = styles[name]
        axes.plot(x, y, color=look.color, marker=look.marker, linestyle=look.dash, ms=4, lw=1.3)
        if metric.timed:
            low = line[metric.shown_lo].to_numpy() * metric.scale
            high = line[metric.shown_hi].to_numpy() * metric.scale
            axes.fill_between(x, low, high, color=look.color, alpha=0.22, linewidth=0)
        labels.append(Label(name, float(x[-1]), float(y[-1]), look.color))
    size_axis(axes, choose.sizes(best))
    log_axis(axes.yaxis)
    axes.set_ylabel(metric.axis)
    if ceiling is not None:
        _ceiling(axes, ceiling)
    label_ends(axes, labels)  # last: the leaders start where the limits put the lines' ends


def _ceiling(axes: Axes, ceiling: Ceiling) -> None:
    low, high = axes.get_ylim()
    axes.set_ylim(low, max(high, ceiling.height * 1.8))
    axes.axhline(ceiling.height, color=style.INK, linewidth=1.0, linestyle=(0, (1, 1.5)))
    axes.text(
        0.01,
        ceiling.height * 1.1,
        f"measured {ceiling.traffic} ceiling {ceiling.height:,.0f} GB/s",
        transform=axes.get_yaxis_transform(),
        fontsize=style.NOTE,
        va="bottom",
    )
