"""What a figure's files hold: curves and marks as a sheet has them, and as its PDF and SVG say."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

POINTS = 72.0
MAX_MARK = 14.0  # points
SVG = "{http://www.w3.org/2000/svg}"
NO_LINE = ("None", "none", "", " ")

Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in points from the lower left of the page
Place = tuple[float, float]


@dataclass
class Content:
    """Curves by their boxes, each with what it is clipped to; marks by their places."""

    curves: list[tuple[Box, Box]] = field(default_factory=list)
    marks: list[Place] = field(default_factory=list)
    small: list[Box] = field(default_factory=list)  # of a PDF: shapes as small as marks


def of_axes(axes: Axes) -> Content:
    """The lines and marks of a panel, without ticks and grid; call it on a finished sheet."""
    sheet = axes.get_figure(root=True)
    assert isinstance(sheet, Figure)
    scale = POINTS / sheet.dpi
    window = axes.get_window_extent()
    panel = (window.x0 * scale, window.y0 * scale, window.x1 * scale, window.y1 * scale)
    width, height = (float(each) * POINTS for each in sheet.get_size_inches())
    page = (0.0, 0.0, width, height)
    found = Content()
    for line in axes.lines:
        if not line.get_visible():
            continue
        path = line.get_transform().transform_path(line.get_path())
        places = np.asarray(path.vertices, dtype=float) * scale
        places = places[np.isfinite(places).all(axis=1)]
        clip = panel if line.get_clip_on() else page
        if str(line.get_linestyle()) not in NO_LINE and len(places) > 1 and _is_long(places):
            curve = (_box(places), clip)
            found.curves += [curve] if _is_seen(curve) else []
        if str(line.get_marker()) not in NO_LINE:
            found.marks += [(float(x), float(y)) for x, y in places]
    return found


def of_svg(svg: str) -> list[Content]:
    """The same of each panel of an SVG file, in the order of the panels."""
    root = ElementTree.fromstring(svg)
    height = float(root.attrib["viewBox"].split()[3])
    clips = {
        clip.attrib["id"]: _svg_rect(clip.find(f"{SVG}rect"), height)
        for clip in root.iter(f"{SVG}clipPath")
        if clip.find(f"{SVG}rect") is not None
    }
    width = float(root.attrib["viewBox"].split()[2])
    page = (0.0, 0.0, width, height)
    panels = [g for g in root.findall(f"{SVG}g/{SVG}g") if g.get("id", "").startswith("axes_")]
    return [_svg_panel(panel, clips, page, height) for panel in panels]


def _svg_panel(
    panel: ElementTree.Element, clips: dict[str, Box], page: Box, height: float
) -> Content:
    found = Content()
    for group in panel.findall(f"{SVG}g"):
        if not group.get("id", "").startswith("line2d_"):
            continue
        for each in group.findall(f"{SVG}path[@d]"):  # without it: beyond the panel
            name = re.search(r"#([^)]+)", each.get("clip-path", ""))
            places = _svg_places(each.attrib["d"], height)
            curve = (_box(places), clips[name[1]] if name else page)
            if _is_long(places) and _is_seen(curve):
                found.curves.append(curve)
        for use in group.iter(f"{SVG}use"):
            found.marks.append((float(use.attrib["x"]), height - float(use.attrib["y"])))
    return found


def _svg_places(data: str, height: float) -> npt.NDArray[np.float64]:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", data)]
    places = np.asarray(numbers, dtype=float).reshape(-1, 2)
    return np.column_stack([places[:, 0], height - places[:, 1]])


def _svg_rect(rect: ElementTree.Element | None, height: float) -> Box:
    assert rect is not None
    x, y, w, h = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
    return (x, height - y - h, x + w, height - y)


def of_pdf(pdf: bytes) -> list[Content]:
    """All stroked paths of each page of a PDF with the rectangles they are clipped to, and the
    places of all marks, which matplotlib writes as forms, or as shapes where there are few. Ticks
    and grid are among them.
    """
    pages = []
    for match in re.finditer(rb"<<[^<>]*/Type /Page\b.*?endobj", pdf, re.DOTALL):
        box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", match[0])
        contents = re.search(rb"/Contents (\d+) 0 R", match[0])
        assert box is not None
        assert contents is not None
        found = Content()
        text = _stream(pdf, int(contents[1])).decode("latin-1")
        _read_page(text.split(), (0.0, 0.0, float(box[1]), float(box[2])), found)
        pages.append(found)
    return pages


def _stream(pdf: bytes, number: int) -> bytes:
    start = pdf.index(b"\n%d 0 obj" % number)
    begin = re.compile(rb"stream\r?\n").search(pdf, start)
    assert begin is not None
    return zlib.decompressobj().decompress(pdf[begin.end() :])


def _read_page(words: list[str], page: Box, found: Content) -> None:
    numbers: list[float] = []
    clip, offset = page, (0.0, 0.0)
    stack: list[tuple[Box, Place]] = []
    path: list[Place] = []
    rectangle: Box | None = None
    name = ""
    for word in words:
        try:
            numbers.append(float(word))
            continue
        except ValueError:
            pass
        if word == "q":
            stack.append((clip, offset))
        elif word == "Q":
            clip, offset = stack.pop()
        elif word == "cm":
            offset = (offset[0] + numbers[-2], offset[1] + numbers[-1])
        elif word in ("m", "l", "c"):
            path.append((offset[0] + numbers[-2], offset[1] + numbers[-1]))
        elif word == "re":
            x, y, w, h = numbers[-4:]
            rectangle = (x, y, x + w, y + h)
        elif word == "W" and rectangle is not None:
            clip = _overlap(clip, rectangle)
        elif word == "Do" and re.fullmatch(r"/M\d+", name):
            found.marks.append(offset)
        elif word in ("S", "s", "B", "b", "f", "n"):
            places = np.asarray(path, dtype=float).reshape(-1, 2)
            if word == "S" and len(places) > 1 and _is_long(places):
                found.curves.append((_box(places), clip))
            if word != "n" and len(places) and np.ptp(places, axis=0).max() < MAX_MARK:
                found.small.append(_box(places))
            path, rectangle = [], None
        name = word
        numbers = []


def _box(places: npt.NDArray[np.float64]) -> Box:
    (x0, y0), (x1, y1) = places.min(axis=0), places.max(axis=0)
    return (float(x0), float(y0), float(x1), float(y1))


def _is_long(places: npt.NDArray[np.float64]) -> bool:
    return bool(np.ptp(places, axis=0).max() > 0.01)


def _overlap(one: Box, two: Box) -> Box:
    return (max(one[0], two[0]), max(one[1], two[1]), min(one[2], two[2]), min(one[3], two[3]))


def _is_seen(curve: tuple[Box, Box]) -> bool:
    x0, y0, x1, y1 = visible(curve)
    return x0 <= x1 and y0 <= y1


def visible(curve: tuple[Box, Box]) -> Box:
    """What is seen of a curve."""
    return _overlap(*curve)
