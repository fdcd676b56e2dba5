"""The folder of a sweep on a cluster: its files, and the record of what was submitted."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from warpmark.shards import MAX_SHARDS, ShardedSweep

from .errors import SlurmError

SCHEMA = "warpmark-slurm/1"
RECORD = "slurm.json"


@dataclass(frozen=True)
class Sweep:
    """What an array executes. Paths are absolute, `margin_s` and `budget_s` in seconds."""

    verb: str  # run or tune
    words: tuple[str, ...]  # of the program, after the verb
    shards: int
    directory: str  # where the tasks run, as relative paths in `words` demand
    program: str
    max_running: int | None = None
    budget_s: int | None = None  # of the user; a task's is also limited by its job
    gres: str = ""
    scratch: str = "none"
    margin_s: int = 120
    requeues: int = 0
    sbatch: tuple[str, ...] = ()
    finish: tuple[str, ...] = ()


@dataclass(frozen=True)
class Submission:
    """An array that was submitted, its tasks, and the job that depends on them."""

    array_job: str
    tasks: tuple[int, ...]
    finish_job: str


@dataclass(frozen=True)
class Record:
    """All submissions of a sweep, in their order."""

    sweep: Sweep
    submissions: tuple[Submission, ...] = field(default=())

    def jobs(self) -> list[str]:
        """Arrays and finishing jobs."""
        return [job for each in self.submissions for job in (each.array_job, each.finish_job)]


class SweepFolder:
    """The paths within the folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def record(self) -> Path:
        """What was submitted."""
        return self.path / RECORD

    @property
    def array_script(self) -> Path:
        """The script of the tasks."""
        return self.path / "array.sh"

    @property
    def finish_script(self) -> Path:
        """The script of the job that depends on them."""
        return self.path / "finish.sh"

    @property
    def shards(self) -> Path:
        """The folder of the journals."""
        return self.path / "shards"

    @property
    def logs(self) -> Path:
        """The folder of what the jobs print."""
        return self.path / "logs"

    @property
    def merged(self) -> Path:
        """The journal of all shards."""
        return self.path / "merged.jsonl"

    def journal(self, task: int, shards: int) -> Path:
        """The journal of a task: shard-03-of-16.jsonl."""
        return ShardedSweep((), shards, self.shards).shard(task).journal

    def make(self) -> None:
        """Makes the folders that are missing; raises SlurmError if that is not possible."""
        for path in (self.shards, self.logs):
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise SlurmError(f"{path}: cannot be made: {error.strerror}") from None

    def write(self, path: Path, text: str) -> None:
        """Writes a file of the folder; readers see the earlier or the new one."""
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            part.write_text(text, encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise SlurmError(f"{path}: cannot be written: {error.strerror}") from None

    def write_record(self, record: Record) -> None:
        """Writes the record."""
        content = {"schema": SCHEMA, **asdict(record)}
        self.write(self.record, json.dumps(content, indent=2) + "\n")

    def has_record(self) -> bool:
        """Whether a sweep was submitted from here."""
        return self.record.exists()

    def read_record(self) -> Record:
        """Reads the record; raises SlurmError if there is none or it is not one."""
        try:
            content = json.loads(self.record.read_text(encoding="utf-8"))
        except OSError as error:
            raise SlurmError(
                f"{self.path}: no sweep of `warpmark slurm`: {RECORD}: {error.strerror}; expected "
                "the folder that --dir named"
            ) from None
        except (ValueError, RecursionError) as error:
            raise SlurmError(f"{self.record}: not a record of `warpmark slurm`: {error}") from None
        return _record_of(content, self.record)


def _record_of(content: Any, place: Path) -> Record:
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        schema = content.get("schema") if isinstance(content, dict) else None
        raise SlurmError(f"{place}: schema {schema!r}; expected {SCHEMA!r}")
    try:
        given = content["sweep"]
        lists = {name: tuple(given[name]) for name in ("words", "sbatch", "finish")}
        sweep = Sweep(**{**given, **lists})
        submissions = tuple(
            Submission(str(each["array_job"]), tuple(each["tasks"]), str(each["finish_job"]))
            for each in content["submissions"]
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise SlurmError(f"{place}: not a record of `warpmark slurm`: {error!r}") from None
    if sweep.verb not in ("run", "tune") or not _is_count(sweep.shards):
        raise SlurmError(
            f"{place}: verb {sweep.verb!r}, {sweep.shards!r} shards; expected run or tune, and 1 "
            f"to {MAX_SHARDS}"
        )
    return Record(sweep, submissions)


def _is_count(shards: object) -> bool:
    return isinstance(shards, int) and 1 <= shards <= MAX_SHARDS
