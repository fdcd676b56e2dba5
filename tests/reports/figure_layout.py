"""What of a drawn sheet covers something else or leaves the page, by the renderer's own extents."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

TOUCHING = 0.6  # points that two texts may share: their boxes are larger than their ink
OUTSIDE = 0.5  # pixels

Corners = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]
MEAN = (1 / 3, 1 / 3, 1 / 3, 0.0)
DRAWING = ("draw_path", "draw_markers", "draw_path_collection", "draw_quad_mesh", "draw_image")


@dataclass(frozen=True)
class Drawn:
    """A line of text with the four corners of its box, in pixels from the lower left."""

    text: str
    owner: int
    corners: Corners


def drawn_texts(sheet: Figure, dpi: int) -> list[Drawn]:
    """Every line of text that is drawn, which what is hidden or beyond an axis is not."""
    return _recorded(sheet, dpi, FigureCanvasAgg(sheet), with_picture=False)


def drawn_texts_and_picture(sheet: Figure, dpi: int, fine: int) -> tuple[list[Drawn], Picture]:
    """The texts in pixels of `dpi * fine`, and the picture in grey with `dpi`: each of its pixels
    is the mean of a square of fine ones.
    """
    canvas = FigureCanvasAgg(sheet)
    found = _recorded(sheet, dpi * fine, canvas, with_picture=True)
    pixels = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
    rows, columns = (size // fine * fine for size in pixels.shape[:2])
    return found, grey(Image.fromarray(pixels[:rows, :columns]).convert("RGB").reduce(fine))


def _recorded(
    sheet: Figure, dpi: int, canvas: FigureCanvasAgg, *, with_picture: bool
) -> list[Drawn]:
    found: list[Drawn] = []
    old, sheet.dpi = sheet.dpi, dpi
    renderer: Any = canvas.get_renderer()  # type: ignore[no-untyped-call]
    original, renderer.get_text_width_height_descent = (
        renderer.draw_text,
        cache(renderer.get_text_width_height_descent),  # which the layout of a text asks for too
    )
    height = renderer.height

    def record(
        gc: Any, x: float, y: float, s: str, prop: Any, angle: float,
        ismath: Any = False, mtext: Any = None,
    ) -> None:  # fmt: skip
        if s.strip():
            width, tall, descent = renderer.get_text_width_height_descent(s, prop, ismath)
            box = np.array([(0, -descent), (width, -descent), (width, tall - descent),
                            (0, tall - descent)])  # fmt: skip
            turn = math.radians(angle)
            rotation = np.array(
                [[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]
            )
            found.append(Drawn(s, id(mtext), box @ rotation + (x, height - y)))
        if with_picture:
            original(gc, x, y, s, prop, angle, ismath, mtext)

    renderer.draw_text = record
    if not with_picture:
        for name in DRAWING:
            setattr(renderer, name, lambda *_, **__: None)
    try:
        sheet.draw(renderer)
    finally:
        sheet.dpi = old
    return found


def grey(picture: Image.Image) -> Picture:
    """The means of red, green and blue, which weigh the same: all inks are to be noticed."""
    return np.asarray(picture.convert("RGB").convert("L", MEAN))


def overlapping(texts: list[Drawn], dpi: int) -> list[tuple[str, str]]:
    """Pairs of texts of different artists whose boxes share more than TOUCHING."""
    pairs = []
    for one, two in combinations(texts, 2):
        shared = _shared(one.corners, two.corners) * 72 / dpi
        if one.owner != two.owner and shared > TOUCHING:
            pairs.append((one.text, two.text))
    return pairs


def outside(texts: list[Drawn], sheet: Figure, dpi: int) -> list[str]:
    """The texts that leave the page."""
    width, height = sheet.get_size_inches() * dpi
    return [
        each.text
        for each in texts
        if each.corners.min() < -OUTSIDE
        or each.corners[:, 0].max() > width + OUTSIDE
        or each.corners[:, 1].max() > height + OUTSIDE
    ]


def _shared(one: Corners, two: Corners) -> float:
    """How deep two rectangles, which may be turned, are in each other; separating axes."""
    if (one.min(axis=0) > two.max(axis=0)).any() or (two.min(axis=0) > one.max(axis=0)).any():
        return 0.0
    min_overlap = math.inf
    for box in (one, two):
        for edge in (box[1] - box[0], box[3] - box[0]):
            axis = edge / np.linalg.norm(edge)
            a, b = one @ axis, two @ axis
            min_overlap = min(min_overlap, float(min(a.max(), b.max()) - max(a.min(), b.min())))
            if min_overlap <= 0:
                return 0.0
    return min_overlap
