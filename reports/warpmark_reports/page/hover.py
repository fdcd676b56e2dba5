"""The values that a page shows on hover: the text of each drawn point, and its position."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedFormatter

from ..analysis.problem_names import spread_out
from ..base import units
from ..plot.style import LineStyle
from .spans import Span, Spans

MAX_SPOTS = 1200  # of a figure
SVG_DPI = 72
NO_POINT = ("None", "none", "", " ", "|", "_")  # lines, and the caps of whiskers

Mark = tuple[float, float, str, str]  # x, y in data coordinates, name, value


@dataclass(frozen=True)
class Spot:
    """A point at (x, y) of the SVG, with its variant's name ("" if unknown) and its value."""

    x: float
    y: float
    name: str
    value: str


def spots_of(sheet: Figure, styles: dict[str, LineStyle]) -> tuple[list[Spot], int]:
    """The points, bars and cells of all panels, line by line, at most MAX_SPOTS of them; and how
    many there are.

    Call it after the sheet was drawn: only then the panels are where they stay.
    """
    scale = SVG_DPI / sheet.dpi
    height = sheet.get_figheight() * SVG_DPI
    found = []
    for axes in sheet.axes:
        marks = list(_marks(axes, styles))
        if not marks:
            continue
        places = axes.transData.transform([(x, y) for x, y, _, _ in marks]) * scale
        for (left, up), (_, _, name, value) in zip(places.tolist(), marks, strict=True):
            if math.isfinite(left) and math.isfinite(up):
                found.append(Spot(round(left, 1), round(height - up, 1), name, value))
    return [found[i] for i in spread_out(len(found), MAX_SPOTS)], len(found)


def _marks(axes: Axes, styles: dict[str, LineStyle]) -> Iterator[Mark]:
    spans = Spans(axes)
    across, up = _Scale(axes.xaxis), _Scale(axes.yaxis)
    for line in axes.lines:
        known = str(line.get_label()).removeprefix("_")
        name = known if known in styles else ""  # grey lines look alike, and have no marks
        marked = str(line.get_marker()) not in NO_POINT
        if not (marked or name) or line.get_transform() != axes.transData:
            continue
        color = to_hex(line.get_color())
        name = name or _variant(color, styles, str(line.get_marker()))
        for x, y in _points(line):
            first = across.text(x) + _ends(spans.level(x, y))
            yield x, y, name, f"{first}\n{up.text(y)}{_ends(spans.upright(x, y, color))}"
    for bars in axes.containers:
        if isinstance(bars, BarContainer):
            for x, y, name, value in _bars(bars, spans, across, up):
                shade = to_hex(bars.patches[0].get_facecolor())
                yield x, y, name or _variant(shade, styles), value
    for cells in axes.collections:
        if isinstance(cells, QuadMesh):
            report_files = {text.get_position(): text.get_text() for text in axes.texts}
            yield from _cells(cells, report_files, across, up)


def _points(line: Line2D) -> Iterator[tuple[float, float]]:
    for x, y in np.asarray(line.get_xydata(), dtype=float).tolist():
        if math.isfinite(x) and math.isfinite(y):
            yield x, y


def _variant(color: str, styles: dict[str, LineStyle], marker: str = "") -> str:
    """The one variant that looks like this, if there is one."""
    same = [name for name, look in styles.items() if look.color == color]
    if len(same) > 1:
        same = [name for name in same if styles[name].marker == marker]
    return same[0] if len(same) == 1 else ""


class _Scale:
    """How values of an axis read: a tick's text for categories, a number elsewhere."""

    def __init__(self, axis: Axis) -> None:
        self._label = axis.get_label_text().split("\n")[0]
        places = np.asarray(axis.get_majorticklocs(), dtype=float).tolist()
        texts = [label.get_text() for label in axis.get_majorticklabels()]
        self._ticks = list(zip(places, texts, strict=False))
        self._is_named = isinstance(axis.get_major_formatter(), FixedFormatter)

    def tick(self, value: float) -> str:
        """The text of the tick at this place, or "" between ticks."""
        return next((text for place, text in self._ticks if abs(place - value) < 0.25), "")

    def text(self, value: float) -> str:
        """The axis's label with the value."""
        number = units.size(value) if "(elements)" in self._label else units.digits(value)
        return ": ".join(
            filter(None, [self._label, self.tick(value) if self._is_named else number])
        )


def _bars(bars: BarContainer, spans: Spans, across: _Scale, up: _Scale) -> Iterator[Mark]:
    lying = bars.orientation == "horizontal"
    for patch in bars.patches:
        x, y = float(patch.get_x()), float(patch.get_y())
        if lying:
            x, y = x + patch.get_width(), y + patch.get_height() / 2
            yield x, y, up.tick(y), across.text(x) + _ends(spans.level(x, y))
        else:
            x, y = x + patch.get_width() / 2, y + patch.get_height()
            yield x, y, across.tick(x), up.text(y) + _ends(spans.upright(x, y, ""))


def _cells(
    cells: QuadMesh, report_files: dict[tuple[float, float], str], across: _Scale, up: _Scale
) -> Iterator[Mark]:
    """A cell says what is written in it, else its value."""
    values: np.typing.NDArray[np.float64] = np.ma.filled(
        np.ma.atleast_2d(np.ma.asarray(cells.get_array())), np.nan
    )
    corners = np.asarray(cells.get_coordinates(), dtype=float)
    for row, column in zip(*np.nonzero(np.isfinite(values)), strict=True):
        x, y = ((corners[row, column] + corners[row + 1, column + 1]) / 2).tolist()
        text = report_files.get((x, y)) or units.digits(float(values[row, column]))
        yield x, y, up.tick(y), ": ".join(filter(None, [across.tick(x), text]))


def _ends(span: Span | None) -> str:
    return f" [{units.digits(span[0])}, {units.digits(span[1])}]" if span else ""
