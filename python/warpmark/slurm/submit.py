"""Submits an array and the job that depends on it, for a new sweep or for some of its shards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from . import commands
from .array_script import array_script
from .errors import SlurmError
from .finish_script import finish_script
from .program_words import planned_text, require_words, without_time_budget
from .queue_states import parse_queue
from .sweep_folder import Record, Submission, Sweep, SweepFolder
from .task_list import tasks_text

# Options of sbatch that would make another job than the one that is recorded.
REFUSED = {
    "-a": "expected --array before the --",
    "--array": "expected --array before the --",
    "-M": "expected to be called on that cluster",
    "--clusters": "expected to be called on that cluster",
    "--wrap": "expected no script: the tasks have one",
    "--test-only": "expected `warpmark slurm --dry-run` before the --",
    "--no-requeue": "expected nothing: a task that starts again continues its journal",
}


def require_sbatch_words(sweep: Sweep) -> None:
    """Raises SlurmError for words that are no options, or options that the array decides."""
    for before, words in (("--", sweep.sbatch), ("--finish", sweep.finish)):
        if words and not words[0].startswith("-"):
            raise SlurmError(f"{before} {words[0]}: expected options of sbatch, as in --time=2:00")
        for word in words:
            name = word.partition("=")[0] if word.startswith("--") else word[:2]
            if name in REFUSED:
                raise SlurmError(f"{before} {word}: {REFUSED[name]}")


def new_sweep(sweep: Sweep) -> tuple[Sweep, str]:
    """The sweep as its tasks execute it, and what the program plans for it.

    The words are those of the user; raises SlurmError if they are not what a task can execute.
    """
    require_words(sweep.verb, sweep.words)
    require_sbatch_words(sweep)
    planned = planned_text(Path(sweep.program), sweep.verb, sweep.words)
    words, budget_s = without_time_budget(sweep.verb, sweep.words)
    return replace(sweep, words=tuple(words), budget_s=budget_s), planned


def scripts_of(sweep: Sweep, tasks: Sequence[int], folder: SweepFolder) -> dict[Path, str]:
    """The text of each script, by its path."""
    return {
        folder.array_script: array_script(sweep, tasks, folder),
        folder.finish_script: finish_script(sweep, folder),
    }


def submit(record: Record, tasks: Sequence[int], folder: SweepFolder) -> Record:
    """Writes the scripts and submits both jobs; returns and writes the new record.

    The finishing job also waits for earlier jobs of the folder, since both write the same files.
    Raises SlurmError if something cannot be written or submitted; then no job is left in the queue.
    """
    scripts = scripts_of(record.sweep, tasks, folder)
    folder.make()
    for path, text in scripts.items():
        folder.write(path, text)
    earlier = unfinished_jobs(record)
    array_job = commands.submit(str(folder.array_script))
    try:
        after = ":".join([array_job, *earlier])
        finish_job = commands.submit(str(folder.finish_script), [f"--dependency=afterany:{after}"])
    except SlurmError:
        commands.cancel([array_job])
        raise
    submission = Submission(array_job, tuple(tasks), finish_job)
    result = Record(record.sweep, (*record.submissions, submission))
    try:
        folder.write_record(result)
    except SlurmError:
        commands.cancel([finish_job, array_job])
        raise
    return result


def unfinished_jobs(record: Record) -> list[str]:
    """The jobs of the record that are in the queue."""
    jobs = record.jobs()
    queued = {job for job, _ in parse_queue(commands.queue_text(jobs))} if jobs else set()
    return [job for job in jobs if job in queued]


def require_ended(record: Record, tasks: Sequence[int]) -> None:
    """Raises SlurmError if a task is in the queue: two would write the same journal."""
    arrays = [each.array_job for each in record.submissions]
    queue = parse_queue(commands.queue_text(arrays)) if arrays else {}
    queued = sorted({task for _, task in queue if task in tasks})
    if queued:
        raise SlurmError(
            f"--only {tasks_text(tasks)}: in the queue: {tasks_text(queued)}; expected tasks that "
            "have ended, as `warpmark slurm status` shows, or first `warpmark slurm cancel`"
        )
