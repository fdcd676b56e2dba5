"""Errors that users of `warpmark slurm` can cause."""

from __future__ import annotations


class SlurmError(Exception):
    """One line: the place, the value, and what was expected."""
