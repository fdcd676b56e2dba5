"""A figure's sheet: title and subtitle above, panels in a grid, provenance in the footer."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import fill, wrap
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from . import medium, style

TOP_INCHES = 0.72
FOOTER_INCHES = 0.50  # of two lines
FOOTER_LINE_INCHES = 0.13
SUBTITLE_LETTERS = 118  # of a line, at the sheet's width
SUBTITLE_LINE_INCHES = 0.17
PANEL_TITLE_INCHES = 0.26
BARE_INCHES = 0.05  # above and below the panels on paper
NAMES_INCHES = 1.9  # margins from here on hold names
NARROW_RIGHT_INCHES = 0.2
LEAST_CELL_INCHES = 0.9
NARROW_LETTERS = 17
KEY_LETTERS = 52  # of a row of the key below a narrow sheet


@dataclass(frozen=True)
class Grid:
    """Panels in inches. `left` and `gap_x` hold tick labels, `right` direct labels, which a narrow
    sheet has below its panels instead.
    """

    rows: int
    cols: int
    panel_height: float
    width: float = field(default_factory=lambda: medium.current().width)
    left: float = 0.85
    right: float = 0.25
    gap_x: float = 0.35
    gap_y: float = 0.75
    below: float = 0.55  # x tick labels and axis title of the last row
    panel_title: float = PANEL_TITLE_INCHES

    def __post_init__(self) -> None:
        """Widens a sheet that has no room for its panels; letters are smaller then on paper."""
        if self.cell < LEAST_CELL_INCHES:
            more = self.cols * (LEAST_CELL_INCHES - self.cell)
            object.__setattr__(self, "width", self.width + more)

    @property
    def right_inches(self) -> float:
        """The right margin on this medium."""
        names = medium.current().narrow and self.right >= NAMES_INCHES
        return NARROW_RIGHT_INCHES if names else self.right

    @property
    def cell(self) -> float:
        """The width of a panel."""
        gaps = (self.cols - 1) * self.gap_x
        return (self.width - self.left - self.right_inches - gaps) / self.cols


@dataclass(frozen=True)
class Words:
    """What is written around the panels, or in the caption."""

    title: str
    subtitle: str
    footer: str


class Sheet(Figure):
    """A figure that knows what it was drawn for and what is said of it."""

    def __init__(self, words: Words, **options: Any) -> None:
        super().__init__(**options)
        self.words = words
        self.medium = medium.current()
        self.key: dict[str, Artist] = {}

    def draw_key(self) -> None:
        """Names of lines below the panels, where they have no place beside them."""
        if not self.key or self.legends:
            return
        longest = max(len(name) for name in self.key)
        self.legend(
            handles=list(self.key.values()), labels=list(self.key), loc="upper left",
            bbox_to_anchor=(0.0, 0.0), ncols=max(1, min(4, KEY_LETTERS // (longest + 4))),
            fontsize=style.LABEL, borderaxespad=0.3, columnspacing=1.2,
        )  # fmt: skip


def sheet(grid: Grid, title: str, subtitle: str, footer: str) -> tuple[Sheet, list[Axes]]:
    """The figure and its rows x cols axes, row by row. Fixed inches: same bytes each time."""
    on_paper = medium.current().on_paper
    subtitles = wrap(subtitle, SUBTITLE_LETTERS) or [""]
    top_inches = TOP_INCHES + (len(subtitles) - 1) * SUBTITLE_LINE_INCHES
    more_lines = max(0, footer.count("\n") - 1)
    foot_inches = FOOTER_INCHES + more_lines * FOOTER_LINE_INCHES
    if on_paper:
        top_inches = foot_inches = BARE_INCHES
    panels = grid.rows * (grid.panel_height + grid.panel_title) + (grid.rows - 1) * grid.gap_y
    height = top_inches + panels + grid.below + foot_inches
    figure = Sheet(Words(title, subtitle, footer), figsize=(grid.width, height))
    cell = grid.cell
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
    if on_paper:
        return figure, axes
    x = 0.15 / grid.width
    figure.text(x, 1 - 0.26 / height, title, fontsize=style.TITLE, weight="bold", va="center")
    for index, line in enumerate(subtitles):
        y = 1 - (0.52 + index * SUBTITLE_LINE_INCHES) / height
        figure.text(x, y, line, fontsize=style.SUBTITLE, color=style.MUTED, va="center")
    figure.text(x, 0.10 / height, footer, fontsize=style.NOTE, color=style.MUTED, va="bottom")
    return figure, axes


def panel_heading(text: str) -> str:
    """The text, broken into lines as short as the panels of a narrow sheet that hold bars."""
    return fill(text, NARROW_LETTERS) if medium.current().narrow else text


def join(above: Axes, below: Axes) -> None:
    """Lets the upper panel reach down to the lower one: they are one picture."""
    box, top = above.get_position(), below.get_position().y1
    gap = (box.y0 - top) * 0.8
    above.set_position((box.x0, box.y0 - gap, box.width, box.height + gap))
