"""Claims of dca-2016, and the distance of its algorithm from the best one of a journal."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from ..base import units
from . import choose
from .metric import MEASURED, usable
from .views import View

FAMILY = "count"

# Table 1 of dca-2016: seconds that the sequential algorithm is said to take, by keys.
STATED_SECONDS = {10**6: 758.0, 10**7: 7_872.0, 10**8: 79_512.0, 10**9: 837_263.0}
STATED_SIZE = 10**6

# With which power of n the time of the article's algorithms grows, once k is small compared with n.
GROWTH = {
    "host_all_pairs": 2,
    "host_openmp": 2,
    "all_pairs": 2,
    "chunked": 1,
    "chunked_device_launch": 1,
}
AS_PUBLISHED = ("host_all_pairs", "chunked", "chunked_device_launch", "all_pairs")


@dataclass(frozen=True)
class Span:
    """The article's algorithm and the fastest variant on one problem, with their times in ns."""

    article: str
    article_ns: float
    fastest: str
    fastest_ns: float
    problem: str

    @property
    def orders(self) -> float:
        """Orders of magnitude between the two."""
        return math.log10(self.article_ns / self.fastest_ns)

    def sentence(self) -> str:
        """The span in a sentence."""
        return (
            f"From the article's algorithm ({self.article}: {units.duration(self.article_ns)}) to "
            f"{self.fastest} ({units.duration(self.fastest_ns)}), the counting ladder spans "
            f"{self.orders:.1f} orders of magnitude, a factor of "
            f"{units.times(self.article_ns / self.fastest_ns)} ({self.problem})."
        )


def as_published(rows: pd.DataFrame) -> pd.DataFrame:
    """Without configs of `chunked` that launch less often than once for each key."""
    if "config_launches" not in rows.columns:
        return rows
    return rows[(rows["variant"] != "chunked") | (rows["config_launches"] == "per_item")]


def span_of(view: View) -> Span | None:
    """At 10^6 keys where they were counted, else at the most keys of the article's algorithm.

    Of several problems of that size, the one that most variants solved. Libraries do not count.
    """
    if view.family != FAMILY or view.metric is not MEASURED:
        return None
    rows = usable(view.frame, MEASURED)
    rows = choose.without_libraries(rows)
    there = as_published(rows)
    name = next((each for each in AS_PUBLISHED if (there["variant"] == each).any()), None)
    if name is None:
        return None
    article = there[there["variant"] == name]
    sizes = choose.sizes(article)
    article = article[article[choose.SIZE] == (STATED_SIZE if STATED_SIZE in sizes else sizes[-1])]
    solved = rows[rows["variant"] != name].groupby("problem_text")["variant"].nunique()
    problem = max(article["problem_text"].unique(), key=lambda text: int(solved.get(text, 0)))
    others = rows[(rows["problem_text"] == problem) & (rows["variant"] != name)]
    if others.empty:
        return None
    slow = article[article["problem_text"] == problem].nsmallest(1, MEASURED.cost).iloc[0]
    fast = others.nsmallest(1, MEASURED.cost).iloc[0]
    return Span(
        name, float(slow[MEASURED.cost]), str(fast["variant"]), float(fast[MEASURED.cost]), problem
    )
