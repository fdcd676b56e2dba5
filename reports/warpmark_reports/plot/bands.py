"""Lines of variants with their intervals as bands."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from ..base import units
from . import medium, style
from .direct_labels import Label
from .style import LineStyle

SCREEN_INCHES = 3.2  # of a panel of lines
LINE_INCHES = 0.165  # of a name next to it
TAG_INCHES = 0.15  # of a letter next to a narrow one


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
    grey = look == style.GREY_LINE
    axes.plot(
        x, y, color=look.color, marker=look.marker, linestyle=look.dash, ms=style.mark(),
        lw=0.6 if grey else 1.3, alpha=0.7 if grey else None, zorder=1.9 if grey else 2,
        label=f"_{name}",
    )  # fmt: skip
    if (low < high).any() and not grey:
        axes.fill_between(x, low, high, color=look.color, alpha=0.22, linewidth=0)
    return Label(name, float(x[-1]), float(y[-1]), look.color, look)


def end_names(rows: pd.DataFrame, x_column: str) -> dict[str, str]:
    """Each variant's name at the end of its line, with the size that a line ends early at."""
    ends = rows.groupby("variant", sort=False)[x_column].max()
    last = ends.max()
    return {
        str(name): str(name) if end == last else f"{name}, to {units.size(end)}"
        for name, end in ends.items()
    }


def draw_lines(
    axes: Axes, rows: pd.DataFrame, x_column: str, band: Band, looks: dict[str, LineStyle]
) -> list[Label]:
    """Draws one line per variant, and returns the labels for their ends."""
    return [
        draw_line(axes, rows[rows["variant"] == name], x_column, band, looks[name], end)
        for name, end in end_names(rows, x_column).items()
    ]


def panel_inches(names: int, min_height: float = SCREEN_INCHES) -> float:
    """The height of a panel of this many lines, in inches of the screen."""
    if medium.current().narrow:
        return max(0.8 * min_height, TAG_INCHES * names + 0.1)
    return max(min_height, LINE_INCHES * names + 0.4)
