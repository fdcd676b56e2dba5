"""A claim of a source, its evidence, and the verdict that follows by rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from .evidence import Evidence
from .expectation import Expectation, Outcome
from .quantity import Quantity


@dataclass(frozen=True)
class Finding:
    """One quantity of the journals. With an expectation it votes; without one it is only shown.

    `who` tells votes of one claim apart where their conditions do not.
    """

    what: str
    condition: str
    value: Quantity | None
    expected: Expectation | None = None
    who: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """Its vote; None for what is only shown."""
        return self.expected.of(self.value) if self.expected else None


Findings = Callable[[Evidence], Iterable[Finding]]


def nothing(_: Evidence) -> Iterable[Finding]:
    """The findings of claims that only one of the two machines can test."""
    return ()


@dataclass(frozen=True)
class Claim:
    """One row. `count` and `measure` are what to give `warpmark run`, on simt and on a card; two
    where one command would run too much.
    """

    id: str
    text: str
    source: str
    count: str | tuple[str, ...] = ()
    measure: str | tuple[str, ...] = ()
    counted: Findings = nothing
    measured: Findings = nothing
    measured_on: str = "cuda"

    @property
    def runs(self) -> list[tuple[str, str]]:
        """All of them, each with its backend."""
        experiments = ((self.count, "simt"), (self.measure, self.measured_on))
        return [
            (words, backend)
            for commands, backend in experiments
            for words in ((commands,) if isinstance(commands, str) else commands)
        ]


class Verdict(Enum):
    """The verdict of the votes."""

    REPRODUCED = "reproduced"
    NOT_REPRODUCED = "not reproduced"
    DEPENDS = "depends on"
    UNDECIDED = "undecided"
    NO_DATA = "no data"


@dataclass(frozen=True)
class Judged:
    """A claim with what the journals hold on it."""

    claim: Claim
    counted: tuple[Finding, ...]
    measured: tuple[Finding, ...]
    journals: tuple[str, ...]

    @property
    def votes(self) -> tuple[Finding, ...]:
        """The findings that the verdict follows from."""
        return tuple(f for f in (*self.counted, *self.measured) if f.expected)

    @property
    def verdict(self) -> Verdict:
        """A vote without data: no data. All hold: reproduced; some: it depends; none: not
        reproduced, or undecided if not even one fails.
        """
        outcomes = {finding.outcome for finding in self.votes}
        if not outcomes or Outcome.MISSING in outcomes:
            return Verdict.NO_DATA
        if outcomes == {Outcome.HOLDS}:
            return Verdict.REPRODUCED
        if Outcome.HOLDS in outcomes:
            return Verdict.DEPENDS
        return Verdict.NOT_REPRODUCED if Outcome.FAILS in outcomes else Verdict.UNDECIDED

    def conditions(self, outcome: Outcome) -> list[str]:
        """Where votes had this outcome, in order: `chunked: n = 2¹⁰, 2¹³`."""
        places: dict[str, list[str]] = {}
        for finding in self.votes:
            if finding.outcome is outcome:
                axis, equals, value = finding.condition.rpartition(" = ")
                who = f"`{finding.who}`" if finding.who else ""
                if not (who or finding.condition):
                    who = finding.what
                head = (f"{who}: " if who and finding.condition else who) + axis + equals
                places.setdefault(head, []).append(value)
        return [head + ", ".join(values) for head, values in places.items()]


def judge(claim: Claim, evidence: Evidence) -> Judged:
    """Looks the claim up in the journals."""
    evidence.forget()
    counted, measured = tuple(claim.counted(evidence)), tuple(claim.measured(evidence))
    return Judged(claim, counted, measured, evidence.used())
