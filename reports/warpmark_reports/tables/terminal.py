"""Tables and bars as lines of text for a terminal."""

from __future__ import annotations

import math
import os
import sys

from ..base.progress import is_capable
from .table import Table

HALF = 10  # columns of a bar to each side of 1
LYING = " ▏▎▍▌▋▊▉"
TONES = {"bad": "33", "good": "35"}  # as in figures: told apart without red and green


def table_lines(table: Table, bars: list[str] | None = None) -> list[str]:
    """The cells in aligned columns, numbers to the right; `bars` follow the rows."""
    heads = [column.heading for column in table.columns]
    rows = [[cell.text for cell in row] for row in table.rows()]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    texts = [column.format is None for column in table.columns]
    suffixes = ["", *(bars or [""] * len(rows))]
    return [
        "  ".join(
            cell.ljust(width) if text else cell.rjust(width)
            for cell, width, text in zip(row, widths, texts, strict=True)
        ).rstrip()
        + (f"  {bar}".rstrip() if bar else "")
        for row, bar in zip([heads, *rows], suffixes, strict=True)
    ]


def ratio_bar(ratio: float, max_ratio: float) -> str:
    """A bar from the middle to the right for ratios above 1, to the left below.

    `max_ratio`, above 1, is the ratio whose bar has the full length.
    """
    share = min(abs(math.log(ratio)) / math.log(max_ratio), 1.0)
    eighths = round(share * HALF * 8)
    if ratio < 1:
        blocks = round(eighths / 8)  # there are no eighths that begin at the right
        return " " * (HALF - blocks) + "█" * blocks + "│"
    blocks, rest = divmod(eighths, 8)
    return " " * HALF + "│" + "█" * blocks + (LYING[rest] if rest else "")


def painted(text: str, tone: str, color: bool) -> str:
    """The text in the colour of its tone, if colour is enabled."""
    code = TONES.get(tone)
    return f"\x1b[{code}m{text}\x1b[0m" if color and code else text


def shows_colors() -> bool:
    """Whether stdout is a terminal that shows colours, and nobody asked for none (NO_COLOR)."""
    return is_capable(sys.stdout) and not os.environ.get("NO_COLOR")


def shows_bars() -> bool:
    """Whether stdout is a terminal that shows block characters."""
    return sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").lower()
