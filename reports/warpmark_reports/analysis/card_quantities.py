"""What kinds of cards are compared by: throughput, and what is known of price and power."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from .best_by_card import COST, ENERGY, GIVEN, READ, SHOWN, is_best
from .card_costs import CardCosts
from .metric import MEASURED


@dataclass(frozen=True)
class Quantity:
    """Columns of a quantity and the ends of its interval; times `scale` they have its unit."""

    value: str
    low: str
    high: str
    scale: float
    name: str
    unit: str
    axis: str
    worse: str  # the axis of how much worse a card is than the best
    lower_is_better: bool = True


WORSE = ("worse", "worse_lo", "worse_hi")  # columns of worse_than_best
THROUGHPUT = Quantity(
    *SHOWN,
    MEASURED.scale,
    "speed",
    "GB/s",
    "throughput\n(GB/s of compulsory bytes)",
    "time over the fastest (×)",
    lower_is_better=False,
)
ENERGY_PER_ELEMENT = Quantity(
    *ENERGY,
    1.0,
    "energy per element",
    "nJ",
    "energy per element (nJ)",
    "energy over the least (×)",
)


def cost_in(currency: str) -> Quantity:
    """The cost of 10¹² elements."""
    axis, worse = f"cost of 10¹² elements ({currency})", "cost over the cheapest (×)"
    return Quantity(*COST, 1.0, "cost of 10¹² elements", currency, axis, worse)


def quantities_of(table: pd.DataFrame, costs: CardCosts) -> list[Quantity]:
    """Throughput, and cost and energy where two kinds of cards or more have them."""
    found = [THROUGHPUT]
    for quantity in (cost_in(costs.currency), ENERGY_PER_ELEMENT):
        known = table[table[quantity.value].notna()]
        if known["card"].nunique() > 1:
            found.append(quantity)
    return found


def sources_note(table: pd.DataFrame, costs: CardCosts) -> str:
    """Where prices and watts are from; "" without any."""
    given = ["prices"] * bool(table[COST[0]].notna().any())
    given += ["watts"] * (GIVEN in set(table["watts_from"]))
    parts = [f"{' and '.join(given)} from {costs.file.name}"] if given and costs.file else []
    if READ in set(table["watts_from"]):
        parts.append("measured watts where the samples of a point took a second or longer")
    return ", ".join(parts)


def worse_than_best(rows: pd.DataFrame, quantity: Quantity) -> pd.DataFrame:
    """The rows that have the quantity, with `worse`: how many times worse than the best of the
    problem, at least 1; the ends of its interval as `worse_lo` and `worse_hi`; and `is_best`.
    """
    known = rows[rows[quantity.value].notna()]
    ends = (quantity.low, quantity.high)
    columns = (quantity.value, *(ends if quantity.lower_is_better else reversed(ends)))
    power = 1 if quantity.lower_is_better else -1
    pairs = zip(WORSE, columns, strict=True)
    table = known.assign(**{name: known[column].astype(float) ** power for name, column in pairs})
    best = table.groupby("problem")[WORSE[0]].transform("min")
    for name in WORSE:
        table[name] /= best
    return table.assign(is_best=is_best(table, *WORSE))
