"""Rasterizes the marks of SVG and PDF figures that have too many of them."""

from __future__ import annotations

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

MAX_MARKS = 2000  # of one sheet; each takes about 100 bytes


def as_picture(sheet: Figure) -> None:
    """Marks stay vectors on a sheet with few of them; lines, texts and axes always do."""
    counts: list[tuple[Artist, int]] = []
    for axes in sheet.axes:
        counts += [
            (line, np.size(line.get_xdata()))
            for line in axes.lines
            if line.get_linestyle() in ("None", "", " ")
        ]
        counts += [
            (cloud, len(np.asarray(cloud.get_offsets())))
            for cloud in axes.collections
            if isinstance(cloud, PathCollection)
        ]
    if sum(count for _, count in counts) > MAX_MARKS:
        for artist, count in counts:
            artist.set_rasterized(count > MAX_MARKS // 10)
