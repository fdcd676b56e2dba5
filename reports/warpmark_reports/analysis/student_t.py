"""Student's t distribution: tails and quantiles, without a dependency on scipy."""

from __future__ import annotations

import math
from functools import lru_cache

STEPS = 400
ACCURACY = 1e-14


def tail(t: float, df: float) -> float:
    """P(T > t) with `df` > 0 degrees of freedom."""
    half = 0.5 * _incomplete_beta(df / (df + t * t), df / 2, 0.5)
    return half if t >= 0 else 1 - half


@lru_cache(maxsize=256)
def quantile(upper: float, df: float) -> float:
    """The t that is exceeded with probability `upper`, from 0 to 0.5."""
    low, high = 0.0, 1.0
    while tail(high, df) > upper:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, df) > upper else (low, middle)
    return high


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Regularised I_x(a, b), by its continued fraction (Abramowitz and Stegun, 26.5.8)."""
    if x in (0.0, 1.0):
        return x
    if x > (a + 1) / (a + b + 2):  # where the fraction of the other end converges faster
        return 1 - _incomplete_beta(1 - x, b, a)
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(scale + a * math.log(x) + b * math.log1p(-x)) / a
    return front / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """1 + d1 / (1 + d2 / (1 + …)), from the front (the modified method of Lentz)."""
    value = above = 1.0
    below = 0.0
    for step in range(1, STEPS):
        m, odd = divmod(step, 2)
        if odd:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1 / (1 + d * below)
        above = 1 + d / above
        value *= above * below
        if abs(above * below - 1) < ACCURACY:
            return value
    return value
