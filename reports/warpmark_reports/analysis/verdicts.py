"""The fastest variant at each size, its lead, and its ratio to the library."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pandas as pd

from ..base import units
from ..journal.frame import records
from . import choose
from .metric import Metric, usable
from .views import View
from .winners import winners_of

FASTER, EQUAL, SLOWER = "faster", "equal", "slower"


@dataclass(frozen=True)
class Verdicts:
    """Verdicts of one slice of a view: one row per type and size; fixed axes; libraries' names."""

    table: pd.DataFrame
    held: str
    libraries: tuple[str, ...]

    @property
    def library(self) -> str:
        """vendor_cub; "the library" where at each size the fastest counts; "" if none."""
        return "the library" if len(self.libraries) > 1 else "".join(self.libraries)

    @property
    def compared_with(self) -> str:
        """The names in full."""
        names = " and ".join(self.libraries)
        return f"the faster of {names}" if len(self.libraries) > 1 else names


@lru_cache(maxsize=1)  # a table, the tiles and the headlines of one view ask for them
def verdicts_of(view: View) -> Verdicts | None:
    """The rows of `winners_of` for every type, with key, runner-up and the library's verdict.

    `lead` is the cost of the best variant that can be told from the winner over the winner's, with
    lead_lo and lead_hi from the far ends of both intervals; `next` names it. None where there is
    nothing to rank by size.
    """
    metric = view.metric
    if metric is None or choose.SIZE not in view.frame.columns:
        return None
    rows, held = choose.pinned(usable(view.frame, metric))
    best = choose.best_configs(rows, metric)
    libraries = choose.libraries(best)
    tables = []
    for name in choose.types(best):
        here = choose.of_type(best, name)
        table = winners_of(here, metric)
        if len(table):
            table.insert(0, "type", name)
            tables.append(_with_more(table, here[~here["variant"].isin(libraries)], metric))
    if not tables:
        return None
    return Verdicts(pd.concat(tables, ignore_index=True), held, tuple(libraries))


def _with_more(table: pd.DataFrame, own: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    more: list[dict[str, Any]] = []
    costs = dict.fromkeys([metric.cost, metric.cost_lo, metric.cost_hi])
    own = own[[choose.SIZE, "variant", "key", "fraction_of_ceiling", *costs]]
    by_size = dict(list(own.sort_values(metric.cost, kind="stable").groupby(choose.SIZE)))
    for row in records(table):
        here = by_size[row.n]
        first = here.iloc[0]
        apart = here[~metric.near(here[metric.cost_lo], first[metric.cost_hi])]
        second = apart.iloc[0] if len(apart) else None
        more.append(
            {
                "key": first["key"],
                "fraction_of_ceiling": first["fraction_of_ceiling"],
                "next": second["variant"] if second is not None else "",
                **_lead(first, second, metric),
                "verdict": verdict(row.ratio, row.ratio_lo, row.ratio_hi),
            }
        )
    return pd.concat([table, pd.DataFrame(more, index=table.index)], axis="columns")


def _lead(first: Any, second: Any, metric: Metric) -> dict[str, float]:
    if second is None:
        return dict.fromkeys(("lead", "lead_lo", "lead_hi"), float("nan"))
    return {
        "lead": second[metric.cost] / first[metric.cost],
        "lead_lo": second[metric.cost_lo] / first[metric.cost_hi],
        "lead_hi": second[metric.cost_hi] / first[metric.cost_lo],
    }


def verdict(ratio: float, low: float, high: float) -> str:
    """faster, equal or slower than the library; "" without one. No interval: the ratio alone."""
    if ratio != ratio:
        return ""
    low, high = (ratio if low != low else low), (ratio if high != high else high)
    return FASTER if low > 1 else SLOWER if high < 1 else EQUAL


def ratio_text(ratio: float, low: float, high: float) -> str:
    """1.31× [1.29, 1.33], near 1 with three decimals; "" for no ratio, no ends for no interval."""
    if ratio != ratio:
        return ""
    near = 0.9 < ratio < 1.1

    def shown(value: float) -> str:
        return f"{value:.3f}" if near else units.digits(value)

    return f"{shown(ratio)}×" + (f" [{shown(low)}, {shown(high)}]" if low < high else "")
