"""Cancels what is left of a sweep in the queue."""

from __future__ import annotations

from . import commands
from .submit import unfinished_jobs
from .sweep_folder import Record


def cancel_sweep(record: Record) -> list[str]:
    """Cancels its jobs and returns them; the journals stay.

    The finishing jobs come first: they would start when their arrays end.
    """
    unfinished = unfinished_jobs(record)
    finishing = {each.finish_job for each in record.submissions}
    jobs = sorted(unfinished, key=lambda job: job not in finishing)
    if jobs:
        commands.cancel(jobs)
    return jobs
