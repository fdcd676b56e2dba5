"""The best time of each kind of card at every problem that several have timed."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from ..analysis import choose
from ..analysis.best_by_card import COST, ENERGY, best_by_card
from ..analysis.card_costs import CardCosts
from ..analysis.card_kinds import CardKind
from ..analysis.metric import MEASURED
from ..base import units
from .table import Column, Table


def cards(kinds: Sequence[CardKind], costs: CardCosts) -> Table | None:
    """One row per problem and kind of card; None if no problem was timed on two kinds."""
    families = dict.fromkeys(family for kind in kinds for family in kind.families)
    tables = [best_by_card(kinds, family, costs) for family in families]
    tables = [table for table in tables if len(table)]
    if not tables:
        return None
    frame = pd.concat(tables, ignore_index=True)
    frame["problem_text"] = frame["family"].astype(str) + " " + frame.pop("problem").astype(str)
    order = frame["problem_text"].map({text: i for i, text in enumerate(_in_order(frame))})
    frame = frame.loc[order.sort_values(kind="stable").index].reset_index(drop=True)
    frame["best"] = frame["is_best"].map({True: "best", False: ""})
    columns = [
        Column("problem_text", "problem"),
        Column("card", "card"),
        Column("variant", "fastest variant"),
        Column("config_text", "config"),
        Column(MEASURED.cost, MEASURED.cost_heading, units.duration),
        Column(MEASURED.shown, MEASURED.shown_heading, units.gigabytes),
        Column(COST[0], f"{costs.currency} for 10¹² elements", units.digits),
        Column(ENERGY[0], "nJ per element", units.digits),
        Column("best", "fastest"),
    ]
    shown = tuple(column for column in columns if frame[column.key].notna().any())
    note = "the fastest of what was measured on each; best: no other is faster for sure"
    return Table("cards", "Times by kind of card", note, shown, frame)


def _in_order(frame: pd.DataFrame) -> list[str]:
    """The problems by family and type as they appear, then by size."""
    firsts = frame.drop_duplicates("problem_text")
    groups = [name for name in ("family", choose.TYPE) if name in firsts.columns]
    ranks = {name: {v: i for i, v in enumerate(firsts[name].drop_duplicates())} for name in groups}
    keys = pd.DataFrame({name: firsts[name].map(ranks[name]) for name in groups})
    keys[choose.SIZE] = firsts[choose.SIZE]
    ordered = firsts.loc[keys.sort_values([*groups, choose.SIZE], kind="stable").index]
    return [str(text) for text in ordered["problem_text"]]
