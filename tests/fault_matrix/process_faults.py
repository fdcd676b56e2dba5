"""Processes that are killed or interrupted: nothing is lost, nothing is measured twice."""

import signal
import subprocess
import time
from collections.abc import Callable, Sequence

from workbench import (
    PATIENCE_S,
    Failure,
    Outcome,
    Workbench,
    children_of,
    interrupt,
    kill_workers,
    processor_seconds,
    require,
    wait_until,
)

SWEEP = ["reduce/tree_sequential", "reduce/strided", "fault/sound_*"]
SWEEP += ["-p", "n=2^12..2^16", "-c", "block=all", "--time-per-point", "50ms"]
KILLS = 5
SURELY_LEFT = 20  # More points than a run measures between reading its journal and a kill.


def outcome_of(statuses: set[str], reason: str, code: int, planned: set[str]) -> Outcome:
    return Outcome("+".join(sorted(statuses)), reason, code, f"{len(planned)} of {len(planned)}")


def resume(
    bench: Workbench,
    planned: set[str],
    reason: str,
    code: int,
    select: Sequence[str] = tuple(SWEEP),
) -> Outcome:
    """Continues the interrupted run and checks the complete journal."""
    done = bench.run([*select, "--resume"])
    require(done.code == 0, f"--resume: exit code {done.code}: {done.err}")
    journal = bench.journal()
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    return outcome_of({line["status"] for line in journal.measured}, reason, code, planned)


def run_under_kills(bench: Workbench, planned: set[str]) -> tuple[int, Outcome]:
    """One sweep whose workers are killed as it goes; how many were, before it was done."""
    process = bench.start(bench.words(SWEEP))
    killed: set[int] = set()
    while len(killed) < KILLS and process.poll() is None:
        bench.wait_for_lines(10 * (len(killed) + 1))
        if bench.lines() > len(planned) - SURELY_LEFT:
            break  # A worker that has nothing left to do would not be replaced.
        killed |= kill_workers(process.pid, killed)
        require(len(children_of(process.pid)) <= 1, "dead workers are not reaped")
    done = bench.finish(process)
    journal = bench.journal()
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    lost = [line for line in journal.measured if line["status"] != "ok"]
    require(len(lost) <= len(killed), f"{len(lost)} points for {len(killed)} workers")
    require(journal.end["worker_restarts"] >= len(killed), "fewer restarts than kills")
    for line in lost:
        require(line["status"] == "crashed", line["status"])
        require("killed by signal 9" in line["reason"], line["reason"])
    require(done.code == (1 if lost else 0), f"exit code {done.code}: {done.err}")
    statuses = {line["status"] for line in journal.measured}
    why = f"{len(killed)} killed, {journal.end['worker_restarts']} restarts, {len(lost)} points crashed"
    return len(killed), outcome_of(statuses, why, done.code, planned)


def worker_killed(bench: Workbench) -> Outcome:
    planned = bench.planned(SWEEP)
    for _ in range(5):  # On a machine that is busy with other work a sweep may be over too soon.
        killed, outcome = run_under_kills(bench, planned)
        if killed >= KILLS:
            return outcome
        (bench.folder / "sweep.jsonl").unlink()
    raise Failure(f"only {killed} workers were killed")


def wait_for_the_endless_point(
    bench: Workbench, planned: set[str], process: subprocess.Popen[bytes]
) -> None:
    """It is next, and soon begun, once all points before it are in the journal."""
    before = sum(key.startswith("fault/sound_before") for key in planned)
    bench.wait_for_lines(before)
    wait_while_it_hangs(bench, process)
    require(process.poll() is None, "nothing hangs: the run has ended")


def wait_while_it_hangs(bench: Workbench, process: subprocess.Popen[bytes]) -> None:
    """Until a worker computes for longer than all other points take, or the run has ended."""
    if not bench.interprets:
        time.sleep(4)
        return
    begun = {worker: processor_seconds(worker) for worker in children_of(process.pid)}

    def hangs(worker: int) -> bool:
        return processor_seconds(worker) > begun.get(worker, 0) + 0.3

    wait_until(
        lambda: process.poll() is not None or any(map(hangs, children_of(process.pid))),
        PATIENCE_S,
        "no worker came to the endless point",
        pause_s=0.02,
    )


