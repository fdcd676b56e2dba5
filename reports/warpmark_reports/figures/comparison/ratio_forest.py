"""Two sets of times point by point: ratios with intervals, and the margin of equality."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from ...analysis.journal_comparison import FASTER, SAME, SLOWER, UNCLEAR, JournalComparison
from ...analysis.problem_names import short_names
from ...analysis.ratios import MARGIN
from ...base import units
from ...journal.frame import records
from ...plot import medium, style
from ...plot.axis_ticks import ratio_axis
from ...plot.figure_layout import Grid, sheet
from ...plot.footer import comparison_footer
from ..figure import Figure

MAX_ROWS = 40
LOOKS = {
    FASTER: style.LineStyle(style.PALETTE[0][0], "<", "solid"),
    SLOWER: style.LineStyle(style.PALETTE[1][0], ">", "solid"),
    SAME: style.LineStyle(style.INK, "o", "solid"),
    UNCLEAR: style.LineStyle(style.MUTED, "D", "solid"),
}


def ratio_forest(pair: JournalComparison) -> list[Figure]:
    """A row per point, those farthest from 1 where there are more than 40."""
    order = pair.pairs["ratio"].map(lambda ratio: -abs(_log(ratio))).sort_values(kind="stable")
    chosen = pair.pairs.loc[sorted(order.index[:MAX_ROWS])]
    drawn = chosen.sort_values("ratio", kind="stable")
    names = row_names(drawn)
    height = max(0.8, 0.2 * len(drawn))
    grid = Grid(1, 1, height, names=names, right=0.65, panel_title=0.0)
    title = f"{pair.family}: {pair.names[1]} against {pair.names[0]}, point by point"
    counts = pair.pairs["verdict"].value_counts()
    tally = ", ".join(f"{counts.get(verdict, 0)} {verdict}" for verdict in LOOKS)
    hidden = len(pair.pairs) - len(drawn)
    more = f"the {len(drawn)} farthest from 1; {hidden} more in the CSV" if hidden else ""
    note = f"{len(pair.pairs)} points: {tally}; grey: margin of equality, {units.percent(MARGIN)}"
    bars = "; ".join([*pair.rests_on, "verdicts beyond the margin by Holm over all points"])
    figure, (axes,) = sheet(
        grid, title, "; ".join(filter(None, [note, more])), comparison_footer(pair, bars)
    )  # fmt: skip
    _panel(axes, drawn, grid.shown_names)
    axes.set_xlabel(pair.ratio)
    alt = f"Ratios of times with intervals: {tally}."
    return [Figure("ratio_forest", title, alt, figure, pair.pairs)]


def row_names(drawn: pd.DataFrame) -> list[str]:
    """Variant, problem and config of each row, without what all problems share; in a narrow column
    without the config, which the CSV has.
    """
    _, own = short_names([str(text) for text in drawn["problem_text"]])
    return [
        "  ".join(filter(None, [row.variant, _bare(own[row.problem_text]), _config(row)]))
        for row in records(drawn)
    ]


def _config(row: Any) -> str:
    return "" if medium.current().narrow else str(row.config_text)


def _bare(problem: str) -> str:
    """Types and sizes are known by their looks."""
    return problem.replace("type ", "").replace("n = ", "").replace(",", "")


def _log(ratio: float) -> float:
    return ratio - 1 if ratio >= 1 else 1 / ratio - 1


def _panel(axes: Axes, drawn: pd.DataFrame, names: list[str]) -> None:
    axes.axvspan(1 / (1 + MARGIN), 1 + MARGIN, color=style.GRID, lw=0, zorder=0)
    axes.axvline(1.0, color=style.MUTED, lw=0.8)
    for y, row in enumerate(records(drawn)):
        look = LOOKS[row.verdict]
        if row.ratio_lo < row.ratio_hi:
            axes.plot([row.ratio_lo, row.ratio_hi], [y, y], color=look.color, lw=1.4)
        face = style.PAPER if row.verdict == UNCLEAR else look.color
        axes.plot(row.ratio, y, look.marker, color=look.color, mfc=face, ms=4.5)
        axes.annotate(
            units.digits(row.ratio, 4), (1, y), (6, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", va="center", fontsize=style.note(),
        )  # fmt: skip
    ends = drawn[["ratio", "ratio_lo", "ratio_hi"]]
    low, high = min(0.98, ends.min().min()), max(1.02, ends.max().max())
    spread = high / low
    ratio_axis(axes.xaxis, low / spread**0.05, high * spread**0.05)
    axes.set_ylim(len(drawn) - 0.4, -0.6)
    axes.set_yticks(range(len(drawn)), names, fontsize=style.note())
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
