"""A card's counters beside the interpreter's: joined by key, with their ratio."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.base.errors import JournalError
from warpmark_reports.journal.hardware_metrics import PAIRS
from warpmark_reports.tables.hardware_counters import hardware_counters

ROOT = Path(__file__).parents[2]
DEFAULT_METRICS = ROOT / "bench/backends/cuda/profiler/default_metrics.cpp"
METRIC = "l1tex__t_requests_pipe_lsu_mem_global_op"
MEASURED = {
    "smsp__inst_executed.sum": 50,
    f"{METRIC}_ld.sum": 100,
    f"{METRIC}_red.sum": 3,
    f"{METRIC}_atom.sum": 4,
    f"{METRIC}_st.sum": 0,
    "dram__bytes_read.sum": 4096,
    "l1tex__x.ratio": 0.25,
}
COUNTED = {
    "warp_instructions": 75,
    "global_load_requests": 100,
    "global_atomic_requests": 7,
    "global_store_requests": 0,
}


def write(path: Path, backend: str, added: dict[str, Any]) -> Path:
    """A journal of one point."""
    line = sample_journal.measurement(backend, "shuffle_xor", "i32", 1 << 20, 256)
    manifest = sample_journal.manifest(backend, 1)
    end = {"event": "end", "complete": True, "counts": {"ok": 1}}
    lines = (manifest, {**line, **added}, end)
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    return path


def card(tmp_path: Path, measured: dict[str, Any] | None = None) -> Path:
    profiler = {"cupti_version": 130001, "passes": 6}
    added = {"hardware_counters": measured or MEASURED, "profiler": profiler}
    return write(tmp_path / "card.jsonl", "cuda", added)


def interpreter(tmp_path: Path) -> Path:
    return write(tmp_path / "simt.jsonl", "simt", {"counters": COUNTED})


def view_of(backend: str, *paths: Path) -> View:
    return next(view for view in views_of(load(*paths)) if view.backend == backend)


def rows_of(view: View) -> dict[str, dict[Any, Any]]:
    table = hardware_counters(view.frame, view)
    assert table is not None
    return {row["metric"]: row for row in table.frame.to_dict("records")}


def test_counted_and_measured_are_paired_by_key(tmp_path: Path) -> None:
    rows = rows_of(view_of("cuda", card(tmp_path), interpreter(tmp_path)))
    loads = rows[f"{METRIC}_ld.sum"]
    assert (loads["counted"], loads["measured"], loads["ratio"]) == (100, 100, 1)
    assert (loads["counter"], loads["pair"]) == ("global_load_requests", "exact")
    trend = rows["smsp__inst_executed.sum"]
    assert (trend["counted"], trend["measured"], trend["ratio"]) == (75, 50, 1.5)
    assert trend["pair"] == "trend"


def test_metrics_of_one_counter_are_added(tmp_path: Path) -> None:
    rows = rows_of(view_of("cuda", card(tmp_path), interpreter(tmp_path)))
    assert rows[f"{METRIC}_red.sum + {METRIC}_atom.sum"]["measured"] == 7


def test_what_is_zero_on_both_sides_is_left_out(tmp_path: Path) -> None:
    rows = rows_of(view_of("cuda", card(tmp_path), interpreter(tmp_path)))
    assert f"{METRIC}_st.sum" not in rows


def test_metrics_without_a_counter_are_shown_alone(tmp_path: Path) -> None:
    rows = rows_of(view_of("cuda", card(tmp_path), interpreter(tmp_path)))
    assert rows["l1tex__x.ratio"]["measured"] == 0.25
    assert math.isnan(rows["l1tex__x.ratio"]["counted"])


def test_without_the_interpreter_nothing_is_counted(tmp_path: Path) -> None:
    rows = rows_of(view_of("cuda", card(tmp_path)))
    assert rows["smsp__inst_executed.sum"]["measured"] == 50
    assert all(math.isnan(row["counted"]) for row in rows.values())


def test_without_a_profile_there_is_no_table(tmp_path: Path) -> None:
    view = view_of("simt", card(tmp_path), interpreter(tmp_path))
    assert hardware_counters(view.frame, view) is None
    assert not [name for name in view.frame.columns if name.startswith("hardware_")]


def test_the_table_reads_as_text(tmp_path: Path) -> None:
    view = view_of("cuda", card(tmp_path), interpreter(tmp_path))
    table = hardware_counters(view.frame, view)
    assert table is not None
    texts = {row[-1].text: [cell.text for cell in row[3:6]] for row in table.rows()}
    assert texts[f"{METRIC}_ld.sum"] == ["100", "100", "1"]
    assert texts["smsp__inst_executed.sum"] == ["75", "50", "1.5000"]
    assert texts["l1tex__x.ratio"] == ["–", "0.25", "–"]


def test_counters_are_numbers(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="hardware_counters"):
        load(card(tmp_path, {"smsp__inst_executed.sum": "many"}))
    frame = load(card(tmp_path, {"l1tex__x.ratio": None, "a__b.sum": 1})).measurements
    assert math.isnan(frame["hardware_l1tex__x.ratio"].iloc[0])
    assert frame["profiler_passes"].iloc[0] == 6


def test_the_default_metrics_are_those_that_are_paired() -> None:
    """One list in the program, one in the reports: neither knows the other."""
    profiled = set(re.findall(r'"(\w+\.\w+)"', DEFAULT_METRICS.read_text(encoding="utf-8")))
    assert {metric for pair in PAIRS for metric in pair.metrics} <= profiled


def test_the_counters_exist() -> None:
    """Each is defined where the interpreter's counters are."""
    defined = (ROOT / "docs/counters.md").read_text(encoding="utf-8")
    assert [pair.counter for pair in PAIRS if f"`{pair.counter}`" not in defined] == []


def test_a_point_that_is_wrong_is_no_reference(tmp_path: Path) -> None:
    wrong = write(tmp_path / "simt.jsonl", "simt", {"counters": COUNTED, "status": "wrong"})
    rows = rows_of(view_of("cuda", card(tmp_path), wrong))
    assert math.isnan(rows["smsp__inst_executed.sum"]["counted"])
