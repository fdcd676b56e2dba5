"""Levels of determinism: what list and explain show, --deterministic and --reproducible."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import Program

ATOMICS = "reduce/block_atomic"
TREE = "reduce/tree_sequential"
SIMT = ("-p", "n=3000", "--backend", "simt")


def measurements(path: Path) -> dict[str, dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {line["key"]: line for line in lines if line["event"] == "measurement"}


def test_list_and_explain_show_the_lowest_level(program: Program) -> None:
    listed = json.loads(program.run("list", "--json").stdout)["variants"]
    levels = {each["path"]: each["deterministic"] for each in listed}
    assert set(levels.values()) == {"none", "run", "card"}
    shown = {ATOMICS: "none", "reduce/strided": "run", TREE: "card", "copy/vectorised": "card"}
    for path, level in shown.items():
        assert levels[path] == level
        assert f"(level {level})" in program.run("explain", path, "--no-kernel").stdout
    explained = json.loads(program.run("explain", ATOMICS, "--json").stdout)
    assert explained["deterministic"] == "none"
    text = program.run("explain", ATOMICS, "--no-kernel").stdout
    assert "for the default problem it is the same from run to run and from card to card" in text


def test_a_level_leaves_out_variants_that_are_below_it(program: Program) -> None:
    words = ("reduce/*", "-p", "n=1024", "-p", "type=f32", "-c", "block=256")
    counts = {}
    for level in ("none", "run", "card"):
        done = program.run("list", "--json", *words, "--deterministic", level)
        listed = json.loads(done.stdout)["variants"]
        counts[level] = {each["path"]: each["points"] for each in listed}
    assert counts["none"][ATOMICS] == 1
    assert counts["run"][ATOMICS] == 0
    assert (counts["run"]["reduce/strided"], counts["card"]["reduce/strided"]) == (1, 0)
    assert counts["card"][TREE] == 1


@pytest.mark.parametrize("verb", [("run", "--dry-run"), ("tune", "--dry-run", "--backend", "simt")])
def test_nothing_left_and_unknown_levels_are_errors(
    program: Program, verb: tuple[str, ...]
) -> None:
    words = (*verb, ATOMICS, "-p", "n=1024", "-p", "type=f32")
    none_left = program.run(*words, "--deterministic", "run")
    assert none_left.returncode == 2
    why = "no selected variant has that level; reduce/block_atomic has none (type=f32,op=sum)"
    assert f"--deterministic run: {why}" in none_left.stderr
    unknown = program.run(*words, "--deterministic", "gpu")
    assert unknown.returncode == 2
    assert "--deterministic gpu: expected none, run" in unknown.stderr
    for done in (none_left, unknown):
        assert len(done.stderr.strip().splitlines()) == 1


def test_outputs_of_executions_are_compared(program: Program) -> None:
    words = (ATOMICS, TREE, *SIMT, "-p", "type=i32,f32", "-c", "block=64")
    done = program.run("run", *words, "--reproducible", "12", "-o", "r.jsonl")
    assert done.returncode == 0, done.stderr
    assert "different results" in done.stdout
    assert len(re.findall(r"\b1 of 12\b", done.stdout)) == 3
    found = measurements(program.folder / "r.jsonl")
    assert len(found) == 4
    for key, line in found.items():
        varies = ATOMICS in key and "f32" in key
        assert line["deterministic"] == ("none" if varies else "card")
        assert line["reproducible"]["executions"] == 12
        assert (line["reproducible"]["distinct_outputs"] > 1) == varies
    digests = {line["reproducible"]["digest"] for key, line in found.items() if "i32" in key}
    assert len(digests) == 1, "an integer sum is the same, whatever computes it"
    manifest = json.loads((program.folder / "r.jsonl").read_text().splitlines()[0])
    assert manifest["contract"]["reproducible"] == 12
    resumed = program.run("run", *words, "-o", "r.jsonl", "--resume")
    assert resumed.returncode == 2
    assert "reproducible is 12 there, not 0" in resumed.stderr


NO_NUMBERS = ["1", "100001", "-1", "0", "1.5", "abc", "99999999999999999999", ""]


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_a_number_of_executions_that_compares_nothing_is_refused(
    program: Program, number: str
) -> None:
    done = program.run("run", TREE, *SIMT, "--reproducible", number)
    assert done.returncode == 2
    number = number or "''"
    assert f"--reproducible {number}: expected a number from 2 to 100000" in done.stderr


def test_a_tuning_states_its_level(program: Program) -> None:
    words = ("tune", ATOMICS, TREE, *SIMT, "-p", "type=f32", "--budget", "6")
    done = program.run(*words, "--deterministic", "card", "--journal", "t.jsonl")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (program.folder / "t.jsonl").read_text().splitlines()]
    assert lines[0]["contract"]["deterministic"] == "card"
    measured = [line for line in lines if line["event"] == "measurement"]
    assert {line["variant"] for line in measured} == {"tree_sequential"}
    assert {line["deterministic"] for line in measured} == {"card"}
    check = program.run("tune", "--check", "p.json", "--deterministic", "card")
    assert check.returncode == 2
    assert "at the level that it was tuned for; expected no --deterministic" in check.stderr


KERNELS = """
[family]
name = "count"
file = "count.cu"
reference = "plain"
[problem]
n = "1000"
[buffer.order]
role = "inout"
type = "f32"
length = "32"
init = "arange"
absolute = 1000
[variant.plain]
entry = "first"
grid = "ceildiv(n, 32)"
block = 32
args = ["@order", "i32=n"]
[variant.claimed]
deterministic = "run"
entry = "first"
grid = "ceildiv(n, 32)"
block = 32
args = ["@order", "i32=n"]
"""

# The last block stays.
FIRST_CU = """
extern "C" __global__ void first(float* order, int n) {
  atomicExch(order + threadIdx.x, float(blockIdx.x));
}
"""


def test_a_kernels_file_states_levels_which_executions_disprove(program: Program) -> None:
    (program.folder / "count.cu").write_text(FIRST_CU)
    (program.folder / "k.toml").write_text(KERNELS)
    words = ("run", "--kernels", "k.toml", "--backend", "simt", "--reproducible", "10")
    done = program.run(*words, "-o", "k.jsonl")
    assert done.returncode == 1, done.stderr
    found = {line["variant"]: line for line in measurements(program.folder / "k.jsonl").values()}
    assert (found["plain"]["status"], found["plain"]["deterministic"]) == ("ok", "none")
    assert (found["claimed"]["status"], found["claimed"]["deterministic"]) == ("wrong", "run")
    assert found["claimed"]["check"] == "reproducibility"
    assert "states that they are reproducible: run" in found["claimed"]["reason"]
    (program.folder / "k.toml").write_text(KERNELS.replace('"run"', '"always"'))
    refused = program.run(*words)
    assert refused.returncode == 2
    assert "deterministic" in refused.stderr
    assert "'always'; expected none, run or card" in refused.stderr
