"""Points that were measured in several processes: their columns, captions, and comparisons."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import key_journals
import sample_journal
from drawn_sheets import texts_of
from warpmark_reports import load
from warpmark_reports.analysis.journal_comparison import WHAT_RATIOS_REST_ON, compare_views
from warpmark_reports.analysis.ratios import ROUNDS
from warpmark_reports.analysis.student_t import quantile
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.export.points_table import points_table
from warpmark_reports.figures.interval_width import interval_width
from warpmark_reports.plot.footer import interval_text
from warpmark_reports.plot.kinds_footer import intervals_text
from warpmark_reports.tables.best_configs import best_configs

INTERVAL = "95 % interval over 3 processes (Student's t on their log medians)"


def lines_of(medians: list[float]) -> list[dict[str, Any]]:
    """A journal of one point, with the line of each process before the pooled one."""
    middle = math.exp(sum(map(math.log, medians)) / len(medians))
    point = key_journals.Point("quick", {"type": "u32", "n": 4096}, middle, 32768)
    first, pooled, end = key_journals.journal("copy", [point])
    first["contract"] = {**first["contract"], "interval": INTERVAL, "processes": len(medians)}
    pool = {"n": len(medians), "medians": medians, "within": 0.002, "between": 0.013}
    each = [
        {**pooled, "event": "process", "process": number} for number in range(1, len(medians) + 1)
    ]
    return [first, *each, {**pooled, "processes": pool}, end]


def written(folder: Path, medians: list[float]) -> Path:
    return sample_journal.write(folder / f"{medians[0]:g}.jsonl", lines_of(medians))


def view_of(folder: Path, medians: list[float]) -> View:
    return views_of(load(written(folder, medians)))[0]


def test_a_pooled_point_is_one_row_and_its_processes_are_none(tmp_path: Path) -> None:
    journal = load(written(tmp_path, [1000.0, 1010.0, 1030.0]))
    assert journal.warnings == []
    (row,) = journal.measurements.to_dict("records")
    assert row["process_count"] == 3
    assert (row["within_processes"], row["between_processes"]) == (0.002, 0.013)
    assert row["process_medians_ns"].tolist() == [1000.0, 1010.0, 1030.0]
    assert "processes" not in row
    assert journal.units["process_medians_ns"] == "ns"
    assert journal.units["between_processes"] == "1"


def test_an_export_has_the_medians_as_a_list(tmp_path: Path) -> None:
    table = points_table(load(written(tmp_path, [1000.0, 1010.0, 1030.0])))
    assert table["process_medians_ns"].tolist() == [[1000.0, 1010.0, 1030.0]]


@pytest.mark.parametrize("pool", [None, {}, {"medians": ["x"], "between": "y"}, {"medians": [-1]}])
def test_what_is_no_pool_is_ignored(tmp_path: Path, pool: Any) -> None:
    lines = lines_of([1000.0, 1010.0, 1030.0])
    lines[-2]["processes"] = pool
    (row,) = load(sample_journal.write(tmp_path / "a.jsonl", lines)).measurements.to_dict("records")
    assert not isinstance(row.get("process_medians_ns"), np.ndarray)


def test_captions_say_over_how_many_processes(tmp_path: Path) -> None:
    view = view_of(tmp_path, [1000.0, 1010.0, 1030.0])
    assert interval_text(view).startswith("95 % interval over 3 processes")
    (figure,) = interval_width(view.frame, view)
    texts = texts_of(figure.sheet).replace("\n", " ")
    assert "95 % interval over 3 processes" in texts
    assert "between processes 1.30 %" in texts
    assert "within its process 0.200 %" in texts


def test_the_table_has_what_is_between_and_within(tmp_path: Path) -> None:
    view = view_of(tmp_path, [1000.0, 1010.0, 1030.0])
    table = best_configs(view.frame, view)
    assert table is not None
    assert {"between_processes", "within_processes"} <= {column.key for column in table.columns}


def test_intervals_of_kinds_name_processes_only_if_all_have_some(tmp_path: Path) -> None:
    from warpmark_reports.analysis.card_kinds import card_kinds

    pooled = view_of(tmp_path, [1000.0, 1010.0, 1030.0])
    assert intervals_text(card_kinds([pooled])).startswith("95 % intervals over 3 processes")
    point = key_journals.Point("quick", {"type": "u32", "n": 4096}, 1000.0, 32768)
    path = sample_journal.write(tmp_path / "one.jsonl", key_journals.journal("copy", [point]))
    single = views_of(load(path))[0]
    assert "samples of one process" in intervals_text(card_kinds([pooled, single]))


def test_a_comparison_rests_on_processes(tmp_path: Path) -> None:
    first, second = [1000.0, 1010.0, 1030.0], [1100.0, 1120.0, 1090.0]
    pair = compare_views([view_of(tmp_path, first)], [view_of(tmp_path, second)])
    assert pair is not None
    (row,) = pair.pairs.to_dict("records")
    logs = [np.log(first), np.log(second)]
    middle = logs[1].mean() - logs[0].mean()
    variance = sum(((x - x.mean()) ** 2).sum() for x in logs) / 4
    reach = quantile(0.025, 4) * math.sqrt(variance * 2 / 3)
    assert row["ratio"] == pytest.approx(math.exp(middle))
    assert row["ratio_lo"] == pytest.approx(math.exp(middle - reach))
    assert (row["first_rounds"], row["second_rounds"]) == (3, 3)
    assert pair.rests_on == [WHAT_RATIOS_REST_ON[ROUNDS]]
