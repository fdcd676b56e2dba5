"""The ratio of two sides' times at one point: interval, p-values, and their basis."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .student_t import quantile, tail

MARGIN = 0.01  # of equality, as in `warpmark tune`
LEVEL = 0.05
NORMAL_95 = 1.959964
ROUNDS, SAMPLES, NOTHING = "rounds", "samples", "nothing"

Logs = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Side:
    """Median times in ns, one per process, and the interval of the first journal (NaN: none)."""

    medians: Sequence[float]
    low: float
    high: float


@dataclass(frozen=True)
class Ratio:
    """Time of the second side over the first's, with its 95 % interval (NaN: none).

    `p_value`: two-sided, that both are equal; `p_beyond`: two-sided, that they differ by no more
    than the margin. NaN without an interval, or with one of no width. `rests_on`: rounds, samples
    of one process per side, or nothing.
    """

    ratio: float
    low: float
    high: float
    p_value: float
    p_beyond: float
    rests_on: str


def ratio_of(first: Side, second: Side) -> Ratio:
    """By Student's t over processes where there are three or more in all, each in the place of a
    round, else by the intervals of two journals.
    """
    if len(first.medians) + len(second.medians) > 2:
        return _of_rounds(np.log(first.medians), np.log(second.medians))
    return _of_samples(first, second)


def _of_rounds(first: Logs, second: Logs) -> Ratio:
    """Both sides share their variance, so that a side of one journal is judged by the other's."""
    df = len(first) + len(second) - 2
    squares = float(sum(((x - x.mean()) ** 2).sum() for x in (first, second)))
    error = math.sqrt(squares / df * (1 / len(first) + 1 / len(second)))
    middle = float(second.mean() - first.mean())
    return _ratio(
        middle, (error, error), quantile(LEVEL / 2, df), lambda t: tail(t, df), ROUNDS
    )  # fmt: skip


def _of_samples(first: Side, second: Side) -> Ratio:
    """Each end from the distances of both sides' ends on that side, as independent errors (Zou and
    Donner, 2008). It says nothing of how processes differ.
    """
    one, two = first.medians[0], second.medians[0]
    if not all(end > 0 for end in (first.low, first.high, second.low, second.high)):
        return Ratio(two / one, math.nan, math.nan, math.nan, math.nan, NOTHING)
    down = math.hypot(math.log(two / second.low), math.log(first.high / one)) / NORMAL_95
    up = math.hypot(math.log(second.high / two), math.log(one / first.low)) / NORMAL_95
    return _ratio(math.log(two / one), (down, up), NORMAL_95, _normal_tail, SAMPLES)


def _ratio(
    middle: float,
    errors: tuple[float, float],
    reach: float,
    tail_of: Callable[[float], float],
    rests_on: str,
) -> Ratio:
    """From a log ratio with its standard errors downwards and upwards."""

    def p(distance: float, error: float) -> float:
        return min(1.0, 2 * tail_of(distance / error)) if error > 0 else math.nan

    down, up = errors
    toward = down if middle > 0 else up  # the error that could make it equal
    return Ratio(
        math.exp(middle),
        math.exp(middle - reach * down),
        math.exp(middle + reach * up),
        p(abs(middle), toward),
        p(abs(middle) - math.log1p(MARGIN), toward),
        rests_on,
    )


def _normal_tail(z: float) -> float:
    return math.erfc(z / math.sqrt(2)) / 2
