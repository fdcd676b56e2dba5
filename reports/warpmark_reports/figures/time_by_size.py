"""Each variant's time at its best config over the input size, with lower bounds."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..plot import style
from ..plot.axis_ticks import log_axis, size_axis
from ..plot.bands import Band, draw_lines, end_names, panel_inches
from ..plot.direct_labels import Label, label_ends
from ..plot.emphasis import line_looks, note_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from .figure import Figure

MAX_PANELS = 4
FLOOR = "floor_ns"
TO_MICROSECONDS = 1e-3


def time_by_size(frame: pd.DataFrame, view: View) -> list[Figure]:
    """One panel per element type; intervals as bands; launch and bandwidth floors as a line."""
    metric = view.metric
    if metric is None or not metric.timed or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows, metric)
    best = best[best[choose.SIZE] > 0]
    if len(choose.sizes(best)) < 2:
        return []
    best = best.assign(**{FLOOR: floor_of(best, view)})
    types = choose.types(best)[:MAX_PANELS]
    names = choose.variants(best)
    looks = line_looks(view, names)
    parts = [choose.of_type(best, name) for name in types]
    ends = [name for part in parts for name in end_names(part, choose.SIZE).values()]
    grid = Grid(len(types), 1, panel_inches(len(names) + 1), ends=ends, left=0.9)
    title = f"{view.family}: time by input size"
    note = "each variant at its best config for each size"
    below = "floor: compulsory bytes at the measured ceiling, and no less than an empty launch"
    text = footer(view, f"bands: {interval_text(view)}")
    figure, panels = sheet(
        grid, title, "; ".join(filter(None, [note, below, note_of(looks), held])), text
    )
    for axes, name, part in zip(panels, types, parts, strict=True):
        _panel(axes, part, metric, looks)
        axes.set_title(name)
    columns = ["variant", *choose.problem_columns(best), "config_text"]
    columns += [metric.cost, metric.cost_lo, metric.cost_hi, FLOOR]
    alt = f"Time in microseconds against input size, one line for each of {len(names)} variants."
    return [Figure("time_by_size", title, alt, figure, best[columns])]


def floor_of(best: pd.DataFrame, view: View) -> pd.Series:
    """The least time in ns that the bytes of each row take; NaN where nothing was measured."""
    launch = float(view.manifest.get("ceilings", {}).get("launch_floor_ns") or "nan")
    bytes_ns = best["bytes"].astype(float) / (view.ceiling or float("nan")) * 1e9
    return bytes_ns.clip(lower=launch) if launch == launch else bytes_ns


def _panel(
    axes: Axes, best: pd.DataFrame, metric: Metric, looks: dict[str, style.LineStyle]
) -> None:
    band = Band(metric.cost, metric.cost_lo, metric.cost_hi, TO_MICROSECONDS)
    labels = draw_lines(axes, best, choose.SIZE, band, looks)
    floor = best.groupby(choose.SIZE)[FLOOR].min().dropna() * TO_MICROSECONDS
    if len(floor):
        axes.plot(floor.index.astype(float), floor, color=style.INK, lw=1.0, ls=(0, (1, 1.5)))
        look = style.LineStyle(style.INK, "", (0, (1, 1.5)))
        labels.append(Label("floor", float(floor.index[-1]), floor.iloc[-1], style.INK, look))
    size_axis(axes, choose.sizes(best))
    log_axis(axes.yaxis)
    axes.set_ylabel("time of an execution (µs)")
    label_ends(axes, labels)  # last: the leaders start where the limits put the lines' ends
