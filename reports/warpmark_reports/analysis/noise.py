"""Noise of a history: the spread of its values about their levels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MIN_SPREAD = 0.001  # of log values: two runs never agree better than 0.1 %
NORMAL = 1.4826  # spread over the median distance, of the normal distribution
MAX_AUTOCORRELATION = 0.8

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Noise:
    """`spread`: standard deviation of log values; `lag1_autocorrelation`: of neighbours."""

    spread: float
    lag1_autocorrelation: float = 0.0

    @property
    def stretch(self) -> float:
        """The factor by which the error of a long mean exceeds that of independent values."""
        return math.sqrt((1 + self.lag1_autocorrelation) / (1 - self.lag1_autocorrelation))

    def error_of_mean(self, count: int) -> float:
        """The standard error of the mean of `count` neighbours."""
        r = self.lag1_autocorrelation
        sum_of_lags = sum((count - lag) * r**lag for lag in range(1, count)) if r else 0.0
        return self.spread * math.sqrt(count + 2 * sum_of_lags) / count

    def error_of_difference(self, before: int, after: int) -> float:
        """The standard error of the difference of two means, taken for independent."""
        return math.hypot(self.error_of_mean(before), self.error_of_mean(after))


def noise_of(values: Values, residuals: Values) -> Noise:
    """The noise of log values, from the median first difference, which a few steps do not move.

    Neighbours that resemble each other (a machine that drifts) have small differences and uncertain
    means: the correlation of the residuals, without its bias towards -1/n, corrects both.
    """
    differences = np.abs(np.diff(values))
    spread = NORMAL * float(np.median(differences)) / math.sqrt(2)
    count = len(residuals)
    total = float(residuals @ residuals)
    lagged = float(residuals[:-1] @ residuals[1:]) / total if total > 0 else 0.0
    unbiased = (lagged * count + 2) / (count - 6) if count > 12 else 0.0
    lag1_autocorrelation = min(max(unbiased, 0.0), MAX_AUTOCORRELATION)
    return Noise(
        max(spread / math.sqrt(1 - lag1_autocorrelation), MIN_SPREAD), lag1_autocorrelation
    )
