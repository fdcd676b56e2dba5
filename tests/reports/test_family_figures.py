"""The figures that compare a family's variants: conflicts, work and depth, winners, latency."""

from __future__ import annotations

import copy
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis import choose, phases
from warpmark_reports.analysis.metric import MEASURED, usable
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.analysis.winners import winners_of
from warpmark_reports.cli import main
from warpmark_reports.figures.bank_conflicts import bank_conflicts
from warpmark_reports.figures.best_by_size import best_by_size
from warpmark_reports.figures.ladder import ladder
from warpmark_reports.figures.small_n_latency import contenders, small_n_latency
from warpmark_reports.figures.work_against_depth import work_against_depth

SIZES = (2**10, 2**16, 2**20)
Line = sample_journal.Line


def view_of(path: Path, lines: list[Line]) -> View:
    return views_of(load(sample_journal.write(path / "journal.jsonl", lines)))[0]


def texts_of(figure: Any) -> str:
    return "\n".join(text.get_text() for text in figure.sheet.texts)


def a_tree(degrees: list[int]) -> list[dict[str, Any]]:
    """Launches of one block whose steps load one word per warp, this many wavefronts each."""
    steps = [
        {
            "shared_load_requests": 1,
            "shared_load_ideal_wavefronts": 1,
            "shared_load_wavefronts": degree,
            "shared_worst_degree": degree,
        }
        for degree in degrees
    ]
    last = {"global_store_requests": 1}
    return [{"kernel": "small", "phases": [last]}, {"kernel": "tree", "phases": [*steps, last]}]


def with_phases(lines: list[Line]) -> list[Line]:
    """Two trees, one of which has an axis `pad`, at two blocks; all else without phases."""
    result = [lines[0]]
    for line in lines[1:-1]:
        result.append(line)
        if line["variant"] == "tree_sequential":
            line["phases"] = a_tree([1] * 6)
        if line["variant"] == "shuffle_xor":
            line["phases"] = a_tree([1] * 3)  # no tree: it gets no line
        if line["variant"] == "tree_interleaved_compact":
            line["config"]["pad"] = 0
            line["phases"] = a_tree(
                [2, 4, 4, 2, 1, 1] if line["config"]["block"] == 256 else [9] * 6
            )
            padded = copy.deepcopy(line)
            padded["config"]["pad"] = 1
            padded.update(key=line["key"][:-1] + ",pad=1]", is_base=False)
            padded["phases"] = a_tree([1] * 6)
            result.append(padded)
    result[0]["planned_points"] = len(result) - 1
    return [*result, lines[-1]]


def counted(tmp_path: Path) -> View:
    lines = sample_journal.lines("simt", types=("i32",), sizes=SIZES, blocks=(64, 256))
    return view_of(tmp_path, with_phases(lines))


def test_steps_are_those_of_the_launch_with_most_wavefronts() -> None:
    steps = phases.steps_of(a_tree([2, 4]))
    assert list(steps["wavefronts"]) == [2, 4, 0]
    assert list(steps["worst_degree"])[:2] == [2, 4]
    assert math.isnan(steps["worst_degree"].iloc[2])
    assert phases.steps_of(float("nan")).empty


def test_a_line_for_each_padding_at_the_largest_block(tmp_path: Path) -> None:
    frame = counted(tmp_path).frame
    rows = frame[frame["phases"].notna() & (frame["problem_n"] == 2**20)]
    lines = phases.lines_of(rows, 256)
    assert [(line.label, line.padded) for line in lines] == [
        ("tree_interleaved_compact pad=0", 0),
        ("tree_interleaved_compact pad=1", 1),
        ("tree_sequential", 0),
    ]
    assert list(lines[0].steps["worst_degree"])[:6] == [2, 4, 4, 2, 1, 1]
    first, second = phases.merged(lines)
    assert first.label == "tree_interleaved_compact pad=0"
    assert second.label == "tree_interleaved_compact pad=1\n= tree_sequential"


