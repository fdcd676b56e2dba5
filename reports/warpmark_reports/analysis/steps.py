"""Steps of a history: levels between change points, with the significance of each change."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from .noise import noise_of

SHORTEST = 2  # values of a level
MIN_VALUES = 6  # values of a series
MIN_CHANGE = 0.02
ALPHA = 0.001
# Twice the loss of log likelihood beyond which a place of the step is not plausible: simulated,
# so that 19 of 20 steps of 2 to 5 spreads lie within (docs/history.md).
PLAUSIBLE = 6.0
SIMULATED, SEED = 1000, 1

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Step:
    """A step: from index `at` on the level is `after`; levels are geometric means.

    It is within the indexes `earliest` to `latest` at 95 % confidence. `p_value`: the probability
    of a best fit as good as this one if there were no step.
    """

    at: int
    before: float
    after: float
    p_value: float
    earliest: int
    latest: int

    @property
    def ratio(self) -> float:
        """Times after over before: above 1 is slower."""
        return self.after / self.before


def steps_of(series: Any, level: float = ALPHA) -> list[Step]:
    """The steps of positive values, in order: binary segmentation (Scott and Knott, 1974).

    A part is split where two levels of log values fit best, if they differ by 2 % or more and the
    fit has p <= level. Raises ValueError for values that are not above 0.
    """
    values = _logs(series)
    found: list[Step] = []
    _split(values, 0, len(values), level, found)
    found.sort(key=lambda step: step.at)
    edges = [0, *(step.at for step in found), len(values)]
    means = [float(np.exp(values[a:b].mean())) for a, b in pairwise(edges) if b > a]
    ends = zip(found, pairwise(means), strict=True)
    return [replace(step, before=before, after=after) for step, (before, after) in ends]


def first_p(series: Any) -> float:
    """The p-value of the best single step of 2 % or more; 1 if there is none."""
    values = _logs(series)
    step = _best(values, 0)
    return 1.0 if step is None else step.p_value


def levels(count: int, found: list[Step]) -> Iterator[tuple[int, int]]:
    """Start and end of each part between steps of a series of `count` values."""
    return pairwise([0, *(step.at for step in found), count])


def beyond(z: float, count: int) -> float:
    """One-sided p of a mean difference of z standard errors, where those rest on the noise of a
    series of `count` values: the normal tail, averaged over what that estimate may be off by.
    """
    return float(np.mean([math.erfc(z * s / math.sqrt(2)) / 2 for s in _errors_of_noise(count)]))


def _logs(series: Any) -> Values:
    values = np.asarray(series, dtype=float)
    if values.size and not (np.isfinite(values).all() and values.min() > 0):
        raise ValueError("a history must consist of positive numbers")
    logs: Values = np.log(values)
    return logs


def _split(values: Values, start: int, end: int, level: float, found: list[Step]) -> None:
    step = _best(values[start:end], start)
    if step is None or step.p_value > level:
        return
    found.append(step)
    _split(values, start, step.at, level, found)
    _split(values, step.at, end, level, found)


def _best(part: Values, start: int) -> Step | None:
    """The split that explains most, if both levels differ by 2 % or more."""
    count = len(part)
    if count < MIN_VALUES:
        return None
    left = np.arange(SHORTEST, count - SHORTEST + 1)
    sums = np.cumsum(part - part.mean())[left - 1]
    explained = sums**2 * count / (left * (count - left))
    order = left[np.argsort(-explained, kind="stable")]
    cut = next((int(each) for each in order if _two_levels(part[:each], part[each:])), 0)
    if not cut:
        return None
    before, after = float(part[:cut].mean()), float(part[cut:].mean())
    if abs(after - before) < math.log1p(MIN_CHANGE):
        return None
    best = explained[cut - SHORTEST]
    residuals = np.concatenate([part[:cut] - before, part[cut:] - after])
    noise = noise_of(part, residuals)
    z = abs(after - before) / noise.error_of_difference(cut, count - cut)
    p = min(1.0, 2 * len(left) * beyond(z, count))
    near = left[explained >= best - PLAUSIBLE * noise.spread**2 * noise.stretch**2]
    earliest, latest = min(int(near.min()), cut), max(int(near.max()), cut)
    return Step(start + cut, 0.0, 0.0, p, start + earliest, start + latest)


def _two_levels(before: Values, after: Values) -> bool:
    """Whether two values and half of each part lie on its own side of the middle: one that is far
    off makes no level.
    """
    middle = (before.mean() + after.mean()) / 2
    below, above = (before, after) if before.mean() < after.mean() else (after, before)
    return all(
        count >= max(SHORTEST, len(part) / 2)
        for count, part in (((below < middle).sum(), below), ((above > middle).sum(), above))
    )


@lru_cache(maxsize=256)
def _errors_of_noise(count: int) -> tuple[float, ...]:
    """Estimates of the spread of normal series of spread 1."""
    random = np.random.Generator(np.random.Philox(SEED))
    rows = random.standard_normal((SIMULATED, count))
    return tuple(noise_of(row, row - row.mean()).spread for row in rows)
