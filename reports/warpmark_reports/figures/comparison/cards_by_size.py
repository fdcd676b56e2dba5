"""Which card at which size: the best throughput of each kind, its cost and its energy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes

from ...analysis import choose
from ...analysis.best_by_card import best_by_card
from ...analysis.card_costs import current_costs
from ...analysis.card_kinds import card_kinds
from ...analysis.card_quantities import (
    THROUGHPUT,
    WORSE,
    Quantity,
    quantities_of,
    sources_note,
    worse_than_best,
)
from ...analysis.views import View
from ...plot import style
from ...plot.axis_ticks import log_axis, ratio_axis, size_axis
from ...plot.bands import Band, draw_line, panel_inches
from ...plot.direct_labels import Label, label_ends
from ...plot.figure_layout import Grid, join, sheet
from ...plot.kinds_footer import intervals_text, kinds_footer, left_out_note
from ...plot.style import LineStyle
from ..figure import Figure

MAX_CARDS = 8


def cards_by_size(views: Sequence[View]) -> list[Figure]:
    """Panels over the input size, of the type with most sizes; a line per kind of card."""
    family, costs = views[0].family, current_costs()
    kinds = card_kinds(views)[:MAX_CARDS]
    table = best_by_card(kinds, family, costs)
    if table.empty:
        return []
    shown, held = choose.pinned(table)
    type_name = _widest_type(shown)
    shown = choose.of_type(shown, type_name)
    if shown.groupby("card")[choose.SIZE].nunique().min() < 2 or shown["card"].nunique() < 2:
        return []
    names = [kind.name for kind in kinds if kind.name in set(shown["card"])]
    looks = style.line_styles(names)
    quantities = quantities_of(shown, costs)
    height = panel_inches(len(names), 2.2)
    grid = Grid(1 + len(quantities), 1, height, left=0.9, ends=names, gap_y=0.3)
    title = f"{family}: which card at which size"
    note = [
        "the fastest variant and config of each kind of card",
        type_name,
        held,
        sources_note(shown, costs),
        left_out_note(kinds),
    ]
    figure, panels = sheet(
        grid,
        title,
        "; ".join(filter(None, note)),
        kinds_footer(kinds, f"bands: {intervals_text(kinds)}"),
    )
    lines = Lines(shown, names, looks)
    speed, ratio, *others = panels
    _panel(speed, lines, THROUGHPUT)
    _ratios(ratio, lines)
    for axes, quantity in zip(others, quantities[1:], strict=True):
        _panel(axes, lines, quantity)
    for axes in panels[:-1]:
        axes.set_xlabel("")
        axes.set_xticklabels([])
    for above, below in pairwise(panels):
        join(above, below)
    alt = f"Lines over the input size, one for each of {len(names)} kinds of cards."
    return [Figure("cards_by_size", title, alt, figure, table)]


def _widest_type(table: pd.DataFrame) -> str:
    types = choose.types(table)
    return max(types, key=lambda name: choose.of_type(table, name)[choose.SIZE].nunique())


@dataclass(frozen=True)
class Lines:
    """What the panels share: rows of one type, the cards in their order, and their looks."""

    rows: pd.DataFrame
    names: list[str]
    looks: dict[str, LineStyle]

    def draw(self, axes: Axes, rows: pd.DataFrame, band: Band) -> list[Label]:
        """A line per card that has the quantity; the labels of their ends."""
        parts = {name: rows[rows["card"] == name] for name in self.names}
        return [
            draw_line(axes, part, choose.SIZE, band, self.looks[name], name)
            for name, part in parts.items()
            if len(part)
        ]


def _panel(axes: Axes, lines: Lines, quantity: Quantity) -> None:
    band = Band(quantity.value, quantity.low, quantity.high, quantity.scale)
    labels = lines.draw(axes, lines.rows[lines.rows[quantity.value].notna()], band)
    size_axis(axes, choose.sizes(lines.rows))
    log_axis(axes.yaxis)
    axes.set_ylabel(quantity.axis)
    label_ends(axes, labels)


def _ratios(axes: Axes, lines: Lines) -> None:
    """Which is the fastest, which cannot be seen over decades of throughput."""
    table = worse_than_best(lines.rows, THROUGHPUT)
    labels = lines.draw(axes, table, Band(*WORSE))
    size_axis(axes, choose.sizes(lines.rows))
    ends = table[list(WORSE)]
    low, high = min(0.98, ends.min().min()), max(1.05, ends.max().max())
    ratio_axis(axes.yaxis, low**1.05, high**1.05)
    axes.set_ylabel("time over the fastest\ncard's (×)")
    label_ends(axes, labels)
