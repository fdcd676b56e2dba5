"""Shards one by one: where they start, and what is left alone."""

from __future__ import annotations

import doctest
import fcntl
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.clusters.sweeps import ARGUMENTS, PACKAGES, WRONG, events_of, points_of

import warpmark.shards
from warpmark import CommandError
from warpmark.shard_runner import main, run_shard
from warpmark.shards import ShardedSweep, State

LONG = b"x" * 200_000  # longer than what is read at once
CaptureFixture: TypeAlias = pytest.CaptureFixture[str]


def two_halves(folder: Path, arguments: str = ARGUMENTS) -> ShardedSweep:
    return ShardedSweep(arguments, 2, folder)


def test_examples_of_the_documentation_hold() -> None:
    tested = doctest.testmod(warpmark.shards)
    assert tested.attempted > 0
    assert tested.failed == 0


def test_arguments_that_a_shard_sets_are_refused() -> None:
    for words in ("reduce -o x", "reduce --output=x", "reduce --shard 1/2", "reduce --resume"):
        with pytest.raises(ValueError, match="set for each shard; expected arguments of"):
            ShardedSweep(words, 2, "x")
    for count in (0, 1_000_001):
        with pytest.raises(ValueError, match="shards; expected 1 to 1000000"):
            ShardedSweep("reduce", count, "x")
    for index in (0, 3):
        with pytest.raises(ValueError, match=f"there is no shard {index}; expected 1 to 2"):
            ShardedSweep("reduce", 2, "x").shard(index)
    assert ShardedSweep("run reduce", 2, "x").arguments == ("reduce",)
    assert ShardedSweep("reduce --backend=simt", 2, "x").interprets
    assert not ShardedSweep("reduce -p backend=simt", 2, "x").interprets


def test_states_of_a_journal(tmp_path: Path) -> None:
    shard = two_halves(tmp_path).shard(1)
    assert shard.state is State.ABSENT
    assert run_shard(shard).status == 0
    whole = shard.journal.read_bytes()
    first, *_, last = whole.splitlines(keepends=True)
    for content, state in [
        (b"", State.ABSENT),
        (first[:-1], State.ABSENT),
        (first, State.PARTIAL),
        (whole[:-1], State.PARTIAL),
        (whole[: -len(last)], State.PARTIAL),
        (whole + last[:20], State.PARTIAL),
        (whole.replace(b'{"event":"end"', b'{"x":"%s","event":"end"' % LONG), State.COMPLETE),
        (first + last.replace(b'"complete":true', b'"complete":false'), State.PARTIAL),
        (first + LONG + last, State.PARTIAL),  # not JSON
        (first + b'{"event":"x"}\n' * 20_000 + last, State.COMPLETE),
        (whole, State.COMPLETE),
    ]:
        shard.journal.write_bytes(content)
        assert shard.state is state, content[:200]
    shard.journal.write_bytes(b"{}\n")
    with pytest.raises(CommandError, match="no journal; expected a manifest as its first line"):
        _ = shard.state


def test_a_shard_starts_goes_on_and_is_left_alone(tmp_path: Path, single_run: Path) -> None:
    for shard in two_halves(tmp_path):
        result = run_shard(shard)
        assert (result.status, result.was_complete) == (0, False)
    halves = [points_of(shard.journal) for shard in two_halves(tmp_path)]
    assert halves[0].keys().isdisjoint(halves[1].keys())
    assert halves[0] | halves[1] == points_of(single_run)

    shard = two_halves(tmp_path).shard(1)
    written = shard.journal.read_bytes()
    assert run_shard(shard).was_complete
    assert shard.journal.read_bytes() == written
    lines = written.splitlines(keepends=True)
    shard.journal.write_bytes(b"".join(lines[:3]) + lines[3][:50])
    assert run_shard(shard).status == 0
    assert "resume" in events_of(shard.journal)
    assert points_of(shard.journal) == halves[0]
    shard.journal.write_bytes(lines[0][:50])  # `run --resume` refuses it
    assert run_shard(shard).status == 0
    assert "resume" not in events_of(shard.journal)
    assert points_of(shard.journal) == halves[0]


