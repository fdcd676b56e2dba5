"""Journals of any length: what a measurement may take, and what becomes of thousands of marks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from matplotlib.figure import Figure

import large_journal
from warpmark_reports import load
from warpmark_reports.journal.blocks import read_block
from warpmark_reports.journal.lines import read_blocks
from warpmark_reports.plot.image_export import to_svg
from warpmark_reports.plot.rasterization import MAX_MARKS

COUNT = 2000
# Functions called to read one line, in Python and C; studies/report_speed.py prints the time.
MAX_CALLS_PER_LINE = 800


def test_an_invented_journal_is_whole_and_the_same_twice(tmp_path: Path) -> None:
    path = large_journal.write(COUNT, tmp_path / "a.jsonl")
    assert path.read_bytes() == large_journal.write(COUNT, tmp_path / "b.jsonl").read_bytes()
    journal = load(path)
    assert len(journal.frame) == COUNT
    assert journal.warnings == []
    assert not journal.runs[0].cut_off
    assert len(journal.frame["family"].unique()) > 5
    assert len(journal.references) == COUNT // large_journal.REFERENCE_EVERY


def calls_of(work: Callable[[], object]) -> int:
    """How many functions the work calls: the same on every machine, however busy."""
    count = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_calls_per_line_are_few_and_do_not_grow(tmp_path: Path) -> None:
    per_line = []
    for count in (COUNT // 2, COUNT):
        path = large_journal.write(count, tmp_path / f"{count}.jsonl")
        lines = next(iter(read_blocks(path)))
        read_block(path, lines, [{}])  # what is set up once
        per_line.append(calls_of(lambda: read_block(path, lines, [{}])) / count)  # noqa: B023
    assert per_line[0] < MAX_CALLS_PER_LINE
    assert per_line[1] < 1.1 * per_line[0]


def test_equal_texts_of_a_journal_are_one_object(tmp_path: Path) -> None:
    frame = load(large_journal.write(COUNT, tmp_path / "a.jsonl")).frame
    for column in ("family", "variant", "config_text"):
        assert len({id(text) for text in frame[column]}) == frame[column].nunique()


def test_thousands_of_marks_become_a_picture() -> None:
    for count, picture in ((MAX_MARKS // 2, False), (2 * MAX_MARKS, True)):
        sheet = Figure()
        axes = sheet.add_subplot()
        axes.plot(range(count), range(count), "o")
        axes.plot([0, count], [0, count])
        svg = to_svg(sheet)
        assert ("<image" in svg) == picture
        assert (svg.count("<use") > count) != picture
