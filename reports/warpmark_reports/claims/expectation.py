"""The value that a claim expects of a quantity, and whether the quantity satisfies it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .quantity import Quantity

NEAR = 1.25  # "about twice" is within a quarter of it


class Outcome(Enum):
    """Whether one quantity satisfies a claim, violates it, overlaps its limit, or is missing."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    MISSING = "missing"


@dataclass(frozen=True)
class Expectation:
    """A range that must contain the full interval, and its name in the rule."""

    low: float
    high: float
    text: str

    def of(self, found: Quantity | None) -> Outcome:
        """HOLDS or FAILS if the interval is entirely inside or outside, else OPEN."""
        if found is None or found.low is None or found.high is None:
            return Outcome.MISSING
        if self.low <= found.low and found.high <= self.high:
            return Outcome.HOLDS
        if found.high < self.low or found.low > self.high:
            return Outcome.FAILS
        return Outcome.OPEN


def equals(value: float) -> Expectation:
    """Exactly this; for counts."""
    return Expectation(value, value, f"= {value:g}")


def at_least(value: float) -> Expectation:
    """No less than this."""
    return Expectation(value, float("inf"), f"≥ {value:g}")


def at_most(value: float) -> Expectation:
    """No more than this."""
    return Expectation(float("-inf"), value, f"≤ {value:g}")


def about(value: float) -> Expectation:
    """Within a quarter: from value/1.25 to 1.25*value."""
    low, high = value / NEAR, value * NEAR
    return Expectation(low, high, f"≈ {value:g} ({low:.3g} to {high:.3g})")
