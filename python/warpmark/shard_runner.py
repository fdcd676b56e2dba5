"""Runs one shard on this machine, whatever became of earlier attempts."""

from __future__ import annotations

import argparse
import contextlib
import errno
import fcntl
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from warpmark.programs import USAGE, CommandError, environment, program
from warpmark.shards import MAX_SHARDS, Shard, ShardedSweep, State

ATTACHED = Path(__file__).with_name("attached_program.py")
# File systems without locks: some mounts of Lustre and NFS.
NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)
ERROR_LINES = 5


@dataclass(frozen=True)
class ShardResult:
    """How a shard ended: exit status of `run`, the last lines of its stderr, why it stopped before
    its last point (empty if it did not), and whether it was complete before.
    """

    status: int
    errors: str
    stop_reason: str = ""
    was_complete: bool = False


def run_shard(shard: Shard, quiet: bool = True) -> ShardResult:
    """Runs a shard from its start, or from where its journal ends; a complete one is not run.

    A journal that cannot be continued here, as on another card, is renamed to
    `shard-….jsonl.refused-1` and the shard starts from its start: all variants of a problem are
    measured on one card. One process runs a shard at a time, on file systems that have locks; the
    program ends with this process. `quiet` keeps its output instead of passing it on. Raises
    CommandError if the journal is one of other arguments, or there is no program.
    """
    if not shard.sweep.working_folder.is_dir():
        raise CommandError(
            f"{shard.sweep.working_folder}: no such folder on {os.uname().nodename}; expected a "
            "file system that all machines share",
            USAGE,
        )
    shard.sweep.folder.mkdir(parents=True, exist_ok=True)
    with _only_process(shard.journal.with_suffix(".lock")) as lock:
        _wait_for_writer(shard.journal)
        while shard.state is State.PARTIAL:
            status, errors = _run(shard, shard.words(resume=True), lock, quiet)
            if status != USAGE:
                return _result(shard, status, errors)
            if not _wait_for_writer(shard.journal):
                _set_aside(shard.journal, errors)
        if shard.state is State.COMPLETE:
            return ShardResult(shard.recorded_status(), "", was_complete=True)
        shard.journal.unlink(missing_ok=True)  # without a whole line: nothing to keep
        return _result(shard, *_run(shard, shard.words(), lock, quiet))


def _result(shard: Shard, status: int, errors: str) -> ShardResult:
    reason = shard.stop_reason() if status not in (0, USAGE) else ""
    return ShardResult(status, errors, reason)


def _set_aside(journal: Path, errors: str) -> None:
    number = 1
    while (aside := journal.with_name(f"{journal.name}.refused-{number}")).exists():
        number += 1
    journal.rename(aside)
    print(f"{errors.strip()}\n{journal.name} starts again; see {aside.name}", file=sys.stderr)


@contextlib.contextmanager
def _only_process(path: Path) -> Iterator[int]:
    """Holds the lock of a shard, which its program inherits: a program that outlives its parent
    keeps it.
    """
    hidden = path.with_name(f".{path.name}")
    lock = os.open(hidden, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        _acquire(lock, path.stem)
        yield lock
    finally:
        os.close(lock)


def _wait_for_writer(journal: Path) -> bool:
    """Whether another run wrote the journal, whose end this waits for; programs lock journals."""
    try:
        file = os.open(journal, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        return _acquire(file, journal.stem)
    finally:
        os.close(file)


def _acquire(file: int, name: str) -> bool:
    """Locks an open file; whether another process had to end before."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"{name}: waits for the process that runs it", file=sys.stderr)
        fcntl.flock(file, fcntl.LOCK_EX)
        return True
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
    return False


def _run(shard: Shard, words: list[str], lock: int, quiet: bool) -> tuple[int, str]:
    """Exit status, and the last lines of stderr."""
    parent = [sys.executable, "-I", "-S", str(ATTACHED), str(os.getpid())]
    process = subprocess.Popen(
        [*parent, str(program()), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if quiet else None,
        stderr=subprocess.PIPE,
        cwd=shard.sweep.working_folder,
        env=environment() | {"WARPMARK_CONFIG": ""},  # the same on all machines
        pass_fds=[lock],
        text=True,
        errors="replace",
    )
    assert process.stderr is not None
    lines: list[str] = []
    try:
        with _passing_signals_on(process):
            for line in process.stderr:
                lines = [*lines, line][-ERROR_LINES:]
                if not quiet:
                    sys.stderr.write(line)
                    sys.stderr.flush()
            return process.wait(), "".join(lines)
    except BaseException:
        process.terminate()
        process.wait()
        raise
    finally:
        process.stderr.close()


@contextlib.contextmanager
def _passing_signals_on(process: subprocess.Popen[str]) -> Iterator[None]:
    """SIGTERM and SIGINT of this process end the program's journal, as they do without it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def pass_on(number: int, _: FrameType | None) -> None:
        process.send_signal(number)

    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, pass_on) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def shard_of_text(text: str) -> tuple[int, int]:
    """3 and 16 of "3/16". Raises ValueError for anything else."""
    index, slash, count = text.partition("/")
    if slash and index.isascii() and count.isascii() and index.isdigit() and count.isdigit():
        numbers = int(index), int(count)
        if 1 <= numbers[0] <= numbers[1] <= MAX_SHARDS:
            return numbers
    raise ValueError(f"{text}: no shard; expected one such as 3/16")


def main() -> int:
    """The command `python -m warpmark.shards`; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m warpmark.shards",
        usage="%(prog)s I/N --folder FOLDER -- ARGUMENTS OF RUN...",
        description="Run one shard of `warpmark run`: from its start, or from where its journal "
        "ends, or not at all if the journal is complete.",
        epilog="Example: python -m warpmark.shards 3/16 --folder shards -- reduce -p n=2^10..2^20. "
        "Exit status: that of `warpmark run`; 128 and the number of the signal that ended it.",
    )
    parser.add_argument("shard", metavar="I/N", help="the shard, from 1: 3/16")
    parser.add_argument("--folder", required=True, help="the folder of all journals")
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    given = parser.parse_args(words[:end])
    try:
        index, count = shard_of_text(given.shard)
        shard = ShardedSweep(words[end + 1 :], count, given.folder).shard(index)
        result = run_shard(shard, quiet=False)
    except (ValueError, CommandError) as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    if result.was_complete:
        print(f"{shard.journal}: complete, not run again", file=sys.stderr)
    return result.status if result.status >= 0 else 128 - result.status
