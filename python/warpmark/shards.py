"""Shards of a sweep: the command, the journal and the state of each, and how they are merged.

`python -m warpmark.shards 3/16 --folder shards -- reduce -p n=2^10..2^20` runs one shard: from its
start, from where its journal ends, or not at all if the journal is complete.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any

from warpmark.programs import USAGE, CommandError, call

MAX_SHARDS = 1_000_000  # as the program has it
INCOMPLETE = 1  # exit status of `merge`: something is missing or contradictory
# What a sweep's class sets itself, and what has a journal of its own.
RESERVED = ("-o", "--output", "--shard", "--resume", "--dry-run")
# Options of `run` that do not change which points a journal has, nor how they are measured.
INDIFFERENT = ("-o", "--output", "--shard", "--budget", "--cache", "--devices")
INDIFFERENT_FLAGS = ("--resume", "--json", "-q", "--quiet", "-v", "--verbose")
TAIL_BYTES = 1 << 16


class State(Enum):
    """What a shard's journal allows."""

    ABSENT = "absent"  # or without a whole first line: `--resume` refuses it
    PARTIAL = "partial"
    COMPLETE = "complete"


@dataclass(frozen=True)
class Missing:
    """What journals of shards lack: numbers of shards to run again, keys of points, and
    contradictions or other reasons as `merge` prints them on stderr.
    """

    shards: tuple[int, ...]
    points: tuple[str, ...]
    reasons: str

    def __bool__(self) -> bool:
        """Whether anything is missing."""
        return bool(self.shards or self.points or self.reasons)


@dataclass(frozen=True)
class ShardedSweep:
    """A sweep of `warpmark run` in `count` shards, whose journals are in one folder.

    `arguments` are words of `run`, or one text with them, without -o, --shard and --resume. Files
    in them are relative to `working_folder`, the current one. Raises ValueError for arguments that
    it sets itself, and for a number of shards outside of 1 to a million.

    >>> sweep = ShardedSweep("reduce -p n=2^10..2^20", 16, "/data")
    >>> shard = sweep.shard(3)
    >>> shard.name, shard.journal.name, shard.state.value
    ('3/16', 'shard-03-of-16.jsonl', 'absent')
    >>> shard.words()[:6]
    ['run', 'reduce', '-p', 'n=2^10..2^20', '--shard', '3/16']
    >>> sweep.merge_words()[-2:]
    ['-o', '/data/merged.jsonl']
    """

    arguments: tuple[str, ...]
    count: int
    folder: Path
    working_folder: Path = field(default_factory=Path.cwd)

    def __init__(
        self,
        arguments: str | Sequence[str],
        count: int,
        folder: str | PathLike[str],
        working_folder: str | PathLike[str] | None = None,
    ) -> None:
        words = shlex.split(arguments) if isinstance(arguments, str) else list(arguments)
        for word in words:
            option = word.partition("=")[0] if word.startswith("--") else word
            if option in RESERVED:
                raise ValueError(
                    f"{word}: set for each shard; expected arguments of `warpmark run` without "
                    f"{', '.join(RESERVED)}"
                )
        if not 1 <= count <= MAX_SHARDS:
            raise ValueError(f"{count} shards; expected 1 to {MAX_SHARDS}")
        here = Path(working_folder or Path.cwd()).absolute()
        object.__setattr__(self, "arguments", tuple(words[words[:1] == ["run"] :]))
        object.__setattr__(self, "count", count)
        object.__setattr__(self, "folder", here / folder)
        object.__setattr__(self, "working_folder", here)

    def __iter__(self) -> Iterator[Shard]:
        """All shards by number."""
        return (Shard(self, index) for index in range(1, self.count + 1))

    def shard(self, index: int) -> Shard:
        """One shard, from 1 to `count`. Raises ValueError for another number."""
        if not 1 <= index <= self.count:
            raise ValueError(f"there is no shard {index}; expected 1 to {self.count}")
        return Shard(self, index)

    @property
    def merged(self) -> Path:
        """Where the merged journal is written unless another file is named."""
        return self.folder / "merged.jsonl"

    @property
    def interprets(self) -> bool:
        """Whether the arguments name the interpreter, which shares a machine without harm."""
        words = self.arguments
        return "--backend=simt" in words or ("--backend", "simt") in pairwise(words)

    def journals(self) -> list[Path]:
        """Those of the shards that have begun."""
        return [shard.journal for shard in self if shard.state is not State.ABSENT]

    def merge_words(self, output: str | PathLike[str] | None = None) -> list[str]:
        """What follows `warpmark` to merge all shards: journals that have begun, or all if none
        has.
        """
        begun = self.journals() or [shard.journal for shard in self]
        return ["merge", *map(str, begun), "-o", str(output or self.merged)]

    def merge(self, output: str | PathLike[str] | None = None) -> Missing:
        """Merges the journals of all shards that have begun, and returns what is missing.

        Without `output`, `merged` is written anew. Raises CommandError if the journals are none of
        one sweep, if none has begun, or if `output` exists.
        """
        if not self.journals():
            raise CommandError(
                f"{self.folder}: no journal of a shard; expected at least one", USAGE
            )
        words = [*self.merge_words(output), "--missing", *["--replace"] * (output is None)]
        finished = call(*words, accepted=(0, INCOMPLETE), folder=self.working_folder)
        if finished.status == 0:
            return Missing((), (), "")
        lines = [line for line in finished.out.splitlines() if not line.startswith("#")]
        shards = [line.removeprefix("shard ") for line in lines if line.startswith("shard ")]
        return Missing(
            tuple(int(each.partition("/")[0]) for each in shards),
            tuple(line for line in lines if not line.startswith("shard ")),
            finished.errors.strip(),
        )


