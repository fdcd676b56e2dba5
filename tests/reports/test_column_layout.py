"""Rules of layout: the size to compare at, grey lines, letters at ends, scales, letters' sizes."""

from __future__ import annotations

import math
import re
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import QuadMesh

import key_journals
from drawn_sheets import texts_of, view_of
from warpmark_reports.analysis.comparison_size import comparison_of
from warpmark_reports.analysis.views import View
from warpmark_reports.base import processes
from warpmark_reports.figures.comparison.volcano import minus_log10_p
from warpmark_reports.figures.fraction_of_ceiling import fraction_of_ceiling
from warpmark_reports.figures.interval_width import interval_width
from warpmark_reports.figures.ladder import ladder
from warpmark_reports.figures.throughput_by_size import throughput_by_size
from warpmark_reports.page.hover import spots_of
from warpmark_reports.plot import style, text_size
from warpmark_reports.plot.emphasis import all_lines, foreground, line_looks, styles_of
from warpmark_reports.plot.medium import COLUMNS, SINGLE, Medium, drawn_for
from warpmark_reports.plot.text_size import elided, width_inches, wrapped

Point = key_journals.Point
MANY = [f"variant_{i:02}" for i in range(14)]
SIZES = (2**12, 2**16, 2**20)


def points_of(name: str, ns_per_element: float, sizes: tuple[int, ...] = SIZES) -> list[Point]:
    return [Point(name, {"type": "u32", "n": n}, 1000 + ns_per_element * n, 8 * n) for n in sizes]


def many(path: Path) -> View:
    """Fourteen variants, the third of which is always the fastest, and a library."""
    cost = {name: 0.01 * (i + 1) for i, name in enumerate(MANY)}
    cost["variant_02"] = 0.001
    points = [each for name in MANY for each in points_of(name, cost[name])]
    return view_of(path, "sort", points + points_of("vendor_sort", 0.002))


def early(path: Path) -> View:
    """Of four variants one stops at the first size."""
    return view_of(
        path,
        "sort",
        points_of("one_block", 0.1, SIZES[:1])
        + points_of("plain", 0.3)
        + points_of("quick", 0.1)
        + points_of("quicker", 0.05),
    )


def test_a_variant_that_stops_early_does_not_draw_the_others_to_its_size(tmp_path: Path) -> None:
    view = early(tmp_path)
    comparison = comparison_of(view.frame)
    assert comparison is not None
    assert (comparison.n, comparison.base) == (2**20, "plain")
    assert comparison.left_out == {"one_block": 2**12}
    (figure,) = ladder(view.frame, view)
    assert set(figure.data["n"]) == {2**20}
    assert set(figure.data["variant"]) == {"plain", "quick", "quicker"}
    words = texts_of(figure.sheet).replace("\n", " ")
    assert "at the largest n that at least half of the variants were measured at" in words
    assert "not measured at 2²⁰: one_block (to 2¹²)" in words


def test_speed_ups_are_over_the_known_plainest_variant_where_most_have_its_size(
    tmp_path: Path,
) -> None:
    points = points_of("serial_thread", 1.0, SIZES[:2])
    for name in ("strided", "shuffle_xor", "cluster"):
        points += points_of(name, 0.1)
    comparison = comparison_of(view_of(tmp_path, "reduce", points).frame)
    assert comparison is not None
    assert (comparison.n, comparison.base) == (2**16, "serial_thread")


def test_of_many_lines_winners_and_baselines_have_a_colour(tmp_path: Path) -> None:
    view = many(tmp_path)
    assert foreground(view) == ("variant_02", "vendor_sort", "variant_00")
    looks = line_looks(view, [*MANY, "vendor_sort"])
    grey = {name for name, look in looks.items() if look == style.GREY_LINE}
    assert grey == set(MANY) - {"variant_02", "variant_00"}
    with all_lines(True):
        assert line_looks(view, [*MANY, "vendor_sort"]) == styles_of(view)
    assert line_looks(view, MANY[:3]) == {name: styles_of(view)[name] for name in MANY[:3]}


