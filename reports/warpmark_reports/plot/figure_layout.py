"""Layout of a figure: title and subtitle above, panels in a grid, provenance in the footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill, wrap
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from . import medium, style
from .text_size import elided, width_inches, wrapped

TOP_INCHES = 0.72
FOOTER_INCHES = 0.50  # of two lines
FOOTER_LINE_INCHES = 0.13
SUBTITLE_LETTERS = 118  # of a line, at the screen's width
SUBTITLE_LINE_INCHES = 0.17
PANEL_TITLE_INCHES = 0.26
BARE_INCHES = 0.06  # above and below the panels on paper
NAMES_INCHES = 1.9  # right margins from here on hold names
NARROW_RIGHT_INCHES = 0.18  # half a tick's number, or the letter at a line's end
TITLE_GAP_INCHES = 0.06
LINE_SPACING = 1.25
ROUNDED_INCHES = 0.01
MAX_NAMES_SHARE = 0.45  # of the sheet's width, for names on one side
NAME_PAD_INCHES = 0.11  # between a name and its panel, and beyond it
LEADER_INCHES = 0.26  # from a panel's edge to the names right of it
NARROW_LETTERS = 17
MAX_KEY_COLUMNS = 4
HANDLE_INCHES = 0.34  # of a key's line with the spaces beside it
KEY_DPI = 400
KEY_LEFT_INCHES = 0.1  # on screens, from where titles and footers begin


@dataclass(frozen=True)
class Grid:
    """Panels in inches of the screen: smaller letters take less, but for texts that are measured.

    `left` and `gap_x` hold tick labels, `right` direct labels, which a narrow sheet has below its
    panels instead. Given `names` or `ends`, the margins are as wide as those texts.
    """

    rows: int
    cols: int
    panel_height: float
    left: float = 0.85
    right: float = 0.25
    gap_x: float = 0.35
    gap_y: float = 0.75
    below: float = 0.55  # x tick labels and axis title of the last row
    panel_title: float = PANEL_TITLE_INCHES
    names: Sequence[str] = ()  # of the rows, left of the panels
    ends: Sequence[str] = ()  # of the lines' ends, right of the panels

    @property
    def width(self) -> float:
        """The width of the sheet in inches."""
        return medium.current().width

    @property
    def left_inches(self) -> float:
        """The left margin on this medium."""
        if not self.names:
            return self.left * medium.current().scale
        return min(width_inches(self.names, style.label()), self._max_name) + NAME_PAD_INCHES

    @property
    def right_inches(self) -> float:
        """The right margin on this medium."""
        now = medium.current()
        if now.narrow and (self.ends or self.right >= NAMES_INCHES):
            return NARROW_RIGHT_INCHES
        if self.ends:
            widest = min(width_inches(self.ends, style.label()), self._max_name)
            return LEADER_INCHES + widest + NAME_PAD_INCHES
        return self.right * now.scale

    @property
    def cell(self) -> float:
        """The width of a panel in inches."""
        gaps = (self.cols - 1) * self.gap_x * medium.current().scale
        return (self.width - self.left_inches - self.right_inches - gaps) / self.cols

    @property
    def shown_names(self) -> list[str]:
        """The names of the rows, shortened where the margin ends."""
        return [elided(name, self._max_name, style.label()) for name in self.names]

    def row_names(self, index: int) -> list[str]:
        """What a panel has as y tick labels: the names in the first column, else nothing."""
        shown = self.shown_names
        return shown if index % self.cols == 0 else [""] * len(shown)

    @property
    def _max_name(self) -> float:
        return MAX_NAMES_SHARE * self.width


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
        self.foot_inches = 0.0  # of the footer, which the key is above
        self._is_finished = False
        self.tags: dict[str, str] = {}  # letters that represent names of lines

    def finish(self) -> None:
        """Call it before the sheet is drawn: titles of panels and axes are broken into lines that
        have room, names of lines that have no place beside a panel are written below all panels,
        and the sheet becomes higher by what both take.
        """
        if self._is_finished:
            return
        self._is_finished = True
        self._wrap_titles()
        if self.key:
            self._write_key()

    def _wrap_titles(self) -> None:
        width, height = self.get_size_inches()
        more: dict[float, int] = {}  # lines to insert, by the height in inches
        lefts = sorted({round(axes.get_position().x0, 4) for axes in self.axes})
        for axes in self.axes:
            box = axes.get_position()
            right = next((left for left in lefts if left > box.x0 + box.width / 2), 1.0)
            room = (right - box.x0) * width - TITLE_GAP_INCHES
            title = axes.get_title("left")
            wrapped_title = wrapped(title, room, self.medium.panel, bold=True)
            if wrapped_title != title:  # to set it anew would lose its distance
                _text_of(axes, title).set_text(wrapped_title)
            top, bottom = (round(y * height, 2) for y in (box.y1, box.y0))
            more[top] = max(more.get(top, 0), wrapped_title.count("\n"))
            if right == 1.0:  # an axis' title is in the middle of it
                room = 2 * min(box.x0 + box.width / 2, 1 - box.x0 - box.width / 2) * width
                room -= TITLE_GAP_INCHES
            label = wrapped(axes.get_xlabel(), room, self.medium.label)
            axes.xaxis.label.set_text(label)
            more[bottom] = max(more.get(bottom, 0), label.count("\n"))
            label = wrapped(axes.get_ylabel(), box.height * height * 1.1, self.medium.label)
            axes.yaxis.label.set_text(label)
        for at in sorted(more, reverse=True):
            if more[at]:
                self._insert(at, more[at] * self.medium.panel * LINE_SPACING / 72)

    def _write_key(self) -> None:
        points = self.medium.note
        left = 0.0 if self.medium.on_paper else KEY_LEFT_INCHES / self.medium.width
        legend = self.legend(
            handles=list(self.key.values()), labels=list(self.key), loc="lower left",
            bbox_to_anchor=(left, 0.0), ncols=self._key_columns(points),
            fontsize=points, borderaxespad=0.2, columnspacing=0.9, handlelength=1.8,
            handletextpad=0.4, labelspacing=0.3,
        )  # fmt: skip
        dpi, self.dpi = self.dpi, KEY_DPI
        renderer: Any = FigureCanvasAgg(self).get_renderer()  # type: ignore[no-untyped-call]
        height = legend.get_window_extent(renderer).height / KEY_DPI
        self.dpi = dpi
        self._insert(self.foot_inches, height)
        bottom = self.foot_inches / float(self.get_size_inches()[1])
        legend.set_bbox_to_anchor((left, bottom))

    def _key_columns(self, points: float) -> int:
        """The number of columns that fit the sheet's width; a legend fills them one by one."""
        names, max_columns = list(self.key), min(MAX_KEY_COLUMNS, len(self.key))
        for count in range(max_columns, 1, -1):
            parts = np.array_split(np.asarray(names, dtype=object), count)
            widths = [width_inches(part.tolist(), points) + HANDLE_INCHES for part in parts]
            if sum(widths) <= self.medium.width:
                return count
        return 1

    def _insert(self, at: float, inches: float) -> None:
        """Moves everything that is above this height up, and makes the sheet higher."""
        width, height = self.get_size_inches()
        new = height + inches
        for axes in self.axes:
            box = axes.get_position()
            moved = inches if box.y0 * height > at - ROUNDED_INCHES else 0.0
            bottom = (box.y0 * height + moved) / new
            axes.set_position((box.x0, bottom, box.width, box.height * height / new))
        for text in self.texts:
            x, y = text.get_position()
            moved = inches if y * height > at else 0.0
            text.set_position((x, (y * height + moved) / new))
        self.set_size_inches(width, new)