@dataclass(frozen=True)
class Shard:
    """One part of a sweep, from 1 to the sweep's `count`."""

    sweep: ShardedSweep
    index: int

    @property
    def name(self) -> str:
        """As `--shard` takes it: "3/16"."""
        return f"{self.index}/{self.sweep.count}"

    @property
    def journal(self) -> Path:
        """Its journal, whose name sorts by number and says how many shards there are."""
        digits = len(str(self.sweep.count))
        return self.sweep.folder / f"shard-{self.index:0{digits}}-of-{self.sweep.count}.jsonl"

    @property
    def state(self) -> State:
        """What its journal allows. Raises CommandError if it is one of other arguments."""
        ends = _ends(self.journal)
        if ends is None:
            return State.ABSENT
        first, last = ends
        self._require_same_arguments(first)
        done = last.get("event") == "end" and last.get("complete") is True
        return State.COMPLETE if done else State.PARTIAL

    def words(self, resume: bool = False) -> list[str]:
        """What follows `warpmark` to run it from its start, or to go on where its journal ends."""
        words = ["run", *self.sweep.arguments, "--shard", self.name, "-o", str(self.journal)]
        return [*words, *["--resume"] * resume]

    def runner_words(self, python: str = sys.executable) -> list[str]:
        """The command that runs it whatever its state, for job scripts and manifests."""
        folder = ["--folder", str(self.sweep.folder)]
        return [python, "-m", "warpmark.shards", self.name, *folder, "--", *self.sweep.arguments]

    def recorded_status(self) -> int:
        """The exit status that `run` ended with, from the counts of a complete journal."""
        ends = _ends(self.journal)
        counts = ends[1].get("counts", {}) if ends else {}
        return int(any(n > 0 for status, n in counts.items() if status not in ("ok", "skipped")))

    def stop_reason(self) -> str:
        """Why the last run of it ended before its last point; empty if it did not."""
        ends = _ends(self.journal)
        return str(ends[1].get("reason", "")) if ends else ""

    def _require_same_arguments(self, manifest: dict[str, Any]) -> None:
        recorded = _what_is_measured([str(word) for word in manifest.get("argv", [])][2:])
        expected = _what_is_measured(self.sweep.arguments)
        if recorded != expected:
            raise CommandError(
                f"{self.journal} is of `run {shlex.join(recorded)}`; expected "
                f"`run {shlex.join(expected)}`, or another folder",
                USAGE,
            )


def _what_is_measured(words: Sequence[str]) -> list[str]:
    kept, rest = [], iter(words)
    for word in rest:
        if word in INDIFFERENT:
            next(rest, None)
        elif word not in INDIFFERENT_FLAGS and word.partition("=")[0] not in INDIFFERENT:
            kept.append(word)
    return kept


def _ends(path: Path) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The first and the last whole line of a journal; None if it has no first one."""
    try:
        with path.open("rb") as file:
            first = file.readline()
            if not first.endswith(b"\n"):
                return None
            size = file.seek(0, os.SEEK_END)
            taken = min(TAIL_BYTES, size)
            while True:
                file.seek(size - taken)
                tail = file.read(taken)
                lines = tail[: tail.rfind(b"\n")].rpartition(b"\n")
                if lines[1] or taken == size:
                    break
                taken = min(2 * taken, size)
    except FileNotFoundError:
        return None
    manifest = _object(first)
    if manifest.get("event") != "manifest":
        raise CommandError(f"{path}: no journal; expected a manifest as its first line", USAGE)
    return manifest, _object(lines[2]) if tail.endswith(b"\n") else {}


def _object(line: bytes) -> dict[str, Any]:
    """What a line of JSON has; empty if it is none."""
    try:
        content = json.loads(line)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


if __name__ == "__main__":
    from warpmark.shard_runner import main

    sys.exit(main())
