"""A figure's sheet: title and subtitle above, panels in a grid, provenance in the footer."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from . import style

TOP_INCHES = 0.72
FOOTER_INCHES = 0.50  # of two lines
FOOTER_LINE_INCHES = 0.13
SUBTITLE_LETTERS = 118  # of a line, at the sheet's width
SUBTITLE_LINE_INCHES = 0.17
PANEL_TITLE_INCHES = 0.26


@dataclass(frozen=True)
class Grid:
    """Panels in inches. `left` and `gap_x` hold tick labels, `right` direct labels."""

    rows: int
    cols: int
    panel_height: float
    width: float = 10.0
    left: float = 0.85
    right: float = 0.25
    gap_x: float = 0.35
    gap_y: float = 0.75
    below: float = 0.55  # x tick labels and axis title of the last row
    panel_title: float = PANEL_TITLE_INCHES


def sheet(grid: Grid, title: str, subtitle: str, footer: str) -> tuple[Figure, list[Axes]]:
    """The figure and its rows x cols axes, row by row. Fixed inches: same bytes each time."""
    subtitles = wrap(subtitle, SUBTITLE_LETTERS) or [""]
    top_inches = TOP_INCHES + (len(subtitles) - 1) * SUBTITLE_LINE_INCHES
    panels = grid.rows * (grid.panel_height + grid.panel_title) + (grid.rows - 1) * grid.gap_y
    more_lines = max(0, footer.count("\n") - 1)
    height = top_inches + panels + grid.below + FOOTER_INCHES + more_lines * FOOTER_LINE_INCHES
    figure = Figure(figsize=(grid.width, height))
    cell = (grid.width - grid.left - grid.right - (grid.cols - 1) * grid.gap_x) / grid.cols
    axes = []
    for index in range(grid.rows * grid.cols):
        row, col = divmod(index, grid.cols)
        top = top_inches + row * (grid.panel_height + grid.gap_y + grid.panel_title)
        bottom = height - top - grid.panel_title - grid.panel_height
        left = grid.left + col * (cell + grid.gap_x)
        box = (
            left / grid.width,
            bottom / height,
            cell / grid.width,
            grid.panel_height / height,
        )
        axes.append(figure.add_axes(box))
    x = 0.15 / grid.width
    figure.text(x, 1 - 0.26 / height, title, fontsize=style.TITLE, weight="bold", va="center")
    for index, line in enumerate(subtitles):
        y = 1 - (0.52 + index * SUBTITLE_LINE_INCHES) / height
        figure.text(x, y, line, fontsize=style.SUBTITLE, color=style.MUTED, va="center")
    figure.text(x, 0.10 / height, footer, fontsize=style.NOTE, color=style.MUTED, va="bottom")
    return figure, axes


def join(above: Axes, below: Axes) -> None:
    """Lets the upper panel reach down to the lower one: they are one picture."""
    box, top = above.get_position(), below.get_position().y1
    gap = (box.y0 - top) * 0.8
    above.set_position((box.x0, box.y0 - gap, box.width, box.height + gap))
