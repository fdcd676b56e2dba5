"""A block of a journal's lines: its measurements as columns, all other events as a list."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..base.limits import MAX_COLUMNS, MAX_LINE_BYTES
from ..base.processes import PROCESSES, pool
from .checks import check_measurement, impossible_time
from .columns import Chunk, chunk
from .lines import Event, Lines, parse, too_long
from .rows import to_row
from .tuning_records import is_trial

Ceilings = Mapping[str, Any]

# Goes with the times that it was computed from.
BLANKED = ("throughput_bytes_per_s", "throughput_elements_per_s", "fraction_of_ceiling")


@dataclass
class Block:
    """What a block holds; line numbers count from 1 in the file."""

    measured: Chunk = field(default_factory=Chunk)
    trials: Chunk = field(default_factory=Chunk)
    events: list[tuple[int, Event]] = field(default_factory=list)
    bad: list[tuple[int, bytes]] = field(default_factory=list)
    impossible: list[tuple[int, str]] = field(default_factory=list)
    last: int = 0  # the last line that is not blank
    last_event: int = 0  # the last that is complete
    ends_with_newline: bool = True  # with a newline


def read_block(path: Path, lines: Lines, ceilings: Sequence[Ceilings]) -> Block:
    """Parses and checks every line. Raises JournalError for a measurement that cannot be used.

    `ceilings`: of each run of the journal.
    """
    collecting = gc.isenabled()
    gc.disable()  # hundreds of thousands of small objects, none of them in a cycle
    try:
        return _read_block(path, lines, ceilings)
    finally:
        if collecting:
            gc.enable()


def _read_block(path: Path, lines: Lines, ceilings: Sequence[Ceilings]) -> Block:
    measured: list[dict[str, Any]] = []
    trials: list[dict[str, Any]] = []
    columns: set[str] = set()
    block = Block(ends_with_newline=lines.content.endswith(b"\n"))
    for number, text in enumerate(lines.content.split(b"\n"), start=lines.first):
        if not text.strip():
            continue
        block.last = number
        if len(text) > MAX_LINE_BYTES:
            raise too_long(path, number, MAX_LINE_BYTES)
        event = parse(text)
        if event is None:
            block.bad.append((number, text))
            continue
        block.last_event = number
        if event.get("event") == "measurement":
            check_measurement(path, number, event)
            if (wrong := impossible_time(event.get("times_ns") or {})) is not None:
                block.impossible.append((number, wrong))
                event = {**event, "times_ns": None, **dict.fromkeys(BLANKED)}
            row = to_row(event, ceilings[part_of(path, number, event, len(ceilings))])
            if len(ceilings) == 1:
                row.pop("part", None)
            columns.update(row)
            if len(columns) > MAX_COLUMNS:
                raise too_many_columns(path, number)
            (trials if is_trial(event) else measured).append(row)
        elif event.get("event") != "process":  # the pooled line of its point has all of them
            block.events.append((number, event))
    block.measured, block.trials = chunk(measured), chunk(trials)
    return block


def part_of(path: Path, number: int, event: Event, count: int) -> int:
    """Which of the runs of a merged journal recorded the line. Raises JournalError if none has."""
    part = event.get("part", 0) if count > 1 else 0
    if not isinstance(part, int) or not 0 <= part < count:
        expected = f"expected a whole number from 0 to {count - 1}, a run of the manifest's parts"
        raise JournalError(path, number, f"part is {shown(part)}; {expected}")
    return part


def too_many_columns(path: Path, number: int | None) -> JournalError:
    """The error for measurements with more different keys than any real ones."""
    problem = (
        f"measurements have more than {MAX_COLUMNS} different keys; expected axes and counters"
    )
    return JournalError(path, number, problem)


def read_all(path: Path, blocks: Iterator[Lines], ceilings: Sequence[Ceilings]) -> Iterator[Block]:
    """The blocks in the order of the file; from the second on, several processes share them."""
    first = next(blocks, None)
    if first is None:
        return
    second = next(blocks, None)
    if second is None:
        yield read_block(path, first, ceilings)
        return
    with pool() as workers:
        waiting: list[Future[Block]] = []
        try:
            for lines in _chained(first, second, blocks):
                waiting.append(workers.submit(read_block, path, lines, ceilings))
                if len(waiting) > PROCESSES + 1:  # what waits takes memory
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for each in waiting:
                each.cancel()


def _chained(first: Lines, second: Lines, others: Iterator[Lines]) -> Iterator[Lines]:
    yield first
    yield second
    yield from others
