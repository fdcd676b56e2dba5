"""Figures for columns of papers: width, fonts, captions, and the same bytes each time."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import matplotlib
import pytest
from matplotlib.figure import Figure as Drawing

import key_journals
import sample_journal
from drawn_sheets import view_of
from warpmark_reports.analysis.views import View
from warpmark_reports.cli import main
from warpmark_reports.figures import Figure
from warpmark_reports.figures.throughput_by_size import throughput_by_size
from warpmark_reports.plot import style
from warpmark_reports.plot.image_export import to_pdf, to_svg
from warpmark_reports.plot.medium import COLUMNS, SCREEN, Medium, drawn_for

POINTS = 72


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    return view_of(tmp_path_factory.mktemp("paper"), "sort", key_journals.sort_points())


def drawn(view: View, medium: Medium) -> Figure:
    with matplotlib.rc_context(style.RC), drawn_for(medium):  # type: ignore[arg-type]
        (figure,) = throughput_by_size(view.frame, view)
    return figure


def pdf_of(sheet: Drawing) -> bytes:
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        return to_pdf(sheet)


def streams(pdf: bytes) -> bytes:
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    texts = []
    for stream in found:
        try:
            texts.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(texts)


@pytest.mark.parametrize("medium", COLUMNS.values(), ids=COLUMNS)
def test_a_figure_is_as_wide_as_its_column(view: View, medium: Medium) -> None:
    figure = drawn(view, medium)
    pdf = pdf_of(figure.sheet)
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", pdf)
    assert box is not None
    assert float(box[1]) == pytest.approx(medium.width * POINTS, abs=0.01)
    svg = to_svg(figure.sheet)
    width = re.search(r'<svg [^>]*width="([\d.]+)pt"', svg)
    assert width is not None
    assert float(width[1]) == pytest.approx(medium.width * POINTS, abs=0.01)
    # Text has the size in print that it was laid out at.
    sizes = [float(size) for size in re.findall(rb"/F\d+ ([\d.]+) Tf", streams(pdf))]
    assert sizes
    assert min(sizes) >= 7
    assert max(sizes) <= 8
    assert re.search(rb"(?!1 0 0 1)[\d.]+ 0 0 [\d.]+ -?[\d.]+ -?[\d.]+ cm", streams(pdf)) is None


def test_fonts_are_embedded_as_true_type_and_bytes_repeat(view: View) -> None:
    sheet = drawn(view, SCREEN).sheet
    first, second = (pdf_of(sheet) for _ in range(2))
    assert first == second
    assert b"/FontFile2" in first
    assert b"/Type3" not in first
    assert b"/CreationDate" not in first


def test_titles_go_to_the_caption_and_names_below_a_narrow_panel(view: View) -> None:
    screen, single = drawn(view, SCREEN), drawn(view, COLUMNS["single"])
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        assert screen.title in to_svg(screen.sheet)
        narrow = to_svg(single.sheet)
    assert single.title not in narrow
    for name in ("merge_sort", "onesweep", "vendor_cub_radix"):
        assert f">{name}</text>" in narrow
    assert len(single.sheet.legends) == 1
    assert single.data.equals(screen.data)


def test_a_report_for_a_column_has_captions_with_commands(tmp_path: Path) -> None:
    path = tmp_path / "sorts.jsonl"
    lines = key_journals.journal("sort", key_journals.sort_points())
    sample_journal.write(path, lines)
    words = [str(path), "-o", str(tmp_path / "out"), "--only", "ladder", "--column", "single"]
    assert main(words) == 0
    out = tmp_path / "out"
    names = {str(f.relative_to(out)) for f in out.rglob("*") if "ladder" in f.name}
    screen = {f"figures/ladder.{ending}" for ending in ("svg", "csv", "txt")}
    assert names == screen | {"single_column/ladder.pdf", "single_column/ladder.txt"}
    caption = (out / "single_column/ladder.txt").read_text().splitlines()
    assert caption[0].startswith("sort: speed-up over merge_sort. ")
    assert "Sample Card" in caption[0]
    assert caption[1] == "Data: ../figures/ladder.csv"
    command = "warpmark report sorts.jsonl --only ladder --column single"
    assert caption[2] == f"Drawn by: {command}"
    assert not any(str(tmp_path) in line for line in caption)


def test_a_caption_names_the_formats_that_were_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "sorts.jsonl"
    lines = key_journals.journal("sort", key_journals.sort_points())
    sample_journal.write(path, lines)
    words = [str(path), "-o", str(tmp_path / "out"), "--only", "ladder", "--format", "png"]
    assert main(words) == 0
    caption = (tmp_path / "out/figures/ladder.txt").read_text().splitlines()
    assert caption[2].endswith("sorts.jsonl --only ladder --format png")
