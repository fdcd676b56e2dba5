"""One look for every figure: fonts, inks, and a colour, marker and dash for each variant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The page maps these inks to CSS variables, so a figure follows the reader's dark mode.
INK, MUTED, GRID, PAPER = "#1b1f24", "#5b636d", "#dfe3e8", "#ffffff"
ON_DARK_CELL, ON_LIGHT_CELL = "#fafafa", "#101010"

# Okabe and Ito's hues, darkened to keep 3:1 on white; then in between. Light paper, dark paper.
PALETTE: tuple[tuple[str, str], ...] = (
    ("#0067b1", "#5cb0f0"),
    ("#c8500a", "#f08a4b"),
    ("#007a5a", "#35b892"),
    ("#a8478f", "#e08fcb"),
    ("#8f6500", "#d8a531"),
    ("#3d434b", "#c3c9d1"),
    ("#1590a6", "#55cfe0"),
    ("#8c2233", "#e8788a"),
    ("#5f7010", "#a9bc4a"),
    ("#4a3fb0", "#a49bff"),
    ("#d1478c", "#f79bc6"),
    ("#6b4226", "#c99a78"),
)
DARK_INKS = {INK: "#e6e9ed", MUTED: "#a2abb5", GRID: "#343a42", PAPER: "#16191d"}
MARKERS = "os^DvPX<>*hp"
DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)))
BASELINE = "vendor_"  # begins the names of variants that call a library
BASELINE_MARKERS = "x+12"
BASELINE_DASH: Any = (0, (1.2, 1.2))
HEAT = "cividis"

TITLE, SUBTITLE, PANEL, LABEL, NOTE = 13.0, 9.5, 9.5, 8.5, 7.5

RC: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": LABEL,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": PANEL,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 3,
    "ytick.major.size": 3,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "warpmark",
}


@dataclass(frozen=True)
class LineStyle:
    """How one variant looks in every figure of a report."""

    color: str
    marker: str
    dash: Any


def line_styles(names: list[str]) -> dict[str, LineStyle]:
    """Styles in the order of the names: no two of 144 look alike, even without their dashes.

    A library's baseline is dotted in the colour of the text, to be compared with, not among.
    """
    own = [name for name in names if not name.startswith(BASELINE)]
    styles = {}
    for index, name in enumerate(name for name in names if name not in own):
        marker = BASELINE_MARKERS[index % len(BASELINE_MARKERS)]
        styles[name] = LineStyle(INK, marker, BASELINE_DASH)
    for index, name in enumerate(own):
        styles[name] = LineStyle(
            PALETTE[index % len(PALETTE)][0],
            MARKERS[(index + index // len(PALETTE)) % len(MARKERS)],
            DASHES[(index // 4) % len(DASHES)],
        )
    return styles
