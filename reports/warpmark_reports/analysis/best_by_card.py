"""The best time of each kind of card at every problem, with what it costs and draws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from . import choose
from .card_costs import CardCosts
from .card_kinds import CardKind
from .journal_comparison import sorted_text
from .metric import MEASURED, usable

TIME = (MEASURED.cost, MEASURED.cost_lo, MEASURED.cost_hi)
SHOWN = (MEASURED.shown, MEASURED.shown_lo, MEASURED.shown_hi)
COST = ("cost_per_tera", "cost_per_tera_lo", "cost_per_tera_hi")  # of 10¹² elements
ENERGY = ("energy_nj", "energy_nj_lo", "energy_nj_hi")  # of one element
GIVEN, READ = "given", "measured"  # where watts are from
MIN_POWERED_NS = 1e9  # NVML's power is an average over up to a second
NS_PER_HOUR = 3.6e12
TERA = 1e12


def best_by_card(kinds: Sequence[CardKind], family: str, costs: CardCosts) -> pd.DataFrame:
    """One row per kind of card and problem that two kinds or more have timed: the fastest point.

    card, problem (axes sorted), those axes, variant, config_text, time and throughput with their
    intervals, `watts` and where they are from, and COST and ENERGY, NaN where not known. `is_best`:
    no other card is faster for sure, by the intervals.
    """
    if sum(bool(kind.of(family)) for kind in kinds) < 2:
        return pd.DataFrame()  # before anything that takes long
    parts = [_best_of(kind, family, costs) for kind in kinds]
    parts = [part for part in parts if len(part)]
    if len(parts) < 2:
        return pd.DataFrame()
    table = pd.concat(parts, ignore_index=True)
    shared = table.groupby("problem")["card"].transform("nunique") > 1
    table = table[shared].reset_index(drop=True)
    return table.assign(is_best=is_best(table, *TIME)) if len(table) else pd.DataFrame()


def is_best(table: pd.DataFrame, value: str, low: str, high: str) -> pd.Series[bool]:
    """Where a card has the least of its problem, or cannot be told from it: intervals overlap."""
    least = table.groupby("problem")[value].transform("min")
    ends = table[high].where(table[high].notna(), table[value]).where(table[value] == least)
    end = ends.groupby(table["problem"]).transform("max")
    lows = table[low].where(table[low].notna(), table[value])
    return (lows <= end) & table[value].notna()


def _best_of(kind: CardKind, family: str, costs: CardCosts) -> pd.DataFrame:
    views = kind.of(family)
    frames = [usable(view.frame, MEASURED) for view in views]
    if not frames or any(choose.SIZE not in frame.columns for frame in frames):
        return pd.DataFrame()
    rows = _over_cards(pd.concat(frames, ignore_index=True))
    rows = _cheapest(rows[rows[choose.SIZE] > 0], "problem_text")
    rows = rows.assign(problem=rows["problem_text"].map(sorted_text), card=kind.name)
    rows = _cheapest(rows, "problem")
    axes = choose.problem_columns(rows)
    columns = ["card", "family", "problem", *axes, "variant", "config_text", *TIME, *SHOWN]
    return _with_costs(rows, columns, kind.machine, costs)


def _cheapest(rows: pd.DataFrame, by: str) -> pd.DataFrame:
    return rows.loc[sorted(rows.groupby(by, sort=False, observed=True)[MEASURED.cost].idxmin())]


def _over_cards(rows: pd.DataFrame) -> pd.DataFrame:
    """One row per point: of several cards of a kind the median of their times, with the hull of the
    intervals.
    """
    if not rows["key"].duplicated().any():
        return rows
    by = rows.groupby("key", sort=False)
    once = rows.drop_duplicates("key").set_index("key")
    for columns in (TIME, SHOWN):
        for column, combine in zip(columns, ("median", "min", "max"), strict=True):
            once[column] = by[column].agg(combine)
    return once.reset_index()


def _with_costs(
    rows: pd.DataFrame, columns: list[str], machine: str, costs: CardCosts
) -> pd.DataFrame:
    given, table = costs.of(machine), rows[columns].copy()
    watts = pd.Series(np.nan, index=rows.index)
    if given.watts is not None:
        watts[:] = given.watts
    elif "power_w" in rows.columns:
        power = pd.to_numeric(rows["power_w"], errors="coerce")
        watts = power.where(rows["time_n"] * rows[MEASURED.cost] >= MIN_POWERED_NS)
    table["watts"] = watts
    table["watts_from"] = np.where(watts.notna(), GIVEN if given.watts is not None else READ, "")
    for cost, energy, time in zip(COST, ENERGY, TIME, strict=True):
        per_element = rows[time] / rows[choose.SIZE].astype("float64")
        price = np.nan if given.price_per_hour is None else given.price_per_hour
        table[cost] = per_element / NS_PER_HOUR * price * TERA
        table[energy] = per_element * watts  # ns × W
    return table
