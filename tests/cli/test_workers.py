"""Points run in worker processes: what happens to a worker costs at most the point it was at."""

import json
import os
import resource
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import HANG_S, PROGRAM, Program

SWEEP = ["run", "reduce", "--backend", "simt", "-p", "n=2^8..2^12", "-o", "sweep.jsonl"]


def children_of(pid: int) -> list[int]:
    """Process numbers of the direct children."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # It has just ended.
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def is_alive(pid: int) -> bool:
    """Whether it runs; the dead may not be reaped yet by their new parent."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def lines(program: Program) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (program.folder / "sweep.jsonl").read_text().splitlines()]


def measured(program: Program) -> list[dict[str, Any]]:
    return [line for line in lines(program) if line["event"] == "measurement"]


Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(program: Program) -> Iterator[Start]:
    """Starts the program; what still runs after the test is killed."""
    with ExitStack() as at_the_end:

        def started(*words: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [PROGRAM, *words],
                cwd=program.folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            at_the_end.callback(process.communicate)
            at_the_end.callback(process.kill)
            return process

        yield started


def wait_for_points(program: Program, count: int) -> None:
    program.wait_for_lines("sweep.jsonl", count + 1)


def wait_for_the_end_of(
    program: Program, process: subprocess.Popen[str], workers: set[int]
) -> None:
    program.wait_until(
        lambda: process.poll() is not None or not workers & set(children_of(process.pid)),
        "an end of killed workers",
    )


def test_killed_workers_cost_their_points_and_no_others(program: Program, start: Start) -> None:
    process = start(*SWEEP)
    killed = 0
    wait_for_points(program, 10)
    while killed < 5 and process.poll() is None:
        workers = children_of(process.pid)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
            killed += 1
        wait_for_the_end_of(program, process, set(workers))
    process.communicate(timeout=HANG_S)
    counts = Counter(line["key"] for line in measured(program))
    planned = lines(program)[0]["planned_points"]
    assert len(counts) == planned
    assert set(counts.values()) == {1}
    lost = [line for line in measured(program) if line["status"] != "ok"]
    assert killed > 0
    assert len(lost) <= killed
    for line in lost:
        assert line["status"] == "crashed"
        assert "killed by signal 9" in line["reason"]
        assert "counters" not in line
    end = lines(program)[-1]
    assert end["complete"]
    assert end["worker_restarts"] >= len(lost)
    assert process.returncode == (1 if lost else 0)


def test_a_killed_coordinator_leaves_no_worker(program: Program, start: Start) -> None:
    process = start(*SWEEP)
    wait_for_points(program, 3)
    workers = children_of(process.pid)
    assert len(workers) == 1
    process.kill()
    process.wait()
    program.wait_until(lambda: not is_alive(workers[0]), "an end of the worker")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupts_end_the_run_after_the_point_in_flight(
    program: Program, start: Start, number: signal.Signals
) -> None:
    process = start(*SWEEP)
    wait_for_points(program, 3)
    process.send_signal(number)
    out, _ = process.communicate(timeout=HANG_S)
    end = lines(program)[-1]
    assert end["event"] == "end"
    assert not end["complete"]
    assert end["reason"] == "interrupted"
    assert process.returncode == 5
    assert "--resume continues" in out
    assert {line["status"] for line in measured(program)} == {"ok"}


def test_a_compilation_that_takes_too_long_is_given_up(program: Program) -> None:
    words = ["-c", "block=64", "-p", "n=1024", "--cache", "empty", "--compile-limit", "1ms"]
    variant = ["run", "reduce/tree_sequential", "--backend", "simt", "-o", "sweep.jsonl"]
    done = program.run(*variant, *words)
    assert done.returncode == 1, done.stderr
    (line,) = measured(program)
    assert line["status"] == "timed_out"
    assert "the compilation took longer than 0.001 s" in line["reason"]
    assert lines(program)[-1]["complete"]


def test_a_first_execution_that_takes_too_long_is_given_up(program: Program) -> None:
    words = ["-p", "n=2^24", "--verify-limit", "200ms"]
    variant = ["run", "reduce/serial_thread", "--backend", "simt", "-o", "sweep.jsonl"]
    done = program.run(*variant, *words, "-c", "block=32,64")
    assert done.returncode == 1, done.stderr
    assert [line["status"] for line in measured(program)] == ["timed_out"] * 2


def test_a_full_disk_stops_the_run_and_loses_nothing(program: Program) -> None:
    # A file size limit simulates a full disk.
    words = [PROGRAM, *SWEEP]
    done = subprocess.run(
        words,
        cwd=program.folder,
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000)),
    )
    assert done.returncode == 2
    assert "sweep.jsonl" in done.stderr
    resumed = program.run(*SWEEP, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    counts = Counter(line["key"] for line in measured(program))
    assert len(counts) == lines(program)[0]["planned_points"]
    assert set(counts.values()) == {1}
