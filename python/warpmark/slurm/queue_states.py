"""The states of tasks as squeue and sacct print them."""

from __future__ import annotations

import re
from dataclasses import dataclass

ACCOUNT_TASK = re.compile(r"([0-9]+)(?:_([0-9]+))?")
NO_REASON = "None"
NO_TASK = 0  # of a job that is no array


@dataclass(frozen=True)
class TaskState:
    """What Slurm says of a task: "running"; the node, or ""; why it waits, or the time left."""

    state: str
    node: str = ""
    note: str = ""


def parse_queue(text: str) -> dict[tuple[str, int], TaskState]:
    """By job and task, of lines in commands.QUEUE_FORMAT: what is pending or running."""
    found = {}
    for line in text.splitlines():
        job, task, state, node, reason, left = line.split("|")
        note = f"{left} left" if state == "RUNNING" else reason if state == "PENDING" else ""
        number = int(task) if task.isdigit() else NO_TASK
        found[job, number] = TaskState(state.lower(), node, "" if note == NO_REASON else note)
    return found


def parse_account(text: str) -> dict[tuple[str, int], TaskState]:
    """By job and task, of lines in commands.ACCOUNT_FORMAT: also what has ended."""
    found = {}
    for line in text.splitlines():
        name, state, code, node = line.split("|")
        task = ACCOUNT_TASK.fullmatch(name)  # not "12_[4-16]", which are in the queue
        if task is None:
            continue
        word = (state.split() or [""])[0].lower()  # "CANCELLED by 1000"
        status, _, signal = code.partition(":")
        note = f"signal {signal}" if signal not in ("", "0") else f"exit status {status}"
        found[task[1], int(task[2] or NO_TASK)] = TaskState(
            word, "" if node == "None assigned" else node, "" if code == "0:0" else note
        )
    return found