def test_conflicts_are_drawn_where_there_are_phases(tmp_path: Path) -> None:
    view = counted(tmp_path)
    (figure,) = bank_conflicts(view.frame, view)
    bare = figure.data[figure.data["line"] == "tree_interleaved_compact pad=0"]
    assert list(bare["wavefronts"]) == [2, 4, 4, 2, 1, 1, 0]
    shown = texts_of(figure)
    for part in ("block 256", "2²⁰", "counted on simt", "Sample Card", "2000-01-01", "0123456789"):
        assert part in shown
    assert bank_conflicts(view.frame.drop(columns="phases"), view) == []


def test_work_and_depth_are_counts(tmp_path: Path) -> None:
    view = counted(tmp_path)
    (figure,) = work_against_depth(view.frame, view)
    table = figure.data.set_index("variant")
    row = view.frame[
        (view.frame["variant"] == "shuffle_xor")
        & (view.frame["problem_n"] == 2**20)
        & (view.frame["config_block"] == 256)
    ].iloc[0]
    assert table.loc["shuffle_xor", "depth"] == 140
    expected = row["counter_thread_instructions"] / 2**20
    assert table.loc["shuffle_xor", "work_per_element"] == pytest.approx(expected)
    assert table["depth"].idxmax() == "serial_thread"
    assert "waits for another" in texts_of(figure)


def timed_rows(times: dict[tuple[str, int], tuple[float, float, float]]) -> pd.DataFrame:
    """Rows of `variant, n: (median, lo, hi)` in ns, 4 bytes per element."""
    rows = [
        {
            "variant": variant,
            "problem_n": n,
            "config_text": f"for {n}",
            "time_median_ns": median,
            "time_ci_lo_ns": lo,
            "time_ci_hi_ns": hi,
            "throughput_bytes_per_s": 4 * n / median * 1e9,
            "throughput_ci_lo_bytes_per_s": 4 * n / hi * 1e9,
            "throughput_ci_hi_bytes_per_s": 4 * n / lo * 1e9,
        }
        for (variant, n), (median, lo, hi) in times.items()
    ]
    return pd.DataFrame(rows)


def test_winners_against_the_library() -> None:
    table = winners_of(
        timed_rows(
            {
                ("a", 16): (100.0, 90.0, 110.0),
                ("b", 16): (105.0, 102.0, 120.0),
                ("c", 16): (130.0, 125.0, 140.0),
                ("vendor_cub", 16): (50.0, 45.0, 55.0),
                ("a", 32): (200.0, 190.0, 210.0),
                ("b", 32): (150.0, 140.0, 160.0),
            }
        ),
        MEASURED,
    )
    assert list(table["variant"]) == ["a", "b"]  # the library itself is no winner
    assert list(table["tied"]) == ["b", ""]
    assert table.loc[0, "ratio"] == pytest.approx(0.5)
    assert table.loc[0, "ratio_lo"] == pytest.approx(45 / 110)
    assert table.loc[0, "ratio_hi"] == pytest.approx(55 / 90)
    assert table["ratio"].isna().tolist() == [False, True]


def test_winners_against_the_faster_of_two_libraries() -> None:
    table = winners_of(
        timed_rows(
            {
                ("a", 16): (100.0, 90.0, 110.0),
                ("vendor_cub_merge", 16): (50.0, 45.0, 55.0),
                ("vendor_cub_radix", 16): (40.0, 36.0, 44.0),
                ("a", 32): (100.0, 90.0, 110.0),
                ("vendor_cub_merge", 32): (150.0, 145.0, 155.0),
                ("vendor_cub_radix", 32): (160.0, 155.0, 165.0),
            }
        ),
        MEASURED,
    )
    assert list(table["variant"]) == ["a", "a"]  # neither library wins, not even over the other
    assert table["ratio"].tolist() == pytest.approx([0.4, 1.5])


def test_only_variants_near_the_fastest_are_contenders() -> None:
    rows = timed_rows(
        {
            ("fast", 16): (10.0, 9.0, 11.0),
            ("fast", 32): (10.0, 9.0, 11.0),
            ("grows", 16): (20.0, 19.0, 21.0),
            ("grows", 32): (101.0, 99.0, 105.0),
            ("slow", 16): (40.0, 39.0, 41.0),
            ("slow", 32): (40.0, 39.0, 41.0),
            ("vendor_cub", 16): (50.0, 49.0, 51.0),
        }
    )
    left = contenders(rows, MEASURED)
    pairs = set(zip(left["variant"], left["problem_n"], strict=True))
    assert pairs == {("fast", 16), ("fast", 32), ("grows", 16), ("vendor_cub", 16)}


