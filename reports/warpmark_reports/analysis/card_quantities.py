"""What kinds of cards are compared by: throughput, and what is known of price and power."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from .best_by_card import COST, ENERGY, GIVEN, READ, SHOWN
from .card_costs import CardCosts
from .metric import MEASURED


@dataclass(frozen=True)
class Quantity:
    """Columns of a quantity and the ends of its interval; times `scale` they have its unit."""

    value: str
    low: str
    high: str
    scale: float
    axis: str
    title: str
    lower_is_better: bool = True


THROUGHPUT = Quantity(
    *SHOWN, MEASURED.scale, "throughput\n(GB/s of compulsory bytes)", "speed", lower_is_better=False
)
ENERGY_PER_ELEMENT = Quantity(*ENERGY, 1.0, "energy per element (nJ)", "energy")


def quantities_of(table: pd.DataFrame, costs: CardCosts) -> list[Quantity]:
    """Throughput, and cost and energy where two kinds of cards or more have them."""
    found = [THROUGHPUT]
    cost = Quantity(*COST, 1.0, f"cost of 10¹² elements ({costs.currency})", "cost")
    for quantity in (cost, ENERGY_PER_ELEMENT):
        known = table[table[quantity.value].notna()]
        if known["card"].nunique() > 1:
            found.append(quantity)
    return found


def sources_note(table: pd.DataFrame, costs: CardCosts) -> str:
    """Where prices and watts are from; "" without any."""
    from_file = f"from {costs.file.name}" if costs.file else ""
    parts = [f"prices {from_file}"] if table[COST[0]].notna().any() else []
    kinds = set(table["watts_from"]) & {GIVEN, READ}
    if GIVEN in kinds:
        parts.append(f"watts {from_file}")
    if READ in kinds:
        parts.append("measured watts where the samples of a point took a second or longer")
    return ", ".join(parts)
