"""The timed point nearest to the measured ceiling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from ..base import units
from . import choose
from .metric import usable
from .views import View


@dataclass(frozen=True)
class NearestCeiling:
    """`rows` are all points whose fraction of the ceiling is known, `best` is the nearest."""

    rows: pd.DataFrame
    best: pd.Series[Any]

    @property
    def fraction(self) -> float:
        """Fraction of the ceiling; above 1 if the kernel that measured the ceiling is slower."""
        return float(self.best["fraction_of_ceiling"])

    @property
    def at(self) -> str:
        """The size, as "n = 2²⁸"; "" where problems have none."""
        has_size = choose.SIZE in self.rows.columns
        return f"n = {units.size(self.best[choose.SIZE])}" if has_size else ""


def nearest_ceiling(view: View) -> NearestCeiling | None:
    """None for counts, and where no ceiling was measured."""
    if view.metric is None or not view.metric.timed:
        return None
    rows = usable(view.frame, view.metric)
    rows = rows[rows["fraction_of_ceiling"].notna()]
    if rows.empty:
        return None
    return NearestCeiling(rows, rows.nlargest(1, "fraction_of_ceiling").iloc[0])
