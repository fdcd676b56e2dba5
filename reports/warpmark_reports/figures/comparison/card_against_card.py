"""Two cards: the best time of each at each size, and the ratio of every common point."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ...analysis import choose
from ...analysis.journal_comparison import JournalComparison
from ...analysis.metric import MEASURED, usable
from ...analysis.views import View
from ...plot import style
from ...plot.axis_ticks import log_axis, ratio_axis, size_axis
from ...plot.bands import Band, draw_line, panel_inches
from ...plot.direct_labels import Label, label_ends
from ...plot.figure_layout import Grid, join, sheet
from ...plot.footer import comparison_footer
from ..figure import Figure

BEST = Band(MEASURED.shown, MEASURED.shown_lo, MEASURED.shown_hi, MEASURED.scale)


def card_against_card(pair: JournalComparison) -> list[Figure]:
    """Two panels of one type; only for two cards, which differ in name or in number."""
    if card_of(pair.first) == card_of(pair.second) or choose.SIZE not in pair.pairs.columns:
        return []
    pairs, held = choose.pinned(pair.pairs)
    type_name = choose.types(pairs)[0]
    pairs = choose.of_type(pairs, type_name)
    pairs = pairs[pairs[choose.SIZE] > 0]
    if pairs[choose.SIZE].nunique() < 2:
        return []
    table = pd.concat(
        [fastest(view, pairs).assign(card=name) for name, view in _sides(pair)]
    )  # fmt: skip
    title = f"{pair.family}: {pair.names[1]} against {pair.names[0]}"
    note = "above: the fastest variant and config of each card; dotted: its measured ceiling; "
    note += "below: every point, and the median of each size"
    ends = [*pair.names, *choose.variants(pairs)]
    grid = Grid(2, 1, panel_inches(pairs["variant"].nunique(), 2.5), left=0.9, ends=ends, gap_y=0.3)
    bars = "bands: 95 % intervals of the medians; no intervals below"
    figure, (above, below) = sheet(
        grid, title, "; ".join(filter(None, [note, type_name, held])), comparison_footer(pair, bars)
    )
    _best(above, table, pair)
    _ratios(below, pairs, pair)
    join(above, below)
    alt = "Best throughput of two cards by input size, and the ratio of their times."
    columns = ["card", "variant", choose.SIZE, "config_text", BEST.value, BEST.low, BEST.high]
    return [Figure("card_against_card", title, alt, figure, table[columns])]


def card_of(view: View) -> tuple[str, str]:
    """Name and number of the card."""
    card = view.manifest["card"]
    return str(card.get("name")), str(card.get("uuid"))


def fastest(view: View, pairs: pd.DataFrame) -> pd.DataFrame:
    """The fastest row of a side at each size, among the points that both sides ran."""
    rows = usable(view.frame, MEASURED)
    rows = rows[rows["key"].isin(pairs["key"])]
    return rows.loc[sorted(rows.groupby(choose.SIZE, sort=False)[MEASURED.cost].idxmin())]


def _sides(pair: JournalComparison) -> list[tuple[str, View]]:
    return list(zip(pair.names, (pair.first, pair.second), strict=True))


def _best(axes: Axes, table: pd.DataFrame, pair: JournalComparison) -> None:
    styles = style.line_styles(list(pair.names))
    labels = []
    for name, view in _sides(pair):
        line = table[table["card"] == name]
        labels.append(draw_line(axes, line, choose.SIZE, BEST, styles[name], name))
        if view.ceiling:
            axes.axhline(view.ceiling * 1e-9, color=styles[name].color, lw=1.0, ls=(0, (1, 1.5)))
    size_axis(axes, choose.sizes(table), "")
    axes.set_xticklabels([])
    log_axis(axes.yaxis)
    axes.set_ylabel("throughput (GB/s)")
    label_ends(axes, labels)


def _ratios(axes: Axes, pairs: pd.DataFrame, pair: JournalComparison) -> None:
    styles = style.line_styles(choose.variants(pairs))
    labels = []
    for name in choose.variants(pairs):
        look = styles[name]
        dots = pairs[pairs["variant"] == name].sort_values(choose.SIZE, kind="stable")
        x, y = dots[choose.SIZE].astype(float), dots["ratio"]
        axes.plot(x, y, look.marker, color=look.color, ms=3.2, alpha=0.7)
        mark = style.LineStyle(look.color, look.marker, "none")
        labels.append(Label(name, float(x.iloc[-1]), float(y.iloc[-1]), look.color, mark))
    middle = pairs.groupby(choose.SIZE)["ratio"].median()
    axes.plot(middle.index.astype(float), middle, color=style.INK, lw=1.2)
    axes.axhline(1.0, color=style.MUTED, lw=0.8)
    size_axis(axes, choose.sizes(pairs))
    low, high = min(0.98, pairs["ratio"].min()), max(1.02, pairs["ratio"].max())
    ratio_axis(axes.yaxis, low**1.05, high**1.05)
    axes.set_ylabel(f"time of {pair.names[1]}\nover {pair.names[0]} (×)")
    label_ends(axes, labels)
