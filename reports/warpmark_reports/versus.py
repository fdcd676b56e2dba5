"""Two sets of times of the same points: other commits, other cards, or two journals by name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

import pandas as pd

from . import choose
from .footer import MOST_LETTERS
from .metric import MEASURED, usable
from .views import View

MARGIN = 0.01  # of equality, as in `warpmark tune`
QUANTILE_95 = 1.959964
LEAST_P = 1e-16
EQUAL, FASTER, SLOWER, OPEN = "equal", "faster", "slower", "undecided"


@dataclass(frozen=True)
class Versus:
    """`pairs` has a row a point with the ratio of times second / first, below 1 where the second is
    faster; `names` tell the two apart in a word or two.
    """

    first: View
    second: View
    names: tuple[str, str]
    pairs: pd.DataFrame

    @property
    def family(self) -> str:
        """The family of both."""
        return self.first.family

    @property
    def ratio(self) -> str:
        """What the ratio is, for an axis."""
        return f"time of {self.names[1]} over {self.names[0]} (×)"

    @property
    def prefix(self) -> str:
        """Keeps the file names of several comparisons apart."""
        return self.second.prefix

    def footer(self, bars: str) -> str:
        """Whence both sides come, then what the bars are."""
        sides = zip(self.names, (self.first, self.second), strict=True)
        lines = [line for name, view in sides for line in wrap(_origin(name, view), MOST_LETTERS)]
        return "\n".join(lines + wrap(bars, MOST_LETTERS))


def versus(first: View, second: View) -> Versus | None:
    """The points that were timed on both sides; None if there are none."""
    one, two = (_timed(view) for view in (first, second))
    both = two.merge(one, on="key", suffixes=("", "_first"))
    if both.empty:
        return None
    pairs = both[["key", "variant", *choose.problem_columns(two), "problem_text", "config_text"]]
    medians = (both["time_median_ns_first"], both["time_median_ns"])
    pairs = pairs.assign(
        first_ns=medians[0],
        second_ns=medians[1],
        ratio=medians[1] / medians[0],
        ratio_lo=both["time_ci_lo_ns"] / both["time_ci_hi_ns_first"],
        ratio_hi=both["time_ci_hi_ns"] / both["time_ci_lo_ns_first"],
        p_value=p_values(both),
    )
    pairs["verdict"] = [verdict(*ends) for ends in pairs[["ratio_lo", "ratio_hi"]].to_numpy()]
    return Versus(first, second, names_of(first, second), pairs)


def all_versus(views: Sequence[View], most: int = 3) -> list[Versus]:
    """Of each family, the first timed view against each later one."""
    found = []
    timed = [view for view in views if view.metric is MEASURED]
    for family in dict.fromkeys(view.family for view in timed):
        first, *others = [view for view in timed if view.family == family]
        pairs = [versus(first, other) for other in others if other.backend == first.backend]
        found += [pair for pair in pairs if pair is not None][:most]
    return found


def _timed(view: View) -> pd.DataFrame:
    return usable(view.frame, MEASURED).drop_duplicates("key", keep="last")


def p_values(both: pd.DataFrame) -> pd.Series:
    """Two-sided, that the medians are equal: the intervals' widths as standard errors of log time.

    It holds for the samples of the two processes and says nothing of how processes differ. NaN
    where a side has no interval, or none of the two has any width.
    """
    variance = pd.Series(0.0, index=both.index)
    for end in ("", "_first"):
        width = both[f"time_ci_hi_ns{end}"] / both[f"time_ci_lo_ns{end}"]
        variance += (width.map(math.log) / 2 / QUANTILE_95) ** 2
    effect = (both["time_median_ns"] / both["time_median_ns_first"]).map(math.log).abs()
    z = effect / variance.where(variance > 0).pow(0.5)
    return z.map(lambda value: math.erfc(value / math.sqrt(2)) if value == value else math.nan)


def verdict(low: float, high: float) -> str:
    """By the interval of the ratio and the margin; what has no interval is undecided."""
    if low > 1 + MARGIN:
        return SLOWER
    if high < 1 / (1 + MARGIN):
        return FASTER
    return EQUAL if low >= 1 / (1 + MARGIN) and high <= 1 + MARGIN else OPEN


def names_of(first: View, second: View) -> tuple[str, str]:
    """By the card if that differs, else by the commit, else by the journal."""
    for name in (
        lambda view: view.machine,
        lambda view: view.commit,
        lambda view: str(view.manifest["card"].get("uuid") or "")[:12],
        lambda view: view.runs[0].path.name.split(".")[0],
    ):
        pair = (name(first), name(second))
        if pair[0] != pair[1] and all(pair):
            return pair
    return ("the first", "the second")


def _origin(name: str, view: View) -> str:
    names = ", ".join(run.path.name for run in view.runs[:3])
    date = str(view.manifest.get("started_at", ""))[:10]
    return f"{name}: {view.machine} · {view.backend} · {date} · commit {view.commit} · {names}"
