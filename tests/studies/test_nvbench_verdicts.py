"""Rounds files, their pairs in two ways, and the tool with stand-ins for nvbench's scripts."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path
from typing import Any

import pytest

import nvbench_verdicts
from nvbench_tables import ToolError
from rounds_pairs import interleaved, runs_of, separate_processes

# Tells points apart by their means, as nvbench's do, in a table of the same kind.
STAND_IN = """
import json, sys
def means(path):
    (benchmark,) = json.load(open(path))["benchmarks"]
    return {
        state["axis_values"][0]["value"]: float(summary["data"][0]["value"])
        for state in benchmark["states"]
        for summary in state["summaries"]
        if summary["tag"] == "nv/cold/time/gpu/mean"
    }
base, head = means(sys.argv[-2]), means(sys.argv[-1])
print("| Point | Status |\\n|---|---|")
for point, mean in base.items():
    ratio = head[point] / mean
    print(f"| {point} | {'SLOW' if ratio > 1.1 else 'FAST' if ratio < 0.9 else 'SAME'} |")
print(f"\\n- Total Matches: {len(base)}")
sys.exit(1)
"""


def header(run: int = 0, schema: str = "warpmark/rounds-1") -> dict[str, Any]:
    return {"event": "rounds", "schema": schema, "run": run, "points": 2}


def pair(number: int, key: str, base_ns: float, head_ns: float, **more: Any) -> dict[str, Any]:
    """A pair as a rounds file has it, each side with twice the same sample."""

    def side(time_ns: float) -> dict[str, Any]:
        return {"time_ns": time_ns, "clock_hz": 1.98e9, "samples_ns": [time_ns] * 2}

    found = {"event": "pair", "run": 0, "round": number, "key": key, "role": "candidate"}
    return found | {"base": side(base_ns), "head": side(head_ns), "discarded": ""} | more


def write(path: Path, *lines: dict[str, Any]) -> Path:
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    if path.suffix == ".gz":
        data = gzip.compress(data)
    elif path.suffix == ".xz":
        data = lzma.compress(data)
    path.write_bytes(data)
    return path


def times(suites: list[Any]) -> list[dict[str, tuple[float, float]]]:
    """The first samples of base and head, by key."""
    return [
        {key: (suite.base[key].samples_ns[0], suite.head[key].samples_ns[0]) for key in suite.base}
        for suite in suites
    ]


def test_interleaved_takes_both_sides_of_a_round(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", header(), pair(1, "a", 3, 4), pair(0, "a", 1, 2))
    (run,) = runs_of(path)
    assert times(interleaved(run)) == [{"a": (1, 2)}, {"a": (3, 4)}]


def test_separate_processes_take_the_head_of_the_next_round(tmp_path: Path) -> None:
    full = [
        pair(number, key, 10 * number + 1, 10 * number + 2) for number in (0, 1) for key in "ab"
    ]
    # Round 3 confirms one point, round 4 has no partner.
    partial = [pair(2, "b", 21, 22), pair(2, "a", 23, 24), pair(3, "b", 31, 32), pair(4, "a", 1, 1)]
    (run,) = runs_of(write(tmp_path / "a.jsonl", header(), *full, *partial))
    assert times(separate_processes(run)) == [{"a": (1, 12), "b": (1, 12)}, {"b": (21, 32)}]


def test_rounds_that_share_no_point_are_no_suite(tmp_path: Path) -> None:
    (run,) = runs_of(write(tmp_path / "a.jsonl", header(), pair(0, "a", 1, 1), pair(1, "b", 1, 1)))
    assert separate_processes(run) == []


def test_only_pairs_that_count_and_are_equal_are_taken(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        header(),
        pair(0, "a", 9, 9, discarded="throttled"),
        pair(0, "a", 1, 1),  # measured again
        pair(0, "b", 1, 1, role="negative_control"),
        pair(0, "c", 1, 1, role="calibrator"),
        pair(0, "d", 1, 1, role="positive_control"),
    )
    (run,) = runs_of(path)
    assert times(interleaved(run)) == [{"a": (1, 1), "b": (1, 1), "c": (1, 1)}]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.xz"])
def test_runs_are_told_apart_by_their_lines(tmp_path: Path, name: str) -> None:
    # As in two files joined: both call their run 0.
    lines = [header(), pair(0, "a", 1, 2), header(), pair(0, "a", 3, 4)]
    runs = runs_of(write(tmp_path / name, *lines))
    assert [times(interleaved(run)) for run in runs] == [[{"a": (1, 2)}], [{"a": (3, 4)}]]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([header(schema="warpmark/rounds-2")], "a.jsonl:1: schema 'warpmark/rounds-2' is not"),
        ([{"event": "rounds", "schema": "warpmark/rounds-1"}], "a.jsonl:1: no 'run'"),
        ([{"event": "manifest"}], "a.jsonl:1: event 'manifest' is neither"),
        ([pair(0, "a", 1, 1)], "a.jsonl:1: a pair of run 0 without its line 'rounds'"),
        ([header(1), pair(0, "a", 1, 1)], "a.jsonl:2: a pair of run 0 without"),
        ([header(), pair(0, "a", 1, 1), pair(0, "a", 1, 1)], "a.jsonl:3: round 0 has a pair of a"),
        ([header(), pair(0, "a", 1, -1)], "a.jsonl:2: -1 is not above zero"),
        ([header(), pair(0, "a", 1, 1, role="other")], "a.jsonl:2: role 'other' is none of"),
        ([header(), pair(0, "a", 1, 1, head={})], "a.jsonl:2: no 'samples_ns'"),
        ([header(), pair(0, "a", 1, 1, head={"samples_ns": []})], "'head' has no samples"),
        ([header(), pair(0, "a", 1, 1, round="0")], "a.jsonl:2: round '0' is no whole number"),
        ([], "a.jsonl: has no line 'rounds'"),
    ],
)
def test_a_bad_line_is_told(tmp_path: Path, lines: list[dict[str, Any]], told: str) -> None:
    with pytest.raises(ToolError, match=told):
        runs_of(write(tmp_path / "a.jsonl", *lines))


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.xz"])
def test_a_file_that_was_cut_off_is_told(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, header(), pair(0, "a", 1, 1))
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(ToolError, match=name):
        runs_of(path)


def checkout(folder: Path) -> Path:
    """A folder with stand-ins where nvbench has its scripts."""
    scripts = folder / "nvbench/python/scripts"
    scripts.mkdir(parents=True)
    for name in ("nvbench_compare.py", "nvbench_compare_robust.py"):
        (scripts / name).write_text(STAND_IN)
    return folder / "nvbench"


def test_the_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A point twice as fast in the second process: nothing within a round, FAST between two."""
    lines = [pair(0, "a|=", 4, 4), pair(0, "b", 2, 2), pair(1, "b", 2, 2), pair(1, "a|=", 2, 2)]
    rounds = write(tmp_path / "a.jsonl", header(), *lines)
    out = tmp_path / "out.json"
    words = [str(rounds), "--nvbench", str(checkout(tmp_path)), "--nvbench-commit", "abc"]
    assert nvbench_verdicts.main([*words, "--json", str(out)]) == 0
    printed = capsys.readouterr().out
    zero = "0 (0.00 %)"
    for script in ("nvbench_compare", "nvbench_compare_robust"):
        assert f"| {script} | interleaved | 4 | {zero} | {zero} | {zero} | 0 of 2 | 0" in printed
        assert f"| {script} | separate processes | 2 | {zero} | 1 (50.00 %) | {zero}" in printed
    assert "commit abc" in printed
    separate = json.loads(out.read_text())["counts"][2]
    assert separate["fast_by_key"] == {"a|=": 1}
    assert separate["suites_different"] == 1


def test_what_is_bad_is_named_and_the_exit_code_is_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = write(tmp_path / "a.jsonl", header(), pair(0, "a", 1, 1))
    words = ["--nvbench", str(checkout(tmp_path))]
    nothing = write(tmp_path / "b.jsonl", header(), pair(0, "a", 1, 1, discarded="throttled"))
    for given, told in (
        ([str(rounds), "--nvbench", str(tmp_path)], "no such script"),
        ([str(tmp_path / "none.jsonl"), *words], "none.jsonl: No such file"),
        ([str(nothing), *words], "no round has a pair that counts"),
        ([str(rounds), *words, "--ours", str(tmp_path / "none.json")], "none.json: No such file"),
        ([str(rounds), *words, "--python", str(tmp_path / "none")], "none: No such file"),
        ([str(rounds), *words, "--json", str(tmp_path / "none/out")], "out: No such file"),
    ):
        assert nvbench_verdicts.main(given) == 2
        assert told in capsys.readouterr().err
