"""Width of a text from the font's metrics, without drawing it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache

from matplotlib.font_manager import FontProperties, findfont
from matplotlib.ft2font import FT2Font, LoadFlags

FONT = "DejaVu Sans"
ELLIPSIS = "…"
EM_POINTS = 72  # at 72 dots per inch: a width in pixels is in units of a 72nd of the size
HINTED = 1.02  # letters fitted to pixels are wider


def width_inches(texts: Sequence[str] | str, points: float, bold: bool = False) -> float:
    """The width of the widest line of the texts, at a size in points; 0 without any."""
    given = [texts] if isinstance(texts, str) else texts
    lines = [line for text in given for line in text.split("\n")]
    return max((_em(line, bold) for line in lines), default=0.0) * points / 72 * HINTED


def elided(text: str, inches: float, points: float, bold: bool = False) -> str:
    """The text, its middle left out as far as needed to fit the width."""
    if width_inches(text, points, bold) <= inches:
        return text
    kept = len(text)
    while kept > 2:
        kept -= 1
        short = text[: (kept + 1) // 2] + ELLIPSIS + text[len(text) - kept // 2 :]
        if width_inches(short, points, bold) <= inches:
            return short
    return text[:1] + ELLIPSIS


def wrapped(text: str, inches: float, points: float, bold: bool = False) -> str:
    """The text in lines that fit the width, broken at spaces; its own breaks stay, and the
    middle of a word that is wider is left out.
    """
    if width_inches(text, points, bold) <= inches:
        return text
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for unbroken in paragraph.split(" "):
            word = elided(unbroken, inches, points, bold)
            longer = f"{line} {word}" if line else word
            if line and width_inches(longer, points, bold) > inches:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return "\n".join(lines)


@lru_cache(maxsize=8192)
def _em(line: str, bold: bool) -> float:
    """The width of a line over the size of its letters."""
    font = _font(bold)
    font.set_text(line, 0.0, flags=LoadFlags.NO_HINTING)
    return float(font.get_width_height()[0]) / 64 / EM_POINTS


@lru_cache(maxsize=2)
def _font(bold: bool) -> FT2Font:
    file = findfont(FontProperties(family=FONT, weight="bold" if bold else "normal"))
    font = FT2Font(str(file))
    font.set_size(EM_POINTS, 72)
    return font


# A font is read from its file as letters are asked for, and processes that begin as copies of this
# one would move each other's place in that file.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_font.cache_clear)
