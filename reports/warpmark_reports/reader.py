"""The one reader of journals: file(s) -> Journal with a tidy pandas frame, a row a measurement.

>>> from warpmark_reports import load
>>> journal = load("h200.jsonl")
>>> journal.frame.groupby("variant").throughput_bytes_per_s.max()
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from .checks import check_manifest, check_measurement
from .frame import tidy
from .lines import Event, read_lines
from .modelled import attach
from .rows import to_row
from .tuning import Tuning, comparable, is_trial, result_row, tuning_of


@dataclass
class Run:
    """One journal file: what was to be done, how it ended, how much of it is there."""

    path: Path
    manifest: Event
    end: Event | None = None
    resumes: list[Event] = field(default_factory=list)
    references: list[Event] = field(default_factory=list)
    tuned: list[dict[str, Any]] = field(default_factory=list)
    torn: bool = False
    present: int = 0

    @property
    def planned(self) -> int:
        """Points that the run set out to measure."""
        return int(self.manifest["planned_points"])

    @property
    def cut_off(self) -> bool:
        """No end line: the run was killed, and points may be missing."""
        return self.end is None

    @property
    def group(self) -> tuple[str, ...]:
        """Runs that may share a figure agree in all of these."""
        tool, card = self.manifest["tool"], self.manifest["card"]
        contract = self.manifest.get("contract", {})
        # What the flush leaves behind changes times by a quarter.
        state = f"{contract.get('state')} {contract.get('flush', '')}".strip()
        return tuple(
            str(part)
            for part in (
                self.manifest["backend"],
                card.get("name"),
                card.get("uuid"),
                tool.get("commit"),
                bool(tool.get("dirty")),
                state,
            )
        )


@dataclass
class Journal:
    """All runs, their measurements in one frame (column `run` indexes `runs`), and warnings."""

    runs: list[Run]
    frame: pd.DataFrame
    warnings: list[str]
    tuning: Tuning = field(default_factory=Tuning)

    @property
    def manifest(self) -> Event:
        """The manifest of the first file."""
        return self.runs[0].manifest

    @property
    def end(self) -> Event | None:
        """The end line of the first file; None if that run was cut off."""
        return self.runs[0].end


def load(*paths: str | os.PathLike[str]) -> Journal:
    """Reads one journal or several. Raises JournalError, which names the file and the line."""
    if not paths:
        raise ValueError("load needs at least one journal")
    runs: list[Run] = []
    warnings: list[str] = []
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    repeated: dict[tuple[Any, ...], str] = {}
    trials: list[dict[str, Any]] = []
    for index, path in enumerate(Path(given) for given in paths):
        run, measurements = _read_run(path, warnings)
        keys = set()
        for event in measurements:
            keys.add(event["key"])
            row = to_row(event, run.manifest.get("ceilings", {}))
            row |= {"run": index, "journal": path.name}
            if is_trial(event):  # is measured again on purpose
                trials.append(row)
                continue
            identity = (*run.group, event["key"])
            if identity in rows:
                repeated[identity] = str(event["key"])
            rows[identity] = row
        run.present = len(keys)
        runs.append(run)
    if repeated:
        first = next(iter(repeated.values()))
        warnings.append(
            f"points measured more than once: {len(repeated)}, the first is {first}; "
            "the last line of each counts"
        )
    for row in comparable(trials):
        rows.setdefault((*runs[row["run"]].group, row["key"]), row)
    results = [{**row, "run": index} for index, run in enumerate(runs) for row in run.tuned]
    frame = attach(tidy(list(rows.values())))
    return Journal(runs, frame, warnings, tuning_of(trials, results))


def _read_run(path: Path, warnings: list[str]) -> tuple[Run, list[Event]]:
    lines = read_lines(path)
    warnings.extend(lines.warnings)
    number, manifest = lines.events[0]
    check_manifest(path, number, manifest)
    run = Run(path, manifest, torn=lines.torn)
    measurements: list[Event] = []
    for number, event in lines.events[1:]:
        kind = event.get("event")
        if kind == "measurement":
            check_measurement(path, number, event)
            measurements.append(event)
        elif kind == "resume":
            run.resumes.append(event)
        elif kind == "reference":
            run.references.append(event)
        elif kind == "tuned" and (row := result_row(event)) is not None:
            run.tuned.append(row)
        elif kind == "tuned":
            warnings.append(f"{path.name}:{number}: a result without winner or time is left out")
        elif kind not in ("end", "checked"):
            warnings.append(f"{path.name}:{number}: unknown event {kind!r} is left out")
        # Anything after an end line means that the run went on, so that end was not the last.
        run.end = event if kind == "end" else None
    return run, measurements
