"""Results of other tools, recognised by their keys, as the runs of a journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from ..base.errors import JournalError, shown
from ..journal.journal_file import Part
from ..journal.lines import Event, no_line
from .google_benchmark import google_benchmark
from .kernel_tuner import kernel_tuner, open_cache
from .nvbench import nvbench
from .pytest_benchmark import pytest_benchmark

Reader = Callable[[Path, Event], list[Part]]

# What a document must have to be of a kind, in the order of asking.
KINDS: tuple[tuple[str, tuple[str, ...], Reader], ...] = (
    ("nvbench JSON", ("meta", "devices", "benchmarks"), nvbench),
    ("Google Benchmark JSON", ("context", "benchmarks"), google_benchmark),
    ("pytest-benchmark JSON", ("machine_info", "benchmarks"), pytest_benchmark),
    ("a Kernel Tuner cache", ("tune_params_keys", "cache"), kernel_tuner),
)
KNOWN = "; ".join(f"{name} (keys {', '.join(keys)})" for name, keys, _ in KINDS)


def read_document(path: Path, content: bytes) -> list[Part]:
    """The runs of a file that is one JSON object. Raises JournalError if it is of no known kind."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        if (cache := open_cache(content)) is not None:
            return kernel_tuner(path, cache)
        raise _damaged(path, content, error) from error
    if isinstance(document, dict):
        for _, keys, read in KINDS:
            if all(key in document for key in keys):
                return read(path, document)
    found = shown(list(document)) if isinstance(document, dict) else shown(document)
    problem = f"is JSON of no known kind, with the keys {found}; expected a journal, {KNOWN}"
    raise JournalError(path, None, problem)


def _damaged(path: Path, content: bytes, error: Exception) -> JournalError:
    """Other tools write their JSON at the end and as one: what is cut off cannot be read."""
    for name, keys, _ in KINDS:
        if isinstance(error, json.JSONDecodeError) and all(
            f'"{key}"'.encode() in content for key in keys
        ):
            problem = f"{name} is cut off or damaged here ({error.msg}); expected a complete file"
            return JournalError(path, error.lineno, problem)
    first = content.lstrip().partition(b"\n")[0]
    return no_line(path, 1, first)
