"""A section of the roofline at one intensity: throughputs under the measured ceilings.

All variants of a family do the same operations on the same compulsory bytes, so that a roofline has
all its marks on one vertical line. This is that line, laid out as rows.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.card_files import operations_per_s
from ..analysis.comparison_size import RULE, comparison_of
from ..analysis.metric import usable
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import linear_room, log_axis, log_room
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from ..plot.panel_legend import add_legend
from ..plot.style import LineStyle
from .figure import Figure
from .roofline import DASHES, has_one_intensity, named, points_of, slopes_of

MAX_PANELS = 3
LOG_FROM_RATIO = 20.0
GIGA = 1e-9
PEAK_DASH: Any = (0, (6, 1.5, 1, 1.5, 1, 1.5))


def roofline_section(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per type, a row per variant, the fastest first; only with times and a bandwidth."""
    metric = view.metric
    if metric is None or not metric.timed or choose.SIZE not in frame.columns:
        return []
    slopes = slopes_of(view)
    rows, held = choose.pinned(usable(frame, metric))
    rows = rows[(rows["ops"] > 0) & (rows["bytes"] > 0)]
    if rows.empty or not slopes:
        return []
    best = choose.best_configs(rows, metric)
    types = choose.types(best)[:MAX_PANELS]
    parts = [choose.of_type(best, name) for name in types]
    tables = [points_of(part, metric, name) for part, name in zip(parts, types, strict=True)]
    if not all(map(has_one_intensity, tables)):
        return []
    tables = [with_bound(table, slopes, view) for table in tables]
    order = pd.concat(tables).groupby("variant")["share_of_bound"].max()
    names = [str(name) for name in order.sort_values(ascending=False, kind="stable").index]
    cols = medium.columns(len(tables), 1)
    height = max(1.2, 0.27 * len(names))
    grid = Grid(-(-len(tables) // cols), cols, height, names=names, right=2.0 if cols == 1 else 1.9)
    title = f"{view.family}: throughput under the ceilings of its roofline"
    note = f"best config of each at {RULE}; percent: of the lowest ceiling that holds there"
    missing = [c.note for part in parts if (c := comparison_of(part)) is not None]
    text = footer(view, f"strokes: {interval_text(view)}; ceilings of the run and the card file")
    subtitle = "; ".join(filter(None, [note, *dict.fromkeys(missing), held]))
    figure, panels = sheet(grid, title, subtitle, text)
    styles = styles_of(view)
    for index, (axes, table) in enumerate(zip(panels, tables, strict=True)):
        ceiling = _ceilings(axes, table, slopes)
        _panel(axes, table, names, styles, ceiling)
        axes.set_yticks(range(len(names)), grid.row_names(index))
        at = f"{table['type'].iloc[0]}  n = {units.size(table['n'].iloc[0])}".strip()
        axes.set_title(f"{at}, {table['ops_per_byte'].iloc[0]:.3g} operations per byte")
    add_legend(panels[cols - 1])
    alt = f"Throughput of {len(names)} variants under measured ceilings, at one intensity."
    return [
        Figure("roofline_section", title, alt, figure, pd.concat(tables).assign(**named(slopes)))
    ]


def with_bound(table: pd.DataFrame, slopes: dict[str, float], view: View) -> pd.DataFrame:
    """With bytes_per_s and its interval, peak_bytes_per_s (NaN without a card file), the
    bound_bytes_per_s that is the lower of peak and the family's bandwidth, and share_of_bound.
    """
    traffic = slopes.get(view.traffic, min(slopes.values()))
    roof = operations_per_s(view.machine, str(table["type"].iloc[0]))
    intensity = table["ops_per_byte"]
    peak = (roof[1] if roof else float("nan")) / intensity
    bound = peak.fillna(traffic).clip(upper=traffic)
    made = table.assign(peak_bytes_per_s=peak, bound_bytes_per_s=bound)
    for end in ("", "_lo", "_hi"):
        made[f"bytes_per_s{end}"] = table[f"ops_per_s{end}"] / intensity
    return made.assign(share_of_bound=made["bytes_per_s"] / made["bound_bytes_per_s"])


def _ceilings(axes: Axes, table: pd.DataFrame, slopes: dict[str, float]) -> float:
    """Draws them as lines. Returns the highest, in GB/s."""
    for kind, slope in slopes.items():
        label = f"{kind} {slope * GIGA:,.0f} GB/s"
        axes.axvline(slope * GIGA, color=style.INK, lw=1.0, ls=DASHES[kind], label=label)
    peak = float(table["peak_bytes_per_s"].iloc[0])
    if peak == peak and peak < max(slopes.values()):
        label = f"arithmetic {peak * GIGA:,.0f} GB/s"
        axes.axvline(peak * GIGA, color=style.MUTED, lw=1.6, ls=PEAK_DASH, label=label)
    return max(slopes.values()) * GIGA


def _panel(
    axes: Axes,
    table: pd.DataFrame,
    names: list[str],
    styles: dict[str, LineStyle],
    ceiling: float,
) -> None:
    texts = []
    for row in records(table):
        y, look, x = names.index(str(row.variant)), styles[str(row.variant)], row.bytes_per_s * GIGA
        low, high = row.bytes_per_s_lo * GIGA, row.bytes_per_s_hi * GIGA
        axes.plot([low, high], [y, y], color=look.color, lw=2.0, alpha=0.5)
        axes.plot(x, y, look.marker, color=look.color, ms=style.mark() * 1.2)
        texts.append(f"{units.digits(float(row.share_of_bound) * 100, 2)} %")
        axes.annotate(
            texts[-1], (x, y), (-5, 0), textcoords="offset points", va="center", ha="right",
            fontsize=style.note(), bbox={"fc": style.PAPER, "ec": "none", "pad": 0.5},
        )  # fmt: skip
    values = table["bytes_per_s"] * GIGA
    high = max(float(values.max()), ceiling) * 1.05
    low = float(values.min())
    if high > LOG_FROM_RATIO * low:
        axes.set_xscale("log")
        axes.set_xlim(1 / log_room(axes, 1 / high, 1 / low, texts), high * 1.2)
        log_axis(axes.xaxis)
    else:
        axes.set_xlim(min(0.0, low - (linear_room(axes, 0.0, high, texts) - high)), high)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("throughput (GB/s of compulsory bytes)")
