"""The ladder: how far each rung is above the plainest variant, at the largest common size."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from .. import choose, style, units
from ..axes import log_axis
from ..footer import footer, interval_text
from ..frame import records
from ..metric import Metric, usable
from ..sheet import Grid, sheet
from ..views import View
from .figure import Figure

MOST_PANELS = 3


def ladder(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Bars from 1x on a log axis, rung by rung; whiskers where both times have an interval."""
    metric = view.metric
    if metric is None or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows, metric)
    if best["variant"].nunique() < 2:
        return []
    naive = choose.naive_variant(best)
    rungs = [rungs_of(choose.of_type(best, name), metric, naive) for name in choose.types(best)]
    rungs = [table for table in rungs if len(table) > 1][:MOST_PANELS]
    if not rungs:
        return []
    names = choose.variants(best)
    libraries = choose.libraries(best)
    styles = style.line_styles(choose.variants(frame))
    grid = Grid(1, len(rungs), max(1.2, 0.27 * len(names)), left=2.35, right=0.35)
    what = "speed-up over" if metric.timed else "warp instructions saved against"
    title = f"{view.family}: {what} {naive}"
    note = "best config of each" if metric.timed else "counted, not timed; best config of each"
    bars = interval_text(view)
    if metric.timed:
        bars = f"whiskers: ratio of the far interval ends, none for single samples; {bars}"
    marked = f"dotted: {' and '.join(libraries)}" if libraries else ""
    subtitle = "; ".join(filter(None, [note, marked, held]))
    figure, panels = sheet(grid, title, subtitle, footer(view, bars))
    for index, (axes, table) in enumerate(zip(panels, rungs, strict=True)):
        _panel(axes, table, names, styles, naive, metric, show_names=index == 0)
    alt = f"Bars: how many {metric.gain} {naive} each variant is, at the largest common size."
    return [Figure("ladder", title, alt, figure, pd.concat(rungs))]


def rungs_of(best: pd.DataFrame, metric: Metric, naive: str) -> pd.DataFrame:
    """variant, type, n, ratio of costs naive/variant with lo and hi, at the largest common size."""
    n = choose.largest_common_size(best[best["variant"].isin(choose.variants(best))])
    here = best[best[choose.SIZE] == n].drop_duplicates("variant")
    base = here[here["variant"] == naive]
    if base.empty:
        return here.iloc[0:0]
    foot = base.iloc[0]
    return pd.DataFrame(
        {
            "variant": here["variant"],
            "type": here[choose.TYPE] if choose.TYPE in here.columns else "",
            "n": n,
            "config": here["config_text"],
            "ratio": foot[metric.cost] / here[metric.cost],
            "ratio_lo": foot[metric.cost_lo] / here[metric.cost_hi],
            "ratio_hi": foot[metric.cost_hi] / here[metric.cost_lo],
        }
    )


def _panel(
    axes: Axes,
    table: pd.DataFrame,
    names: list[str],
    styles: dict[str, style.LineStyle],
    naive: str,
    metric: Metric,
    show_names: bool,
) -> None:
    heights = {name: index for index, name in enumerate(names)}
    for row in records(table):
        y, ratio = heights[str(row.variant)], float(row.ratio)
        axes.barh(y, ratio - 1, left=1, height=0.62, color=styles[str(row.variant)].color)
        end = max(ratio, 1.0)
        sure = float(row.ratio_hi) == float(row.ratio_hi)  # NaN: a single sample
        if metric.timed and row.variant != naive and sure:
            spread = [[ratio - float(row.ratio_lo)], [float(row.ratio_hi) - ratio]]
            axes.errorbar(ratio, y, xerr=spread, color=style.INK, lw=1.0, capsize=2.5)
            end = max(end, float(row.ratio_hi))
        axes.annotate(
            units.times(ratio), (end, y), (5, 0), textcoords="offset points", va="center",
            bbox={"fc": style.PAPER, "ec": "none", "pad": 1},
        )  # fmt: skip
    ends = table[["ratio", "ratio_lo", "ratio_hi"]]
    low, high = min(1.0, ends.min().min()), max(1.0, ends.max().max())
    room = (high / low) ** 0.28 if high > low else 2.0
    axes.set_xlim(low / 1.02, high * max(room, 1.2))
    log_axis(axes.xaxis)
    axes.axvline(1.0, color=style.MUTED, linewidth=0.8)
    for ratio in table.loc[table["variant"].isin(choose.libraries(table)), "ratio"]:
        axes.axvline(ratio, color=style.INK, lw=1.0, ls=style.BASELINE_DASH, zorder=0.5)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks(range(len(names)), names if show_names else [""] * len(names))
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_title(f"{table['type'].iloc[0]}  n = {units.size(table['n'].iloc[0])}".strip())
    axes.set_xlabel(f"{metric.gain} {naive} (×)")
