"""`--phases` of `run` and `inspect`: counters of a block between its barriers."""

import json
from typing import Any

from tests.cli.program import Program

# Every thread stores its own word; then the first warp loads every second one, twice in a row.
SOURCE = """extern "C" __global__ void k(int* out) {
  __shared__ volatile int word[64];
  int t = threadIdx.x, sum = 0;
  word[t] = t;
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
    if (t < 32) sum += word[2 * t];
    __syncthreads();
  }
  out[t] = sum;
}
"""
INSPECT = ["inspect", "k.cu", "--entry", "k", "--grid", "1", "--block", "64"]
INSPECT += ["--arg", "out:i32[64]=poison"]
RUN = ["run", "reduce/tree_interleaved_compact", "--backend", "simt", "-p", "n=1024"]
RUN += ["-c", "block=256", "-c", "pad=0,1", "-o", "run.jsonl"]


def measurements(program: Program, *words: str) -> list[dict[str, Any]]:
    done = program.run(*RUN, *words)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(each) for each in (program.folder / "run.jsonl").read_text().splitlines()]
    return [each for each in lines if each["event"] == "measurement"]


def test_a_journal_has_the_phases_of_each_launch(program: Program) -> None:
    bare, padded = measurements(program, "--phases")
    assert (bare["config"]["pad"], padded["config"]["pad"]) == (0, 1)
    for line in (bare, padded):
        assert len(line["phases"]) == line["launches"]
        for launch in line["phases"]:
            assert "tree_interleaved_compact<" in launch["kernel"]
            assert len(launch["phases"]) == 10  # the load, 8 steps, the result
    # Strides 2, 4, … of 256 words, two loads and a store per step: all bank conflicts are in
    # the degrees.
    steps = bare["phases"][0]["phases"][1:9]
    assert [s["shared_worst_degree"] for s in steps] == [2, 4, 8, 8, 8, 4, 2, 1]
    assert sum(s["shared_store_wavefronts"] for s in steps) == 47
    steps = padded["phases"][0]["phases"][1:9]
    assert [s["shared_worst_degree"] for s in steps] == [1] * 8
    assert sum(s["shared_store_wavefronts"] for s in steps) == 12


def test_none_unless_asked_for(program: Program) -> None:
    for line in measurements(program):
        assert "phases" not in line


def test_inspect_prints_a_table(program: Program) -> None:
    (program.folder / "k.cu").write_text(SOURCE)
    done = program.run(*INSPECT, "--phases")
    assert done.returncode == 0, done.stderr
    assert "block 0, 4 phases between block-wide barriers" in done.stdout
    table = done.stdout.split("block-wide barriers")[1]
    assert "block 0" not in program.run(*INSPECT).stdout
    first, second = (
        next(line.split() for line in table.splitlines() if line.split()[:1] == [label])
        for label in ("0", "3")
    )
    assert first[1:] != second[1:]


def test_inspect_gives_them_as_json_beside_the_lines(program: Program) -> None:
    (program.folder / "k.cu").write_text(SOURCE)
    (launch,) = json.loads(program.run(*INSPECT, "--phases", "--json", "--lines").stdout)[
        "launches"
    ]
    (bare,) = json.loads(program.run(*INSPECT, "--json").stdout)["launches"]
    assert launch["counters"] == bare["counters"]
    assert "phases" not in bare
    phases = launch["phases"][0]["phases"]
    assert [p.get("shared_store_wavefronts", 0) for p in phases] == [2, 0, 0, 0]
    assert [p.get("shared_load_wavefronts", 0) for p in phases] == [0, 2, 2, 0]
    for name in ("warp_instructions", "shared_load_wavefronts"):
        total = sum(each["counters"].get(name, 0) for each in launch["lines"])
        assert sum(each.get(name, 0) for each in phases) == total


def test_only_the_interpreter_has_them(program: Program) -> None:
    (program.folder / "k.cu").write_text(SOURCE)
    elsewhere = ["run", "reduce", "--backend", "host", "--phases"]
    for words in (elsewhere, [*elsewhere, "--dry-run"]):
        done = program.run(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert "--phases on backend host" in done.stderr
        assert "--backend simt" in done.stderr
    done = program.run(*INSPECT, "--backend", "cuda", "--phases")
    assert done.returncode == 2
    assert "--phases on backend cuda" in done.stderr
