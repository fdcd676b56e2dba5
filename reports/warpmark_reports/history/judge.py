"""Steps of a history with the commits where they began, and drifts since the release."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from ..analysis.multiple_testing import discovery_level
from ..analysis.steps import MIN_CHANGE, MIN_VALUES, Step, first_p, steps_of
from .ratchet import Drift, drifts_of
from .series import Series

FALSE_FINDS = 0.05  # the share of series with a step that may have none
OPEN, FASTER, ACCEPTED, RELEASED, RECOVERED = (
    "SLOWER", "FASTER", "ACCEPTED", "RELEASED", "RECOVERED",
)  # fmt: skip
Accepted = dict[tuple[str, str, str], set[str]]  # of a series, the commits of accepted steps


@dataclass(frozen=True)
class Found:
    """A step of a series. `state`: SLOWER and open, FASTER, ACCEPTED, RELEASED (part of the last
    release), or RECOVERED (the last level is back within 2 %).
    """

    series: Series
    step: Step
    state: str

    @property
    def last_good(self) -> str:
        """The last commit before the step, at 95 % confidence."""
        return self.series.values[self.step.earliest - 1].commit

    @property
    def first_bad(self) -> str:
        """The first commit after it, at 95 % confidence."""
        return self.series.values[self.step.latest].commit

    @property
    def where(self) -> str:
        """The best guess."""
        return self.series.values[self.step.at].commit


@dataclass(frozen=True)
class Judgement:
    """The result for all series: steps, drifts past the ratchet, and how many series there were."""

    found: list[Found]
    drifts: list[Drift]
    series: int
    judged: int  # series that are long enough

    @property
    def open(self) -> list[Found]:
        """The steps that need attention."""
        return [each for each in self.found if each.state == OPEN]

    @property
    def bad(self) -> bool:
        """Whether `--fail` fails."""
        return bool(self.open or self.drifts)


def judge(every: Sequence[Series], accepted: Accepted) -> Judgement:
    """Steps by least squares whose series survive Benjamini and Hochberg, worst first; drifts of
    the series that have no open step.
    """
    firsts = [first_p(series.medians) for series in every]
    level = discovery_level(firsts, FALSE_FINDS) if firsts else 0.0
    found: list[Found] = []
    calm: list[tuple[Series, list[Step], set[int]]] = []
    for series, p_value in zip(every, firsts, strict=True):
        steps = steps_of(series.medians, level) if p_value <= level else []
        marked = accepted_at(series, steps, accepted)
        own = [Found(series, step, _state(series, step, steps, marked)) for step in steps]
        found += own
        if not any(each.state == OPEN for each in own):
            calm.append((series, steps, marked))
    found.sort(key=lambda each: (each.state != OPEN, -each.step.ratio, each.series.name))
    judged = sum(len(series.values) >= MIN_VALUES for series in every)
    return Judgement(found, drifts_of(calm), len(every), judged)


def accepted_of(index: sqlite3.Connection) -> Accepted:
    """What was accepted, by series."""
    found: Accepted = {}
    for card, contract, point, commit in index.execute(
        "SELECT card, contract, point, commit_hash FROM accepted"
    ):
        found.setdefault((card, contract, point), set()).add(commit)
    return found


def reasons_of(index: sqlite3.Connection) -> dict[tuple[str, str, str, str], str]:
    """Why steps were accepted, by card, contract, point and commit."""
    rows = index.execute("SELECT card, contract, point, commit_hash, reason FROM accepted")
    return {
        (card, contract, point, commit): reason for card, contract, point, commit, reason in rows
    }


def accepted_at(series: Series, steps: Sequence[Step], accepted: Accepted) -> set[int]:
    """Where the accepted steps are. New values may move a step within its range, not out of it."""
    commits = accepted.get((series.card, series.contract, series.point), set())
    inside = {
        step.at: {value.commit for value in series.values[step.earliest : step.latest + 1]}
        for step in steps
    }
    return {at for at, near in inside.items() if near & commits}


def _state(series: Series, step: Step, steps: Sequence[Step], marked: set[int]) -> str:
    if step.at in marked:
        return ACCEPTED
    if step.ratio < 1:
        return FASTER
    if series.released is not None and step.at <= series.released:
        return RELEASED
    recovered = steps[-1].after <= step.before * (1 + MIN_CHANGE)
    return RECOVERED if recovered else OPEN
