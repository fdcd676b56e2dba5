"""Sweeps: each point verified and measured."""

from __future__ import annotations

import tempfile
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from warpmark.programs import Progress, call
from warpmark.selections import Axes, option_words, words_of

if TYPE_CHECKING:
    from warpmark_reports import Journal

MEASURED = (0, 1, 5)  # all right; some point wrong; points missing


def run(
    *select: str,
    problem: Axes | None = None,
    config: Axes | None = None,
    backend: str = "auto",
    kernels: str | PathLike[str] | None = None,
    journal: str | PathLike[str] | None = None,
    progress: Progress = None,
    **options: object,
) -> Journal:
    """Verifies and measures the points of a sweep, as `warpmark run` does.

    `select` are globs over family/variant, `problem` and `config` values of axes, `kernels` a file
    with kernels of your own, `options` others of `warpmark run` (`precision=2`,
    `time_per_point="100ms"`). `backend` is cuda, simt (interpreted on the CPU: counters, no times),
    host or auto. The journal is written to `journal`, else it is temporary. A point that is wrong
    is a row with that status. `progress` is True for a bar (tqdm's if it is installed, else a line
    of text), or what is called as tqdm is. Raises CommandError for a selection or value that is not
    known.

    >>> import warpmark
    >>> journal = warpmark.run(
    ...     "reduce/tree_sequential",
    ...     problem={"n": [1000, 2000]},
    ...     config={"block": 64},
    ...     backend="simt",
    ... )
    >>> journal.measurements[["problem_n", "status"]].values.tolist()
    [[1000, 'ok'], [2000, 'ok']]
    """
    with tempfile.TemporaryDirectory(prefix="warpmark-run-") as folder:
        path = Path(journal) if journal is not None else Path(folder) / "run.jsonl"
        words: list[str | Path] = ["run", *select, "--backend", backend, "-o", path]
        words += words_of(problem, "-p") + words_of(config, "-c")
        words += [] if kernels is None else ["--kernels", Path(kernels)]
        words += option_words(options)
        call(*words, accepted=MEASURED, progress=progress)
        from warpmark_reports import load

        return load(path)
