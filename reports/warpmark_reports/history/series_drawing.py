"""Draws one series as an SVG element: values over commits, levels, steps, releases, drivers.

Written directly and not by matplotlib, because a page has up to thousands of these. Colours and
strokes are classes of the page's style sheet.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from html import escape

import numpy as np
import numpy.typing as npt

from ..base import units
from .judge import ACCEPTED, FASTER, OPEN, Found
from .series import At, Series
from .text_output import short

WIDTH, HEIGHT = 720, 200
LEFT, RIGHT, TOP, BOTTOM = 62, 710, 34, 158
MAX_MARKS = 240  # more values are drawn as ranges of neighbours
MAX_LINES = 6  # of releases, and of drivers: the last ones
MAX_COMMITS = 5  # with their names below the axis
COMMIT_LETTERS = 8
EDGE = 30  # nearer to an end, texts are not centred
LETTER = 6.2  # about the width of one in these units
PADDING = 0.06
SIGNS = {OPEN: ("▲", "open"), FASTER: ("▼", "faster"), ACCEPTED: ("◆", "accepted")}
SETTLED = ("△", "settled")

Values = npt.NDArray[np.float64]


class _Scale:
    """From the place of a commit and a time in ns to the coordinates of the drawing."""

    def __init__(self, series: Series) -> None:
        times = [time for value in series.values for time in (value.median, value.low, value.high)]
        known = [time for time in times if not math.isnan(time)]
        low, high = min(known), max(known)
        spare = PADDING * (high - low) or 0.05 * high
        self.low, self.high = max(0.0, low - spare), high + spare
        self.count = len(series.values)
        self.step = next((step for step in units.TIME_STEPS if high >= step[0]), (1.0, "ns"))

    def x(self, place: float) -> float:
        return LEFT + (place + 0.5) / self.count * (RIGHT - LEFT)

    def y(self, time: float) -> float:
        return BOTTOM - (time - self.low) / (self.high - self.low) * (BOTTOM - TOP)

    def ticks(self) -> list[float]:
        """About four round times in ns."""
        rough = (self.high - self.low) / 4
        power = 10.0 ** math.floor(math.log10(rough))
        width = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
        first = math.ceil(self.low / width)
        return [width * i for i in range(first, math.floor(self.high / width) + 1)]


def drawn(series: Series, steps: Sequence[Found], levels: Values, spoken: str, titles: bool) -> str:
    """The <svg>; `spoken` is its text for screen readers, `titles`: values to point at."""
    scale = _Scale(series)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(spoken)}">',
        *_axes(scale, series.values),
        *_lines(scale, series.values),
        *_steps(scale, steps),
        f'<path class="iv" d="{_ranges(scale, series.values)}"/>',
        f'<path class="lv" d="{_level_path(scale, levels)}"/>',
        f'<path class="pt" d="{_marks(scale, series.values)}"/>',
        *(_titles(scale, series.values) if titles else ()),
        "</svg>",
    ]
    return "".join(parts)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _text(x: float, y: float, text: str, anchor: str = "middle", name: str = "") -> str:
    named = f' class="{name}"' if name else ""
    place = f'x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"'
    return f"<text {place}{named}>{escape(text)}</text>"


def _axes(scale: _Scale, values: Sequence[At]) -> Iterator[str]:
    divisor, unit = scale.step
    ticks = scale.ticks()
    yield (
        '<path class="gr" d="'
        + "".join(f"M{LEFT} {_number(scale.y(time))}H{RIGHT}" for time in ticks)
        + '"/>'
    )
    places = max(0, -math.floor(math.log10((ticks[1] - ticks[0]) / divisor) + 1e-9)) if (
        len(ticks) > 1
    ) else 2  # fmt: skip
    for time in ticks:
        yield _text(LEFT - 6, scale.y(time) + 4, f"{time / divisor:.{places}f}", "end")
    yield _text(4, TOP - 20, f"time ({unit})", "start", "mu")
    shown = min(len(values), MAX_COMMITS)
    for i in range(shown):
        place = round(i * (len(values) - 1) / max(1, shown - 1))
        value, x = values[place], scale.x(place)
        anchor = "end" if x > RIGHT - EDGE else "start" if x < LEFT + EDGE else "middle"
        yield _text(x, BOTTOM + 16, value.commit[:COMMIT_LETTERS], anchor)
        yield _text(x, BOTTOM + 31, value.date[:10], anchor, "mu")


def _lines(scale: _Scale, values: Sequence[At]) -> Iterator[str]:
    """Dotted where a commit is a release, dashed where the driver is another than before."""
    releases = [(i, value.release) for i, value in enumerate(values) if value.release]
    drivers = [
        (i - 0.5, f"driver {value.driver}")
        for i, value in enumerate(values)
        if i and value.driver != values[i - 1].driver
    ]
    for name, found, y in (("re", releases, TOP - 6), ("dr", drivers, BOTTOM - 4)):
        for place, text in found[-MAX_LINES:]:
            x = scale.x(place)
            yield f'<path class="{name}" d="M{_number(x)} {TOP}V{BOTTOM}"/>'
            is_right = x + LETTER * len(text) > RIGHT
            yield _text(x + (-3 if is_right else 3), y, text, "end" if is_right else "start", "mu")


def _steps(scale: _Scale, steps: Sequence[Found]) -> Iterator[str]:
    """A stroke where the level changes, over the commits it may have been at, with its sign."""
    for found in steps:
        sign, name = SIGNS.get(found.state, SETTLED)
        step = found.step
        left, x, right = (
            scale.x(at - 0.5) for at in (step.earliest, step.at, step.latest)
        )  # fmt: skip
        width = max(2.0, right - left)
        yield (
            f'<rect class="{name} sp" x="{_number(min(left, x - 1))}" y="{TOP}" '
            f'width="{_number(width)}" height="{BOTTOM - TOP}"/>'
        )
        yield f'<path class="{name} st" d="M{_number(x)} {TOP}V{BOTTOM}"/>'
        text = f"{sign} {found.step.ratio - 1:+.1%}"
        middle = min(max(x, LEFT + 20), RIGHT - 24)
        yield _text(middle, TOP - 20, text, name=name)


def _bins(count: int) -> list[tuple[int, int]]:
    """Neighbours that are drawn as one: each value for itself up to MAX_MARKS."""
    edges = np.linspace(0, count, min(count, MAX_MARKS) + 1).round().astype(int)
    return [(int(first), int(end)) for first, end in itertools.pairwise(edges)]


def _ranges(scale: _Scale, values: Sequence[At]) -> str:
    """Intervals, or the reach of several values with theirs."""
    path = []
    for first, end in _bins(len(values)):
        every = [
            time
            for value in values[first:end]
            for time in (value.median, value.low, value.high)
            if not math.isnan(time)
        ]
        low, high = scale.y(min(every)), scale.y(max(every))
        if low - high >= 0.1:
            x = scale.x((first + end - 1) / 2)
            path.append(f"M{_number(x)} {_number(low)}V{_number(high)}")
    return "".join(path)


def _marks(scale: _Scale, values: Sequence[At]) -> str:
    path = []
    for first, end in _bins(len(values)):
        middle = float(np.median([value.median for value in values[first:end]]))
        path.append(f"M{_number(scale.x((first + end - 1) / 2))} {_number(scale.y(middle))}h0")
    return "".join(path)


def _level_path(scale: _Scale, levels: Values) -> str:
    """A horizontal line for each level between steps."""
    edges = [0, *(int(i) + 1 for i in np.flatnonzero(np.diff(levels))), len(levels)]
    path = []
    for first, end in itertools.pairwise(edges):
        y = _number(scale.y(float(levels[first])))
        path.append(f"M{_number(scale.x(first - 0.5))} {y}H{_number(scale.x(end - 0.5))}")
    return "".join(path)


def _titles(scale: _Scale, values: Sequence[At]) -> Iterator[str]:
    yield '<g class="hv">'
    for i, value in enumerate(values):
        interval = "" if math.isnan(value.low) or math.isnan(value.high) else (
            f", {units.duration(value.low)} – {units.duration(value.high)}"
        )  # fmt: skip
        text = f"{short(value.commit)} {value.date[:10]}: {units.duration(value.median)}{interval}"
        place = f"M{_number(scale.x(i))} {_number(scale.y(value.median))}h0"
        yield f'<path d="{place}"><title>{escape(text)}</title></path>'
    yield "</g>"
