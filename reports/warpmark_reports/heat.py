"""Cells of a heat map, and the scale beside them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import matplotlib
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from . import style, units

BAR_INCHES = 1.6
LETTER_INCHES = 0.1  # of a letter in a cell

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
    figure = axes.get_figure(root=True)
    if figure is None:
        return sizes
    width = axes.get_position().width * float(figure.get_size_inches()[0])
    most = max(1, int(width / (LETTER_INCHES * letters)))
    return sizes[::-1][:: -(-len(sizes) // most)][::-1]


def scale_bar(axes: Axes, mappable: ScalarMappable, label: str) -> Axes | None:
    """The scale of the colours right of the axes, from their top down; it takes 0.8 inches."""
    figure = axes.get_figure(root=True)
    if figure is None:
        return None
    width, height = figure.get_size_inches()
    box = axes.get_position()
    bar = figure.add_axes(
        (box.x1 + 0.12 / width, box.y1 - BAR_INCHES / height, 0.14 / width, BAR_INCHES / height)
    )
    figure.colorbar(mappable, cax=bar, label=label)
    bar.grid(visible=False)
    return bar


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
    """For each colour of the map."""
    shades = matplotlib.colormaps[colors](np.arange(256))[:, :3]
    bright = shades @ np.array([0.299, 0.587, 0.114])
    return [style.ON_LIGHT_CELL if each > 0.52 else style.ON_DARK_CELL for each in bright]


def size_ticks(axes: Axes, sizes: list[int], most: int) -> None:
    """One column a size, ticks at the centres, thinned to at most `most`."""
    step = -(-len(sizes) // most)
    axes.set_xticks([i + 0.5 for i in range(0, len(sizes), step)])
    axes.set_xticklabels([units.size(n) for n in sizes[::step]])
