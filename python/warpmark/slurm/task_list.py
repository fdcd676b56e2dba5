"""Lists of tasks, as Slurm writes them: "1-3,7"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from warpmark.shards import MAX_SHARDS

from .errors import SlurmError

ARRAY = re.compile(r"(?P<shards>[0-9]+)(?:%(?P<running>[0-9]+))?")
SPAN = re.compile(r"(?P<first>[0-9]+)(?:-(?P<last>[0-9]+))?")


@dataclass(frozen=True)
class ArraySize:
    """The number of shards, and of tasks that may run at a time (None: all)."""

    shards: int
    max_running: int | None


def parse_array(text: str) -> ArraySize:
    """ "16" or "16%4"; raises SlurmError for anything else."""
    found = ARRAY.fullmatch(text)
    size = ArraySize(int(found["shards"]), _number(found["running"])) if found else None
    if size is None or not 1 <= size.shards <= MAX_SHARDS or size.max_running == 0:
        raise SlurmError(
            f"--array {text}: expected a number of shards from 1 to {MAX_SHARDS}, or 16%4: 16 of "
            "which 4 run at a time"
        )
    return size


def parse_tasks(text: str, shards: int) -> tuple[int, ...]:
    """The numbers of "3,7-9" in order, each once; raises SlurmError if one is not from 1 to
    `shards`.
    """
    tasks: set[int] = set()
    for part in text.split(","):
        found = SPAN.fullmatch(part)
        first = int(found["first"]) if found else 0
        last = _number(found["last"]) if found else None
        last = first if last is None else last
        if not 1 <= first <= last <= shards:
            raise SlurmError(f"--only {text}: '{part}': expected shards from 1 to {shards}: 3,7-9")
        tasks.update(range(first, last + 1))
    return tuple(sorted(tasks))


def tasks_text(tasks: Iterable[int]) -> str:
    """ "1-3,7" of 1, 2, 3, 7."""
    spans: list[list[int]] = []
    for task in sorted(set(tasks)):
        if spans and spans[-1][1] == task - 1:
            spans[-1][1] = task
        else:
            spans.append([task, task])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)
