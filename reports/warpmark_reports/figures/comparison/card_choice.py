"""Which card for which work: problems of all families, a mark per kind of card."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ...analysis import choose
from ...analysis.best_by_card import best_by_card
from ...analysis.card_costs import current_costs
from ...analysis.card_kinds import card_kinds
from ...analysis.card_quantities import (
    Quantity,
    quantities_of,
    sources_note,
    worse_than_best,
)
from ...analysis.views import View
from ...base import units
from ...journal.frame import records
from ...plot import medium, style
from ...plot.axis_ticks import ratio_axis
from ...plot.figure_layout import Grid, sheet
from ...plot.kinds_footer import intervals_text, kinds_footer, left_out_note
from ...plot.style import LineStyle
from ...plot.text_size import width_inches
from ..figure import Figure

MAX_CARDS = 8
MAX_ROWS = 30
MAX_TYPES = 3  # of a family
ROW_INCHES = 0.21
GAP_INCHES = 0.18  # beside the numbers right of a panel


def card_choice(views: Sequence[View]) -> list[Figure]:
    """A row per problem, the smallest, a middle and the largest size of each family and type."""
    kinds, costs = card_kinds(views)[:MAX_CARDS], current_costs()
    families = dict.fromkeys(view.family for view in views)
    tables = [best_by_card(kinds, family, costs) for family in families]
    tables = [table for table in tables if len(table)]
    if not tables:
        return []
    rows = pd.concat([_shown(table) for table in tables])
    if rows["problem_row"].nunique() > MAX_ROWS:
        rows = pd.concat([_shown(table, only_largest=True) for table in tables])
    labels = list(rows["problem_row"].drop_duplicates())
    hidden = len(labels) - MAX_ROWS
    labels = labels[:MAX_ROWS]
    rows = rows[rows["problem_row"].isin(labels)]
    names = [kind.name for kind in kinds if kind.name in set(rows["card"])]
    looks = style.line_styles(names)
    quantities = quantities_of(rows, costs)
    texts = [_best_texts(rows, labels, quantity) for quantity in quantities]
    widest = max(width_inches(each, style.note()) for each in texts)
    beside = widest / medium.current().scale + GAP_INCHES
    cols = medium.columns(len(quantities), 1)
    grid = Grid(
        -(-len(quantities) // cols), cols, max(0.9, ROW_INCHES * len(labels)), names=labels,
        right=beside, gap_x=beside,
    )  # fmt: skip
    title = "Which card for which work"
    note = [
        "the fastest variant and config of each kind of card; filled: the best card, or not told "
        "apart from it; numbers: of the best card",
        sources_note(rows, costs),
        f"{hidden} more problems in the CSV" if hidden > 0 else "",
        left_out_note(kinds),
    ]
    bars = f"whiskers: {intervals_text(kinds)}"
    bars += "; prices and watts are taken as exact" if len(quantities) > 1 else ""
    figure, panels = sheet(grid, title, "; ".join(filter(None, note)), kinds_footer(kinds, bars))
    for index, (axes, quantity) in enumerate(zip(panels, quantities, strict=False)):
        _panel(axes, rows, labels, looks, quantity)
        _write_beside(axes, texts[index])
        axes.set_yticks(range(len(labels)), grid.row_names(index), fontsize=style.note())
        axes.set_title(quantity.name)
    for axes in panels[len(quantities) :]:
        axes.remove()
    for name, look in looks.items():
        figure.key[name] = Line2D([], [], color=look.color, marker=look.marker, ls="none", ms=5)
    alt = f"Marks of {len(names)} kinds of cards in a row per problem: speed"
    alt += "".join(f", {quantity.name}" for quantity in quantities[1:]) + "."
    return [Figure("card_choice", title, alt, figure, pd.concat(tables))]


def _shown(table: pd.DataFrame, *, only_largest: bool = False) -> pd.DataFrame:
    """The rows of up to three sizes per type, other axes at their most frequent value;
    `problem_row` is what a row is called.
    """
    rows, _ = choose.pinned(table)
    parts = []
    for name in choose.types(rows)[:MAX_TYPES]:
        part = choose.of_type(rows, name)
        sizes = choose.sizes(part)
        some = sizes[-1:] if only_largest else [sizes[0], sizes[len(sizes) // 2], sizes[-1]]
        for n in dict.fromkeys(some):
            here = part[part[choose.SIZE] == n]
            label = " ".join(filter(None, [str(here["family"].iloc[0]), name, units.size(n)]))
            parts.append(here.assign(problem_row=label))
    return pd.concat(parts)


def _best_texts(rows: pd.DataFrame, labels: list[str], quantity: Quantity) -> list[str]:
    """The best card's value in each row; "" where no card has one."""
    table = worse_than_best(rows, quantity)
    best = table[table["worse"] == 1.0].drop_duplicates("problem_row").set_index("problem_row")
    values = (best[quantity.value].astype(float) * quantity.scale).to_dict()
    return [f"{units.digits(values[n])} {quantity.unit}" if n in values else "" for n in labels]


def _write_beside(axes: Axes, texts: list[str]) -> None:
    for y, text in enumerate(texts):
        axes.annotate(
            text, (1, y), (5, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
            va="center", fontsize=style.note(),
        )  # fmt: skip


def _panel(
    axes: Axes,
    rows: pd.DataFrame,
    labels: list[str],
    looks: dict[str, LineStyle],
    quantity: Quantity,
) -> None:
    table = worse_than_best(rows, quantity)
    axes.axvline(1.0, color=style.MUTED, lw=0.8)
    for y, label in enumerate(labels):
        here = table[table["problem_row"] == label]
        axes.plot([1.0, here["worse"].max()], [y, y], color=style.GRID, lw=1.2, zorder=0.9)
        for row in records(here.sort_values("worse", ascending=False)):
            look = looks[str(row.card)]
            if row.worse_lo < row.worse_hi:
                axes.plot([row.worse_lo, row.worse_hi], [y, y], color=look.color, lw=1.4)
            face = look.color if row.is_best else style.PAPER
            axes.plot(row.worse, y, look.marker, color=look.color, mfc=face, ms=5.0)
    ends = table[["worse", "worse_lo", "worse_hi"]]
    low, high = min(0.99, ends.min().min()), max(1.05, ends.max().max())
    spread = high / low
    ratio_axis(axes.xaxis, low / spread**0.04, high * spread**0.06)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(quantity.worse)
