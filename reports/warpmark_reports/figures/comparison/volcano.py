"""Two sets of times: the size of each change against its significance."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ...analysis.journal_comparison import FASTER, SAME, SLOWER, UNCLEAR, JournalComparison
from ...analysis.ratios import MARGIN, NORMAL_95
from ...base import units
from ...journal.frame import records
from ...plot import medium, style
from ...plot.axis_ticks import ratio_axis
from ...plot.figure_layout import PANEL_TITLE_INCHES, Grid, sheet
from ...plot.footer import comparison_footer
from ..figure import Figure
from .ratio_forest import LOOKS

MIN_POINTS = 5
TINY = 1e-300
LINEAR_UP_TO = 10
TICKS = (0, 2, 4, 6, 8, 10, 30, 100, 300, 1000, 3000, 10000)
LEVEL = 0.05


def volcano(pair: JournalComparison) -> list[Figure]:
    """A mark per point; lines: the margin of equality, and 5 % over all points (Bonferroni)."""
    table = pair.pairs[pair.pairs["p_value"].notna()]
    if len(table) < MIN_POINTS:
        return []
    table = table.assign(minus_log10_p=minus_log10_p(table))
    title = f"{pair.family}: {pair.names[1]} against {pair.names[0]}, size and sureness of changes"
    alone = len(pair.pairs) - len(table)
    note = f"{len(table)} points"
    note += f"; {alone} without intervals are left out" if alone else ""
    note += "; above the line: p < 5 % for all points together; upright: margin of "
    note += units.percent(MARGIN)
    bars = "; ".join(["p: two-sided, that both times are equal", *pair.rests_on])
    figure, (axes,) = sheet(
        Grid(1, 1, medium.columns(4.0, 3.2), left=0.85, right=0.4,
             panel_title=medium.columns(1, 2) * PANEL_TITLE_INCHES),
        title, note, comparison_footer(pair, bars),
    )  # fmt: skip
    for verdict in (SAME, UNCLEAR, FASTER, SLOWER):
        part = table[table["verdict"] == verdict]
        look = LOOKS[verdict]
        axes.plot(
            part["ratio"], part["minus_log10_p"], look.marker, color=look.color, ms=4, alpha=0.7,
            mfc=style.PAPER if verdict == UNCLEAR else look.color, mew=0.7,
            label=f"{verdict} ({len(part)})",
        )  # fmt: skip
    line = -math.log10(LEVEL / len(table))
    axes.axhline(line, color=style.INK, lw=0.9, ls=(0, (1, 1.5)))
    for edge in (1 / (1 + MARGIN), 1 + MARGIN):
        axes.axvline(edge, color=style.MUTED, lw=0.7)
    low, high = min(0.98, table["ratio"].min()), max(1.02, table["ratio"].max())
    spread = high / low
    ratio_axis(axes.xaxis, low / spread**0.08, high * spread**0.08)
    max_log_p = max(line, table["minus_log10_p"].max())
    axes.set_ylim(-0.4, max_log_p * 1.14)
    if max_log_p > LINEAR_UP_TO:
        axes.set_yscale("symlog", linthresh=LINEAR_UP_TO, linscale=1.5)
        axes.set_ylim(-0.4, max_log_p**1.1)
        axes.yaxis.set_major_locator(FixedLocator([t for t in TICKS if t <= max_log_p**1.1]))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    _name_farthest(axes, table)
    axes.legend(
        loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=medium.columns(4, 2), borderaxespad=0.1,
        columnspacing=1.0, handletextpad=0.1, fontsize=style.note(),
    )  # fmt: skip
    axes.set_xlabel(pair.ratio)
    axes.set_ylabel(
        f"−log₁₀ p (above {LINEAR_UP_TO}: log scale)" if max_log_p > LINEAR_UP_TO else "−log₁₀ p"
    )
    alt = f"Ratio of times against minus log p for {len(table)} points."
    return [Figure("volcano", title, alt, figure, table)]


def minus_log10_p(table: pd.DataFrame) -> pd.Series[float]:
    """Of the p-values; where one is too small for a float, from the interval's end nearest to 1, by
    the normal tail's asymptote (Abramowitz and Stegun, 26.2.12).
    """
    logs = -np.log10(table["p_value"].where(table["p_value"] > TINY))
    ends = table["ratio_lo"].where(table["ratio"] > 1, table["ratio_hi"])
    middle = np.log(table["ratio"])
    z = (NORMAL_95 * middle.abs() / (middle - np.log(ends)).abs()).where(logs.isna())
    beyond = (z**2 / 2 + np.log(z) + 0.5 * math.log(math.pi / 2)) / math.log(10)
    found: pd.Series[float] = logs.fillna(beyond)
    return found


def _name_farthest(axes: Axes, table: pd.DataFrame) -> None:
    """The largest of the sure changes to either side."""
    faster = table[table["verdict"] == FASTER].nsmallest(1, "ratio")
    slower = table[table["verdict"] == SLOWER].nlargest(1, "ratio")
    for row in records(pd.concat([faster, slower])):
        right = row.ratio > 1
        axes.annotate(
            row.variant, (row.ratio, row.minus_log10_p), (0, 8),
            textcoords="offset points", ha="right" if right else "left", va="center",
            fontsize=style.note(), color=LOOKS[row.verdict].color,
        )  # fmt: skip
