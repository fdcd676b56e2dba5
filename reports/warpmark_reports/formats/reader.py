"""Reads journals and other tools' results into tidy pandas frames, one row per measurement.

>>> from warpmark_reports import load
>>> journal = load("h200.jsonl", "nvbench.json")
>>> journal.measurements.groupby("variant").throughput_bytes_per_s.max()
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from ..base.limits import Limits
from ..base.progress import Progress
from ..journal import hardware_counters, modelled_times
from ..journal.canonical_order import rank_of, sorted_rows, sorted_trials
from ..journal.card_kinds import by_card_kind
from ..journal.columns import Chunk
from ..journal.frame import stacked, tidy
from ..journal.journal import Journal, Run
from ..journal.journal_file import Part, read_journal
from ..journal.lines import first_block, is_journal, read_blocks, too_long
from ..journal.run_groups import groups_of
from ..journal.tuning_records import comparable, tuning_of
from . import read_document


@dataclass
class _Gathered:
    runs: list[Run] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    measured: list[Chunk] = field(default_factory=list)
    trials: list[Chunk] = field(default_factory=list)

    def add(self, part: Part) -> None:
        first = len(self.runs)
        self.runs.extend(part.runs)
        self.warnings.extend(part.warnings)
        for chunks, into in ((part.measured, self.measured), (part.trials, self.trials)):
            for chunk in chunks:
                runs = chunk.numbers("part") + first
                into.append(chunk.without("part").of_run(runs, part.run.path.name))


def load(
    *paths: str | os.PathLike[str],
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Journal:
    """Reads files of any known kind: journals, nvbench's JSON 1.0, Google Benchmark's and
    pytest-benchmark's JSON, Kernel Tuner's caches; also compressed by gzip, xz or zstd. The kind
    is detected from the content.

    Raises JournalError, which names the file and the line; also for a file beyond the limits.
    """
    if not paths:
        raise ValueError("load needs at least one journal")
    return join(part for path in paths for part in parts_of(Path(path), limits, progress))


def join(parts: Iterable[Part]) -> Journal:
    """One journal of the runs of all parts, which it leaves as they are."""
    gathered = _Gathered()
    for part in parts:
        gathered.add(part)
    groups = groups_of(gathered.runs)
    distinct = list(dict.fromkeys(groups))
    numbers = np.array([distinct.index(group) for group in groups])
    is_merged = [run.part is not None for run in gathered.runs]
    trials = sorted_trials(tidy(gathered.trials), numbers.tolist(), is_merged)
    results = [{**row, "run": i} for i, run in enumerate(gathered.runs) for row in run.tuned]
    results.sort(key=lambda r: (numbers[r["run"]], r["family"], rank_of(r["problem_text"])))
    tuning = tuning_of(trials, results)
    frame = tidy(gathered.measured)
    gathered.measured.clear()  # the largest journals fit in memory once, not twice
    frame, repeated = _once(frame, numbers)
    gathered.warnings.extend(repeated)
    if len(trials):
        # A point of a run counts for more than the same one of a tuning.
        frame = stacked(frame, comparable(trials))
        frame = frame[~_repeats(frame, numbers, keep="first")].reset_index(drop=True)
    frame = modelled_times.attach(hardware_counters.attach(sorted_rows(frame, numbers.tolist())))
    return Journal(gathered.runs, frame, gathered.warnings, tuning)


def parts_of(
    path: Path, limits: Limits | None = None, progress: Progress | None = None
) -> list[Part]:
    """The runs of a file: several if it holds those of several cards. Raises JournalError."""
    limits, progress = limits or Limits(), progress or Progress()
    blocks = read_blocks(path, limits=limits, progress=progress)
    first = first_block(path, blocks)
    if is_journal(first):
        return [by_card_kind(read_journal(path, chain([first], blocks)))]
    content = bytearray()
    for lines in chain([first], blocks):
        content += lines.content
        if len(content) > limits.max_document_bytes:
            raise too_long(path, 1, limits.max_document_bytes)
    return read_document(path, bytes(content))


def _repeats(frame: pd.DataFrame, groups: np.ndarray, keep: Literal["first", "last"]) -> pd.Series:
    group = groups[frame["run"].to_numpy(dtype=int)]
    identity = pd.DataFrame({"group": group, "key": frame["key"].to_numpy()}, index=frame.index)
    return identity.duplicated(keep=keep)


def _once(frame: pd.DataFrame, groups: np.ndarray) -> tuple[pd.DataFrame, list[str]]:
    """Keeps the last line of equal points, in the place of the first."""
    if frame.empty:
        return frame, []
    again = _repeats(frame, groups, keep="first")
    if not again.any():
        return frame, []
    group = groups[frame["run"].to_numpy(dtype=int)]
    number = (
        pd.DataFrame({"group": group, "key": frame["key"]})
        .groupby(["group", "key"], sort=False)
        .ngroup()
    )
    last = frame[~_repeats(frame, groups, keep="last")]
    order = number.loc[last.index].sort_values(kind="stable").index
    keys = frame.loc[again, "key"].drop_duplicates()
    warning = (
        f"points measured more than once: {len(keys)}, the first is {keys.iloc[0]}; "
        "the last line of each counts"
    )
    return frame.loc[order].reset_index(drop=True), [warning]
