"""Ticks that every figure shares: powers of two for sizes, plain numbers on log scales."""

from __future__ import annotations

import math

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

from . import units

MOST_TICKS = 12
RATIOS = (1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 8.0, 20.0, 50.0, 100.0, 1000.0, 1e4)


def size_axis(
    axes: Axes,
    sizes: list[int],
    label: str = "input size n (elements)",
    most: int = MOST_TICKS,
) -> None:
    """A log2 x axis with the measured sizes as ticks, thinned to what fits."""
    sizes = [size for size in sizes if size > 0] or [1]  # no place for n = 0 on a log axis
    axes.set_xscale("log", base=2)
    step = math.ceil(len(sizes) / most)
    shown = sizes[::step]
    axes.xaxis.set_major_locator(FixedLocator(shown))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: units.size(n)))
    axes.set_xlim(min(sizes) / 1.25, max(sizes) * 1.25)
    axes.set_xlabel(label)


def log_axis(axis: Axis) -> None:
    """A log10 scale whose ticks read 0.1, 1, 10, 1 k; 2 and 5 join where it spans little."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})  # type: ignore[attr-defined]
    low, high = sorted(axis.get_view_interval())
    decades = math.log10(high / low) if low > 0 else 9.0
    subs = (1.0, 2.0, 5.0) if decades < 2.5 else (1.0,)
    axis.set_major_locator(LogLocator(subs=subs, numticks=8 if len(subs) == 1 else 12))
    axis.set_minor_locator(NullLocator())  # they have no length: making them takes long
    axis.set_major_formatter(FuncFormatter(lambda value, _: plain(value)))


def plain(value: float) -> str:
    """1e-05, 0.1, 20, 5 k, 1 M: a tick's number without needless digits."""
    if 0 < abs(value) < 1e-4:
        return f"{value:.0e}"
    for step, prefix in units.STEPS:
        if abs(value) >= step:
            return f"{value / step:g}\u202f{prefix}"
    return f"{value:g}"


def ratio_axis(axis: Axis, low: float, high: float, label_share: float) -> None:
    """A log scale from low to high for ratios near 1, with 1 and as many round numbers as fit.

    `label_share` is the least distance of two ticks, as a share of the axis.
    """
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})  # type: ignore[attr-defined]
    axis.axes.set(**{f"{axis.axis_name}lim": (low, high)})  # type: ignore[attr-defined]
    step = (high / low) ** label_share
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
