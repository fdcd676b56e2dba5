"""The state of every shard of a sweep, from Slurm where it knows, else from the journals."""

from __future__ import annotations

import shlex
import time
from dataclasses import asdict, dataclass
from typing import Any

from . import commands
from .durations import age_text
from .errors import SlurmError
from .queue_states import NO_TASK, TaskState, parse_account, parse_queue
from .shard_journal import COMPLETE, ShardJournal, read_shard_journal
from .sweep_folder import Record, SweepFolder
from .task_list import tasks_text

ENDED_WELL = "completed"  # of sacct, whatever the journal has


@dataclass(frozen=True)
class ShardRow:
    """A line of the table; `note` says why it waits, has failed or has stopped."""

    task: int
    state: str
    in_queue: bool
    done: int
    planned: int | None
    faults: int
    host: str
    card: str
    age_s: float | None
    note: str

    @property
    def is_missing(self) -> bool:
        """Whether nothing in the queue will complete it."""
        return self.state != COMPLETE and not self.in_queue


@dataclass(frozen=True)
class SlurmStates:
    """What Slurm knows of the jobs; `trouble` says why it knows nothing, or is empty."""

    queue: dict[tuple[str, int], TaskState]
    account: dict[tuple[str, int], TaskState]
    trouble: str = ""


def slurm_states(record: Record) -> SlurmStates:
    """Asks squeue, and sacct where there is accounting. The journals are enough without them."""
    jobs = record.jobs()
    try:
        queue = parse_queue(commands.queue_text(jobs))
    except SlurmError as error:
        return SlurmStates({}, {}, str(error))
    return SlurmStates(queue, parse_account(commands.account_text(jobs)))


def shard_rows(
    record: Record, folder: SweepFolder, states: SlurmStates, now_s: float
) -> list[ShardRow]:
    """A row per shard, in their order; `now_s` is the time since the epoch."""
    latest = {task: each.array_job for each in record.submissions for task in each.tasks}
    rows = []
    for task in range(1, record.sweep.shards + 1):
        journal = read_shard_journal(folder.journal(task, record.sweep.shards), record.sweep.verb)
        job = latest.get(task, "")
        rows.append(
            _row(
                task, journal, states.queue.get((job, task)), states.account.get((job, task)), now_s
            )
        )
    return rows


def _row(
    task: int,
    journal: ShardJournal,
    queued: TaskState | None,
    ended: TaskState | None,
    now_s: float,
) -> ShardRow:
    state, note = journal.state, journal.reason
    if queued is not None:
        state, note = queued.state, queued.note
    elif journal.state != COMPLETE and ended is not None and ended.state != ENDED_WELL:
        state, note = ended.state.replace("_", " "), ended.note or note
    if journal.state == COMPLETE and state == "completing":
        state = COMPLETE
    age_s = None if journal.changed_s is None else max(0.0, now_s - journal.changed_s)
    known = queued or ended
    return ShardRow(
        task,
        state,
        queued is not None,
        journal.done,
        journal.planned,
        journal.faults,
        journal.host or (known.node if known else ""),
        journal.card,
        age_s,
        note,
    )


def table_lines(rows: list[ShardRow]) -> list[str]:
    """The rows as aligned columns, with a heading."""
    heads = ["task", "state", "points", "faults", "host", "card", "last line", "note"]
    cells = [heads]
    for row in rows:
        points = f"{row.done}/{'?' if row.planned is None else row.planned}"
        age = "" if row.age_s is None else f"{age_text(row.age_s)} ago"
        has_journal = row.age_s is not None and (row.planned is not None or row.done > 0)
        cells.append(
            [
                str(row.task),
                row.state,
                points if has_journal else "",
                str(row.faults) if has_journal else "",
                row.host,
                row.card,
                age if has_journal else "",
                row.note,
            ]
        )
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = ("task", "points", "faults")
    return [
        "  ".join(
            cell.rjust(width) if head in right else cell.ljust(width)
            for head, cell, width in zip(heads, line, widths, strict=True)
        ).rstrip()
        for line in cells
    ]


def total_lines(
    record: Record, folder: SweepFolder, rows: list[ShardRow], states: SlurmStates
) -> list[str]:
    """Totals, what is missing, and the command that executes it."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.state] = counts.get(row.state, 0) + 1
    noun = "shard" if len(rows) == 1 else "shards"
    lines = [f"{len(rows)} {noun}: " + ", ".join(f"{n} {state}" for state, n in counts.items())]
    lines.append(_points_line(record.sweep.verb, rows))
    if states.trouble:
        lines.append(f"the states are those of the journals: {states.trouble}")
    if record.submissions:
        job = record.submissions[-1].finish_job
        finishing = states.queue.get((job, NO_TASK)) or states.account.get((job, NO_TASK))
        if finishing is not None:
            note = f" ({finishing.note})" if finishing.note else ""
            lines.append(f"finishing job {job}: {finishing.state}{note}")
    if folder.merged.exists():
        lines.append(f"merged: {folder.merged}")
    missing = [row.task for row in rows if row.is_missing]
    if missing:
        lines.append(f"missing: shards {tasks_text(missing)}")
        lines.append(f"to execute them: {repeat_command(record.sweep.verb, missing, folder)}")
    return lines


def repeat_command(verb: str, tasks: list[int], folder: SweepFolder) -> str:
    """`warpmark slurm run --only 3,7 --dir FOLDER`"""
    words = ["warpmark", "slurm", verb, "--only", tasks_text(tasks), "--dir", str(folder.path)]
    return shlex.join(words)


def _points_line(verb: str, rows: list[ShardRow]) -> str:
    noun = "points" if verb == "run" else "problems"
    done = sum(row.done for row in rows)
    known = [row.planned for row in rows if row.planned is not None]
    text = f"{noun}: {done} done"
    if known:
        where = "" if len(known) == len(rows) else f" in the {len(known)} shards that have begun"
        text = f"{noun}: {done} of {sum(known)} done{where}"
    faults = sum(row.faults for row in rows)
    return text + (f"; {faults} neither ok nor skipped" if faults else "")


def as_json(record: Record, folder: SweepFolder, rows: list[ShardRow]) -> dict[str, Any]:
    """The rows and what is missing, for programs."""
    missing = [row.task for row in rows if row.is_missing]
    return {
        "verb": record.sweep.verb,
        "shards": record.sweep.shards,
        "tasks": [asdict(row) for row in rows],
        "done": sum(row.done for row in rows),
        "is_complete": all(row.state == COMPLETE for row in rows),
        "missing": missing,
        "command": repeat_command(record.sweep.verb, missing, folder) if missing else None,
    }


def now() -> float:
    """Seconds since the epoch."""
    return time.time()
