"""A view holds what may share a figure: a family, of runs whose times compare."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ..journal.column_names import COUNTS
from ..journal.journal import Journal, Run
from ..journal.run_groups import groups_of
from ..journal.tuning_records import Tuning
from . import point_warnings
from .metric import Metric, metric_of

MAX_COPIED_ROWS = 20_000
TOOL = "warpmark"  # in a manifest, which need not name it


@dataclass(frozen=True, eq=False)  # one is equal to itself alone, and may be a key
class View:
    """The frame of one view with the runs it came from; `prefix` keeps its file names apart."""

    family: str
    prefix: str
    frame: pd.DataFrame
    runs: tuple[Run, ...]
    metric: Metric | None
    tuning: Tuning = field(default_factory=Tuning)

    @property
    def manifest(self) -> dict[str, Any]:
        """The first run's; runs of a view agree on kind of card, driver, commit and backend."""
        return self.runs[0].manifest

    @property
    def backend(self) -> str:
        """cuda, simt, host or replay."""
        return str(self.manifest["backend"])

    @property
    def machine(self) -> str:
        """What the numbers belong to: the card, or the processor for native code."""
        if self.backend == "host":
            return str(self.manifest.get("host", {}).get("cpu", "unknown processor"))
        return str(self.manifest["card"].get("name", "unknown card"))

    @property
    def driver(self) -> str:
        """The version of the card's driver; "" where there is none."""
        return str(self.manifest["card"].get("driver_version") or "")

    @property
    def card_count(self) -> int:
        """Cards of this kind that have shards of the points, each with problems of its own."""
        return len({run.manifest["card"].get("uuid") for run in self.runs})

    @property
    def unverified_count(self) -> int:
        """Points with a result that warpmark did not compare: of a kernel without a reference, or
        recorded by another tool.
        """
        done = self.frame[self.frame["status"] == "ok"]
        if self.backend == "replay" or self.manifest["tool"].get("name", TOOL) != TOOL:
            return len(done)
        return sum(point_warnings.UNVERIFIED in names for names in point_warnings.of_rows(done))

    @property
    def commit(self) -> str:
        """The short commit, and whether the tree had local changes."""
        tool: Mapping[str, Any] = self.manifest["tool"]
        short = str(tool.get("commit", ""))[:10] or "unknown"
        return f"{short} + local changes" if tool.get("dirty") else short

    @property
    def traffic(self) -> str:
        """What the family's compulsory bytes are compared with: read, write or copy."""
        if "ceiling" in self.frame:
            for kind in self.frame["ceiling"].dropna():
                return str(kind)
        return "read"

    @property
    def ceiling(self) -> float | None:
        """The card's measured bandwidth of that kind in bytes/s, where the run has it."""
        value = self.manifest.get("ceilings", {}).get(f"{self.traffic}_bytes_per_s")
        return float(value) if value else None

    @property
    def title(self) -> str:
        """Says how the numbers were come by, so that counts are never read as times."""
        how = {"cuda": "timed", "simt": "counted on simt, not timed", "host": "timed, native code"}
        basis = how.get(self.backend, "replayed from a recording")
        if self.metric is not None and not self.metric.timed:
            basis = "modelled and counted on simt, not timed"
        return f"{self.family} on {self.machine} ({basis})"


def basis_text(view: View) -> str:
    """What the times of a view are, in a clause: measured, or modelled with the model's error."""
    if view.metric is None or view.metric.error is None:
        return "measured"
    cards = [str(name) for name in view.frame.get("modelled_card", pd.Series()).dropna().unique()]
    of_card = f" for {' and '.join(cards)}" if cards else ""
    return f"modelled{of_card}, not measured; {view.metric.error.sentence()}"


def views_of(journal: Journal) -> list[View]:
    """The views in the order of the journals."""
    found: list[tuple[str, list[int]]] = []
    groups: dict[tuple[str, ...], list[int]] = {}
    for index, group in enumerate(groups_of(journal.runs)):
        groups.setdefault(group, []).append(index)
    for indexes in groups.values():
        frame = journal.frame[journal.frame["run"].isin(indexes)]
        found.extend((str(name), indexes) for name in frame["family"].drop_duplicates())
    views = []
    for number, (family, indexes) in enumerate(found, start=1):
        inside = journal.frame["run"].isin(indexes) & (journal.frame["family"] == family)
        frame = _part(journal.frame, np.flatnonzero(inside))
        runs = tuple(journal.runs[index] for index in indexes)
        backend = str(runs[0].manifest["backend"])
        prefix = f"{number}_{_file_name(family)}_{backend}_" if len(found) > 1 else ""
        tuning = journal.tuning.of(family, indexes)
        views.append(View(family, prefix, frame, runs, metric_of(frame), tuning))
    return views


def _part(frame: pd.DataFrame, rows: npt.NDArray[np.intp]) -> pd.DataFrame:
    """Some rows, which follow each other, without the axes and counters of other families.

    Few rows are copied, with columns of a kind together: figures take some of them again and again.
    Many stay in the memory of the frame.
    """
    part = frame.iloc[rows[0] : rows[-1] + 1]
    taken = {}
    for name in part.columns:
        if part[name].notna().any():
            taken[name] = part[name]
        elif not name.startswith(("problem_", "config_", *COUNTS)):
            taken[name] = pd.Series(np.nan, index=part.index)
    return pd.DataFrame(taken, index=part.index, copy=len(rows) <= MAX_COPIED_ROWS)


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", text)
