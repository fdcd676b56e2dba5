"""The reader as a library: frames with units and categories."""

from __future__ import annotations

from pathlib import Path

import sample_journal
from warpmark_reports import load
from warpmark_reports.journal.column_units import unit_of


def test_measurements_have_categories_and_units(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", sizes=(2**10, 2**20), blocks=(64,))
    journal = load(sample_journal.write(tmp_path / "a.jsonl", lines))
    table = journal.measurements
    for column in ("family", "variant", "status", "problem_type", "config_text"):
        assert table[column].dtype == "category", column
    assert table["problem_n"].dtype == "Int64"
    assert len(table) == len(journal.frame)
    assert journal.units["time_median_ns"] == "ns"
    assert journal.units["throughput_bytes_per_s"] == "B/s"
    assert journal.units["throughput_elements_per_s"] == "1/s"
    assert "variant" not in journal.units
    assert unit_of("counter_warp_instructions") == "1"
    assert unit_of("temperature_c") == "°C"


def test_samples_references_and_drift_are_frames(tmp_path: Path) -> None:
    point = sample_journal.measurement("cuda", "chunked", "i32", 1024, 256)
    point["times_ns"]["samples"] = [3.0, 1.0, 2.0]
    other = sample_journal.measurement("cuda", "chunked", "i32", 2048, 256)
    reference = {"event": "reference", "at_s": 1.5, "memory_ns": 7.0, "chain_ns": 9.0}
    drift = {"memory": {"change": 0.02, "p_value": 0.001, "real": True}}
    end = {"event": "end", "complete": True, "counts": {}, "drift": drift}
    lines = [sample_journal.manifest("cuda", 2), reference, point, other, end]
    journal = load(sample_journal.write(tmp_path / "a.jsonl", lines))
    assert list(journal.samples["time_ns"]) == [3.0, 1.0, 2.0]
    assert list(journal.samples["sample"]) == [0, 1, 2]
    assert set(journal.samples["key"]) == {point["key"]}
    assert list(journal.references["memory_ns"]) == [7.0]
    assert journal.drift.to_dict("records") == [{"run": 0, "series": "memory", **drift["memory"]}]
    origin = journal.provenance.iloc[0]
    assert (origin["tool"], origin["card"], origin["present"]) == ("warpmark", "Sample Card", 2)


def test_a_journal_without_these_has_empty_frames(tmp_path: Path) -> None:
    lines = sample_journal.lines("simt", sizes=(2**10,), blocks=(64,))
    journal = load(sample_journal.write(tmp_path / "a.jsonl", lines))
    assert journal.samples.empty
    assert journal.references.empty
    assert journal.drift.empty
    assert journal.tuning.trials.empty
