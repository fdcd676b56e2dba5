"""Columns of a block of lines, and the frame that they become."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import sample_journal
from warpmark_reports import load
from warpmark_reports.journal.columns import Chunk, Coded, Integers, chunk
from warpmark_reports.journal.frame import MAX_CONSOLIDATED_ROWS, tidy

Row = dict[str, Any]


def column(name: str, *chunks: list[Any]) -> pd.Series[Any]:
    """The column of a frame of these chunks of values; ... stands for a row that lacks it."""
    rows = [[{} if value is ... else {name: value} for value in values] for values in chunks]
    return tidy([chunk(each) for each in rows])[name]


def test_the_type_of_a_column_follows_from_all_chunks() -> None:
    for name, chunks, kind, values in (
        ("bytes", ([1], [...]), "float64", [1.0, np.nan]),
        ("counter_a", ([1, "2", "x"],), "float64", [1.0, 2.0, np.nan]),
        ("problem_n", ([1, 2.0], [...]), "Int64", [1, 2, pd.NA]),
        ("problem_n", ([1], ["all"]), "object", [1, "all"]),
        ("problem_n", ([2**63],), "object", [2**63]),
        ("config_pad", ([0.5], [1]), "object", [0.5, 1]),
        ("reason", (["a", ...], [...]), "object", ["a", "", ""]),
        ("is_base", ([True, "yes"], [...]), "bool", [True, False, False]),
        ("more", ([1, 2], [3]), "int64", [1, 2, 3]),
        ("more", ([1, 2], [None]), "float64", [1.0, 2.0, np.nan]),
        ("more", ([1], [0.5]), "float64", [1.0, 0.5]),
        ("more", ([True], [False]), "bool", [True, False]),
        ("more", ([True], [...]), "object", [True, np.nan]),
        ("more", ([1], ["a"]), "object", [1, "a"]),
        ("more", ([True, 1, 1.5, "1"],), "object", [True, 1, 1.5, "1"]),
        ("more", ([["a"], ["a"], {"b": 1}],), "object", [["a"], ["a"], {"b": 1}]),
        ("more", ([10**400],), "object", [10**400]),
    ):
        found = column(name, *chunks)
        assert str(found.dtype) == kind, (name, chunks)
        for value, expected in zip(found, values, strict=True):
            same = value is pd.NA if expected is pd.NA else value == expected or value != value
            assert same, (name, chunks)
            assert kind != "object" or type(value) is type(expected), (name, chunks)


def test_equal_texts_and_lists_are_one_object_and_cross_processes_once() -> None:
    rows = [{"family": "".join(["re", "duce"]), "warnings": ["noisy"]} for _ in range(1000)]
    packed = pickle.dumps(chunk(rows))
    assert len(packed) < 10 * len(rows)  # two codes of 4 bytes per row
    frame = tidy([pickle.loads(packed), chunk(rows)])
    for name in ("family", "warnings"):
        assert len({id(value) for value in frame[name]}) == 1


def test_columns_of_a_chunk_are_typed() -> None:
    rows: list[Row] = [{"key": "a", "config_block": 64, "wall_s": 1}, {"key": "b", "wall_s": None}]
    found = chunk(rows)
    assert isinstance(found.columns["key"], Coded)
    assert isinstance(found.columns["config_block"], Integers)
    assert found.columns["config_block"].mask.tolist() == [False, True]
    assert found.texts("key") == ["a", "b"]
    assert "problem_n" not in found.columns
    assert tidy([Chunk()]).empty


def test_a_long_frame_keeps_the_arrays_of_its_columns() -> None:
    codes = np.zeros(MAX_CONSOLIDATED_ROWS + 1, dtype=np.int32)
    walls = np.ones(len(codes))
    frame = tidy([Chunk(len(codes), {"key": Coded(codes, ["k"]), "wall_s": walls})])
    assert len(frame._mgr.blocks) == len(frame.columns)
    assert len(tidy([Chunk(1, {"wall_s": walls[:1]})])._mgr.blocks) < 5


def test_the_state_of_the_card_becomes_columns(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(2**10,), blocks=(64,))
    state = {"clocks": {"sm_hz": 1, "memory_hz": 2}, "power_w": 3.5}
    lines[1] |= {"before": state, "during": {"sm_hz": 4}, "warm_up": {"runs": 5, "steady": True}}
    lines[2] |= {"before": None}
    frame = load(sample_journal.write(tmp_path / "a.jsonl", lines)).frame
    row = frame[frame["key"] == lines[1]["key"]].iloc[0]
    names = ("before_clocks_sm_hz", "before_clocks_memory_hz", "before_power_w", "during_sm_hz",
             "warm_up_runs", "warm_up_steady")  # fmt: skip
    assert [row[name] for name in names] == [1, 2, 3.5, 4, 5, True]
    assert "before" not in frame
    assert frame["before_power_w"].dtype == "float64"
