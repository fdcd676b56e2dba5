"""Finds the interval drawn on a panel for a point."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_hex

Span = tuple[float, float]


class Spans:
    """Whiskers, and bands of a line's colour; points and ends are in data coordinates."""

    def __init__(self, axes: Axes) -> None:
        self._upright: dict[str, list[Span]] = {}
        self._level: dict[str, list[Span]] = {}
        self._bands: dict[tuple[str, str], list[float]] = {}
        for drawn in axes.collections:
            if isinstance(drawn, LineCollection):
                for segment in drawn.get_segments():
                    self._add_whisker(np.asarray(segment, dtype=float).tolist())
            elif isinstance(drawn, PolyCollection) and len(drawn.get_facecolor()):
                color = to_hex(tuple(drawn.get_facecolor()[0]))  # type: ignore[arg-type]
                for path in drawn.get_paths():
                    for x, y in np.asarray(path.vertices, dtype=float).tolist():
                        self._bands.setdefault((color, _place(x)), []).append(y)

    def upright(self, x: float, y: float, color: str) -> Span | None:
        """The interval of y at x; a band counts if it has the colour."""
        band = self._bands.get((color, _place(x)))
        ends = [(min(band), max(band))] if band else []
        return _around(y, self._upright.get(_place(x), []) + ends)

    def level(self, x: float, y: float) -> Span | None:
        """The interval of x at y."""
        return _around(x, self._level.get(_place(y), []))

    def _add_whisker(self, segment: list[list[float]]) -> None:
        if len(segment) != 2:
            return
        (x0, y0), (x1, y1) = segment
        if _place(x0) == _place(x1):
            self._upright.setdefault(_place(x0), []).append((min(y0, y1), max(y0, y1)))
        elif _place(y0) == _place(y1):
            self._level.setdefault(_place(y0), []).append((min(x0, x1), max(x0, x1)))


def _place(value: float) -> str:
    return f"{value:.9e}"


def _around(value: float, spans: list[Span]) -> Span | None:
    return next((span for span in spans if span[0] <= value <= span[1] and span[0] < span[1]), None)
