"""Shards of a sweep, run one by one, and merged: the journal that a single run writes."""

import gzip
import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import Program

SWEEP = ["run", "reduce/tree_*", "scan/blelloch", "--backend", "simt", "-p", "n=100,200,300"]
SWEEP += ["-c", "block=64,128"]
SHARDS = 4
# What two executions on one machine may differ in.
VARYING = {"wall_s", "at_s", "part"}


def lines_of(path: Path) -> list[dict[str, Any]]:
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in text.splitlines()]


def points_of(path: Path) -> dict[str, dict[str, Any]]:
    """By key; each occurs once."""
    points: dict[str, dict[str, Any]] = {}
    for line in lines_of(path):
        if line["event"] == "measurement":
            assert line["key"] not in points
            points[line["key"]] = {name: line[name] for name in line if name not in VARYING}
    return points


def succeeded(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_shards(program: Program, indices: Iterable[int], *more: str) -> None:
    for index in indices:
        words = [*SWEEP, *more, "--shard", f"{index}/{SHARDS}", "-o", f"s{index}.jsonl"]
        succeeded(program.run(*words))


@pytest.fixture
def shards(program: Program) -> Program:
    """A folder with the journals of all shards."""
    run_shards(program, range(1, SHARDS + 1))
    return program


def test_the_shards_of_a_sweep_are_a_single_run(shards: Program) -> None:
    folder = shards.folder
    succeeded(shards.run(*SWEEP, "-o", "single.jsonl"))
    files = [f"s{index}.jsonl" for index in range(1, SHARDS + 1)]
    assert "; complete" in succeeded(shards.run("merge", *files, "-o", "all.jsonl"))
    assert points_of(folder / "all.jsonl") == points_of(folder / "single.jsonl")
    first, *_, last = lines_of(folder / "all.jsonl")
    assert first["planned_points"] == lines_of(folder / "single.jsonl")[0]["planned_points"]
    assert [part["shard"]["index"] for part in first["parts"]] == [1, 2, 3, 4]
    assert last["complete"]
    assert last["counts"] == lines_of(folder / "single.jsonl")[-1]["counts"]

    # Whatever order, given twice, compressed, and merged before.
    (folder / "s2.jsonl.gz").write_bytes(gzip.compress((folder / "s2.jsonl").read_bytes()))
    assert shards.run("merge", "s4.jsonl", "s2.jsonl.gz", "-o", "some.jsonl.gz").returncode == 1
    words = ["merge", "s3.jsonl", "some.jsonl.gz", "s1.jsonl", "s4.jsonl", "-o", "again.jsonl"]
    assert "given twice" in succeeded(shards.run(*words))
    assert (folder / "again.jsonl").read_bytes() == (folder / "all.jsonl").read_bytes()

    # The same file is fine, another one is not overwritten.
    assert "is the same already" in shards.run("merge", *files, "-o", "all.jsonl").stderr
    refused = shards.run("merge", "s1.jsonl", "-o", "all.jsonl")
    assert refused.returncode == 2
    assert "all.jsonl exists and differs" in refused.stderr
    assert (folder / "again.jsonl").read_bytes() == (folder / "all.jsonl").read_bytes()
    shards.run("merge", "s1.jsonl", "-o", "all.jsonl", "--replace")
    assert len(lines_of(folder / "all.jsonl")) == len(lines_of(folder / "s1.jsonl"))
    assert not list(folder.glob(".*"))


def test_what_is_missing_can_be_run(shards: Program) -> None:
    folder = shards.folder
    sizes = {index: len(lines_of(folder / f"s{index}.jsonl")) - 2 for index in range(1, SHARDS + 1)}
    cut, gone = sorted(sizes, key=lambda index: -sizes[index])[:2]
    rest = [f"s{index}.jsonl" for index in sizes if index not in (cut, gone)]
    # A task that was killed within a line, and one that never started.
    text = (folder / f"s{cut}.jsonl").read_text().splitlines(keepends=True)
    (folder / "cut.jsonl").write_text("".join(text[:3]) + text[3][:50])
    done = shards.run("merge", *rest, "cut.jsonl", "-o", "part.jsonl", "--missing")
    assert done.returncode == 1
    assert "cut.jsonl: the last line is cut off" in done.stderr
    listed = done.stdout.splitlines()
    assert listed[0] == "# warpmark " + " ".join(SWEEP)
    assert listed[-1] == f"shard {gone}/{SHARDS}"
    assert len(listed) == sizes[cut] - 2 + 2
    end = lines_of(folder / "part.jsonl")[-1]
    assert (end["complete"], end["reason"]) == (False, "missing parts")
    assert lines_of(folder / "part.jsonl")[0]["planned_points"] == sum(sizes.values())

    # With all shards begun, the one that was cut off is still not whole.
    begun = shards.run("merge", *rest, "cut.jsonl", f"s{gone}.jsonl", "--missing")
    assert begun.returncode == 1
    assert begun.stdout.splitlines() == listed[:-1]

    (folder / "points.txt").write_text("\n".join(listed[1:-1]))
    succeeded(shards.run("run", "--backend", "simt", "--points", "points.txt", "-o", "rest.jsonl"))
    words = ["merge", "part.jsonl", "rest.jsonl", f"s{gone}.jsonl", "-o", "whole.jsonl"]
    assert "; complete" in succeeded(shards.run(*words))
    assert len(points_of(folder / "whole.jsonl")) == sum(sizes.values())


def test_a_killed_task_that_wrote_nothing_is_left_out(shards: Program) -> None:
    (shards.folder / "empty.jsonl").touch()
    files = [f"s{index}.jsonl" for index in range(1, SHARDS + 1)]
    done = shards.run("merge", *files, "empty.jsonl", "-o", "all.jsonl")
    assert done.returncode == 0
    assert "empty.jsonl: has no whole line; it is left out" in done.stderr
    refused = shards.run("merge", "empty.jsonl", "-o", "none.jsonl")
    assert refused.returncode == 2
    assert "no file has a whole line" in refused.stderr


def test_contradictory_counts_are_named(shards: Program) -> None:
    folder = shards.folder
    whole = max(
        (f"s{i}.jsonl" for i in range(1, SHARDS + 1)), key=lambda n: len((folder / n).read_text())
    )
    manifest, *lines, end = lines_of(folder / whole)
    lines[0]["counters"]["warp_instructions"] += 1
    manifest["started_at"] = "2126-01-01T00:00:00Z"
    (folder / "other.jsonl").write_text("\n".join(map(json.dumps, [manifest, *lines, end])) + "\n")
    done = shards.run("merge", whole, "other.jsonl", "-o", "both.jsonl")
    assert done.returncode == 1
    key = lines[0]["key"]
    assert f"contradiction: {key}: other.jsonl:2 and {whole}:2 differ" in done.stderr
    assert "ahead of this machine's" in done.stderr  # The clock.
    assert points_of(folder / "both.jsonl")[key]["counters"] == lines[0]["counters"]


def test_runs_of_other_inputs_are_refused(program: Program) -> None:
    run_shards(program, [1])
    run_shards(program, [2], "--seed", "7")
    done = program.run("merge", "s1.jsonl", "s2.jsonl", "-o", "all.jsonl")
    assert done.returncode == 2
    assert "s2.jsonl: seed is 7, not 1 as in s1.jsonl" in done.stderr
    assert not (program.folder / "all.jsonl").exists()
    assert (
        program.run("merge", "s1.jsonl", "s2.jsonl", "-o", "all.jsonl", "--mixed").returncode == 1
    )


def test_a_shard_is_checked(program: Program) -> None:
    assert "there is no shard 5" in program.run(*SWEEP, "--shard", "5/4", "--dry-run").stderr
    run_shards(program, [1])
    done = program.run(*SWEEP, "--shard", "2/4", "--resume", "-o", "s1.jsonl")
    assert done.returncode == 2
    assert "it is of shard 1/4, not of shard 2/4" in done.stderr
    assert "expected -o FILE, or --missing" in program.run("merge", "s1.jsonl").stderr


def test_shards_without_problems_are_complete(program: Program) -> None:
    one_problem = [
        "run",
        "reduce/tree_sequential",
        "--backend",
        "simt",
        "-p",
        "n=64",
        "-c",
        "block=64",
    ]
    for index in (1, 2):
        succeeded(program.run(*one_problem, "--shard", f"{index}/2", "-o", f"s{index}.jsonl"))
    assert "; complete" in succeeded(
        program.run("merge", "s1.jsonl", "s2.jsonl", "-o", "all.jsonl")
    )
    # Of shards that hold nothing, none is missing.
    for index in (1, 2):
        has_points = len(lines_of(program.folder / f"s{index}.jsonl")) > 2
        done = program.run("merge", f"s{index}.jsonl", "--missing")
        assert done.returncode == (0 if has_points else 1)
        assert f"shard {3 - index}/2" in done.stdout or has_points
