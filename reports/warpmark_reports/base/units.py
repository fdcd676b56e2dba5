"""Formats numbers with their units."""

from __future__ import annotations

import math

SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
STEPS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
ENERGY_STEPS = ((1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"))
TIME_STEPS = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"))


def size(n: float) -> str:
    """2²⁰ for a power of two from 2⁴ on, else the number with thin spaces."""
    number = int(n)
    if number >= 16 and number & (number - 1) == 0:
        return "2" + str(number.bit_length() - 1).translate(SUPERSCRIPTS)
    return f"{number:,}".replace(",", "\u2009")


def digits(value: float, count: int = 3) -> str:
    """The value to `count` significant digits, without an exponent from 1e-4 to 1e6."""
    if not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    if not 1e-4 <= abs(value) < 1e6:
        return f"{value:.{count - 1}e}"
    places = max(0, count - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{places}f}"


def si(value: float, count: int = 3) -> str:
    """12.3 M: a count with its decimal prefix."""
    for step, prefix in STEPS:
        if abs(value) >= step:
            return f"{digits(value / step, count)}\u202f{prefix}"
    return f"{value:.0f}" if value == int(value) else digits(value, count)


def grouped(value: float) -> str:
    """A count in full, in groups of three digits."""
    return "–" if not math.isfinite(value) else f"{int(value):,}".replace(",", "\u2009")


def percent(fraction: float) -> str:
    """0.873 -> 87 %; one more digit below 10 %."""
    if not math.isfinite(fraction):
        return "–"
    return f"{fraction * 100:.{0 if fraction >= 0.0995 else 1}f}\u202f%"


def duration(ns: float) -> str:
    """A time in ns with the unit that suits it."""
    if not math.isfinite(ns):
        return "–"
    for step, unit in TIME_STEPS:
        if ns >= step:
            return f"{digits(ns / step)}\u202f{unit}"
    return f"{digits(ns)}\u202fns"


def energy(joules: float) -> str:
    """An energy with the unit that suits it."""
    if not math.isfinite(joules):
        return "–"
    for step, unit in ENERGY_STEPS:
        if joules >= step:
            return f"{digits(joules / step)}\u202f{unit}"
    return f"{digits(joules * 1e9)}\u202fnJ"


def times(ratio: float) -> str:
    """A ratio as a factor: 12.3×."""
    return f"{digits(ratio)}×"


def gigabytes(bytes_per_s: float) -> str:
    """A throughput in decimal GB/s."""
    return f"{digits(bytes_per_s / 1e9)}\u202fGB/s" if math.isfinite(bytes_per_s) else "–"


def size_range(sizes: list[int]) -> str:
    """One size, or the first and the last."""
    first, last = min(sizes), max(sizes)
    return size(first) if first == last else f"{size(first)} – {size(last)}"