def _text_of(axes: Axes, text: str) -> Text:
    """The artist that writes a title."""
    return next(
        child for child in axes.get_children()
        if isinstance(child, Text) and child.get_text() == text
    )  # fmt: skip


def sheet(grid: Grid, title: str, subtitle: str, footer: str) -> tuple[Sheet, list[Axes]]:
    """The figure and its rows x cols axes, row by row. Fixed inches: same bytes each time."""
    now = medium.current()
    subtitles = wrap(subtitle, SUBTITLE_LETTERS) or [""]
    top_inches = TOP_INCHES + (len(subtitles) - 1) * SUBTITLE_LINE_INCHES
    more_lines = max(0, footer.count("\n") - 1)
    foot_inches = FOOTER_INCHES + more_lines * FOOTER_LINE_INCHES
    if now.on_paper:
        top_inches = foot_inches = BARE_INCHES
    panel, gap_y = grid.panel_height * now.scale, grid.gap_y * now.scale
    heading, below = grid.panel_title * now.scale, grid.below * now.scale
    panels = grid.rows * (panel + heading) + (grid.rows - 1) * gap_y
    height = top_inches + panels + below + foot_inches
    figure = Sheet(Words(title, subtitle, footer), figsize=(grid.width, height))
    cell = grid.cell
    axes = []
    for index in range(grid.rows * grid.cols):
        row, col = divmod(index, grid.cols)
        bottom = height - top_inches - row * (panel + gap_y + heading) - heading - panel
        left = grid.left_inches + col * (cell + grid.gap_x * now.scale)
        box = (left / grid.width, bottom / height, cell / grid.width, panel / height)
        axes.append(figure.add_axes(box))
        axes[-1].tick_params(labelsize=now.label)  # ticks are made late, when sizes may be others
    if now.on_paper:
        return figure, axes
    figure.foot_inches = foot_inches
    x = 0.15 / grid.width
    figure.text(x, 1 - 0.26 / height, title, fontsize=style.TITLE, weight="bold", va="center")
    for index, line in enumerate(subtitles):
        y = 1 - (0.52 + index * SUBTITLE_LINE_INCHES) / height
        figure.text(x, y, line, fontsize=style.SUBTITLE, color=style.MUTED, va="center")
    figure.text(x, 0.10 / height, footer, fontsize=style.note(), color=style.MUTED, va="bottom")
    return figure, axes


def panel_heading(text: str) -> str:
    """The text, broken into lines as short as the panels of a narrow sheet that hold bars."""
    return fill(text, NARROW_LETTERS) if medium.current().narrow else text


def join(above: Axes, below: Axes) -> None:
    """Lets the upper panel reach down to the lower one: they are one picture."""
    box, top = above.get_position(), below.get_position().y1
    gap = (box.y0 - top) * 0.8
    above.set_position((box.x0, box.y0 - gap, box.width, box.height + gap))
