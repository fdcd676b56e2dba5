"""`warpmark export --format parquet`: typed columns that read back equal."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import merged_journals
import sample_journal
from merged_journals import merged, shards
from sample_journal import Line
from warpmark_reports import load
from warpmark_reports.export.cli import main
from warpmark_reports.export.points_table import points_table


@pytest.fixture
def lines() -> list[Line]:
    """Two shards on two cards, with samples, warnings, mixed axes, gaps and findings."""
    content = [*merged_journals.sample("simt")[:12], merged_journals.sample()[-1]]
    content[1] |= {
        "warnings": ["noisy"], "findings": [{"kind": "race"}], "card_uuid": "GPU-own",
        "verify": {"ok": True}, "terms": {"b": 2, "a": 1},
        "times_ns": {"n": 2, "median": 2.0, "samples": [1.0, 3.0]},
    }  # fmt: skip
    content[2]["config"]["pad"] = "pad32"
    content[3]["config"]["pad"] = 1
    runs = shards(content, 2, cards=True)
    first = runs[0][0]  # which was on two cards
    first["cards"] = [first["card"], {**first["card"], "uuid": "GPU-own"}]
    for point in runs[0][1:-1]:
        point.setdefault("card_uuid", "GPU-0")
    return merged(runs)


def export(folder: Path, lines: list[Line]) -> tuple[Path, Path]:
    pytest.importorskip("pyarrow")
    journal = sample_journal.write(folder / "a.jsonl", lines)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main([str(journal), "-o", str(folder / "points.parquet")]) == 0
    return journal, folder / "points.parquet"


def test_it_reads_back_equal(tmp_path: Path, lines: list[Line]) -> None:
    journal, file = export(tmp_path, lines)
    found, expected = pd.read_parquet(file), points_table(load(journal))
    assert list(found.columns) == list(expected.columns)
    for name in expected.columns:
        one, other = found[name], expected[name]
        assert one.isna().tolist() == other.isna().tolist(), name
        if other.dtype != object:
            assert one.dtype == other.dtype, name
        pairs = zip(one.dropna(), other.dropna(), strict=True)
        assert all(list(a) == b if isinstance(b, list) else a == b for a, b in pairs), name


def test_columns_have_types_units_and_the_facts_of_their_run(
    tmp_path: Path, lines: list[Line]
) -> None:
    _, file = export(tmp_path, lines)
    import pyarrow.parquet

    schema = pyarrow.parquet.read_schema(file)
    types = {name: str(schema.field(name).type) for name in schema.names}
    expected = {
        "key": "string", "time_median_ns": "double", "problem_n": "int64", "is_base": "bool",
        "warnings": "list<element: string>", "time_samples_ns": "list<element: double>",
        "verify_ok": "bool", "terms": "string", "findings": "string", "run_dirty": "bool",
        "counter_warps": "double",
    }  # fmt: skip
    assert {name: types[name] for name in expected} == expected
    for name in ("variant", "config_pad", "run_host", "card_uuid", "problem_type"):
        assert types[name].startswith("dictionary<values=string"), name
    assert schema.field("time_median_ns").metadata == {b"unit": b"ns"}
    table = pd.read_parquet(file).set_index("key")
    row: dict[str, Any] = dict(table[table["card_uuid"] == "GPU-own"].iloc[0])
    assert row["card_uuid"] == "GPU-own"
    assert (row["run_host"], row["run_driver"], row["run_shard"]) == ("sample", "0.0", "1/2")
    assert json.loads(row["terms"]) == {"a": 1, "b": 2}
    assert json.loads(row["findings"]) == [{"kind": "race"}]
    assert set(table["card_uuid"]) == {"GPU-own", "GPU-0", "GPU-1"}
    assert set(table["config_pad"].dropna()) == {"pad32", "1"}


def test_row_groups_have_one_schema(
    tmp_path: Path, lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warpmark_reports.export.parquet.ROWS_OF_A_GROUP", 3)
    _, file = export(tmp_path, lines)
    import pyarrow.parquet

    assert pyarrow.parquet.ParquetFile(file).num_row_groups == 4
    assert len(pd.read_parquet(file)) == 11


def test_a_journal_without_points_is_a_table_without_rows(
    tmp_path: Path, lines: list[Line]
) -> None:
    _, file = export(tmp_path, [lines[0], lines[-1]])
    assert len(pd.read_parquet(file)) == 0


def test_what_cannot_be_done_is_one_line(
    tmp_path: Path, lines: list[Line], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    journal, file = export(tmp_path, lines)
    assert main([str(journal), "-o", str(journal / "a.parquet")]) == 2
    assert f"{journal}/a.parquet: cannot be written: " in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path != file] == ["a.jsonl"]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert main([str(journal), "-o", str(file)]) == 2
    assert "`pip install pyarrow` or the extra warpmark[parquet]" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main([str(journal), "--format", "csv", "-o", str(file)])
