"""The roofline: operations per second against operations per byte, under measured ceilings.

S. Williams, A. Waterman, D. Patterson, Roofline, CACM 52(4), 2009. Bytes are the compulsory ones,
so most families have one intensity per type: `roofline_section` shows those.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.card_files import constants, operations_per_s
from ..analysis.comparison_size import RULE, comparison_of
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import style
from ..plot.axis_ticks import log_axis
from ..plot.bands import panel_inches
from ..plot.direct_labels import Label, label_ends
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from .figure import Figure

MAX_PANELS = 3
ONE_INTENSITY = 1.05
SPAN = 30.0  # of the axis to either side of the points
DASHES = {"read": "solid", "write": (0, (6, 2)), "copy": (0, (2, 1.5)), "L2": (0, (6, 2, 1.5, 2))}


def roofline(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per type; only with times, a measured bandwidth, and variants of several
    intensities: with a single one all marks would be on one vertical line.
    """
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
    tables = [points_of(choose.of_type(best, name), metric, name) for name in types]
    if all(map(has_one_intensity, tables)):
        return []
    names = choose.variants(pd.concat(tables))
    grid = Grid(len(types), 1, panel_inches(len(names)), ends=names, left=0.9)
    title = f"{view.family}: roofline"
    note = f"best config of each at {RULE}; compulsory bytes; ceilings measured"
    text = footer(view, f"strokes: {interval_text(view)}; ceilings of the run and the card file")
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, held])), text)
    styles = styles_of(view)
    for axes, table, name in zip(panels, tables, types, strict=True):
        roof = operations_per_s(view.machine, name)
        _panel(axes, table, slopes, roof, styles)
        axes.set_title(f"{name}  n = {units.size(table['n'].iloc[0])}".strip())
    alt = f"Operations per second against operations per byte for {len(names)} variants."
    return [Figure("roofline", title, alt, figure, pd.concat(tables).assign(**named(slopes)))]


def has_one_intensity(table: pd.DataFrame) -> bool:
    """Whether all points have as many operations per byte, but for a few percent."""
    return bool(table["ops_per_byte"].max() < ONE_INTENSITY * table["ops_per_byte"].min())


def slopes_of(view: View) -> dict[str, float]:
    """The measured bandwidths in bytes/s, by what they are of."""
    ceilings = view.manifest.get("ceilings", {})
    found = {kind: ceilings.get(f"{kind}_bytes_per_s") for kind in ("read", "write", "copy")}
    found["L2"] = constants(view.machine).get("l2_read_bytes_per_s")
    return {kind: float(value) for kind, value in found.items() if value}


def points_of(best: pd.DataFrame, metric: Metric, type_name: str) -> pd.DataFrame:
    """variant, type, n, config, ops_per_byte, ops_per_s with its interval; one row per variant."""
    comparison = comparison_of(best)
    n = comparison.n if comparison is not None else None
    here = best[best[choose.SIZE] == n].drop_duplicates("variant")
    return pd.DataFrame(
        {
            "variant": here["variant"],
            "type": type_name,
            "n": here[choose.SIZE],
            "config": here["config_text"],
            "ops_per_byte": here["ops"] / here["bytes"],
            "ops_per_s": here["ops"] / here[metric.cost] * 1e9,
            "ops_per_s_lo": here["ops"] / here[metric.cost_hi] * 1e9,
            "ops_per_s_hi": here["ops"] / here[metric.cost_lo] * 1e9,
        }
    )


def named(slopes: dict[str, float]) -> dict[str, float]:
    """The bandwidths as columns of a figure's data."""
    return {f"{kind.lower()}_bytes_per_s": value for kind, value in slopes.items()}


def _panel(
    axes: Axes,
    table: pd.DataFrame,
    slopes: dict[str, float],
    roof: tuple[str, float] | None,
    styles: dict[str, style.LineStyle],
) -> None:
    left, right = table["ops_per_byte"].min() / SPAN, table["ops_per_byte"].max() * SPAN
    flat = roof[1] if roof else float("inf")
    if roof:  # the ridge and some of the flat part
        right = max(right, flat / min(slopes.values()) * 3)
    for kind, slope in slopes.items():
        knee = min(right, flat / slope)
        axes.plot([left, knee], [left * slope, knee * slope], color=style.INK, lw=1.0,
                  ls=DASHES[kind], label=f"{kind} {slope * 1e-9:,.0f} GB/s")  # fmt: skip
    if roof:
        start = flat / max(slopes.values())
        axes.plot([min(start, right), right], [flat, flat], color=style.INK, lw=1.4)
        axes.text(right, flat * 1.15, f"{roof[0]} {flat * 1e-12:.3g} Tops/s", ha="right",
                  fontsize=style.note())  # fmt: skip
    labels = []
    for row in records(table):
        look = styles[str(row.variant)]
        x, y = float(row.ops_per_byte), float(row.ops_per_s)
        axes.plot([x, x], [row.ops_per_s_lo, row.ops_per_s_hi], color=look.color, lw=2.0, alpha=0.5)
        axes.plot(x, y, look.marker, color=look.color, ms=5, mec=style.PAPER, mew=0.4)
        mark = style.LineStyle(look.color, look.marker, "none")
        labels.append(Label(str(row.variant), x, y, look.color, mark))
    axes.set_xlim(left, right)
    log_axis(axes.xaxis)
    log_axis(axes.yaxis)
    axes.legend(loc="upper left", fontsize=style.note())
    axes.set_xlabel("intensity (operations per compulsory byte)")
    axes.set_ylabel("operations per second (1/s)")
    label_ends(axes, labels)
