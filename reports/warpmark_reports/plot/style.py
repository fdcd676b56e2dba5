"""The common style of figures: fonts, inks, and a colour, marker and dash for each variant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..analysis.choose import is_library
from . import medium

# The page maps these inks to CSS variables, so a figure follows the reader's dark mode.
INK, MUTED, GRID, PAPER = "#1b1f24", "#5b636d", "#dfe3e8", "#ffffff"
ON_DARK_CELL, ON_LIGHT_CELL = "#fafafa", "#101010"

# Any two, and any and the ink of the text, are 10 or more apart by CIEDE2000, for normal vision and
# for people who lack a kind of cone; 3:1 or more on white, 4:1 on dark. Light paper, dark paper.
PALETTE: tuple[tuple[str, str], ...] = (
    ("#1770db", "#0084ff"),
    ("#a74400", "#ae6c26"),
    ("#007763", "#04af8f"),
    ("#9c498b", "#f93fb3"),
    ("#a88231", "#c29700"),
    ("#36424a", "#efe4d2"),
    ("#009db6", "#70d9ed"),
    ("#7d0013", "#ff8aa6"),
    ("#597442", "#b9d63b"),
    ("#0b28ce", "#9f9fe6"),
    ("#c55a85", "#ff006f"),
    ("#66483f", "#eab98d"),
)
DARK_INKS = {INK: "#e6e9ed", MUTED: "#a2abb5", GRID: "#343a42", PAPER: "#16191d"}
MARKERS = "os^DvPX<>*hp"
DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)))
BASELINE_MARKERS = "x+12"
BASELINE_DASH: Any = (0, (1.2, 1.2))
HEAT = "cividis"
DIVERGING = "PuOr_r"  # faster is purple, slower orange: told apart without red and green

TITLE, SUBTITLE = 13.0, 9.5  # above the panels, only on screens

RC: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": medium.SCREEN.label,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": medium.SCREEN.panel,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titley": 1.0,  # no ticks are above panels: to look for them takes long
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
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "warpmark",
}


def label() -> float:
    """The size in points of names and ticks, on the medium that is drawn for."""
    return medium.current().label


def note() -> float:
    """The size in points of what is written inside panels."""
    return medium.current().note


def mark() -> float:
    """The size in points of a line's marks."""
    return 4.0 * medium.current().scale


@dataclass(frozen=True)
class LineStyle:
    """How one variant looks in every figure of a report."""

    color: str
    marker: str
    dash: Any


# The style of context lines, thin and without marks.
GREY_LINE = LineStyle(MUTED, "", "solid")


def line_styles(names: list[str]) -> dict[str, LineStyle]:
    """Styles in the order of the names: no two of 144 look alike, even without their dashes.

    A library's baseline is dotted in the colour of the text, to be compared with, not among.
    """
    own = [name for name in names if not is_library(name)]
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
