"""Which card for which work: problems of all families, a mark per kind of card."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ...analysis import choose
from ...analysis.best_by_card import best_by_card, is_best
from ...analysis.card_costs import current_costs
from ...analysis.card_kinds import card_kinds
from ...analysis.card_quantities import Quantity, quantities_of, sources_note
from ...analysis.views import View
from ...base import units
from ...journal.frame import records
from ...plot import medium, style
from ...plot.axis_ticks import log_axis
from ...plot.figure_layout import Grid, sheet
from ...plot.kinds_footer import kinds_footer, left_out_note
from ...plot.style import LineStyle
from ..figure import Figure

MAX_CARDS = 8
MAX_ROWS = 30
MAX_TYPES = 3  # of a family
ROW_INCHES = 0.21


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
    cols = medium.columns(len(quantities), 1)
    grid = Grid(
        -(-len(quantities) // cols), cols, max(0.9, ROW_INCHES * len(labels)), names=labels,
        right=0.6, gap_x=0.75,
    )  # fmt: skip
    title = "Which card for which work"
    note = [
        "the fastest variant and config of each kind of card; filled: the best, or not told apart "
        "from it; number: the next best over the best",
        sources_note(rows, costs),
        f"{hidden} more problems in the CSV" if hidden > 0 else "",
        left_out_note(kinds),
    ]
    bars = "whiskers: 95 % intervals of the median times, where wider than the marks"
    figure, panels = sheet(grid, title, "; ".join(filter(None, note)), kinds_footer(kinds, bars))
    for index, (axes, quantity) in enumerate(zip(panels, quantities, strict=False)):
        _panel(axes, rows, labels, looks, quantity)
        axes.set_yticks(range(len(labels)), grid.row_names(index), fontsize=style.note())
        axes.set_title(quantity.title)
    for axes in panels[len(quantities) :]:
        axes.remove()
    for name, look in looks.items():
        figure.key[name] = Line2D([], [], color=look.color, marker=look.marker, ls="none", ms=5)
    alt = f"Marks of {len(names)} kinds of cards in a row per problem: throughput"
    alt += "".join(f", {quantity.title}" for quantity in quantities[1:]) + "."
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


def _panel(
    axes: Axes,
    rows: pd.DataFrame,
    labels: list[str],
    looks: dict[str, LineStyle],
    quantity: Quantity,
) -> None:
    columns = [quantity.value, quantity.low, quantity.high]
    known = rows[rows[quantity.value].notna()].copy()
    known[columns] *= quantity.scale
    known["is_best"] = _best_marks(known, quantity)
    for y, label in enumerate(labels):
        here = known[known["problem_row"] == label]
        axes.plot(
            [here[quantity.value].min(), here[quantity.value].max()], [y, y],
            color=style.GRID, lw=1.2, zorder=0.9,
        )  # fmt: skip
        for row in records(here):
            _mark(axes, y, [getattr(row, column) for column in columns], row, looks)
        if (lead := _lead(here[quantity.value], quantity)) is not None:
            axes.annotate(
                units.times(lead), (1, y), (4, 0), xycoords=("axes fraction", "data"),
                textcoords="offset points", va="center", fontsize=style.note(), color=style.MUTED,
            )  # fmt: skip
    ends = known[columns]
    axes.set_xlim(ends.min().min() / 1.4, ends.max().max() * 1.4)
    log_axis(axes.xaxis)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(quantity.axis)


def _mark(
    axes: Axes, y: int, values: list[float], row: object, looks: dict[str, LineStyle]
) -> None:
    value, low, high = values
    look = looks[str(row.card)]  # type: ignore[attr-defined]
    if low < high:
        axes.plot([low, high], [y, y], color=look.color, lw=1.4, zorder=1.5)
    face = look.color if row.is_best else style.PAPER  # type: ignore[attr-defined]
    axes.plot(value, y, look.marker, color=look.color, mfc=face, ms=5.0)


def _best_marks(known: pd.DataFrame, quantity: Quantity) -> pd.Series[bool]:
    """As for times, with the ends turned round where more is better."""
    if quantity.lower_is_better:
        return is_best(known, quantity.value, quantity.low, quantity.high)
    turned = known.assign(
        **{
            quantity.value: -known[quantity.value],
            quantity.low: -known[quantity.high],
            quantity.high: -known[quantity.low],
        }
    )
    return is_best(turned, quantity.value, quantity.low, quantity.high)


def _lead(values: pd.Series[float], quantity: Quantity) -> float | None:
    """How many times better the best is than the next; None of a single one."""
    ordered = sorted(values)
    if len(ordered) < 2:
        return None
    if quantity.lower_is_better:
        return float(ordered[1] / ordered[0])
    return float(ordered[-1] / ordered[-2])
