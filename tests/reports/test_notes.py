"""Notes are no warnings, whether a journal has them apart or, as older ones, among the warnings."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd

import key_journals
import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis import point_warnings
from warpmark_reports.export.points_table import points_table

SOURCE = Path(__file__).parents[2]
FRAME = pd.DataFrame(
    {
        "key": ["old", "new", "both", "none"],
        "warnings": [["bimodal", "near_launch_floor"], [], ["not_precise"], None],
        "notes": [None, ["near_launch_floor"], ["near_launch_floor"], None],
    }
)


def test_counts_are_of_warnings_alone() -> None:
    assert point_warnings.counted(FRAME) == {"bimodal": 1, "not_precise": 1}
    assert [bool(names) for names in point_warnings.of_rows(FRAME)] == [True, False, True, False]


def test_marks_of_points_have_both() -> None:
    assert point_warnings.by_key(FRAME) == {
        "old": "bimodal, near launch floor",
        "new": "near launch floor",
        "both": "not precise, near launch floor",
    }


def test_an_export_has_notes_as_lists(tmp_path: Path) -> None:
    point = key_journals.Point("quick", {"type": "u32", "n": 4096}, 1000.0, 32768)
    lines = key_journals.journal("copy", [point])
    lines[1]["notes"] = ["near_launch_floor"]
    lines[1]["ecc_errors"] = {"corrected": 3, "uncorrected": 0}
    table = points_table(load(sample_journal.write(tmp_path / "a.jsonl", lines)))
    assert table["notes"].tolist() == [["near_launch_floor"]]
    assert table["ecc_errors_corrected"].tolist() == [3]


def test_every_warning_and_note_of_the_program_has_a_meaning_and_a_row() -> None:
    header = (SOURCE / "bench" / "core" / "warning.hpp").read_text()
    names = set(re.findall(r'"([a-z_]+)"', header.split("names[] = {")[1].split("}")[0]))
    assert names == set(point_warnings.MEANINGS)
    page = (SOURCE / "docs" / "measuring.md").read_text()
    assert [name for name in names if f"`{name}`" not in page] == []
