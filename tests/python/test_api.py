"""The Python package, with the program of $WARPMARK_PROGRAM."""

from __future__ import annotations

import doctest
import importlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

import warpmark
from warpmark_reports.base.errors import UnknownFigureError

SAXPY = """
__constant__ float factor[1];
__global__ void saxpy(int n, double a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += float(a) * x[i] * factor[0] + OFFSET;
}
"""
ROOT = Path(__file__).parents[2]
MODULES = ["", ".inspection", ".running", ".tuning"]


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_the_documentation_hold(module: str) -> None:
    tested = doctest.testmod(importlib.import_module("warpmark" + module))
    assert tested.attempted > 0
    assert tested.failed == 0


def test_examples_of_the_page_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("examples", "tuning"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "python.md"
    tested = doctest.testfile(str(page), module_relative=False)
    assert tested.failed == 0
    named = set(re.findall(r"^\| `(\w+)\(|, `(\w+)\(", page.read_text(), re.MULTILINE))
    functions = {name for pair in named for name in pair if name}
    assert functions == {name for name in warpmark.__all__ if name.islower() and name[0] != "_"}
    for name in functions:
        assert f"warpmark.{name}(" in page.read_text(), "expected an example"


def test_all_names_are_there() -> None:
    for name in warpmark.__all__:
        assert getattr(warpmark, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        _ = warpmark.no_such_name


def test_arrays_and_values_reach_a_kernel_and_come_back() -> None:
    x = np.arange(60, dtype=np.float32).reshape(3, 20)
    y = np.ones((3, 20), dtype=np.float32)
    result = warpmark.inspect(
        SAXPY, "saxpy", [60, np.float64(0.5), x, y], grid=2, block=(32, 1),
        constants={"factor": np.array([2], dtype=np.float32)}, defines={"OFFSET": 3},
    )  # fmt: skip
    assert result.is_clean
    np.testing.assert_array_equal(result.arrays[0], x)
    np.testing.assert_array_equal(result.arrays[1], x + 4)
    np.testing.assert_array_equal(y, 1)
    assert result.counters["warps"] == 2
    assert result.ratios["active_lanes_per_instruction"] <= 32


def test_a_result_is_shown_in_a_few_lines() -> None:
    x = np.zeros(32, dtype=np.int32)
    source = "__global__ void shift(int* x) {\n  x[threadIdx.x + 1] = x[threadIdx.x];\n}"
    found = warpmark.inspect(source, "shift", [x], grid=1, block=32)
    assert repr(found) == str(found)
    first, fault, *_, counters = repr(found).splitlines()
    assert first == "Inspection of shift, grid=(1, 1, 1) block=(32, 1, 1), on simt (sm_90 model)"
    assert fault.startswith("  <source>(2): ")
    assert "global_load_sectors 4" in counters
    assert len(repr(found)) < 1000
    clean = warpmark.inspect("__global__ void k() {}", "k", [], grid=1, block=32)
    assert "\n  no fault" in repr(clean)
    tuned = warpmark.tune("reduce/tree_sequential", problem={"n": 64}, backend="simt", budget=2)
    lines = str(tuned).splitlines()
    assert lines[0] == "TuneResult of 1 problem"
    assert "reduce/tree_sequential, block=" in lines[1]
    assert lines[2].startswith("Journal of ")
    assert len(repr(tuned)) < 1000


def test_the_name_of_a_source_is_the_users(tmp_path: Path) -> None:
    x = np.zeros(32, dtype=np.int32)
    source = "__global__ void k(int* x) { x[threadIdx.x + 1] = 1; }\n"
    found = warpmark.inspect(source, "k", [x], grid=1, block=32)
    assert {found.findings[0]["file"], found.report["launches"][0]["file"]} == {"<source>"}
    with pytest.raises(warpmark.CommandError, match=r'^<source>\(1\): error: .*"oops"'):
        warpmark.inspect(source.replace("1; }", "oops; }"), "k", [x], grid=1, block=32)
    file = tmp_path / "mine.cu"
    file.write_text(source)
    assert warpmark.inspect(file, "k", [x], grid=1, block=32).findings[0]["file"] == str(file)


def test_a_type_without_a_counterpart_is_named() -> None:
    with pytest.raises(
        TypeError, match="argument_0 has elements of complex64; expected one of int8"
    ):
        warpmark.inspect("__global__ void k() {}", "k", [np.zeros(1, "c8")], grid=1, block=1)
    with pytest.raises(TypeError, match=r"argument 0 is 1\.5; expected a numpy array"):
        warpmark.inspect("__global__ void k() {}", "k", [1.5], grid=1, block=1)  # type: ignore[list-item]


def test_errors_are_those_of_the_program() -> None:
    with pytest.raises(
        warpmark.CommandError, match="did you mean 'reduce/tree_sequential'"
    ) as caught:
        warpmark.run("reduce/tree_sequentia", backend="simt")
    assert caught.value.status == 2
    with pytest.raises(FileNotFoundError, match=r"no\.cu: no such file; expected a \.cu file"):
        warpmark.inspect("no.cu", "k", [], grid=1, block=1)


def test_a_sweep_is_a_table_and_a_journal(tmp_path: Path) -> None:
    bars = []

    class Bar:
        def __init__(self, total: int) -> None:
            self.total, self.done = total, 0
            bars.append(self)

        def update(self, count: int) -> None:
            self.done += count

        def close(self) -> None:
            assert self.done <= self.total

    path = tmp_path / "run.jsonl"
    journal = warpmark.run(
        "reduce/tree_sequential", problem={"n": "2^10..2^12", "type": ["i32", "f32"]},
        config={"block": [64, 128]}, backend="simt", journal=path, progress=Bar,
    )  # fmt: skip
    assert len(journal.measurements) == 12
    assert set(journal.measurements.status) == {"ok"}
    assert warpmark.frame(path).config_block.tolist() == journal.measurements.config_block.tolist()
    with pytest.raises(ValueError, match="no figure 'time_by_size': expected measured times at"):
        warpmark.figure(path, "time_by_size")
    with pytest.raises(UnknownFigureError, match="unknown figure 'laddr'; did you mean 'ladder'"):
        warpmark.figure(path, "laddr")
    with pytest.raises(UnknownFigureError, match="unknown figure 'ladderr'; did you mean 'ladder'"):
        warpmark.figure(path, "ladderr")
    assert repr(journal) == str(journal) == "Journal of 12 points on simt (sm_90 model)\n  12 ok"


def test_a_profile_selects_by_size(tmp_path: Path) -> None:
    profile = Path(__file__).parents[2] / "tuning" / "profiles" / "nvidia_h200.json"
    small = warpmark.best_config(profile, {"family": "count", "type": "i32", "n": 4096})
    large = warpmark.best_config(profile, {"family": "count", "type": "i32", "n": 2**28})
    assert small.variant != large.variant
    assert large.config["block"] in (128, 256, 512, 1024)
    with pytest.raises(
        LookupError, match=r"no entry fits; expected one of: family=count, type=i32"
    ):
        warpmark.best_config(profile, {"family": "count", "type": "f64", "n": 1})
    with pytest.raises(LookupError, match="no n"):
        warpmark.best_config(profile, {"family": "count"})
    one = json.loads(profile.read_text())
    other = {**one, "card": {**one["card"], "name": "NVIDIA H100"}}
    both = {"schema": "warpmark-profiles/1", "profiles": [one, other]}
    problem: dict[str, int | str] = {"family": "count", "type": "i32", "n": 4096}
    assert warpmark.best_config(both, problem, card="NVIDIA H200") == small
    with pytest.raises(LookupError, match="several cards; expected one of: 'NVIDIA H200', 'NVID"):
        warpmark.best_config(both, problem)
    with pytest.raises(LookupError, match="no profile of 'A100'"):
        warpmark.best_config(both, problem, card="A100")
    (tmp_path / "p.json").write_text('{"schema": "other"}')
    with pytest.raises(ValueError, match="schema is 'other'; expected 'warpmark-profile/1'"):
        warpmark.best_config(tmp_path / "p.json", {"n": 1})


def test_a_missing_program_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARPMARK_PROGRAM", str(tmp_path / "warpmark"))
    with pytest.raises(
        warpmark.CommandError, match="no such program; expected a wheel of warpmark"
    ):
        warpmark.run("reduce")
