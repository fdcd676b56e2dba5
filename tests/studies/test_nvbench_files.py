"""Runs of a suite as nvbench writes them: its JSON, and the samples beside it."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

import pytest

from nvbench_files import quantile, write_run
from rounds_pairs import Side

SIDE = Side((1000.0, 4000.0, 2000.0, 3000.0, 5000.0), 1.98e9)


def written(folder: Path, *sides: Side) -> list[dict[str, Any]]:
    """The states of a run, each as its summaries' values by tag and by name."""
    write_run(folder / "run.json", list(sides))
    root = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert root["meta"]["version"]["json"]["string"] == "1.0.0"
    (benchmark,) = root["benchmarks"]
    return [
        {
            each["tag"]: {data["name"]: data["value"] for data in each["data"]}
            for each in state["summaries"]
        }
        for state in benchmark["states"]
    ]


def seconds(state: dict[str, Any], name: str) -> float:
    return float(state[f"nv/cold/time/gpu/{name}"]["value"])


def test_times_are_summed_up_in_seconds(tmp_path: Path) -> None:
    (state,) = written(tmp_path, SIDE)
    expected = {"min": 1e-6, "q1": 2e-6, "median": 3e-6, "q3": 4e-6, "max": 5e-6, "mean": 3e-6}
    expected |= {"stdev/absolute": math.sqrt(2.5) * 1e-6, "stdev/relative": math.sqrt(2.5) / 3}
    expected |= {"iqr/absolute": 2e-6, "iqr/relative": 2 / 3}
    assert {name: seconds(state, name) for name in expected} == pytest.approx(expected)
    assert state["nv/cold/sample_size"] == {"value": "5"}
    assert float(state["nv/cold/sm_clock_rate/mean"]["value"]) == 1.98e9


def test_quantiles_are_samples_and_halves_go_up() -> None:
    twenty = [float(value) for value in range(20)]  # ranks 4.75, 9.5 and 14.25
    assert [quantile(twenty, share) for share in (0.25, 0.5, 0.75)] == [5, 10, 14]
    assert quantile([7.0], 0.75) == 7


def test_few_samples_have_no_deviation(tmp_path: Path) -> None:
    (state,) = written(tmp_path, Side((1000.0, 2000.0), 1.98e9))
    assert seconds(state, "stdev/relative") == math.inf
    assert "nv/cold/time/gpu/iqr/relative" not in state


def test_samples_lie_beside_as_little_endian_float32(tmp_path: Path) -> None:
    states = written(tmp_path, SIDE, Side((7000.0,), 1e9))
    times = [state["nv/json/bin:nv/cold/sample_times"] for state in states]
    clocks = [state["nv/json/freqs-bin:nv/cold/sample_freqs"] for state in states]
    assert [each["size"] for each in (*times, *clocks)] == ["5", "1", "5", "1"]
    assert (tmp_path / times[0]["filename"]).read_bytes() == struct.pack(
        "<5f", 1e-6, 4e-6, 2e-6, 3e-6, 5e-6
    )
    assert (tmp_path / clocks[0]["filename"]).read_bytes() == struct.pack("<f", 1.98e9) * 5
    assert (tmp_path / times[1]["filename"]).read_bytes() == struct.pack("<f", 7e-6)
    assert times[1]["filename"] == "run.json-bin/1.bin"


def test_an_unknown_clock_is_left_out(tmp_path: Path) -> None:
    (state,) = written(tmp_path, Side(SIDE.samples_ns, None))
    assert not [tag for tag in state if "clock" in tag or "freqs" in tag]
    assert "nv/json/bin:nv/cold/sample_times" in state


def test_every_point_is_a_state_of_its_own(tmp_path: Path) -> None:
    write_run(tmp_path / "run.json", [SIDE, SIDE])
    (benchmark,) = json.loads((tmp_path / "run.json").read_text())["benchmarks"]
    assert [state["name"] for state in benchmark["states"]] == [
        "Device=0 Point=p0",
        "Device=0 Point=p1",
    ]
    (axis,) = benchmark["axes"]
    assert [value["value"] for value in axis["values"]] == ["p0", "p1"]
