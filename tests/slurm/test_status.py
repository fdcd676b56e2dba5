"""What `warpmark slurm status` says of tasks, from Slurm's words and from journals."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.slurm.conftest import Verb

from warpmark.slurm import commands
from warpmark.slurm.durations import age_text
from warpmark.slurm.errors import SlurmError
from warpmark.slurm.queue_states import NO_TASK, TaskState, parse_account, parse_queue
from warpmark.slurm.shard_journal import ShardJournal, read_shard_journal
from warpmark.slurm.status import SlurmStates, shard_rows, table_lines, total_lines
from warpmark.slurm.sweep_folder import Record, Submission, Sweep, SweepFolder

QUEUE = """\
12|3|RUNNING|gpu04|None|1:20:00
12|4|PENDING||Resources|2:00:00
12|5|PENDING||None|2:00:00
12|6|COMPLETING|gpu05|None|5:00
13|N/A|PENDING||Dependency|5:00
"""
ACCOUNT = """\
12_1|COMPLETED|0:0|gpu01
12_2|CANCELLED by 1000|0:15|gpu02
12_7|TIMEOUT|0:0|gpu03
12_8|OUT_OF_MEMORY|0:125|None assigned
12_9|FAILED|2:0|gpu01
12_[4-5]|PENDING|0:0|None assigned
13|PENDING|0:0|None assigned
"""
HOST, CARD = {"name": "gpu01"}, {"name": "NVIDIA H200"}
SHARDS = 9
NOW_S = 1_000_000.0


def event(kind: str, **fields: object) -> str:
    return json.dumps({"event": kind, **fields}) + "\n"


MANIFEST = event("manifest", host=HOST, card=CARD, planned_points=3)
POINTS = [event("measurement", key=str(i), status=s) for i, s in enumerate(("ok", "wrong", "ok"))]
END = event("end", complete=True)


@pytest.mark.parametrize(
    ("text", "state", "done", "faults"),
    [
        ("", "no journal", 0, 0),
        (MANIFEST[:-9], "no journal", 0, 0),
        ("\0\0\0\n", "no journal", 0, 0),
        (MANIFEST, "cut off", 0, 0),
        (MANIFEST + POINTS[0] + POINTS[1][:-1], "cut off", 1, 0),
        (MANIFEST + POINTS[0] + POINTS[1] + POINTS[1], "cut off", 2, 1),
        (MANIFEST + POINTS[0] + event("end", complete=False, reason="budget"), "stopped", 1, 0),
        (MANIFEST + POINTS[0] + END.replace("true", "false") + event("resume"), "cut off", 1, 0),
        (MANIFEST + "".join(POINTS) + END, "complete", 3, 1),
        (MANIFEST + POINTS[0] + event("measurement", key="0", status="skipped"), "cut off", 1, 0),
    ],
)
def test_a_journal_says_how_far_it_is(
    tmp_path: Path, text: str, state: str, done: int, faults: int
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    found = read_shard_journal(path, "run")
    assert (found.state, found.done, found.faults) == (state, done, faults)
    if state != "no journal":
        assert (found.planned, found.host, found.card) == (3, "gpu01", "NVIDIA H200")
    assert read_shard_journal(tmp_path / "none.jsonl", "run") == ShardJournal("no journal")


def test_a_tuning_counts_problems(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    text = MANIFEST + POINTS[0] + event("tuned", problem="a") + POINTS[2]
    path.write_text(text)
    found = read_shard_journal(path, "tune")
    assert (found.done, found.planned) == (1, None)
    path.write_text(text + event("tuned", problem="b") + END)
    found = read_shard_journal(path, "tune")
    assert (found.done, found.planned) == (2, 2)


def test_words_of_slurm() -> None:
    queue = parse_queue(QUEUE)
    assert queue["12", 3] == TaskState("running", "gpu04", "1:20:00 left")
    assert queue["12", 4] == TaskState("pending", "", "Resources")
    assert queue["12", 5] == TaskState("pending")
    assert queue["13", NO_TASK] == TaskState("pending", "", "Dependency")
    account = parse_account(ACCOUNT)
    assert account["12", 1] == TaskState("completed", "gpu01")
    assert account["12", 2] == TaskState("cancelled", "gpu02", "signal 15")
    assert account["12", 8] == TaskState("out_of_memory", "", "signal 125")
    assert account["12", 9] == TaskState("failed", "gpu01", "exit status 2")
    assert ("12", 4) not in account


def sweep_in(folder: Path) -> tuple[Record, SweepFolder]:
    """Shards 1 and 2 are complete, 3 has begun, 7 and 9 stopped; 9 was submitted once more."""
    sweep = Sweep(verb="run", words=(), shards=SHARDS, directory="/", program="/bin/true")
    submissions = (
        Submission("12", tuple(range(1, SHARDS + 1)), "13"),
        Submission("14", (9,), "15"),
    )
    found = SweepFolder(folder)
    found.make()
    texts = {
        1: MANIFEST + "".join(POINTS) + END,
        2: MANIFEST + "".join(POINTS) + END,
        3: MANIFEST + POINTS[0],
        7: MANIFEST + POINTS[0] + event("end", complete=False, reason="interrupted"),
        9: MANIFEST + POINTS[0] + event("end", complete=False, reason="budget"),
    }
    for task, text in texts.items():
        path = found.journal(task, SHARDS)
        path.write_text(text)
        os.utime(path, (NOW_S - 60 * task, NOW_S - 60 * task))
    return Record(sweep, submissions), found


def test_slurm_knows_best_but_for_what_is_complete(tmp_path: Path) -> None:
    record, folder = sweep_in(tmp_path)
    states = SlurmStates(parse_queue(QUEUE), parse_account(ACCOUNT))
    rows = shard_rows(record, folder, states, NOW_S)
    assert [row.state for row in rows] == [
        "complete", "complete", "running", "pending", "pending", "completing", "timeout",
        "out of memory", "stopped",
    ]  # fmt: skip
    assert [row.task for row in rows if row.is_missing] == [7, 8, 9]
    assert [row.host for row in rows[:5]] == ["gpu01", "gpu01", "gpu01", "", ""]
    lines = table_lines(rows)
    assert lines[3].split() == [
        "3", "running", "1/3", "0", "gpu01", "NVIDIA", "H200", "3", "min", "ago", "1:20:00", "left",
    ]  # fmt: skip
    assert lines[8].split() == ["8", "out", "of", "memory", "signal", "125"]
    folder.merged.touch()
    assert total_lines(record, folder, rows, states) == [
        "9 shards: 2 complete, 1 running, 2 pending, 1 completing, 1 timeout, 1 out of memory, "
        "1 stopped",
        "points: 9 of 15 done in the 5 shards that have begun; 2 neither ok nor skipped",
        f"merged: {folder.merged}",
        "missing: shards 7-9",
        f"to execute them: warpmark slurm run --only 7-9 --dir {tmp_path}",
    ]


def test_without_slurm_the_journals_tell(tmp_path: Path) -> None:
    record, folder = sweep_in(tmp_path)
    states = SlurmStates({}, {}, "squeue: not found")
    rows = shard_rows(record, folder, states, NOW_S)
    assert [row.state for row in rows] == [
        "complete", "complete", "cut off", "no journal", "no journal", "no journal", "stopped",
        "no journal", "stopped",
    ]  # fmt: skip
    assert [row.note for row in rows if row.note] == ["interrupted", "budget"]
    lines = total_lines(record, folder, rows, states)
    assert lines[2:4] == ["the states are those of the journals: squeue: not found",
                          "missing: shards 3-9"]  # fmt: skip


def test_the_verb_without_slurm(
    tmp_path: Path, slurm: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, folder = sweep_in(tmp_path / "sweep")
    folder.write_record(record)
    monkeypatch.setenv("PATH", "/nowhere")
    text = slurm("status", "sweep", "--incomplete", status=5)
    assert [line.split()[0] for line in text.splitlines()[1:8]] == list("3456789")
    shown = json.loads(slurm("status", "sweep", "--json", status=5))
    assert (shown["missing"], shown["done"], shown["is_complete"]) == (list(range(3, 10)), 9, False)
    for task in range(3, SHARDS + 1):
        folder.journal(task, SHARDS).write_text(MANIFEST + END)
    assert "9 shards: 9 complete" in slurm("status", "sweep")


def test_a_job_that_slurm_has_forgotten_is_not_in_the_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    squeue = tmp_path / "squeue"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for error, status in (("slurm_load_jobs error: Invalid job id specified", 1), ("", 0)):
        squeue.write_text(f"#!/bin/sh\necho '{error}' >&2\nexit {status}\n")
        squeue.chmod(0o755)
        assert commands.queue_text(["1"]) == ""
    squeue.write_text("#!/bin/sh\necho 'squeue: error: Unable to contact' >&2\nexit 1\n")
    with pytest.raises(SlurmError, match=r"^squeue: Unable to contact$"):
        commands.queue_text(["1"])


def test_ages() -> None:
    ages = [age_text(s) for s in (0, 59.9, 60, 3599, 3600, 90000, 200000)]
    assert ages == ["0 s", "59 s", "1 min", "59 min", "1 h", "1 d", "2 d"]
