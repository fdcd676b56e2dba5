"""Prepares an SVG for the page: short coordinates, ids of its own, colours as variables."""

from __future__ import annotations

import hashlib
import re

from ..plot.image_export import FALLBACK_FONTS, ink_variables

COORDINATES = re.compile(r'(\s(?:d|x|y|transform|width|height|points|cx|cy|r)=")([^"]*)"')
SPARE_DIGITS = re.compile(r"(\.\d\d)\d+")
LEVEL = re.compile(r' transform="rotate\(-?0 [^"]*\)"')  # of most texts
FONT = f"font-family: {FALLBACK_FONTS}; "  # figures.css has it for all texts
UNSEEN = re.compile(r"<metadata>.*?</metadata>|<!--.*?-->", flags=re.DOTALL)
REFERRED = re.compile(r'(url\(#|href="#)([^")]+)')
ID = re.compile(r'\sid="([^"]+)"')
NUMBER = r"(-?[\d.]+)"
RECTANGLE = re.compile(
    rf'd="M {NUMBER} {NUMBER} L {NUMBER} \2 L \3 {NUMBER} L \1 \4 (?:L \1 \2|z)"', re.IGNORECASE
)
EMPTY = re.compile(r"<g\s*/>|<g>\s*</g>")


def compact_inline(svg: str, name: str, alt: str) -> str:
    """The <svg> element for a page, with ids of its own by `name`; `alt` is for screen readers.

    Coordinates are to a hundredth of a point, what nothing refers to has no id, and there is no
    space between elements.
    """
    element = LEVEL.sub("", UNSEEN.sub("", svg[svg.index("<svg") :])).replace(FONT, "")
    names = dict.fromkeys(found[2] for found in REFERRED.finditer(element))
    own = "f" + hashlib.sha256(name.encode()).hexdigest()[:10]  # short: cells repeat it
    ids = {old: f"{own}-{index}" for index, old in enumerate(names)}
    element = REFERRED.sub(lambda found: found[1] + ids[found[2]], element)
    element = ID.sub(lambda found: f' id="{ids[found[1]]}"' if found[1] in ids else "", element)
    element = EMPTY.sub("", element)
    for ink, variable in ink_variables().items():
        element = element.replace(ink, f"var({variable})")
    spoken = alt.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    element = element.replace("<svg", f'<svg role="img" aria-label="{spoken}"', 1)
    element = COORDINATES.sub(_shortened, re.sub(r">\s*\n\s*<", "><", element))
    return RECTANGLE.sub(r'd="M\1 \2H\3V\4H\1Z"', element)


def _shortened(found: re.Match[str]) -> str:
    text = SPARE_DIGITS.sub(r"\1", found[2])
    return f'{found[1]}{" ".join(text.split())}"'
