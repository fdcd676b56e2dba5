"""Draws less than everything of long tables, in a way that keeps what can be seen.

A random sample loses outliers, which are what one looks for. Here each occupied cell of a grid, or
each span of time, keeps a mark, with how many points it is for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

Numbers = npt.NDArray[np.float64]
MAX_MARKS = 20_000  # a figure with more points is thinned
GRID = (240, 120)  # cells across and up: of about 2 points of the screen each
SPANS = 100


def one_per_cell(x: Numbers, y: Numbers, groups: pd.Series[str]) -> pd.DataFrame:
    """The rows to draw of points on two logarithmic axes, and for how many points each is drawn.

    One row per cell of the grid and per group: `row` (a position, of the cell's first point) and
    `points`. All values are above 0. Up to MAX_MARKS points are all kept.
    """
    if len(x) <= MAX_MARKS:
        return pd.DataFrame({"row": np.arange(len(x)), "points": 1})
    cells = pd.DataFrame(
        {"x": _cells(x, GRID[0]), "y": _cells(y, GRID[1]), "group": groups.to_numpy()}
    )
    by = ["x", "y", "group"]
    row = np.flatnonzero(~cells.duplicated(by))
    points = cells.groupby(by, sort=False).size().to_numpy()
    return pd.DataFrame({"row": row, "points": points})


def _cells(values: Numbers, count: int) -> npt.NDArray[np.int64]:
    logs = np.log(values)
    low, high = float(logs.min()), float(logs.max())
    width = (high - low) / count or 1.0
    return np.minimum((logs - low) / width, count - 1).astype(np.int64)


def extremes(table: pd.DataFrame, at: str, columns: Sequence[str]) -> pd.DataFrame:
    """The rows of a series in time that have the least or the largest value of a column in one of
    SPANS equal spans, and the first and last row; all rows of a series that is not longer.
    """
    if len(table) <= 2 * SPANS * len(columns):
        return table
    table = table.sort_values(at, kind="stable")
    times = table[at].to_numpy(dtype=np.float64)
    width = (times[-1] - times[0]) / SPANS or 1.0
    span = np.minimum((times - times[0]) / width, SPANS - 1).astype(np.int64)
    kept = {0, len(table) - 1}
    for name in columns:
        values = pd.Series(table[name].to_numpy(dtype=np.float64)).dropna()
        groups = values.groupby(span[values.index])
        kept.update(groups.idxmin())
        kept.update(groups.idxmax())
    return table.iloc[sorted(kept)]
