"""Ticks of all figures: powers of two for sizes, plain numbers on log scales."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

from ..base import units
from . import medium, style
from .text_size import width_inches

TICK_GAP_INCHES = 0.07
EDGE_INCHES = 0.14  # right of the panels, on any sheet
TEXT_GAP_INCHES = 0.14  # from a bar's end to a text, and beyond it
TICK_INCHES = {"x": 0.42, "y": 0.21}  # from tick to tick of numbers, on the screen
RATIOS = (1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 8.0, 20.0, 50.0, 100.0, 1000.0, 1e4)


def inches_of(axis: Axis) -> float:
    """How long an axis is."""
    figure = axis.axes.get_figure(root=True)
    if figure is None:
        return 1.0
    box, (width, height) = axis.axes.get_position(), figure.get_size_inches()
    return float(box.width * width if _is_x(axis) else box.height * height)


def _is_x(axis: Axis) -> bool:
    return axis is axis.axes.xaxis


def size_axis(axes: Axes, sizes: list[int], label: str = "input size n (elements)") -> None:
    """A log2 x axis with the measured sizes as ticks, as many as have room for their texts."""
    sizes = [size for size in sizes if size > 0] or [1]  # no place for n = 0 on a log axis
    axes.set_xscale("log", base=2)
    low, high = min(sizes) / 1.25, max(sizes) * 1.25
    beyond = width_inches(units.size(max(sizes)), style.label()) / 2 - EDGE_INCHES
    if beyond > 0:  # the last text would leave a narrow sheet
        share = beyond / inches_of(axes.xaxis)
        high = max(high, max(sizes) * (high / low) ** (share / (1 - share)))
    axes.set_xlim(low, high)
    axes.xaxis.set_major_locator(FixedLocator(_with_room(axes.xaxis, sizes)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: units.size(n)))
    axes.set_xlabel(label)


def _with_room(axis: Axis, sizes: list[int]) -> list[int]:
    """Every k-th of ascending sizes on a log axis, k as small as their texts allow."""
    low, high = axis.get_view_interval()
    per_octave = inches_of(axis) / math.log2(high / low)
    room = width_inches([units.size(size) for size in sizes], style.label()) + TICK_GAP_INCHES
    shown = sizes[:1]
    for size in sizes[1:]:
        if math.log2(size / shown[-1]) * per_octave >= room:
            shown.append(size)
    return shown


def log_axis(axis: Axis) -> None:
    """A log10 scale whose ticks read 0.1, 1, 10, 1 k; 2 and 5 join where it spans little."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})  # type: ignore[attr-defined]
    low, high = sorted(axis.get_view_interval())
    decades = math.log10(high / low) if low > 0 else 9.0
    room = TICK_INCHES["x" if _is_x(axis) else "y"] * medium.current().scale
    max_ticks = max(2, int(inches_of(axis) / room))
    subs = (1.0, 2.0, 5.0) if 3 * decades <= min(max_ticks, 7.5) else (1.0,)
    axis.set_major_locator(
        LogLocator(subs=subs, numticks=min(max_ticks, 8 if len(subs) == 1 else 12))
    )
    axis.set_minor_locator(NullLocator())  # they have no length: making them takes long
    axis.set_major_formatter(FuncFormatter(lambda value, _: plain(value)))


def log_room(axes: Axes, low: float, high: float, texts: Sequence[str]) -> float:
    """Where a log x axis from low must end, for the texts right of bars up to high to fit."""
    share = _share(axes, texts)
    end: float = high * max(high / low, 1.05) ** (share / (1 - share))
    return end


def linear_room(axes: Axes, low: float, high: float, texts: Sequence[str]) -> float:
    """The same on a linear axis."""
    share = _share(axes, texts)
    return high + (high - low) * share / (1 - share)


def _share(axes: Axes, texts: Sequence[str]) -> float:
    """The share of the x axis that texts of notes take, with the gap before them."""
    inches = width_inches(texts, style.label()) + TEXT_GAP_INCHES * medium.current().scale
    return min(0.7, inches / inches_of(axes.xaxis))


def plain(value: float) -> str:
    """1e-05, 0.1, 20, 5 k, 1 M: a tick's number without needless digits."""
    if 0 < abs(value) < 1e-4:
        return f"{value:.0e}"
    for step, prefix in units.STEPS:
        if abs(value) >= step:
            return f"{value / step:g}\u202f{prefix}"
    return f"{value:g}"


def ratio_axis(axis: Axis, low: float, high: float) -> None:
    """A log scale from low to high for ratios near 1, with 1 and as many round numbers as fit."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})  # type: ignore[attr-defined]
    axis.axes.set(**{f"{axis.axis_name}lim": (low, high)})  # type: ignore[attr-defined]
    room = TICK_INCHES["x" if _is_x(axis) else "y"] * medium.current().scale
    step = (high / low) ** min(0.5, room / inches_of(axis))
    ticks = [1.0]
    for value in RATIOS:
        if value / ticks[-1] >= step and value <= high:
            ticks.append(value)
    for value in RATIOS:
        if ticks[0] * value >= step and 1 / value >= low * step:
            ticks.insert(0, 1 / value)
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.3g}"))