def worker_killed_again_and_again(bench: Workbench) -> Outcome:
    """At the same point: that one has crashed, and the others are measured."""
    select = ["fault/sound_*", "fault/endless_loop", "-p", "n=2^10"]
    planned = bench.planned(select)
    process = bench.start(bench.words(select))
    wait_for_the_endless_point(bench, planned, process)
    killed = kill_workers(process.pid, set())
    while process.poll() is None and len(killed) < 10:
        wait_while_it_hangs(bench, process)  # It is retried before the remaining points.
        killed |= kill_workers(process.pid, killed)
    done = bench.finish(process)
    journal = bench.journal()
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    bad = [line for line in journal.measured if line["status"] != "ok"]
    require(len(bad) == 1, f"not ok: {[line['key'] for line in bad]}")
    lost = bad[0]
    require(lost["variant"] == "endless_loop", lost["key"])
    require(lost["status"] == "crashed", lost["status"])
    require("killed by signal 9 (Killed)" in lost["reason"], lost["reason"])
    require(done.code == 1, f"exit code {done.code}: {done.err}")
    return outcome_of({"crashed"}, lost["reason"], done.code, planned - {lost["key"]})


def coordinator_killed(bench: Workbench) -> Outcome:
    planned = bench.planned(SWEEP)
    process = bench.start(bench.words(SWEEP))
    bench.wait_for_lines(10)
    require(len(children_of(process.pid)) == 1, "there is not one worker")
    process.kill()
    done = bench.finish(process)  # The coordinator notices that no worker is left.
    require(done.code == -signal.SIGKILL, f"exit code {done.code}")
    return resume(bench, planned, "killed; its worker ended too; --resume", done.code)


def interrupted(number: signal.Signals) -> Callable[[Workbench], Outcome]:
    def row(bench: Workbench) -> Outcome:
        planned = bench.planned(SWEEP)
        process = bench.start(bench.words(SWEEP))
        bench.wait_for_lines(10)
        interrupt(process, number)
        done = bench.finish(process)
        journal = bench.journal()
        journal.require_truthful_end(complete=False)
        require(journal.end["reason"] == "interrupted", journal.end["reason"])
        require({line["status"] for line in journal.measured} == {"ok"}, "a point was spoilt")
        require(done.code == 5, f"exit code {done.code}: {done.err}")
        return resume(bench, planned, "interrupted; --resume", done.code)

    return row


def second_interrupt(bench: Workbench) -> Outcome:
    """While a point hangs: the first Ctrl-C waits for it, the second does not."""
    select = ["fault/sound_before", "fault/endless_loop", "-p", "n=2^10"]
    planned = bench.planned(select)
    # The interpreter would end the point by itself.
    patient = ["--loop-limit", "10min"] if bench.interprets else []
    process = bench.start(bench.words([*select, *patient]))
    wait_for_the_endless_point(bench, planned, process)
    interrupt(process, signal.SIGINT)
    time.sleep(1)
    if process.poll() is not None:
        raise Failure(f"the first Ctrl-C did not wait: exit code {process.returncode}")
    begin = time.monotonic()
    interrupt(process, signal.SIGINT)
    wait_until(lambda: process.poll() is not None, PATIENCE_S, "the second Ctrl-C did not end the run")
    waited = time.monotonic() - begin
    done = bench.finish(process)
    require(done.code == -signal.SIGINT, f"exit code {done.code}")
    limit = "1s" if bench.interprets else "2s"
    resumed = bench.run([*select, "--verify-limit", limit, "--resume"])
    require(resumed.code == 1, f"--resume: exit code {resumed.code}: {resumed.err}")
    bench.journal().require_each_once(planned)
    why = f"ended {waited:.2f} s after the second; --resume"
    return outcome_of({line["status"] for line in bench.journal().measured}, why, -2, planned)


FAULTS: dict[str, Callable[[Workbench], Outcome]] = {
    "worker SIGKILL": worker_killed,
    "worker SIGKILL, always at one point": worker_killed_again_and_again,
    "coordinator SIGKILL": coordinator_killed,
    "SIGINT": interrupted(signal.SIGINT),
    "SIGTERM": interrupted(signal.SIGTERM),
    "second Ctrl-C": second_interrupt,
}
