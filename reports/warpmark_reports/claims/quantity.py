"""A value of the claims table: an exact count, or a measurement with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..base.units import digits, times


@dataclass(frozen=True)
class Quantity:
    """A value and the ends of its 95 % interval; both ends are the value where it is exact, and
    missing where a measurement has too few samples for an interval.
    """

    value: float
    low: float | None
    high: float | None
    unit: str = ""

    @property
    def exact(self) -> bool:
        """A count: no interval to show."""
        return self.low == self.value == self.high

    def over(self, other: Quantity, unit: str = "") -> Quantity:
        """The ratio; its ends are those of the far ends of both intervals."""
        low = high = None
        if None not in (self.low, self.high, other.low, other.high):
            low = _divided(self.low, other.high)
            high = _divided(self.high, other.low)
        return Quantity(_divided(self.value, other.value), low, high, unit)

    def text(self) -> str:
        """The text of a cell: `47`, `1.02× [1.01, 1.03]`."""
        if self.exact:
            return f"{self.value:.0f}" if self.value.is_integer() else digits(self.value)
        shown = times(self.value) if self.unit == "×" else digits(self.value)
        if self.low is None or self.high is None:
            return f"{shown} (no interval)"
        return f"{shown} [{digits(self.low)}, {digits(self.high)}]"


def exact(value: float) -> Quantity:
    """A count, or what was computed of counts."""
    return Quantity(float(value), float(value), float(value))


def _divided(above: float | None, below: float | None) -> float:
    if above is None or not below:
        return math.nan
    return above / below
