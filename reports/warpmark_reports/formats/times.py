"""Summary of samples as in journals: the median with its interval by order statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ..journal.lines import Event

EXACT_UP_TO = 1000
QUANTILE = 1.959963984540054  # of the normal distribution, for 95 %


def times_of(samples: Sequence[float], keep: bool = True) -> Event:
    """`times_ns` of a measurement line; without ends where there are too few samples for 95 %.

    The interval takes samples for independent, which those of one process hardly are.
    """
    values = np.sort(np.asarray(samples, dtype="float64"))
    rank = interval_rank(len(values))
    times: Event = {
        "n": len(values),
        "median": float(np.median(values)),
        "ci_lo": float(values[rank - 1]) if rank else None,
        "ci_hi": float(values[len(values) - rank]) if rank else None,
        "mean": float(values.mean()),
        "min": float(values[0]),
        "p05": float(np.quantile(values, 0.05)),
        "p95": float(np.quantile(values, 0.95)),
    }
    if keep:
        times["samples"] = [float(value) for value in samples]
    return times


def interval_rank(n: int) -> int:
    """The largest r so that the r-th smallest and r-th largest of n samples hold the median between
    them at 95 % or more; 0 if there is none (n below 6).
    """
    if n > EXACT_UP_TO:
        return math.floor((n - QUANTILE * math.sqrt(n)) / 2)
    tail, rank = 0.5**n, 0  # P(no more than `rank` samples are below the median)
    term = tail
    while 2 * tail <= 0.05 and rank < n // 2:
        rank += 1
        term *= (n - rank + 1) / rank
        tail += term
    return rank
