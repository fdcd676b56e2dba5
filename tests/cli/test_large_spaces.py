"""Spaces of a billion configs, by counting: listed, planned, begun and resumed in little memory."""

import json
import resource
import signal
import subprocess
from typing import Any

import pytest
from tests.cli.program import HANG_S, PROGRAM, Program

COPY_CU = """
extern "C" __global__ void copy(const float* in, float* out, int n, int repeats) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const volatile float* source = in;
  for (int k = 0; k < repeats; ++k)
    if (i < n) out[i] = source[i];
}
"""

LARGE = """
[family]
name = "large"
file = "copy.cu"
reference = "plain"
[problem]
n = [64, 100]
[buffer.in]
role = "in"
type = "f32"
length = "n"
init = "arange"
[buffer.out]
role = "out"
type = "f32"
length = "n"
[variant.plain]
entry = "copy"
grid = "ceildiv(n, block)"
block = "block"
args = ["@in", "@out", "i32=n", "i32=c"]
constraints = { "a <= b" = "a is at most b" }
[variant.plain.axes]
block = [32, 64]
""" + "\n".join(f'{name} = "1..10"' for name in "abcdefghi")

POINTS = 2 * 2 * 55 * 10**7  # Sizes, blocks, pairs of a and b, seven more axes of ten.
LEFT_OUT = 2 * 2 * 45 * 10**7

# A list of as many points would take a hundred times as much.
LIMIT_BYTES = 2 << 30


@pytest.fixture
def program(program: Program) -> Program:
    (program.folder / "copy.cu").write_text(COPY_CU)
    (program.folder / "large.toml").write_text(LARGE)
    return program


def start(program: Program, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [PROGRAM, *words, "--kernels", "large.toml"],
        cwd=program.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES)),
    )


def finish(program: Program, *words: str, code: int = 0) -> tuple[str, str]:
    """What a command printed on stdout and stderr."""
    process = start(program, *words)
    out, err = process.communicate(timeout=200)
    assert process.returncode == code, err
    return out, err


def test_list_counts(program: Program) -> None:
    out, _ = finish(program, "list")
    assert f"1 variant, {POINTS} points in a default sweep on a card" in out
    assert f"{LEFT_OUT} pruned by constraints" in out
    out, _ = finish(program, "list", "large", "-p", "n=64", "-c", "a=1", "-c", "block=32")
    assert f"1 variant, {10**8} points" in out


def test_list_as_json_counts(program: Program) -> None:
    out, _ = finish(program, "list", "--json")
    listed = json.loads(out)
    assert listed["points"] == POINTS
    assert listed["variants"][0]["points"] == POINTS
    assert listed["variants"][0]["configs"] == POINTS // 2


def test_a_plan_is_counted(program: Program) -> None:
    out, _ = finish(program, "run", "--dry-run", "--backend", "simt")
    assert f"{POINTS} points on backend simt; nothing was run" in out
    assert f"{LEFT_OUT} left out: large/plain: a is at most b" in out


def test_a_plan_is_printed_point_by_point(program: Program) -> None:
    process = start(program, "run", "--dry-run", "--json", "--backend", "simt")
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(1000)]
    process.kill()
    process.communicate(timeout=200)
    first = "large/plain[n=64][block=32,a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i="
    assert lines[:3] == ["{\n", '  "backend": "simt",\n', '  "points": [\n']
    assert lines[3:5] == [f'    "{first}1]",\n', f'    "{first}2]",\n']
    assert len(set(lines)) == 1000


def test_a_run_begins_at_once_and_is_resumed(program: Program) -> None:
    run = ["run", "--backend", "simt", "-o", "some.jsonl"]
    run += ["--cache", str(program.folder / "cache")]
    seen: list[str] = []
    lines: list[dict[str, Any]] = []
    for more in ([], ["--resume"]):
        before = len(seen)
        process = start(program, *run, *more)
        program.wait_for_lines("some.jsonl", len(lines) + 3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANG_S)
        assert process.returncode == 5, err
        assert f" of {POINTS} points" in err
        lines = [json.loads(line) for line in (program.folder / "some.jsonl").open()]
        assert lines[0]["planned_points"] == POINTS
        seen = [line["key"] for line in lines if line["event"] == "measurement"]
        assert len(seen) > before
        assert len(set(seen)) == len(seen), "a point was measured twice"
        assert not lines[-1]["complete"]


def test_a_resumed_run_of_all_that_is_planned_measures_nothing(program: Program) -> None:
    few = ["run", "--backend", "simt", "-o", "few.jsonl", "-p", "n=64", "-c", "block=32"]
    few += [word for name in "abcdefgh" for word in ("-c", f"{name}=1")]
    finish(program, *few)
    _, err = finish(program, *few, "--resume")
    assert "10 of 10 points" in err


def test_a_gate_of_too_many_points_is_refused(program: Program) -> None:
    _, err = finish(program, "gate", "--base", ".", "--head", ".", code=2)
    assert f"{POINTS} points are selected; expected at most 20000" in err


def test_tuning_measures_a_few(program: Program) -> None:
    out, _ = finish(program, "tune", "--dry-run", "--backend", "simt", "-p", "n=64")
    assert str(POINTS // 2) in out
    words = ["tune", "large/plain", "--backend", "simt", "-p", "n=64", "--budget", "12"]
    out, _ = finish(program, *words, "--journal", "tuned.jsonl")
    assert f"of {POINTS // 2}" in out
