"""A variant's line with its intervals as a band."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from .direct_labels import Label
from .style import LineStyle


class Band(NamedTuple):
    """Columns of a quantity and the ends of its interval; times `scale` they have its unit."""

    value: str
    low: str
    high: str
    scale: float = 1.0


def draw_line(
    axes: Axes, line: pd.DataFrame, x_column: str, band: Band, look: LineStyle, name: str
) -> Label:
    """Draws rows in the order of x, and returns the label for the line's end. Where there is no
    interval there is no band: single samples, exact counts.
    """
    line = line.sort_values(x_column)
    x = line[x_column].astype(float).to_numpy()
    y, low, high = (
        line[column].astype(float).to_numpy() * band.scale
        for column in (band.value, band.low, band.high)
    )
    axes.plot(x, y, color=look.color, marker=look.marker, linestyle=look.dash, ms=4, lw=1.3)
    if (low < high).any():
        axes.fill_between(x, low, high, color=look.color, alpha=0.22, linewidth=0)
    return Label(name, float(x[-1]), float(y[-1]), look.color, look)
