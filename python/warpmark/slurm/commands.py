"""Calls of Slurm's commands."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence

from .errors import SlurmError

NO_SLURM = "not found; expected Slurm's commands on the PATH, as on a login node"
UNKNOWN_JOB = "Invalid job id"
QUEUE_FORMAT = "%F|%K|%T|%N|%r|%L"
ACCOUNT_FORMAT = "JobID,State,ExitCode,NodeList"


class NoSlurmError(SlurmError):
    """This machine has not the command."""


def _called(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except FileNotFoundError:
        raise NoSlurmError(f"{words[0]}: {NO_SLURM}") from None


def _failure(words: Sequence[str], done: subprocess.CompletedProcess[str]) -> SlurmError:
    lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
    text = "; ".join(line.removeprefix(f"{words[0]}: error: ") for line in lines)
    return SlurmError(f"{words[0]}: {text}")


def submit(script: str, options: Sequence[str] = ()) -> str:
    """The number of the job that `sbatch OPTIONS SCRIPT` makes; raises SlurmError with its text."""
    words = ["sbatch", "--parsable", *options, script]
    done = _called(words)
    number = done.stdout.strip().partition(";")[0]  # "12;cluster"
    if done.returncode != 0 or not number.isdigit():
        raise _failure(words, done)
    return number


def cancel(jobs: Sequence[str]) -> None:
    """Cancels jobs; raises SlurmError with the text of scancel."""
    words = ["scancel", *jobs]
    done = _called(words)
    if done.returncode != 0:
        raise _failure(words, done)


def queue_text(jobs: Iterable[str]) -> str:
    """The lines of squeue about these jobs, each task on its own, as QUEUE_FORMAT; empty if none is
    known any more. Raises SlurmError if the queue cannot be read.
    """
    words = ["squeue", "--noheader", "--array", f"--jobs={','.join(jobs)}"]
    words.append(f"--format={QUEUE_FORMAT}")
    done = _called(words)
    if done.returncode != 0 and UNKNOWN_JOB not in done.stderr:
        raise _failure(words, done)
    return done.stdout


def account_text(jobs: Iterable[str]) -> str:
    """The lines of sacct about these jobs, as ACCOUNT_FORMAT; empty without accounting."""
    words = ["sacct", "--noheader", "--parsable2", "--allocations"]
    words += [f"--jobs={','.join(jobs)}", f"--format={ACCOUNT_FORMAT}"]
    try:
        done = _called(words)
    except NoSlurmError:
        return ""
    return done.stdout if done.returncode == 0 else ""
