"""Journals as tables and as reports."""

from __future__ import annotations

import tempfile
from contextlib import redirect_stdout
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from warpmark.programs import CommandError

if TYPE_CHECKING:
    import pandas as pd

    from warpmark_reports import Journal
    from warpmark_reports.figures import Figure


def load(*paths: str | PathLike[str]) -> Journal:
    """What journals, and results of nvbench, Google Benchmark and Kernel Tuner, say: `measurements`
    has one row per point; `units`, `samples`, `tuning`, `provenance` and `warnings` tell the rest.

    Raises warpmark_reports.JournalError with file, line and what was expected.
    """
    from warpmark_reports import load as load_journals

    return load_journals(*map(Path, paths))


def frame(*paths: str | PathLike[str]) -> pd.DataFrame:
    """`load(...).measurements`: one row per point, with the columns `family`, `variant`,
    `problem_*`, `config_*`, `status`, `time_*_ns`, `counter_*`.
    """
    return load(*paths).measurements


def figure(
    journal: Journal | str | PathLike[str], name: str, *, family: str = "", backend: str = ""
) -> Figure:
    """One figure of a journal, which a notebook shows: `"ladder"`, `"time_by_size"`, … of
    docs/figures.md. Its `data` is a DataFrame, its `sheet` a figure of matplotlib.

    `family` and `backend` tell which where the journal has several. Raises UnknownFigureError for
    another name; ValueError where the journal lacks the data, with what the figure needs.
    """
    from warpmark_reports.page.single_figure import single_figure

    read = load(journal) if isinstance(journal, (str, PathLike)) else journal
    return single_figure(read, name, family=family, backend=backend)


def report(
    *paths: str | PathLike[str], output: str | PathLike[str] | None = None, compare: bool = False
) -> Path:
    """Writes figures, tables and a page, and returns the page's path.

    `output` is the folder, by default a new one for temporary files. With `compare`, all journals
    are shown against the first. Raises CommandError if a journal cannot be read.
    """
    from warpmark_reports.cli import main

    folder = Path(output or tempfile.mkdtemp(prefix="warpmark-report-"))
    words = [*map(str, paths), "-o", str(folder), *(["--compare"] if compare else [])]
    with redirect_stdout(StringIO()):  # what it wrote
        status = main(words)
    if status == 2:
        raise CommandError(f"no report of {', '.join(map(str, paths))}", status)
    return folder / "index.html"