def test_a_journal_of_another_card_is_set_aside(tmp_path: Path, faults: Path) -> None:
    shard = two_halves(tmp_path / "journals").shard(1)
    (faults / "1-2").write_text("card\n")
    assert run_shard(shard).status == 5
    assert shard.state is State.PARTIAL
    partial = shard.journal.read_bytes()
    assert run_shard(shard).status == 0
    assert shard.journal.with_name(f"{shard.journal.name}.refused-1").read_bytes() == partial
    assert "resume" not in events_of(shard.journal)


@pytest.mark.parametrize("lines", [0, 3])
def test_a_journal_that_is_written_is_waited_for(
    tmp_path: Path, capfd: CaptureFixture, lines: int
) -> None:
    shard = two_halves(tmp_path).shard(1)
    run_shard(shard)
    written = shard.journal.read_bytes().splitlines(keepends=True)
    shard.journal.write_bytes(b"".join(written[:lines]))
    with ThreadPoolExecutor() as pool:
        with shard.journal.open("r+b") as writer:
            fcntl.flock(writer, fcntl.LOCK_EX)
            result = pool.submit(run_shard, shard)
            noted = ""
            while "waits for the process that runs it" not in noted:
                assert not result.done()
                noted += capfd.readouterr().err
        assert result.result(timeout=600).status == 0
    assert events_of(shard.journal).count("resume") == (lines > 0)
    assert not list(tmp_path.glob("*.refused-*"))


def test_one_process_runs_a_shard_at_a_time(tmp_path: Path) -> None:
    shard = two_halves(tmp_path).shard(1)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(run_shard, [shard, shard]))
    assert sorted(result.was_complete for result in results) == [False, True]
    assert "resume" not in events_of(shard.journal)


def test_journals_of_other_arguments_are_refused(tmp_path: Path) -> None:
    shard = two_halves(tmp_path).shard(1)
    run_shard(shard)
    other = two_halves(tmp_path, ARGUMENTS.replace("2^12", "2^13")).shard(1)
    with pytest.raises(CommandError, match=r"is of `run reduce/.*2\^12.*`; expected `run .*2\^13"):
        _ = other.state
    longer = two_halves(tmp_path, f"{ARGUMENTS} --budget 60s -q --cache=x --json").shard(1)
    assert longer.state is State.COMPLETE


def test_the_status_of_a_shard_is_the_same_when_it_is_complete(tmp_path: Path) -> None:
    sweep = two_halves(tmp_path, WRONG)
    first = [run_shard(shard) for shard in sweep]
    assert {result.status for result in first} >= {1}
    again = [run_shard(shard) for shard in sweep]
    assert [result.status for result in again] == [result.status for result in first]
    assert all(result.was_complete for result in again)


def test_the_command_runs_a_shard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                  capfd: CaptureFixture) -> None:  # fmt: skip
    words = two_halves(tmp_path).shard(2).runner_words()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(PACKAGES)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "14 ok" in done.stdout or " ok in " in done.stdout
    assert words[0] == sys.executable
    for wrong, why in [
        (["3/2", "--folder", "x", "--", "reduce"], "3/2: no shard; expected one such as 3/16"),
        (["1/²", "--folder", "x", "--", "reduce"], "no shard"),
        (["1/2", "--folder", str(tmp_path), "--", "-o", "x"], "-o: set for each shard"),
        (["2/2", "--folder", str(tmp_path), "--", "reduce"], "or another folder"),
    ]:
        monkeypatch.setattr(sys, "argv", ["shards", *wrong])
        assert main() == 2
        assert why in capfd.readouterr().err


def test_the_program_ends_with_its_parent(tmp_path: Path, faults: Path) -> None:
    (faults / "1-2").write_text("worker\n")
    shard = two_halves(tmp_path / "journals").shard(1)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(PACKAGES)}
    done = subprocess.run(shard.runner_words(), capture_output=True, check=False, env=environment)
    assert done.returncode == -9
    assert run_shard(shard).status == 0  # waits for the lock that the killed one's program has
    assert not (faults / "survived").exists()
    assert "resume" in events_of(shard.journal)


def test_without_a_common_file_system_the_folder_is_named(tmp_path: Path) -> None:
    shard = ShardedSweep(ARGUMENTS, 2, tmp_path, tmp_path / "elsewhere").shard(1)
    with pytest.raises(CommandError, match=r"elsewhere: no such folder on .*; expected a file sys"):
        run_shard(shard)
