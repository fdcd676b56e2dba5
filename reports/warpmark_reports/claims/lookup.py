"""Evidence that several claims look up in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..base.units import size
from .claim import Finding
from .evidence import Evidence, Point
from .expectation import Expectation
from .quantity import Quantity, exact


def ratios(
    evidence: Evidence,
    above: Point,
    below: Point,
    expected: Expectation | None,
    values: Sequence[int],
    axis: str = "n",
    base_varies: bool = True,
    backend: str = "cuda",
) -> list[Finding]:
    """Time over time at those of the values that some run has; one that is missing if none has.

    With `base_varies` false, the time below is the best of all values of the axis.
    """

    def pair(value: int) -> tuple[Point, Point]:
        at_value = {axis: value}
        return above.with_(**at_value), below.with_(**at_value) if base_varies else below

    what = f"time of {_name(above, below)} over {_name(below, above)}"
    found = [
        Finding(
            what, f"{axis} = {size(value)}", evidence.ratio(*pair(value), backend=backend), expected
        )
        for value in values
        if evidence.sure(pair(value), backend)
    ]
    return found or [Finding(what, "", None, expected)]


def against(
    evidence: Evidence,
    others: Iterable[Point],
    base: Point,
    expected: Expectation,
    values: Sequence[int],
) -> list[Finding]:
    """`ratios` of several variants over one."""
    return [
        replace(each, who=_short(other))
        for other in others
        for each in ratios(evidence, other, base, expected, values)
    ]


def less(above: Quantity | None, below: float | Quantity | None) -> Quantity | None:
    """The difference of two counts; None if one is missing."""
    if isinstance(below, Quantity):
        below = below.value
    return exact(above.value - below) if above and below is not None else None


def per(above: Quantity | None, below: Quantity | None) -> Quantity | None:
    """The ratio of two counts; None if one is missing."""
    return above.over(below) if above and below else None


def _short(point: Point) -> str:
    return point.variant.partition("/")[2]


def _name(point: Point, other: Point) -> str:
    """The variant, with the axes in which two points of one variant differ."""
    if point.variant != other.variant:
        return f"`{_short(point)}`"
    if point == other:
        return f"`{_short(point)}`"
    own = set(point.settings) - set(other.settings)
    shown = ", ".join(f"{axis}={value}" for axis, value in point.settings if (axis, value) in own)
    return f"`{_short(point)}[{shown}]`" if shown else f"the best `{_short(point)}`"
