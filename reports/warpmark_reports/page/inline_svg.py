"""Prepares an SVG for the page: short coordinates, ids of its own, colours as variables."""

from __future__ import annotations

import re

from ..plot.image_export import ink_variables

COORDINATES = re.compile(r'(\s(?:d|x|y|transform|width|height|points|cx|cy|r)=")([^"]*)"')
SPARE_DIGITS = re.compile(r"(\.\d\d)\d+")
UNSEEN = re.compile(r"<metadata>.*?</metadata>|<!--.*?-->", flags=re.DOTALL)


def compact_inline(svg: str, name: str, alt: str) -> str:
    """The <svg> element for a page, in which ids begin with `name`; `alt` is for screen readers.

    Coordinates are to a hundredth of a point, and there is no space between elements.
    """
    element = UNSEEN.sub("", svg[svg.index("<svg") :])
    element = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', element)
    element = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", element)
    element = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', element)
    for ink, variable in ink_variables().items():
        element = element.replace(ink, f"var({variable})")
    spoken = alt.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    element = element.replace("<svg", f'<svg role="img" aria-label="{spoken}"', 1)
    return COORDINATES.sub(_shortened, re.sub(r">\s*\n\s*<", "><", element))


def _shortened(found: re.Match[str]) -> str:
    text = SPARE_DIGITS.sub(r"\1", found[2])
    return f'{found[1]}{" ".join(text.split())}"'
