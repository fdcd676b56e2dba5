"""Latency at small sizes: microseconds per execution, above the floor of one empty launch."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..base import units
from ..plot import style
from ..plot.axis_ticks import log_axis, size_axis
from ..plot.bands import Band, draw_lines, end_names, panel_inches
from ..plot.direct_labels import label_ends
from ..plot.emphasis import line_looks, note_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from .figure import Figure

MAX_ELEMENTS = 2**20
MAX_TYPES = 3
SLOWEST = 3.0  # times the fastest at some size, for a variant to be drawn
SLOWEST_POINT = 10.0  # times the fastest at its own size, for a point


def small_n_latency(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per type, a line per variant; only where times exist for two small sizes or more."""
    metric = view.metric
    if metric is None or not metric.timed or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows[rows[choose.SIZE].between(1, MAX_ELEMENTS)], metric)
    if len(choose.sizes(best)) < 2:
        return []
    best = contenders(best, metric)
    types = choose.types(best)[:MAX_TYPES]
    names = choose.variants(best)
    looks = line_looks(view, names)
    parts = [choose.of_type(best, name) for name in types]
    ends = [name for part in parts for name in end_names(part, choose.SIZE).values()]
    grid = Grid(len(types), 1, panel_inches(len(names), 2.8), ends=ends)
    title = f"{view.family}: latency at small sizes"
    note = f"best configs; variants within {SLOWEST:g}× of the fastest at some size, "
    note += f"points within {SLOWEST_POINT:g}×"
    text = footer(view, f"bands: {interval_text(view)}")
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, note_of(looks), held])), text)
    floor = view.manifest.get("ceilings", {}).get("launch_floor_ns")
    for axes, name, part in zip(panels, types, parts, strict=True):
        _panel(axes, part, metric, looks, floor)
        axes.set_title(name)
    columns = ["variant", *choose.problem_columns(best), "config_text"]
    columns += [metric.cost, metric.cost_lo, metric.cost_hi]
    alt = f"Time in microseconds against input size for {len(names)} variants."
    data = best[columns].assign(launch_floor_ns=floor)
    return [Figure("small_n_latency", title, alt, figure, data)]


def contenders(best: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """Points near the fastest of their problem, of variants that are near it at some problem; and
    all points of libraries.
    """
    problem = choose.problem_columns(best)
    fastest = best.groupby(problem, dropna=False)[metric.cost].transform("min")
    ratio = best[metric.cost] / fastest
    by = [column for column in ("variant", choose.TYPE) if column in best.columns]
    nearest = ratio.groupby([best[column] for column in by]).transform("min")
    near = (nearest <= SLOWEST) & (ratio <= SLOWEST_POINT)
    return best[near | best["variant"].isin(choose.libraries(best))]


def _panel(
    axes: Axes,
    best: pd.DataFrame,
    metric: Metric,
    looks: dict[str, style.LineStyle],
    floor_ns: float | None,
) -> None:
    band = Band(metric.cost, metric.cost_lo, metric.cost_hi, 1e-3)
    labels = draw_lines(axes, best, choose.SIZE, band, looks)
    size_axis(axes, choose.sizes(best))
    if floor_ns:
        floor = floor_ns * 1e-3
        axes.axhline(floor, color=style.INK, lw=1.0, ls=(0, (1, 1.5)))
        axes.annotate(
            f"launch floor {units.digits(floor)} µs", (0.01, floor), (0, -3), va="top",
            textcoords="offset points", xycoords=axes.get_yaxis_transform(), fontsize=style.note(),
        )  # fmt: skip
    axes.margins(y=0.1)
    log_axis(axes.yaxis)
    axes.set_ylabel("time of an execution (µs)")
    label_ends(axes, labels)  # last: the leaders start where the limits put the lines' ends
