"""Figures of more points than can be seen: what is drawn, and that it is said."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis import thinning
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.cli import main
from warpmark_reports.figures.drift import drift
from warpmark_reports.figures.interval_width import interval_width
from warpmark_reports.page import points_file
from warpmark_reports.page.html_page import MAX_PAGE_BYTES, PageFigure, Section, render


def test_every_occupied_cell_keeps_a_mark_and_all_points_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinning, "MAX_MARKS", 100)
    draw = np.random.default_rng(1)
    x, y = draw.lognormal(5, 1, 5000), draw.lognormal(0, 1, 5000)
    x[7], y[7] = 1e9, 1e5  # an outlier, alone in its corner
    groups = pd.Series(["abb"[i % 3] for i in range(5000)])
    found = thinning.one_per_cell(x, y, groups)
    assert found["points"].sum() == 5000
    assert found["row"].is_unique
    assert int(found.loc[found["row"] == 7, "points"].iloc[0]) == 1
    assert len(found) < 2500

    def cells(rows: pd.Series[int]) -> set[tuple[int, int, str]]:
        parts = [
            np.minimum((np.log(v) - np.log(v).min()) / (np.ptp(np.log(v)) / n), n - 1).astype(int)
            for v, n in zip((x, y), thinning.GRID, strict=True)
        ]
        return {(int(parts[0][r]), int(parts[1][r]), str(groups[r])) for r in rows}

    assert cells(found["row"]) == cells(pd.Series(range(5000)))
    assert len(cells(found["row"])) == len(found)


def test_few_points_are_all_kept() -> None:
    values = np.ones(50)
    found = thinning.one_per_cell(values, values, pd.Series(["a"] * 50))
    assert found["row"].tolist() == list(range(50))


def test_a_series_keeps_its_extremes_and_ends() -> None:
    count = 5000
    table = pd.DataFrame({"at_s": np.arange(count) * 0.5, "a": np.sin(np.arange(count)), "b": 1.0})
    table.loc[1234, "a"], table.loc[4321, "b"] = 9.0, -9.0
    found = thinning.extremes(table, "at_s", ["a", "b"])
    assert {0, 1234, 4321, count - 1} <= set(found.index)
    assert len(found) <= 4 * thinning.SPANS + 2
    assert found["at_s"].is_monotonic_increasing
    short = table.head(2 * thinning.SPANS)
    assert len(thinning.extremes(short, "at_s", ["a", "b"])) == len(short)


@pytest.fixture
def view(tmp_path: Path) -> View:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(2**10, 2**20), blocks=(64, 256))
    references = [
        {"event": "reference", "at_s": float(i), "memory_ns": 7.0 + i % 3, "chain_ns": 9.0}
        for i in range(1000)
    ]
    lines[1:1] = references
    return views_of(load(sample_journal.write(tmp_path / "a.jsonl", lines)))[0]


def test_a_figure_of_many_points_says_what_is_drawn_and_counts_exactly(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    (full,) = interval_width(view.frame, view)
    assert full.sampled == ""
    monkeypatch.setattr(thinning, "MAX_MARKS", 10)
    monkeypatch.setattr(thinning, "GRID", (3, 3))
    (figure,) = interval_width(view.frame, view)
    assert len(figure.data) < len(full.data)
    assert figure.data["points"].sum() == len(full.data)
    widths = np.sort(full.data["half_width_percent"])
    middle, high = (float(widths[int(share * (len(widths) - 1))]) for share in (0.5, 0.95))
    assert f"half are at {middle:.3g} % or below, 95 of 100 at {high:.3g} %" in figure.sampled
    legend = figure.sheet.axes[0].get_legend()
    assert legend is not None
    labels = [text.get_text() for text in legend.get_texts()]
    assert sum(int(label.rpartition("(")[2][:-1]) for label in labels) == len(full.data)
    marks = [np.size(line.get_xdata()) for line in figure.sheet.axes[0].lines[: len(labels)]]
    assert sum(marks) == len(figure.data)


def test_a_long_drift_is_thinned_and_its_data_are_not(view: View) -> None:
    (figure,) = drift(view.frame, view)
    assert figure.sampled.endswith("the CSV has all")
    assert len(figure.data) == 1000
    drawn = np.asarray(figure.sheet.axes[0].lines[0].get_ydata(), dtype=float)
    assert len(drawn) < 500
    assert {*drawn.tolist()} <= {-12.5, 0.0, 12.5}  # over the median of all


def test_points_in_blocks_are_the_table(
    view: View, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = view.frame.assign(more=[0.1 + 0.2, *[np.inf] * (len(view.frame) - 1)])
    plain = points_file.write_points(frame, tmp_path / "plain").read_bytes()
    lists = frame.drop(columns="findings")
    expected = lists.to_csv(index=False, lineterminator="\n", float_format="%.10g")
    assert plain.decode() == expected
    monkeypatch.setattr(points_file, "MAX_PLAIN_ROWS", 5)
    path = points_file.write_points(frame, tmp_path / "packed")
    assert path.name == "points.csv.gz"
    assert gzip.decompress(path.read_bytes()) == plain
    assert path.read_bytes() == points_file.write_points(frame, tmp_path / "again").read_bytes()


@pytest.mark.usefixtures("view")
def test_a_page_says_what_was_sampled_and_drops_its_largest_drawings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinning, "MAX_MARKS", 10)
    path = tmp_path / "a.jsonl"
    assert main([str(path), "--only", "interval_width", "-o", str(tmp_path / "out")]) == 0
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert '<p class="note">Drawn: ' in page
    assert "Drawn: " in (tmp_path / "out/figures/interval_width.txt").read_text(encoding="utf-8")
    sizes = (1, 7, 2, 8)
    heavy = [PageFigure(f"f{n}", f"F{n}", "<svg>" + "x" * n * 10**6 + "</svg>", []) for n in sizes]
    section = Section("a", "A", "reduce", [], [""], [], [], [], [], heavy, [], [])
    made = render([section], [])
    assert len(made) < MAX_PAGE_BYTES
    assert [n for n in sizes if f"F{n}: left to its files" in made] == [8]
