"""Compares two sets of times of the same points: commits, cards, or journals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
import pandas as pd

from . import choose
from .metric import MEASURED, usable
from .multiple_testing import holm
from .ratios import LEVEL, MARGIN, NOTHING, ROUNDS, SAMPLES, Side, ratio_of
from .views import View

SAME, FASTER, SLOWER, UNCLEAR = "same", "faster", "slower", "unclear"
RATIO = ("ratio", "ratio_lo", "ratio_hi", "p_value", "p_beyond", "rests_on")
WHAT_RATIOS_REST_ON = {
    SAMPLES: "95 % intervals rest on the samples of one process per side: variance within a run, "
    "the wrong error bar between runs, which may differ more",
    ROUNDS: "95 % intervals: Student's t over processes as rounds, one or several per journal, one "
    "variance for both sides",
    NOTHING: "no intervals: the journals have none",
}


@dataclass(frozen=True)
class JournalComparison:
    """Views of one family, one journal per view. `pairs` has one row per point with the ratio of
    times second / first, below 1 where the second is faster; `names` are short names of the sides.
    """

    firsts: tuple[View, ...]
    seconds: tuple[View, ...]
    names: tuple[str, str]
    pairs: pd.DataFrame

    @property
    def first(self) -> View:
        """The side's first journal, which represents its machine."""
        return self.firsts[0]

    @property
    def second(self) -> View:
        """The same of the other side."""
        return self.seconds[0]

    @property
    def views(self) -> tuple[View, ...]:
        """The views of both sides."""
        return (*self.firsts, *self.seconds)

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

    @property
    def rests_on(self) -> list[str]:
        """What intervals rest on, most frequent first, in sentences without their ends."""
        return [WHAT_RATIOS_REST_ON[kind] for kind in self.pairs["rests_on"].value_counts().index]


def compare_views(first: Sequence[View], second: Sequence[View]) -> JournalComparison | None:
    """The points that were timed on both sides, each a list of journals; None if there are none."""
    sides = [pd.concat(map(points_of, side), ignore_index=True) for side in (first, second)]
    one, two = map(_by_point, sides)
    latest = sides[1].drop_duplicates("point")
    both = latest[latest["point"].isin(one.keys())]
    if both.empty:
        return None
    columns = ["key", "variant", *choose.problem_columns(both), "problem_text", "config_text"]
    rows = pd.DataFrame([_row(one[point], two[point]) for point in both["point"]])
    pairs = pd.concat([both[[*columns, "point"]].reset_index(drop=True), rows], axis=1)
    return judged(
        [JournalComparison(tuple(first), tuple(second), names_of(first[0], second[0]), pairs)]
    )[0]


def judged(found: Sequence[JournalComparison]) -> list[JournalComparison]:
    """The same with p-values adjusted for all points of all of them (Holm), and verdicts."""
    adjusted = iter(holm([p for pair in found for p in pair.pairs["p_beyond"]]).tolist())
    made = []
    for pair in found:
        table = pair.pairs.assign(p_adjusted=[next(adjusted) for _ in range(len(pair.pairs))])
        parts = table[["ratio", "ratio_lo", "ratio_hi", "p_adjusted"]].to_numpy()
        table["verdict"] = [verdict(*row) for row in parts]
        made.append(JournalComparison(pair.firsts, pair.seconds, pair.names, table))
    return made


def compare_all_views(views: Sequence[View], max_pairs: int = 3) -> list[JournalComparison]:
    """Compares the first timed view of each family with each later one."""
    found = []
    timed = [view for view in views if view.metric is MEASURED]
    for family in dict.fromkeys(view.family for view in timed):
        first, *others = [view for view in timed if view.family == family]
        pairs = [
            compare_views([first], [other]) for other in others if other.backend == first.backend
        ]
        found += [pair for pair in pairs if pair is not None][:max_pairs]
    return judged(found)


def points_of(view: View) -> pd.DataFrame:
    """The timed points; `point` is problem and config, with their axes sorted."""
    rows = usable(view.frame, MEASURED).drop_duplicates("key", keep="last")
    texts = [rows[name].map(sorted_text) for name in ("problem_text", "config_text")]
    return rows.assign(point=rows["variant"] + "[" + texts[0] + "][" + texts[1] + "]")


def verdict(ratio: float, low: float, high: float, p_adjusted: float) -> str:
    """Beyond the margin by the adjusted p-value; within it by the interval; else unclear."""
    if p_adjusted < LEVEL:
        return SLOWER if ratio > 1 else FASTER
    return SAME if low >= 1 / (1 + MARGIN) and high <= 1 + MARGIN else UNCLEAR


def names_of(first: View, second: View) -> tuple[str, str]:
    """Names of two sides: the cards if they differ, else the drivers, the commits, the journals."""
    for name in (
        lambda view: view.machine,
        lambda view: f"driver {view.driver}" if view.driver else "",
        lambda view: view.commit,
        lambda view: str(view.manifest["card"].get("uuid") or "")[:12],
        lambda view: view.runs[0].path.name.split(".")[0],
    ):
        pair = (name(first), name(second))
        if pair[0] != pair[1] and all(pair):
            return pair
    return ("the first", "the second")


def sorted_text(text: str) -> str:
    """The parts `axis=value` of a problem or config, sorted."""
    return ",".join(sorted(text.split(",")))


def _by_point(rows: pd.DataFrame) -> dict[str, Side]:
    found: dict[str, Side] = {}
    columns = ["point", MEASURED.cost, MEASURED.cost_lo, MEASURED.cost_hi]
    for (point, median, low, high), pool in zip(
        rows[columns].itertuples(index=False), _process_medians(rows), strict=True
    ):
        before = found.get(point)
        own = pool or (median,)
        found[point] = (
            Side(own, low, high)
            if before is None
            else Side((*before.medians, *own), before.low, before.high)
        )
    return found


def _process_medians(rows: pd.DataFrame) -> list[tuple[float, ...]]:
    """Of each row the medians of its processes; empty if it is of one process."""
    if "process_medians_ns" not in rows.columns:
        return [()] * len(rows)
    pools = rows["process_medians_ns"].to_numpy(dtype=object)
    return [tuple(pool.tolist()) if isinstance(pool, np.ndarray) else () for pool in pools]


def _row(first: Side, second: Side) -> dict[str, Any]:
    found = dict(zip(RATIO, astuple(ratio_of(first, second)), strict=True))
    counts = {"first_rounds": len(first.medians), "second_rounds": len(second.medians)}
    return {"first_ns": _middle(first), "second_ns": _middle(second), **counts, **found}


def _middle(side: Side) -> float:
    return math.exp(sum(map(math.log, side.medians)) / len(side.medians))
