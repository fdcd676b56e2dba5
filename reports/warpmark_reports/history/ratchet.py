"""Accumulated small changes: the last level against that of the last release.

The reference only ever moves to faster levels, and to accepted ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..analysis.multiple_testing import discovery_level
from ..analysis.noise import Noise, noise_of
from ..analysis.steps import MIN_CHANGE, MIN_VALUES, Step, beyond, levels
from .series import Series

WINDOW = 5  # values of a level that is compared
MIN_AFTER = 2
FALSE_FINDS = 0.05

Values = npt.NDArray[np.float64]
Part = tuple[int, int]  # from, to


@dataclass(frozen=True)
class Drift:
    """A series whose last values are significantly more than 2 % above its reference."""

    series: Series
    ratio: float
    reference: Part
    since: str  # what the reference is, for people
    p_value: float


def drifts_of(calm: Sequence[tuple[Series, list[Step], set[int]]]) -> list[Drift]:
    """From series with their steps and the accepted ones, the drifts that survive Benjamini and
    Hochberg, worst first.
    """
    found = [drift for each in calm if (drift := _drift(*each)) is not None]
    level = discovery_level([drift.p_value for drift in found], FALSE_FINDS) if found else 0.0
    kept = [drift for drift in found if drift.p_value <= level]
    return sorted(kept, key=lambda drift: (-drift.ratio, drift.series.name))


def _drift(series: Series, steps: Sequence[Step], marked: set[int]) -> Drift | None:
    values = np.log(series.medians)
    if len(values) < MIN_VALUES:
        return None
    reference, since = _reference(series, values, steps, marked)
    start = max(reference[1], len(values) - WINDOW, steps[-1].at if steps else 0)
    if len(values) - start < MIN_AFTER:
        return None
    before, after = values[reference[0] : reference[1]], values[start:]
    change = float(after.mean() - before.mean())
    noise = _noise(values, steps)
    error = noise.error_of_difference(len(before), len(after))
    p_value = beyond((change - math.log1p(MIN_CHANGE)) / error, len(values))
    return Drift(series, math.exp(change), reference, since, p_value)


def _reference(
    series: Series, values: Values, steps: Sequence[Step], marked: set[int]
) -> tuple[Part, str]:
    """The values up to the last release, or the first ones; since then a faster level that a step
    confirmed, or one that was accepted.
    """
    parts = list(levels(len(values), list(steps)))
    released = series.released
    if released is None:
        part, since = (0, min(WINDOW, parts[0][1])), "the first commits"
    else:
        start = next(begin for begin, end in parts if begin <= released < end)
        part = (max(start, released - WINDOW + 1), released + 1)
        since = f"release {series.release.tag}" if series.release else ""
    for step, (begin, end) in zip(steps, parts[1:], strict=True):
        after = (begin, min(begin + WINDOW, end))
        faster = values[slice(*after)].mean() < values[slice(*part)].mean()
        later = released is None or step.at > released
        if later and (step.at in marked or faster):
            why = "accepted" if step.at in marked else "faster"
            part, since = after, f"the {why} level from {series.values[step.at].commit[:10]}"
    return part, since


def _noise(values: Values, steps: Sequence[Step]) -> Noise:
    """About the lines through the levels: a slow drift is what is looked for, and no noise."""
    residuals = values.copy()
    for begin, end in levels(len(values), list(steps)):
        x = np.arange(begin, end)
        degree = 1 if end - begin > 2 else 0
        residuals[begin:end] -= np.polyval(np.polyfit(x, values[begin:end], degree), x)
    return noise_of(values, residuals)
