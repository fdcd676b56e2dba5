"""Two sets of times: how large each change is, against how sure it is that there is one."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ... import style, units
from ...axes import ratio_axis
from ...frame import records
from ...ratios import MARGIN
from ...sheet import Grid, sheet
from ...versus import FASTER, LEAST_P, SAME, SLOWER, UNCLEAR, Versus
from ..figure import Figure
from .ratio_forest import LOOKS

FEWEST_POINTS = 5
LEVEL = 0.05


def volcano(pair: Versus) -> list[Figure]:
    """A mark a point; lines: the margin of equality, and 5 % over all points (Bonferroni)."""
    table = pair.pairs[pair.pairs["p_value"].notna()]
    if len(table) < FEWEST_POINTS:
        return []
    table = table.assign(minus_log10_p=-np.log10(table["p_value"].clip(lower=LEAST_P)))
    title = f"{pair.family}: {pair.names[1]} against {pair.names[0]}, size and sureness of changes"
    alone = len(pair.pairs) - len(table)
    note = f"{len(table)} points"
    note += f"; {alone} without intervals are left out" if alone else ""
    note += "; above the line: p < 5 % for all points together; upright: margin of "
    note += units.percent(MARGIN)
    bars = "; ".join(["p: two-sided, that both times are equal", *pair.rests_on])
    figure, (axes,) = sheet(Grid(1, 1, 4.0, left=0.85, right=0.4), title, note, pair.footer(bars))
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
    ratio_axis(axes.xaxis, low / spread**0.08, high * spread**0.08, 0.07)
    axes.set_ylim(-0.4, max(line, table["minus_log10_p"].max()) * 1.14)
    _name_farthest(axes, table)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, borderaxespad=0.1)
    axes.set_xlabel(pair.ratio)
    axes.set_ylabel("−log₁₀ p")
    alt = f"Ratio of times against minus log p for {len(table)} points."
    return [Figure("volcano", title, alt, figure, table)]


def _name_farthest(axes: Axes, table: pd.DataFrame) -> None:
    """The largest of the sure changes to either side."""
    faster = table[table["verdict"] == FASTER].nsmallest(1, "ratio")
    slower = table[table["verdict"] == SLOWER].nlargest(1, "ratio")
    for row in records(pd.concat([faster, slower])):
        right = row.ratio > 1
        axes.annotate(
            row.variant, (row.ratio, row.minus_log10_p), (0, 8),
            textcoords="offset points", ha="right" if right else "left", va="center",
            fontsize=style.NOTE, color=LOOKS[row.verdict].color,
        )  # fmt: skip
