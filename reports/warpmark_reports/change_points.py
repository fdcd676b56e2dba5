"""The steps of a history, by the method of bench/statistics/change_points.hpp."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

SHORTEST = 3  # values of a level
ALPHA = 0.001
LEAST_CHANGE = 0.02
PERMUTATIONS = 1999
SEED = 1

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Step:
    """From index `at` on the level is `after`; means of the values on either side."""

    at: int
    before: float
    after: float


def change_points(series: Any) -> list[Step]:
    """The steps of positive values, in order: binary segmentation (Scott and Knott, 1974).

    A part is split where two means fit best, if a permutation test of that fit (Matteson and James,
    2014) has p <= 0.001 and the means differ by 2 % or more. Series below 6 values have no step,
    and below some 14 none can be that significant. Raises ValueError for values not above 0.
    """
    values = np.asarray(series, dtype=float)
    if values.size and not (np.isfinite(values).all() and values.min() > 0):
        raise ValueError("a history must consist of positive numbers")
    cuts: list[int] = []
    random = np.random.Generator(np.random.Philox(SEED))
    _split(values, 0, len(values), cuts, random)
    edges = [0, *sorted(cuts), len(values)]
    means = [float(values[a:b].mean()) for a, b in pairwise(edges) if b > a]
    return [Step(at, *means[i : i + 2]) for i, at in enumerate(edges[1:-1])]


def _split(
    values: Values, start: int, end: int, cuts: list[int], random: np.random.Generator
) -> None:
    part = values[start:end]
    if len(part) < 2 * SHORTEST:
        return
    at, explained = _best(part[None, :])
    cut = int(at[0])
    before, after = part[:cut].mean(), part[cut:].mean()
    if abs(after / before - 1) < LEAST_CHANGE:
        return
    orders = random.permuted(np.tile(part, (PERMUTATIONS, 1)), axis=1)
    as_good = int((_best(orders)[1] >= explained[0] * (1 - 1e-12)).sum())
    if (as_good + 1) / (PERMUTATIONS + 1) > ALPHA:
        return
    cuts.append(start + cut)
    _split(values, start, start + cut, cuts, random)
    _split(values, start + cut, end, cuts, random)


def _best(rows: Values) -> tuple[npt.NDArray[np.intp], Values]:
    """Of each row the first of the best splits, and the sum of squares that it explains."""
    count = rows.shape[1]
    centred = rows - rows.mean(axis=1, keepdims=True)
    left = np.arange(SHORTEST, count - SHORTEST + 1)
    sums = np.cumsum(centred, axis=1)[:, left - 1]
    explained = sums**2 * count / (left * (count - left))
    best = explained.argmax(axis=1)
    return left[best], explained[np.arange(len(rows)), best]
