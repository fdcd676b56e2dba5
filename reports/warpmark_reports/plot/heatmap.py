"""Cells of a heat map, and its colour scale."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import matplotlib
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from ..base import units
from . import medium, style
from .axis_ticks import TICK_GAP_INCHES, inches_of
from .text_size import width_inches

BAR_INCHES = 1.6
BAR_WIDE_INCHES = 0.14
BAR_BELOW_INCHES = 0.62  # from a panel's lower edge to that of the bar below it
BAR_ROOM_INCHES = 0.62  # that bar with its numbers and title, on the screen
BAR_LOWEST_INCHES = 0.15  # above the sheet's lower edge
CELL_PAD_INCHES = 0.04  # in a cell, beside its number

Cells = npt.NDArray[np.float64]


def draw_cells(axes: Axes, cells: Cells, norm: Normalize, colors: str = style.HEAT) -> Any:
    """Draws rows x cols values (NaN is left blank), cell (0, 0) at the lower left, no grid."""
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    masked = np.ma.masked_invalid(cells)
    return axes.pcolormesh(masked, cmap=colors, norm=norm, edgecolors=style.PAPER, lw=0.6)


def fitting(sizes: list[int], axes: Axes, letters: int = 2) -> list[int]:
    """Those of the sizes, the largest among them, whose cells are wide enough for a number."""
    need = width_inches("0" * letters, style.note()) + CELL_PAD_INCHES
    max_count = max(1, int(inches_of(axes.xaxis) / need))
    return sizes[::-1][:: -(-len(sizes) // max_count)][::-1]


def scale_bar(axes: Axes, mappable: ScalarMappable, label: str) -> Axes | None:
    """The scale of the colours right of the axes, from their top down, in 0.8 inches; on a narrow
    sheet below them, in as much: `scale_margins` leaves the room.
    """
    figure = axes.get_figure(root=True)
    if figure is None:
        return None
    width, height = figure.get_size_inches()
    box = axes.get_position()
    if medium.current().narrow:
        place = (0.25, (box.y0 * height - BAR_BELOW_INCHES) / height, 0.5, BAR_WIDE_INCHES / height)
    else:
        tall = min(BAR_INCHES, box.y1 * height - BAR_LOWEST_INCHES)
        left = box.x1 + 0.12 / width
        place = (left, box.y1 - tall / height, BAR_WIDE_INCHES / width, tall / height)
    bar = figure.add_axes(place)
    bar.tick_params(labelsize=style.label())
    narrow = medium.current().narrow
    figure.colorbar(
        mappable, cax=bar, label=label, orientation="horizontal" if narrow else "vertical"
    )
    bar.grid(visible=False)
    return bar


def scale_margins(below: float = 0.55) -> tuple[float, float]:
    """The margins right of and below a grid that leave room for the scale of the colours."""
    return (0.2, below + BAR_ROOM_INCHES) if medium.current().narrow else (1.0, below)


def ink_on(value: float, norm: Normalize, colors: str = style.HEAT) -> str:
    """The ink that reads on the cell of this value."""
    inks = _inks(colors)
    low, high = norm.vmin or 0.0, norm.vmax or 0.0
    if type(norm) is Normalize and high > low:  # to ask the norm takes long
        share = (value - low) / (high - low)
    else:
        share = float(norm(value))
    return inks[min(max(int(share * len(inks)), 0), len(inks) - 1)]


@lru_cache
def _inks(colors: str) -> list[str]:
    """One entry per colour of the map."""
    shades = matplotlib.colormaps[colors](np.arange(256))[:, :3]
    bright = shades @ np.array([0.299, 0.587, 0.114])
    return [style.ON_LIGHT_CELL if each > 0.52 else style.ON_DARK_CELL for each in bright]


def size_ticks(axes: Axes, sizes: list[int]) -> None:
    """One column per size, ticks at the centres of as many as have room for their texts."""
    room = width_inches([units.size(n) for n in sizes], style.label()) + TICK_GAP_INCHES
    step = math.ceil(room * len(sizes) / inches_of(axes.xaxis))
    axes.set_xticks([i + 0.5 for i in range(0, len(sizes), step)])
    axes.set_xticklabels([units.size(n) for n in sizes[::step]])
