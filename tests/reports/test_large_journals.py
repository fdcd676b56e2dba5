"""Journals of any length: what a measurement may take, and what becomes of thousands of marks."""

from __future__ import annotations

import time
from pathlib import Path

from matplotlib.figure import Figure

import large_journal
from warpmark_reports import load
from warpmark_reports.blocks import read_block
from warpmark_reports.draw import to_svg
from warpmark_reports.lines import read_blocks
from warpmark_reports.many_marks import MOST_MARKS

COUNT = 2000
# A million in 300 s by two processes, half of it for reading; a usual machine takes 0.09 ms.
MOST_SECONDS_A_LINE = 0.3e-3


def test_an_invented_journal_is_whole_and_the_same_twice(tmp_path: Path) -> None:
    path = large_journal.write(COUNT, tmp_path / "a.jsonl")
    assert path.read_bytes() == large_journal.write(COUNT, tmp_path / "b.jsonl").read_bytes()
    journal = load(path)
    assert len(journal.frame) == COUNT
    assert journal.warnings == []
    assert not journal.runs[0].cut_off
    assert len(journal.frame["family"].unique()) > 5
    assert len(journal.references) == COUNT // large_journal.REFERENCE_EVERY


def test_a_line_is_read_within_its_time(tmp_path: Path) -> None:
    path = large_journal.write(COUNT, tmp_path / "a.jsonl")
    lines = next(iter(read_blocks(path)))
    spent = []
    for _ in range(2):  # whatever else runs here, once it is quick
        start = time.process_time()
        block = read_block(path, lines, {})
        spent.append(time.process_time() - start)
    assert len(block.measured) == COUNT
    assert min(spent) / COUNT < MOST_SECONDS_A_LINE


def test_equal_texts_of_a_journal_are_one_object(tmp_path: Path) -> None:
    frame = load(large_journal.write(COUNT, tmp_path / "a.jsonl")).frame
    for column in ("family", "variant", "config_text"):
        assert len({id(text) for text in frame[column]}) == frame[column].nunique()


def test_thousands_of_marks_become_a_picture() -> None:
    for count, picture in ((MOST_MARKS // 2, False), (2 * MOST_MARKS, True)):
        sheet = Figure()
        axes = sheet.add_subplot()
        axes.plot(range(count), range(count), "o")
        axes.plot([0, count], [0, count])
        svg = to_svg(sheet)
        assert ("<image" in svg) == picture
        assert (svg.count("<use") > count) != picture
