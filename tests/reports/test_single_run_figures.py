"""Roofline, floors, spread of samples, drift and sensitivity: by value, with units."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import key_journals
import sample_journal
from drawn_sheets import texts_of, view_of
from warpmark_reports import load
from warpmark_reports.analysis import card_files
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.figures.drift import drift
from warpmark_reports.figures.interval_width import interval_width
from warpmark_reports.figures.roofline import roofline
from warpmark_reports.figures.roofline_section import roofline_section
from warpmark_reports.figures.sample_distribution import sample_distribution
from warpmark_reports.figures.sensitivity import sensitivity
from warpmark_reports.figures.time_by_size import time_by_size

Point = key_journals.Point


def copies(path: Path) -> View:
    points = [
        Point("plain", {"type": "f32", "n": n}, 5000.0 + n / 100, 8 * n) for n in (2**10, 2**24)
    ]
    return view_of(path, "copy", points)


def test_no_time_is_below_the_floor_of_bytes_and_launch(tmp_path: Path) -> None:
    view = copies(tmp_path)
    (figure,) = time_by_size(view.frame, view)
    floors = figure.data["floor_ns"].to_list()
    # 8 bytes per element at 4 TB/s; the journal has no launch floor.
    assert floors == pytest.approx([8 * 2**10 / 4.0e12 * 1e9, 8 * 2**24 / 4.0e12 * 1e9])
    assert "time of an execution (µs)" in texts_of(figure.sheet)


def several_intensities(view: View) -> tuple[pd.DataFrame, View]:
    """A second variant that does four times the operations on the same bytes."""
    other = view.frame.assign(variant="busy", ops=view.frame["ops"] * 4)
    frame = pd.concat([view.frame, other])
    return frame, replace(view, frame=frame)


def test_the_roofline_has_the_card_files_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {"float32_per_cycle": 4.0, "sm_clock_hz": 1.0e9, "l2_read_bytes_per_s": 9.0e12}
    constants = {name: {"value": value, "source": "measured"} for name, value in values.items()}
    older = {"measured_at": "2025-01-01", "constants": {"float32_per_cycle": {"value": 1.0}}}
    newest = {"measured_at": "2026-01-01", "constants": constants}
    card = {"name": "Sample Card", "multiprocessors": 100, "calibrations": [newest, older]}
    (tmp_path / "card.json").write_text(json.dumps(card))
    monkeypatch.setenv("WARPMARK_CARDS", str(tmp_path))
    card_files.constants.cache_clear()
    assert card_files.operations_per_s("Sample Card", "f32") == ("float32", 4.0 * 32 * 100 * 1e9)
    assert card_files.operations_per_s("Sample Card", "i32") is None
    view = copies(tmp_path)
    assert roofline(view.frame, view) == []  # all marks would be on one line
    (figure,) = roofline_section(view.frame, view)
    (more,) = roofline(*several_intensities(view))
    card_files.constants.cache_clear()
    (row,) = figure.data.to_dict("records")
    n = 2**24
    assert row["ops_per_byte"] == pytest.approx(1 / (8 * n))
    assert row["ops_per_s"] == pytest.approx(1 / (5000 + n / 100) * 1e9)
    assert row["l2_bytes_per_s"] == 9.0e12
    assert row["peak_bytes_per_s"] == pytest.approx(12.8e12 * 8 * n)
    assert row["bound_bytes_per_s"] == 4.0e12  # bandwidth, not arithmetic
    assert row["share_of_bound"] == pytest.approx(8 * n / (5000 + n / 100) * 1e9 / 4.0e12)
    assert "throughput (GB/s of compulsory bytes)" in texts_of(figure.sheet)
    assert "float32 12.8 Tops/s" in texts_of(more.sheet)
    assert "operations per second (1/s)" in texts_of(more.sheet)


def journal_with(path: Path, change: Any, more: list[dict[str, Any]]) -> View:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(2**20,), blocks=(256,))
    for line in lines[1:-1]:
        change(line)
    file = sample_journal.write(path / "a.jsonl", [*lines[:-1], *more, lines[-1]])
    return views_of(load(file))[0]


def test_samples_are_drawn_where_recorded_else_their_quantiles(tmp_path: Path) -> None:
    def record(line: dict[str, Any]) -> None:
        middle = line["times_ns"]["median"]
        line["times_ns"]["samples"] = [middle * 0.9, middle, middle * 1.3]
        line["warnings"] = ["bimodal"]

    view = journal_with(tmp_path, record, [])
    (figure,) = sample_distribution(view.frame, view)
    assert "ECDF of the samples" in texts_of(figure.sheet)
    assert "bimodal" in texts_of(figure.sheet)
    steps = [np.asarray(line.get_xydata(), dtype=float) for line in figure.sheet.axes[0].lines]
    expected = [[0.9, 1 / 3], [1.0, 2 / 3], [1.3, 1.0]]
    assert any(np.shape(step) == (3, 2) and np.allclose(step, expected) for step in steps)

    view = journal_with(tmp_path, lambda _: None, [])
    (figure,) = sample_distribution(view.frame, view)
    assert "not recorded" in texts_of(figure.sheet)
    assert figure.data["time_p95_ns"].notna().all()


SPREAD = {
    "min": 0.8, "p05": 0.9, "ci_lo": 0.95, "median": 1.0, "ci_hi": 1.1, "mean": 1.05, "p95": 1.3,
}  # fmt: skip


def spread(line: dict[str, Any]) -> None:
    """Gives the samples of a line quantiles of its own, as multiples of the median."""
    middle = line["times_ns"]["median"]
    line["times_ns"] |= {name: middle * factor for name, factor in SPREAD.items()}


def test_whiskers_box_and_marks_are_at_their_quantiles(tmp_path: Path) -> None:
    view = journal_with(tmp_path, spread, [])
    (figure,) = sample_distribution(view.frame, view)
    axes = figure.sheet.axes[0]
    drawn = [np.asarray(line.get_xdata(), dtype=float).ravel() for line in axes.lines]
    thin, thick, mean, middle = drawn[:4]
    assert thin == pytest.approx([SPREAD["min"], SPREAD["p95"]])
    assert thick == pytest.approx([SPREAD["p05"], SPREAD["p95"]])
    assert mean == pytest.approx([SPREAD["mean"]])
    assert middle == pytest.approx([1.0])
    box = axes.patches[0].get_extents().transformed(axes.transData.inverted())
    assert (box.x0, box.x1) == pytest.approx((SPREAD["ci_lo"], SPREAD["ci_hi"]))


def test_widths_are_half_of_the_interval_in_percent(tmp_path: Path) -> None:
    view = journal_with(tmp_path, spread, [])
    (figure,) = interval_width(view.frame, view)
    heights = [
        float(y)
        for line in figure.sheet.axes[0].lines
        for y in np.asarray(line.get_ydata(), dtype=float).ravel()
    ]
    requested = view.manifest["contract"]["precision"] * 100
    assert sorted(set(np.round(heights, 6))) == pytest.approx(sorted({requested, 7.5}))


def test_references_are_drawn_over_the_median(tmp_path: Path) -> None:
    references = [
        {
            "event": "reference", "at_s": float(i), "memory_ns": 100.0 + i, "chain_ns": 50.0,
            "clocks": {"sm_hz": 1.5e9}, "temperature_c": 40.0, "power_w": 100.0,
        }
        for i in range(5)
    ]  # fmt: skip
    view = journal_with(tmp_path, lambda _: None, references)
    (figure,) = drift(view.frame, view)
    assert figure.data["memory_ns"].to_list() == [100.0, 101.0, 102.0, 103.0, 104.0]
    first = np.asarray(figure.sheet.axes[0].lines[0].get_xydata(), dtype=float)[:, 1]
    assert list(first) == pytest.approx([(m / 102 - 1) * 100 for m in range(100, 105)])
    assert "clock (MHz)" in texts_of(figure.sheet)
    assert drift(view.frame, copies(tmp_path)) == []


def test_a_step_changes_one_axis_of_the_fastest_config(tmp_path: Path) -> None:
    times = {(64, 1): 100.0, (64, 2): 120.0, (256, 1): 150.0, (256, 2): 90.0, (512, 2): 99.0}
    points = [
        Point("plain", {"type": "f32", "n": 2**20}, ns, 8, {"block": block, "items": items})
        for (block, items), ns in times.items()
    ]
    view = view_of(tmp_path, "copy", points)
    (figure,) = sensitivity(view.frame, view)
    found = {(row.axis, row.value): row.ratio for row in figure.data.itertuples()}
    assert found == pytest.approx(
        {("block", "64"): 120 / 90, ("block", "512"): 99 / 90, ("items", "1"): 150 / 90}
    )
    assert "time over the fastest config's (×)" in texts_of(figure.sheet)
