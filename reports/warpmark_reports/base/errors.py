"""Errors that users of the reports can cause."""

from __future__ import annotations

from pathlib import Path

SHOWN_CHARACTERS = 60


class JournalError(Exception):
    """A journal that cannot be read: one line with file, line, value and what was expected."""

    def __init__(self, path: Path, line: int | None, problem: str) -> None:
        where = f"{path}:{line}" if line is not None else str(path)
        super().__init__(f"{where}: {problem}")
        self.path = path
        self.line = line
        self.problem = problem

    def __reduce__(self) -> tuple[type[JournalError], tuple[Path, int | None, str]]:
        """Lets the error cross from a reading process."""
        return JournalError, (self.path, self.line, self.problem)


def shown(value: object) -> str:
    """The value as an error message quotes it: on one line, cut to a readable length."""
    text = repr(value)
    if len(text) <= SHOWN_CHARACTERS:
        return text
    return text[: SHOWN_CHARACTERS - 1] + "…"


class NothingSharedError(ValueError):
    """Journals that have no point in common to be compared at."""


class MissingPackageError(Exception):
    """An optional package of Python is missing, without which something cannot be done."""


class UnknownFigureError(ValueError):
    """A name or pattern of `--only` that no figure of the journals can have."""


def os_error_text(error: OSError) -> str:
    """What could not be done with which file; not every system call says the file."""
    problem = error.strerror or str(error)
    return f"{error.filename}: cannot be written: {problem}" if error.filename else problem


USER_ERRORS = (JournalError, NothingSharedError, UnknownFigureError, MissingPackageError, OSError)
