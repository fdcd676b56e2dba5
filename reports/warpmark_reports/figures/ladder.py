"""The ladder: speed-up of each variant over the simplest, at the most common size."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.comparison_size import RULE, Comparison, comparison_of
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import log_axis, log_room, ratio_axis
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from .figure import Figure

MAX_PANELS = 3
RATIO_AXIS_UP_TO = 10.0  # of its ends; round powers of ten are few there


def ladder(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Bars from 1x on a log axis, level by level; whiskers where both times have an interval."""
    metric = view.metric
    if metric is None or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows, metric)
    if best["variant"].nunique() < 2:
        return []
    parts = [choose.of_type(best, name) for name in choose.types(best)]
    ladders = [(comparison, levels_of_ladder(part, metric, comparison)) for part in parts
             if (comparison := comparison_of(part)) is not None]  # fmt: skip
    ladders = [each for each in ladders if len(each[1]) > 1][:MAX_PANELS]
    if not ladders:
        return []
    shown = pd.concat([table for _, table in ladders])
    names = [name for name in choose.variants(best) if name in set(shown["variant"])]
    bases = list(dict.fromkeys(comparison.base for comparison, _ in ladders))
    libraries = [name for name in choose.libraries(best) if name in names]
    styles = styles_of(view)
    cols = medium.columns(len(ladders), 1)
    grid = Grid(
        -(-len(ladders) // cols), cols, max(1.2, 0.27 * len(names)), names=names, right=0.35
    )
    what = "speed-up over" if metric.timed else "modelled speed-up over"
    title = f"{view.family}: {what} {' and '.join(bases)}"
    note = "" if metric.timed else "modelled, not measured; "
    note += f"best config of each at {RULE}"
    bars = interval_text(view)
    if metric.timed:
        bars = f"whiskers: ratio of the far interval ends, none for single samples; {bars}"
    marked = f"dotted: {' and '.join(libraries)}" if libraries else ""
    missing = dict.fromkeys(comparison.note for comparison, _ in ladders)
    subtitle = "; ".join(filter(None, [note, *missing, marked, held]))
    figure, panels = sheet(grid, title, subtitle, footer(view, bars))
    for index, (axes, (comparison, table)) in enumerate(zip(panels, ladders, strict=True)):
        _panel(axes, table, names, styles, comparison.base, metric)
        axes.set_yticks(range(len(names)), grid.row_names(index))
    against = f"how many times as fast as {' and '.join(bases)} each variant is"
    alt = f"Bars: {against}{metric.aside}, at one size."
    return [Figure("ladder", title, alt, figure, shown)]


def levels_of_ladder(best: pd.DataFrame, metric: Metric, comparison: Comparison) -> pd.DataFrame:
    """variant, type, n, ratio of costs base/variant with lo and hi, at the size of comparison."""
    here = best[best[choose.SIZE] == comparison.n].drop_duplicates("variant")
    foot = here[here["variant"] == comparison.base].iloc[0]
    return pd.DataFrame(
        {
            "variant": here["variant"],
            "type": here[choose.TYPE] if choose.TYPE in here.columns else "",
            "n": comparison.n,
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
    texts = [units.times(float(ratio)) for ratio in table["ratio"]]
    limits = (low / 1.02, log_room(axes, low, high, texts))
    if limits[1] < RATIO_AXIS_UP_TO * limits[0]:
        ratio_axis(axes.xaxis, *limits)
    else:
        axes.set_xlim(*limits)
        log_axis(axes.xaxis)
    axes.axvline(1.0, color=style.MUTED, linewidth=0.8)
    for ratio in table.loc[table["variant"].isin(choose.libraries(table)), "ratio"]:
        axes.axvline(ratio, color=style.INK, lw=1.0, ls=style.BASELINE_DASH, zorder=0.5)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_title(f"{table['type'].iloc[0]}  n = {units.size(table['n'].iloc[0])}".strip())
    axes.set_xlabel(f"times as fast as {naive}{metric.aside} (×)")
