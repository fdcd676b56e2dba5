from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis import choose
from warpmark_reports.analysis.comparison_size import comparison_of
from warpmark_reports.analysis.metric import MEASURED, usable
from warpmark_reports.base import units
from warpmark_reports.figures.block_heatmap import shares_of_best
from warpmark_reports.figures.ladder import levels_of_ladder
from warpmark_reports.plot import style
from warpmark_reports.plot.bands import Band, draw_line
from warpmark_reports.plot.direct_labels import spread
from warpmark_reports.plot.figure_layout import Grid, sheet
from warpmark_reports.plot.style import line_styles


def test_numbers_read_well() -> None:
    assert units.size(2**20) == "2²⁰"
    assert units.size(1000) == "1\u2009000"
    assert units.digits(1234.0) == "1234"
    assert units.percent(0.873) == "87\u202f%"
    assert units.duration(12_345.0) == "12.3\u202fµs"
    assert units.duration(999.0) == "999\u202fns"
    assert units.duration(2_000.0) == "2.00\u202fµs"
    assert units.duration(3e9) == "3.00\u202fs"
    assert units.si(3) == "3"


def test_labels_keep_their_distance_and_order() -> None:
    placed = spread([0.0, 0.0, 1.0, 99.0], 10.0, 0.0, 100.0)
    assert all(b - a >= 10.0 for a, b in pairwise(placed))
    assert placed[-1] <= 100.0


def test_a_band_reaches_from_end_to_end_of_its_intervals_in_its_unit() -> None:
    line = pd.DataFrame({"n": [1, 2], "v": [10.0, 20.0], "lo": [9.0, 18.0], "hi": [12.0, 25.0]})
    axes = Figure().add_subplot()
    look = style.LineStyle("#000000", "o", "solid")
    draw_line(axes, line, "n", Band("v", "lo", "hi", 0.1), look, "name")
    assert np.asarray(axes.lines[0].get_ydata(), dtype=float) == pytest.approx([1.0, 2.0])
    places = np.asarray(axes.collections[0].get_paths()[0].vertices)
    ends = {
        x: (places[places[:, 0] == x, 1].min(), places[places[:, 0] == x, 1].max()) for x in (1, 2)
    }
    assert ends == {1: pytest.approx((0.9, 1.2)), 2: pytest.approx((1.8, 2.5))}


def test_no_two_variants_look_alike() -> None:
    looks = line_styles([f"v{i}" for i in range(24)]).values()
    assert len({(look.color, look.marker, str(look.dash)) for look in looks}) == 24
    assert len({(look.color, look.marker) for look in looks}) == 24  # in a scatter


def test_long_texts_take_more_lines_and_a_taller_sheet() -> None:
    grid = Grid(1, 1, 2.0)
    short, (panel,) = sheet(grid, "title", "subtitle", "one\ntwo")
    long, (pushed,) = sheet(grid, "title", "many words " * 20, "one\ntwo\nthree")
    assert max(len(text.get_text()) for text in long.texts) <= 118
    assert long.get_size_inches()[1] > short.get_size_inches()[1]
    for figure, axes in ((short, panel), (long, pushed)):
        assert axes.get_position().height * figure.get_size_inches()[1] == pytest.approx(2.0)


def test_ladder_and_shares_match_a_direct_computation(tmp_path: Path) -> None:
    path = sample_journal.write(tmp_path / "a.jsonl", sample_journal.lines("cuda", types=("i32",)))
    frame = usable(load(path).frame, MEASURED)
    best = choose.best_configs(frame, MEASURED)
    comparison = comparison_of(best)
    assert comparison is not None
    assert comparison.base == "serial_thread"
    table = levels_of_ladder(best, MEASURED, comparison).set_index("variant")
    assert set(table["n"]) == {2**24}  # serial_thread is skipped above
    at = frame[frame["problem_n"] == 2**24].groupby("variant")["time_median_ns"].min()
    expected = at["serial_thread"] / at["shuffle_xor"]
    assert table.loc["shuffle_xor", "ratio"] == pytest.approx(expected)
    shares = shares_of_best(frame, MEASURED)
    assert (shares.groupby(["variant", "n"])["share"].max() == 1.0).all()
