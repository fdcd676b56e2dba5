"""Which variant is best at which size, and by how much against a library's."""

from __future__ import annotations

import pandas as pd

from . import choose
from .metric import Metric


def winners_of(best: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """Of one type's best configs: a row a size with the cheapest variant that calls no library.

    n, variant, config, cost and its ends, `tied` (the other variants whose intervals overlap), and
    where a library was run at that size `ratio` of the cheapest one's cost to the winner's with
    `ratio_lo` and `ratio_hi` from the far ends of both intervals; NaN elsewhere.
    """
    is_library = best["variant"].isin(choose.libraries(best))
    own = best[~is_library]
    rows = []
    for n in choose.sizes(own):
        here = own[own[choose.SIZE] == n]
        winner = here.sort_values(metric.cost, kind="stable").iloc[0]
        overlapping = here[here[metric.cost_lo] <= winner[metric.cost_hi]]
        row = {
            "n": n,
            "variant": winner["variant"],
            "config": winner["config_text"],
            metric.cost: winner[metric.cost],
            metric.shown: winner[metric.shown],
            metric.shown_lo: winner[metric.shown_lo],
            metric.shown_hi: winner[metric.shown_hi],
            "tied": " ".join(v for v in overlapping["variant"] if v != winner["variant"]),
        }
        there = best[is_library & (best[choose.SIZE] == n)].nsmallest(1, metric.cost)
        for name, above, below in (
            ("ratio", metric.cost, metric.cost),
            ("ratio_lo", metric.cost_lo, metric.cost_hi),
            ("ratio_hi", metric.cost_hi, metric.cost_lo),
        ):
            row[name] = float("nan") if there.empty else there[above].iloc[0] / winner[below]
        rows.append(row)
    return pd.DataFrame(rows)