def test_grey_lines_keep_their_names(tmp_path: Path) -> None:
    view = many(tmp_path)
    (figure,) = throughput_by_size(view.frame, view)
    assert all(name in texts_of(figure.sheet) for name in MANY)
    assert "grey: 12 others" in texts_of(figure.sheet).replace("\n", " ")
    figure.sheet.draw_without_rendering()
    assert {spot.name for spot in spots_of(figure.sheet, styles_of(view))[0]} >= set(MANY)


def test_a_line_that_ends_early_has_a_letter_instead_of_a_leader(tmp_path: Path) -> None:
    view = early(tmp_path)
    (figure,) = throughput_by_size(view.frame, view)
    (panel,) = figure.sheet.axes
    written = [text.get_text() for text in panel.texts]
    assert "one_block, to 2¹²" in written
    assert written.count("a") == 2  # at the line's end, and beside its name
    leaders = [line for line in panel.lines if line.get_transform() == panel.transAxes]
    assert len(leaders) == 3
    for leader in leaders:  # each begins at the end of a line, near the right edge
        assert np.asarray(leader.get_xdata(), dtype=float).min() > 0.9


def test_colours_end_at_the_highest_percentage_and_the_bar_says_so(tmp_path: Path) -> None:
    view = early(tmp_path)
    (figure,) = fraction_of_ceiling(view.frame, view)
    (mesh,) = [c for c in figure.sheet.axes[0].collections if isinstance(c, QuadMesh)]
    highest = float(figure.data["fraction_of_ceiling"].max())
    assert mesh.norm.vmax == pytest.approx(highest)
    assert f"colours to {highest * 100:.2g} %" in texts_of(figure.sheet)


def test_the_widest_interval_is_named_by_variant_and_size(tmp_path: Path) -> None:
    (figure,) = interval_width(early(tmp_path).frame, early(tmp_path))
    written = [text.get_text() for text in figure.sheet.axes[0].texts]
    assert any(re.fullmatch(r"\w+, n = 2[⁰¹²⁶]+", text) for text in written)
    assert not any("[" in text for text in written)


def test_p_values_too_small_for_a_float_are_told_apart() -> None:
    table = pd.DataFrame(
        {
            "ratio": [1.1, 0.8, 2.0, 0.5],
            "ratio_lo": [1.0, 0.79, 1.99, 0.4999],
            "ratio_hi": [1.2, 0.81, 2.01, 0.5001],
            "p_value": [0.05, 1e-20, 0.0, 0.0],
        }
    )
    found = minus_log10_p(table)
    assert list(found[:2]) == pytest.approx([-math.log10(0.05), 20.0])
    assert found[2] > 300
    assert found[3] > 10 * found[2]


@pytest.mark.parametrize("medium", COLUMNS.values(), ids=COLUMNS)
def test_letters_have_seven_to_eight_points_in_a_column(tmp_path: Path, medium: Medium) -> None:
    view = many(tmp_path)
    with matplotlib.rc_context(style.RC), drawn_for(medium):  # type: ignore[arg-type]
        (figure,) = throughput_by_size(view.frame, view)
        figure.sheet.finish()
        assert figure.sheet.get_size_inches()[0] == medium.width
        sizes = {
            float(text.get_fontsize())
            for text in figure.sheet.findobj(matplotlib.text.Text)
            if text.get_text()
        }
    assert min(sizes) >= 7
    assert max(sizes) <= 8


def test_texts_are_broken_and_shortened_to_a_width() -> None:
    text = "a_name_of_twenty_letters and more"
    assert wrapped(text, 9.0, 8) == text
    lines = wrapped(text, 0.8, 8).split("\n")
    assert [width_inches(line, 8) <= 0.8 for line in lines] == [True] * len(lines)
    assert lines[-1] == "and more"
    assert "…" in lines[0]
    assert elided("short", 1.0, SINGLE.label) == "short"


@pytest.mark.usefixtures("several_processes")
def test_processes_that_draw_open_fonts_of_their_own() -> None:
    assert width_inches("letters", 8) > 0
    assert text_size._font.cache_info().currsize > 0
    opened = processes.spread(lambda _: text_size._font.cache_info().currsize, 2)
    assert list(opened) == [0, 0]
