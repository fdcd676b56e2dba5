"""Lines are told apart without hues that some people do not see, and by more than colour."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from color_vision import VISIONS, contrast, difference, lab, linear, min_difference
from warpmark_reports.analysis.journal_comparison import FASTER, SAME, SLOWER, UNCLEAR
from warpmark_reports.plot import style

MIN_DIFFERENCE = 10.0  # CIEDE2000


def test_differences_are_those_of_the_published_pairs() -> None:
    # Pairs 1, 7, 17 and 25 of G. Sharma, W. Wu, E. N. Dalal, Color Res. Appl. 30 (2005).
    pairs = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    for one, two, expected in pairs:
        assert float(difference(np.array(one), np.array(two))) == pytest.approx(expected, abs=1e-4)


def test_red_and_green_come_near_for_the_colour_blind_alone() -> None:
    red, green = "#b03a2e", "#5f7010"
    far = float(difference(lab(linear(red)), lab(linear(green))))
    assert far > 30 > 15 > min_difference([red, green], "deuteranopia")[0]


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_any_two_colours_of_lines_are_apart(vision: str, dark: bool) -> None:
    colors = [pair[dark] for pair in style.PALETTE]
    colors.append(style.DARK_INKS[style.INK] if dark else style.INK)  # of a library's line
    distance, one, two = min_difference(colors, vision)
    assert distance >= MIN_DIFFERENCE, f"{one} and {two} are {distance:.1f} apart"


def test_lines_can_be_seen_on_their_paper() -> None:
    for light, dark in style.PALETTE:
        assert contrast(light, style.PAPER) >= 3
        assert contrast(dark, style.DARK_INKS[style.PAPER]) >= 3


def test_neighbours_differ_in_marker_too() -> None:
    names = [f"v{i}" for i in range(len(style.PALETTE))]
    for one, two in combinations(style.line_styles(names).values(), 2):
        assert one.marker != two.marker


def test_verdicts_differ_in_marker() -> None:
    from warpmark_reports.figures.comparison.ratio_forest import LOOKS

    assert len({LOOKS[name].marker for name in (FASTER, SLOWER, SAME, UNCLEAR)}) == 4
