"""From the journals of two sides to the pairs of views that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from ..analysis.journal_comparison import JournalComparison, compare_views, judged, points_of
from ..analysis.metric import MEASURED
from ..analysis.views import View, views_of
from ..base.limits import Limits
from ..base.progress import Progress
from ..formats.reader import load
from ..journal.journal import Journal

Kind = tuple[str, str]  # family and backend


@dataclass(frozen=True)
class Sides:
    """The journals of each side, one per round, and what became of their timed points."""

    base: list[Journal]
    head: list[Journal]
    pairs: list[JournalComparison]
    only_base: list[str]  # points, as family/variant[problem][config]
    only_head: list[str]

    @property
    def views(self) -> list[View]:
        """All that take part in a pair, the base first."""
        firsts = [view for pair in self.pairs for view in pair.firsts]
        return list(dict.fromkeys([*firsts, *(v for pair in self.pairs for v in pair.seconds)]))


def sides_of(
    base: Sequence[Path],
    head: Sequence[Path],
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Sides:
    """Reads both sides and joins them on problem and config. Raises JournalError."""
    journals = [
        [load(path, limits=limits, progress=progress) for path in side] for side in (base, head)
    ]
    views = [[view for each in side for view in views_of(each)] for side in journals]
    found = [pair for first, second in _matched(*views) if (pair := compare_views(first, second))]
    all_points = [_points(side) for side in views]
    shared = {_named(pair.family, point) for pair in found for point in pair.pairs["point"]}
    only = [[point for point in side if point not in shared] for side in all_points]
    return Sides(journals[0], journals[1], judged(found), only[0], only[1])


def _matched(base: list[View], head: list[View]) -> list[tuple[list[View], list[View]]]:
    """Pairs views of equal cards per family and backend; the remaining ones in their order."""
    found = []
    for kind in dict.fromkeys(map(_kind, base)):
        one, two = (_by_card([v for v in side if _kind(v) == kind]) for side in (base, head))
        cards = [card for card in one if card in two]
        others = zip(
            [card for card in one if card not in two],
            [card for card in two if card not in one],
            strict=False,
        )
        found += [(one[card], two[card]) for card in cards]
        found += [(one[a], two[b]) for a, b in others]
    return found


def _kind(view: View) -> Kind:
    return view.family, view.backend


def _by_card(views: list[View]) -> dict[tuple[str, str], list[View]]:
    found: dict[tuple[str, str], list[View]] = {}
    for view in views:
        if view.metric is MEASURED:
            card = view.manifest["card"]
            found.setdefault((view.machine, str(card.get("uuid") or "")), []).append(view)
    return found


def _points(views: list[View]) -> list[str]:
    frames = [(view, points_of(view)) for view in views if view.metric is MEASURED]
    names = pd.Series(
        [_named(view.family, point) for view, rows in frames for point in rows["point"]], dtype=str
    )
    return list(names.drop_duplicates())


def _named(family: str, point: str) -> str:
    return f"{family}/{point}"