def with_library(lines: list[Line]) -> list[Line]:
    """Twice as fast as shuffle_xor, first in the journal."""
    added = []
    for line in lines[1:-1]:
        if line["variant"] == "shuffle_xor" and line["config"]["block"] == 256:
            library = copy.deepcopy(line)
            library.update(variant="vendor_cub", key=line["key"].replace("shuffle_xor", "cub"))
            library.update(config={}, level=22)
            for key in ("median", "ci_lo", "ci_hi"):
                library["times_ns"][key] /= 2
            added.append(library)
    lines[0]["planned_points"] += len(added)
    return [lines[0], *added, *lines[1:]]


def timed(tmp_path: Path) -> View:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=SIZES, blocks=(64, 256))
    return view_of(tmp_path, with_library(lines))


def test_timed_figures_name_card_date_commit_and_bars(tmp_path: Path) -> None:
    view = timed(tmp_path)
    for draw in (best_by_size, small_n_latency, ladder):
        (figure,) = draw(view.frame, view)
        shown = texts_of(figure)
        for part in ("Sample Card", "2000-01-01", "0123456789", "95 % interval of the median"):
            assert part in shown, (figure.name, part)
        assert max(len(line) for line in shown.splitlines()) <= 160
    (figure,) = small_n_latency(view.frame, view)
    assert set(figure.data["launch_floor_ns"]) == {3000.0}
    lines = figure.sheet.axes[0].lines
    shown_us = [float(y) for line in lines for y in np.asarray(line.get_ydata()).ravel()]
    assert figure.data["time_median_ns"].iloc[0] / 1000 == pytest.approx(shown_us[0])
    (figure,) = best_by_size(view.frame, view)
    assert figure.data["ratio"].between(0.2, 1.0).all()


def test_rungs_are_in_order_and_the_library_last(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=SIZES, blocks=(256,))
    shuffled = with_library([lines[0], *reversed(lines[1:-1]), lines[-1]])
    view = view_of(tmp_path, shuffled)
    assert choose.variants(view.frame) == [*sample_journal.VARIANTS, "vendor_cub"]
    assert choose.libraries(view.frame) == ["vendor_cub"]
    for line in shuffled:
        line.pop("level", None)
    by_name = choose.variants(view_of(tmp_path, shuffled).frame)
    assert by_name == [*sorted(sample_journal.VARIANTS), "vendor_cub"]


def test_a_naive_variant_without_interval_does_not_empty_the_ladder(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=SIZES, blocks=(256,))
    for line in lines[1:-1]:
        if line["variant"] == "serial_thread":
            line["times_ns"].update(n=1)
    view = view_of(tmp_path, lines)
    (figure,) = ladder(view.frame, view)
    axes = figure.sheet.axes[0]
    assert axes.get_xlim()[1] > figure.data["ratio"].max() > 2


def test_a_whole_report_has_them(tmp_path: Path) -> None:
    for backend, lines, names in (
        ("cuda", with_library, ("best_by_size", "small_n_latency")),
        ("simt", with_phases, ("bank_conflicts", "work_against_depth")),
    ):
        whole = sample_journal.lines(backend, types=("i32",), sizes=SIZES, blocks=(64, 256))
        path = sample_journal.write(tmp_path / f"{backend}.jsonl", lines(whole))
        only = [word for name in names for word in ("--only", name)]
        assert main([str(path), *only, "-o", str(tmp_path / backend)]) == 0
        for name in names:
            assert (tmp_path / backend / f"figures/{name}.svg").stat().st_size > 10_000
        assert "phases" not in (tmp_path / backend / "tables/points.csv").read_text().split("\n")[0]
    frame = load(tmp_path / "cuda.jsonl").frame
    assert not usable(frame, MEASURED).empty
