"""Corrections of p-values for multiple testing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]


def holm(p_values: Sequence[float]) -> Values:
    """Adjusted so that one false find among all is as likely as the level (Holm, 1979); tests
    without a p-value (NaN) are none, and stay so.
    """
    given = np.asarray(p_values, dtype=float)
    adjusted = np.full(len(given), np.nan)
    present = np.flatnonzero(~np.isnan(given))
    order = present[np.argsort(given[present], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(given[order] * factors), 1.0)
    return adjusted


def discovery_level(p_values: Sequence[float], rate: float) -> float:
    """The largest p-value that counts if a share of `rate` of the finds may be false (Benjamini and
    Hochberg, 1995); 0 if none does.
    """
    ordered = np.sort(np.asarray(p_values, dtype=float))
    counts = np.flatnonzero(ordered <= rate * np.arange(1, len(ordered) + 1) / len(ordered))
    return float(ordered[counts[-1]]) if len(counts) else 0.0
