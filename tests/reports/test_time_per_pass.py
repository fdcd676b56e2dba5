"""The passes of a merge sort: their table by value, and what their figure says."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
import pytest

import key_journals
import sample_journal
from drawn_sheets import texts_of, view_of
from key_journals import Point
from warpmark_reports.analysis.metric import MEASURED
from warpmark_reports.analysis.passes import passes_of
from warpmark_reports.base import units
from warpmark_reports.cli import main
from warpmark_reports.figures.keys_per_second import keys_per_second
from warpmark_reports.figures.time_per_pass import time_per_pass
from warpmark_reports.plot import style
from warpmark_reports.plot.image_export import to_png, to_svg

N = 4096
BYTES = 2 * 4 * N


def a_pass(variant: str, run: int, ns: float, block: int = 64, **more: int | str) -> Point:
    problem = {"type": "u32", "n": N, "run": run, "ways": 2, "payload": "none", **more}
    return Point(variant, problem, ns, BYTES, {"block": block})


def test_a_pass_has_its_pairs_and_the_first_slow_one_is_marked(tmp_path: Path) -> None:
    points = [
        a_pass("serial", 4, 250.0),  # under half of the best, but before it
        a_pass("serial", 16, 100.0, block=256),
        a_pass("serial", 16, 130.0),
        a_pass("serial", 64, 200.0),  # half is not under half
        a_pass("serial", 256, 201.0),
        a_pass("serial", 2048, 900.0),
        a_pass("path", 4, 110.0),
        a_pass("path", 2048, 120.0),
        # None of these is a pass of two runs from 4 to n/2, on keys alone:
        a_pass("serial", 4096, 1.0),
        a_pass("serial", 2, 1.0),
        *(a_pass("serial", run, 1.0, ways=4) for run in (4, 8, 16, 32, 64, 128, 256)),
        a_pass("path", 16, 1.0, payload="u32"),
        a_pass("path", 16, 1.0, n=N // 2),
    ]
    table, held = passes_of(view_of(tmp_path, "merge", points).frame, MEASURED)
    assert held == "ways 2, payload none"
    assert len(table) == 7
    assert set(table["n"]) == {N}
    serial = table[table["variant"] == "serial"].set_index("run")
    assert serial["pairs"].to_dict() == {4: 512, 16: 128, 64: 32, 256: 8, 2048: 1}
    assert serial.loc[16, "config"] == "block=256"
    assert serial["time_median_ns"].tolist() == [250.0, 100.0, 200.0, 201.0, 900.0]
    assert serial["time_ci_hi_ns"].tolist() == pytest.approx([255.0, 102.0, 204.0, 205.02, 918.0])
    assert serial.loc[16, "throughput_bytes_per_s"] == pytest.approx(BYTES / 100e-9)
    assert serial["fraction_of_best"].tolist() == pytest.approx([0.4, 1, 0.5, 100 / 201, 1 / 9])
    assert serial.index[serial["first_under_half"]].tolist() == [256]
    assert not table.loc[table["variant"] == "path", "first_under_half"].any()


def test_a_last_pair_that_is_shorter_is_a_pair(tmp_path: Path) -> None:
    points = [a_pass("path", run, 100.0, n=4100) for run in (4, 1024, 2048)]
    table, _ = passes_of(view_of(tmp_path, "merge", points).frame, MEASURED)
    assert table["pairs"].tolist() == [513, 3, 2]


@pytest.mark.parametrize(("runs", "drawn"), [((16,), 0), ((16, 64), 0), ((16, 64, 256), 1)])
def test_passes_need_three_lengths_of_runs(
    tmp_path: Path, runs: tuple[int, ...], drawn: int
) -> None:
    points = [a_pass("path", run, 100.0) for run in runs]
    points += [a_pass("path", 1024, 100.0, n=n) for n in (2**16, 2**17, 2**18)]
    view = view_of(tmp_path, "merge", points)
    assert len(time_per_pass(view.frame, view)) == drawn


def test_journals_without_runs_or_times_have_no_passes(tmp_path: Path) -> None:
    view = view_of(tmp_path, "sort", key_journals.sort_points())
    assert time_per_pass(view.frame, view) == []
    view = view_of(tmp_path, "merge", key_journals.merge_points(2**12), "simt")
    assert view.metric is not None
    assert time_per_pass(view.frame, view) == []


def test_the_passes_say_what_they_show(tmp_path: Path) -> None:
    view = view_of(tmp_path, "merge", key_journals.merge_points(types=("u32", "u64")))
    (figure,) = time_per_pass(view.frame, view)
    shown = texts_of(figure.sheet)
    for part in (
        *("Sample Card", "2000-01-01", "0123456789", "bands: 95 % interval of the median"),
        *("n = 2²⁴", "time of a pass (µs)", "over time (GB/s)", "runs that the pass merges"),
        *("pairs of runs, n/(2·run)", "u32", "u64", "measured copy ceiling 4,000 GB/s"),
    ):
        assert part in shown, part
    assert len(figure.sheet.axes) == 4
    (marked,) = figure.data.index[figure.data["first_under_half"] & (figure.data["type"] == "u32")]
    run = units.size(figure.data.loc[marked, "run"])
    assert f"thread_serial_vec4, ½ at {run}" in shown
    assert f"thread_serial_vec4 u32 at runs of {run}" in figure.alt
    serial = figure.data[figure.data["variant"] == "thread_serial_vec4"].query("type == 'u32'")
    columns = {"time_median_ns": 1e-3, "throughput_bytes_per_s": 1e-9}
    for axes, (column, scale) in zip(figure.sheet.axes, columns.items(), strict=False):
        y = np.asarray(axes.lines[0].get_ydata(), dtype=float)
        assert y.tolist() == pytest.approx((serial[column] * scale).tolist())
    for axes in figure.sheet.axes:
        rings = [line for line in axes.lines if line.get_markersize() == 10]
        at = [float(x) for ring in rings for x in np.asarray(ring.get_xdata())]
        assert at == [figure.data.loc[marked, "run"]]


@pytest.mark.parametrize(("samples", "bands"), [(1, 0), (40, 1)])
def test_single_samples_have_no_bands(tmp_path: Path, samples: int, bands: int) -> None:
    points = [a_pass("path", run, 100.0)._replace(samples=samples) for run in (16, 64, 256)]
    view = view_of(tmp_path, "merge", points)
    (figure,) = time_per_pass(view.frame, view)
    assert [len(axes.collections) for axes in figure.sheet.axes] == [bands, bands]


def test_the_upper_ticks_are_pairs(tmp_path: Path) -> None:
    view = view_of(tmp_path, "merge", key_journals.merge_points())
    (figure,) = time_per_pass(view.frame, view)
    above = figure.sheet.axes[0]
    (top,) = above.child_axes
    figure.sheet.canvas.draw()
    labels = [label.get_text() for label in top.get_xticklabels()]
    assert labels == [units.size(2**power) for power in range(21, -1, -1)]
    assert list(top.get_xticks()) == [2**power for power in range(2, 24)]
    below = [label.get_text() for label in figure.sheet.axes[1].get_xticklabels()]
    assert below[0] == "4"
    assert below[-1] == "2²³"


def test_a_report_of_times_and_counts_has_passes_of_times_alone(tmp_path: Path) -> None:
    paths = []
    for backend in ("cuda", "simt"):
        lines = key_journals.journal("merge", key_journals.merge_points(2**12), backend)
        paths.append(str(sample_journal.write(tmp_path / f"{backend}.jsonl", lines)))
    only = ["--only", "*time_per_pass*"]
    assert main([*paths, *only, "-o", str(tmp_path / "out")]) == 0
    name = "1_merge_cuda_time_per_pass"
    drawn = sorted((tmp_path / "out/figures").glob("*time_per_pass*"))
    endings = ("csv", "svg", "txt")
    assert [path.name for path in drawn] == [f"{name}.{ending}" for ending in endings]
    assert "pairs" in drawn[0].read_text().splitlines()[0].split(",")
    page = (tmp_path / "out/index.html").read_text()
    assert f'id="figure-{name}"' in page
    assert "First under half of its best bandwidth: thread_serial_vec4 u32" in page


def test_the_same_journal_gives_the_same_bytes(tmp_path: Path) -> None:
    for draw, family in ((time_per_pass, "merge"), (keys_per_second, "sort")):
        view = view_of(tmp_path, family, key_journals.POINTS[family]())
        with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
            one, two = (draw(view.frame, view)[0] for _ in range(2))
            assert to_svg(one.sheet) == to_svg(two.sheet)
            assert to_png(one.sheet) == to_png(two.sheet)
        assert one.data.equals(two.data)
