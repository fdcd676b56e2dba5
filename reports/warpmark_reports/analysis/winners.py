"""The best variant at each size, and its ratio to the library's."""

from __future__ import annotations

import pandas as pd

from . import choose
from .metric import Metric


def winners_of(best: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """From the best configs of one type: one row per size with the cheapest own variant.

    n, variant, config, cost and its ends, `tied` (the other variants that cannot be told apart),
    and where a library was run at that size `ratio` of the cheapest one's cost to the winner's
    with `ratio_lo` and `ratio_hi` from the far ends of both intervals; NaN elsewhere.
    """
    is_library = best["variant"].isin(choose.libraries(best))
    best = best[_columns(metric)].sort_values([choose.SIZE, metric.cost], kind="stable")
    theirs = best[is_library.loc[best.index]]
    library = {here[choose.SIZE].iloc[0]: here.iloc[0] for _, here in theirs.groupby(choose.SIZE)}
    rows = []
    for _, here in best.drop(theirs.index).groupby(choose.SIZE):
        winner = here.iloc[0]
        overlapping = here.loc[metric.near(here[metric.cost_lo], winner[metric.cost_hi]), "variant"]
        row = {
            "n": int(winner[choose.SIZE]),
            "variant": winner["variant"],
            "config": winner["config_text"],
            metric.cost: winner[metric.cost],
            metric.shown: winner[metric.shown],
            metric.shown_lo: winner[metric.shown_lo],
            metric.shown_hi: winner[metric.shown_hi],
            "tied": " ".join(v for v in overlapping if v != winner["variant"]),
        }
        there = library.get(winner[choose.SIZE])
        for name, above, below in (
            ("ratio", metric.cost, metric.cost),
            ("ratio_lo", metric.cost_lo, metric.cost_hi),
            ("ratio_hi", metric.cost_hi, metric.cost_lo),
        ):
            row[name] = float("nan") if there is None else there[above] / winner[below]
        rows.append(row)
    return pd.DataFrame(rows)


def _columns(metric: Metric) -> list[str]:
    """The few of them that are looked at: to take rows of hundreds of columns takes long."""
    costs = [metric.cost, metric.cost_lo, metric.cost_hi]
    shown = [metric.shown, metric.shown_lo, metric.shown_hi]
    return list(dict.fromkeys([choose.SIZE, "variant", "config_text", *costs, *shown]))
