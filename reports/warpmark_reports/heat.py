"""Cells of a heat map, and the scale beside them."""

from __future__ import annotations

from typing import Any

import matplotlib
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import Normalize

from . import style, units

Cells = npt.NDArray[np.float64]


def draw_cells(axes: Axes, cells: Cells, norm: Normalize) -> Any:
    """Draws rows x cols values (NaN is left blank), cell (0, 0) at the lower left, no grid."""
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    masked = np.ma.masked_invalid(cells)
    return axes.pcolormesh(masked, cmap=style.HEAT, norm=norm, edgecolors=style.PAPER, lw=0.6)


def ink_on(value: float, norm: Normalize) -> str:
    """The ink that reads on the cell of this value."""
    red, green, blue, _ = matplotlib.colormaps[style.HEAT](float(norm(value)))
    bright = 0.299 * red + 0.587 * green + 0.114 * blue
    return style.ON_LIGHT_CELL if bright > 0.52 else style.ON_DARK_CELL


def size_ticks(axes: Axes, sizes: list[int], most: int) -> None:
    """One column a size, ticks at the centres, thinned to at most `most`."""
    step = -(-len(sizes) // most)
    axes.set_xticks([i + 0.5 for i in range(0, len(sizes), step)])
    axes.set_xticklabels([units.size(n) for n in sizes[::step]])
