"""How well modelled times rank configs: their rank correlation with measured times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from ..journal.modelled_times import MEASURED_TIME, TIME

MIN_POINTS = 5


@dataclass(frozen=True)
class Agreement:
    """How alike two orders of the same configs are, for one problem."""

    problem: dict[str, Any]
    points: int
    spearman: float


def with_both_times(frame: pd.DataFrame) -> pd.DataFrame:
    """The right rows that were measured and have a modelled time; one per key."""
    if TIME not in frame.columns:
        return frame.iloc[0:0]
    keep = (frame["status"] == "ok") & (frame["time_kind"] == "measured") & frame[TIME].notna()
    return frame[keep].drop_duplicates("key", keep="first")


def spearman(table: pd.DataFrame) -> float:
    """Rank correlation of modelled and measured time; NaN where all of either are equal."""
    return float(table[TIME].rank().corr(table[MEASURED_TIME].rank()))


def agreements(table: pd.DataFrame) -> list[Agreement]:
    """One agreement per problem with at least five configs, over all variants and configs."""
    columns = [c for c in table.columns if c.startswith("problem_") and c != "problem_text"]
    found = []
    for _, rows in table.groupby("problem_text", sort=False):
        if len(rows) < MIN_POINTS:
            continue
        own = [c for c in columns if rows[c].notna().all()]  # others are another family's
        problem = {c.removeprefix("problem_"): rows[c].iloc[0] for c in own}
        found.append(Agreement(problem, len(rows), spearman(rows)))
    return found
