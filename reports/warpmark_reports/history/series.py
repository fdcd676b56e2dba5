"""The series of a history: the times of one point on one card, commit by commit."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class At:
    """One commit of a series: the geometric mean of its journals' medians in ns, with the interval
    of the only one or the reach of several (NaN: none).
    """

    commit: str
    date: str
    driver: str
    release: str
    median: float
    low: float
    high: float
    rounds: int


@dataclass(frozen=True)
class Release:
    """A tag, and the date of the first journal of its commit."""

    date: str
    tag: str


@dataclass(frozen=True)
class Series:
    """A point on a card under a contract, its commits by date."""

    card: str
    contract: str
    point: str
    values: tuple[At, ...]
    release: Release | None = None  # the last of the history, on whatever card it was measured

    @property
    def medians(self) -> npt.NDArray[np.float64]:
        """Median times in ns, commit by commit."""
        return np.array([value.median for value in self.values])

    @property
    def released(self) -> int | None:
        """The index of the last value up to the last release; None if there is none."""
        if self.release is None:
            return None
        found = [i for i, value in enumerate(self.values) if value.date <= self.release.date]
        return found[-1] if found else None

    @property
    def name(self) -> str:
        """The name of the series for people."""
        return f"{self.point} on {self.card} ({self.contract})"


def all_series(index: sqlite3.Connection, pattern: str = "*", card: str = "*") -> list[Series]:
    """Those whose point and card match, or contain, the patterns; by point, card and contract."""
    tags: dict[str, str] = {}
    for commit, tag in index.execute("SELECT * FROM releases ORDER BY tag"):
        tags[commit] = f"{tags[commit]}, {tag}" if commit in tags else tag
    last = _last_release(index)
    rows = index.execute(
        "SELECT card, contract, point, commit_hash, date, driver, median_ns, low_ns, high_ns"
        " FROM points JOIN entries USING (journal) ORDER BY point, card, contract, date, journal"
    )
    found: dict[tuple[str, str, str], list[tuple[At, list[At]]]] = {}
    for owner, contract, point, commit, date, driver, median, low, high in rows:
        if not (matches(point, pattern) and matches(owner, card)):
            continue
        ends = [math.nan if end is None else float(end) for end in (low, high)]
        value = At(commit, date, driver, tags.get(commit, ""), median, ends[0], ends[1], rounds=1)
        values = found.setdefault((owner, contract, point), [])
        if values and values[-1][0].commit == commit:
            values[-1][1].append(value)
        else:
            values.append((value, [value]))
    return [
        Series(*key, tuple(_together(rounds) for _, rounds in values), last)
        for key, values in found.items()
    ]


def matches(text: str, pattern: str) -> bool:
    """Whether a text is what a pattern of *, ? and plain letters asks for, or begins with it.

    Points have brackets in their names, so these mean themselves.
    """
    plain = pattern.replace("[", "[[]")
    return fnmatchcase(text, plain) or fnmatchcase(text, f"{plain}[[]*") or pattern == text


def _last_release(index: sqlite3.Connection) -> Release | None:
    found = index.execute(
        "SELECT min(date), tag FROM releases JOIN entries USING (commit_hash)"
        " GROUP BY commit_hash, tag ORDER BY min(date) DESC, tag LIMIT 1"
    ).fetchone()
    return Release(*found) if found else None


def _together(rounds: Sequence[At]) -> At:
    if len(rounds) == 1:
        return rounds[0]
    medians = [each.median for each in rounds]
    middle = math.exp(_mean(map(math.log, medians), len(medians)))
    first = rounds[0]
    return At(
        first.commit, first.date, first.driver, first.release,
        middle, min(medians), max(medians), len(rounds),
    )  # fmt: skip


def _mean(values: Iterable[float], count: int) -> float:
    return sum(values) / count
