"""Which card at which size: the best throughput of each kind, its cost and its energy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes

from ...analysis import choose
from ...analysis.best_by_card import best_by_card
from ...analysis.card_costs import current_costs
from ...analysis.card_kinds import card_kinds
from ...analysis.card_quantities import Quantity, quantities_of, sources_note
from ...analysis.views import View
from ...plot import style
from ...plot.axis_ticks import log_axis, size_axis
from ...plot.bands import Band, draw_line, panel_inches
from ...plot.direct_labels import label_ends
from ...plot.figure_layout import Grid, join, sheet
from ...plot.kinds_footer import kinds_footer, left_out_note
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
    grid = Grid(len(quantities), 1, height, left=0.9, ends=names, gap_y=0.3)
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
        kinds_footer(kinds, "bands: 95 % intervals of the median times"),
    )
    for index, (axes, quantity) in enumerate(zip(panels, quantities, strict=True)):
        _panel(axes, shown, names, looks, quantity, is_last=index + 1 == len(panels))
    for above, below in pairwise(panels):
        join(above, below)
    alt = f"Lines over the input size, one for each of {len(names)} kinds of cards."
    return [Figure("cards_by_size", title, alt, figure, table)]


def _widest_type(table: pd.DataFrame) -> str:
    types = choose.types(table)
    return max(types, key=lambda name: choose.of_type(table, name)[choose.SIZE].nunique())


def _panel(
    axes: Axes,
    table: pd.DataFrame,
    names: list[str],
    looks: dict[str, LineStyle],
    quantity: Quantity,
    *,
    is_last: bool,
) -> None:
    band = Band(quantity.value, quantity.low, quantity.high, quantity.scale)
    labels = []
    for name in names:
        line = table[(table["card"] == name) & table[quantity.value].notna()]
        if len(line):
            labels.append(draw_line(axes, line, choose.SIZE, band, looks[name], name))
    size_axis(axes, choose.sizes(table), "input size n (elements)" if is_last else "")
    if not is_last:
        axes.set_xticklabels([])
    log_axis(axes.yaxis)
    axes.set_ylabel(quantity.axis)
    label_ends(axes, labels)
