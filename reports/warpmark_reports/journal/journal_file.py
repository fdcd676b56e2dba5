"""One journal file: its manifest, measurements and other events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from ..base.errors import JournalError
from ..base.limits import MAX_COLUMNS
from .blocks import part_of, read_all, too_many_columns
from .checks import check_manifest
from .columns import Chunk
from .journal import Run
from .lines import Event, Lines, no_line, parse
from .tuning_records import result_row


@dataclass
class Part:
    """A file: its runs, with their rows in chunks in the order of the file, and what to warn of.

    Of a merged journal the column `part` says which of the runs a row is of.
    """

    runs: list[Run]
    measured: list[Chunk] = field(default_factory=list)
    trials: list[Chunk] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def run(self) -> Run:
        """The only run, or the first."""
        return self.runs[0]

    def warn(self, line: int, text: str) -> None:
        """Notes what a line lacks."""
        self.warnings.append(f"{self.run.path.name}:{line}: {text}")


@dataclass
class _Found:
    """State across the lines of several blocks."""

    bad: list[tuple[int, bytes]] = field(default_factory=list)
    impossible: list[tuple[int, str]] = field(default_factory=list)
    resumes: set[int] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    columns: set[str] = field(default_factory=set)
    end: tuple[int, Event] | None = None
    last_event: int = 0
    last: int = 0
    whole: bool = True  # the last line has its newline


def read_journal(path: Path, blocks: Iterator[Lines]) -> Part:
    """Raises JournalError for a line that cannot be used; one torn by a kill is passed over."""
    number, manifest, rest = _manifest(path, next(blocks))
    check_manifest(path, number, manifest)
    part = Part(_runs(path, number, manifest))
    found = _Found(last_event=number, last=number)
    ceilings = [run.manifest.get("ceilings") or {} for run in part.runs]
    for block in read_all(path, chain([rest], blocks), ceilings):
        for line, event in block.events:
            _add_event(part, found, line, event)
        for chunk, into in ((block.measured, part.measured), (block.trials, part.trials)):
            if chunk.count:
                into.append(chunk)
                found.keys.update(chunk.texts("key"))
                found.columns.update(chunk.columns)
        if len(found.columns) > MAX_COLUMNS:
            raise too_many_columns(path, block.last)
        found.bad.extend(block.bad)
        found.impossible.extend(block.impossible)
        found.last_event = max(found.last_event, block.last_event)
        found.last, found.whole = max(found.last, block.last), block.ends_with_newline
    _pass_over_torn(part, found)
    _warn_impossible(part, found.impossible)
    # Anything after an end line means that the run went on, so that end was not the last.
    end = found.end[1] if found.end is not None and found.end[0] == found.last_event else None
    if part.run.part is None:
        part.run.present, part.run.end = len(found.keys), end
    else:
        _end_merged(part, manifest, end, len(found.keys))
    return part


def _runs(path: Path, number: int, manifest: Event) -> list[Run]:
    """The run, or those of a merged journal."""
    parts = manifest.get("parts")
    if not parts:
        return [Run(path, manifest)]
    runs = []
    for index, each in enumerate(parts):
        check_manifest(path, number, {"event": "manifest", **each})
        end = each.get("end")
        resumes = [{"resumed_at": moment} for moment in each.get("resumed_at") or []]
        ended = end if isinstance(end, dict) else None
        runs.append(Run(path, each, ended, resumes, part=index))
    return runs


def _end_merged(part: Part, manifest: Event, end: Event | None, present: int) -> None:
    """Warns if points of the merged journal are missing; `card_kinds` counts those of each run."""
    planned = int(manifest["planned_points"])
    name, points = part.run.path.name, f"{present} of {planned} planned points are present"
    if end is None:
        part.warnings.append(f"{name}: no end line, so this merged journal was cut off; {points}")
    elif not end.get("complete", True):
        how = "`warpmark merge --missing` lists what is to be run"
        part.warnings.append(f"{name}: parts are missing: {points}; {how}")


def _manifest(path: Path, lines: Lines) -> tuple[int, Event, Lines]:
    """The first line that is not blank, and the lines after it."""
    number, content = lines.first, lines.content
    while True:
        text, _, content = content.partition(b"\n")
        if text.strip():
            break
        number += 1
    event = parse(text)
    if event is None:
        raise no_line(path, number, text)
    return number, event, Lines(number + 1, content)


def _add_event(part: Part, found: _Found, line: int, event: Event) -> None:
    run = part.runs[part_of(part.run.path, line, event, len(part.runs))]
    kind = event.get("event")
    if kind == "end":
        found.end = (line, event)
    elif kind == "resume":
        found.resumes.add(line)
        run.resumes.append(event)
    elif kind == "reference":
        run.references.append(event)
    elif kind == "tuned" and (row := result_row(event)) is not None:
        run.tuned.append(row)
    elif kind == "tuned" and "objective" in event:
        pass  # the figures and tables of tunings are of times
    elif kind == "tuned":
        part.warn(line, "a result without winner or time is left out")
    elif kind == "manifest":
        problem = "a second manifest; a journal has one: split the file before this line"
        raise JournalError(run.path, line, problem)
    elif kind != "checked":
        part.warn(line, f"unknown event {kind!r} is left out")


def _pass_over_torn(part: Part, found: _Found) -> None:
    """A kill tears the last line, which lacks its newline; a resumed run may go on after it."""
    for line, text in found.bad:
        is_last = line == found.last
        if not (is_last and not found.whole) and line + 1 not in found.resumes:
            raise no_line(part.run.path, line, text)
        part.run.torn = part.run.torn or is_last
        part.warn(line, "a torn line is left out")


def _warn_impossible(part: Part, found: list[tuple[int, str]]) -> None:
    if found:
        line, problem = found[0]
        more = f"; so are those of {len(found) - 1} more lines" if len(found) > 1 else ""
        part.warn(line, f"{problem}: these times are left out{more}")
