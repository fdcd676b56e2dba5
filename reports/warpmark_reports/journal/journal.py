"""The result of a reader: the runs, and tidy frames of their content."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from .column_units import unit_of
from .lines import Event
from .tuning_records import Tuning

CATEGORIES = (
    "family", "variant", "status", "reason", "backend", "state", "stop_reason", "time_kind",
    "problem_text", "config_text", "journal", "tuning_phase", "ceiling", "card_uuid",
)  # fmt: skip
MAX_SHOWN = 10  # points, in a notebook


@dataclass
class Run:
    """A run, of which a journal has one and a merged journal several: what was to be done, how it
    ended, how much of it is there. `part` is its number, from 0, in a merged journal.
    """

    path: Path
    manifest: Event
    end: Event | None = None
    resumes: list[Event] = field(default_factory=list)
    references: list[Event] = field(default_factory=list)
    tuned: list[dict[str, Any]] = field(default_factory=list)
    torn: bool = False
    present: int = 0
    part: int | None = None

    @property
    def planned(self) -> int:
        """Points that the run set out to measure."""
        return int(self.manifest["planned_points"])

    @property
    def cut_off(self) -> bool:
        """No end line: the run was killed, and points may be missing."""
        return self.end is None

    @property
    def shard(self) -> str:
        """`3/16` of a run of the third of 16 shards; else empty."""
        shard = self.manifest.get("shard")
        if not isinstance(shard, dict) or not {"index", "count"} <= shard.keys():
            return ""
        return f"{shard['index']}/{shard['count']}"

    @property
    def version(self) -> Event:
        """`commit` and `dirty`: of the measured code where another tool states it, else of the
        program.
        """
        version: Event = self.manifest.get("measured") or self.manifest["tool"]
        return version

    @property
    def name(self) -> str:
        """The file's; of a merged journal also which of its runs it is."""
        if self.part is None:
            return self.path.name
        which = f"shard {self.shard}" if self.shard else f"run {self.part + 1}"
        return f"{self.path.name}, {which}"


@dataclass(repr=False)
class Journal:
    """All runs, their measurements in one frame (column `run` indexes `runs`), and warnings.

    Figures are made from `frame`; `measurements` is the same for people, with categories.
    """

    runs: list[Run]
    frame: pd.DataFrame
    warnings: list[str]
    tuning: Tuning = field(default_factory=Tuning)

    @property
    def manifest(self) -> Event:
        """The manifest of the first run."""
        return self.runs[0].manifest

    @property
    def end(self) -> Event | None:
        """The end of the first run; None if it was cut off."""
        return self.runs[0].end

    @property
    def measurements(self) -> pd.DataFrame:
        """A row per point; texts that recur, and axes with texts, are categories."""
        axes = [
            name
            for name in self.frame.columns
            if name.startswith(("problem_", "config_")) and self.frame[name].dtype == object
        ]
        named = [name for name in CATEGORIES if name in self.frame.columns]
        return self.frame.astype(dict.fromkeys([*axes, *named], "category"))

    @property
    def units(self) -> dict[str, str]:
        """The unit of every column of numbers: ns, s, B/s, 1, …; other columns are left out."""
        found = ((name, unit_of(name)) for name in self.frame.columns)
        return {name: unit for name, unit in found if unit}

    @property
    def samples(self) -> pd.DataFrame:
        """A row per recorded sample: run, key, variant, sample (from 0), time_ns."""
        columns = ["run", "key", "variant", "sample", "time_ns"]
        if "time_samples_ns" not in self.frame.columns:
            return pd.DataFrame(columns=columns)
        rows = self.frame[self.frame["time_samples_ns"].map(lambda v: isinstance(v, np.ndarray))]
        counts = rows["time_samples_ns"].map(len).to_numpy(dtype=int)
        table = rows[["run", "key", "variant"]].loc[rows.index.repeat(counts)]
        table = table.reset_index(drop=True)
        table["sample"] = np.concatenate([np.arange(n) for n in counts] or [np.arange(0)])
        table["time_ns"] = np.concatenate([*rows["time_samples_ns"], []]).astype("float64")
        return table

    @property
    def references(self) -> pd.DataFrame:
        """A row per reference measurement: run, at_s, memory_ns, chain_ns, and the card's state."""
        columns = ["run", "at_s", "card_uuid", "memory_ns", "chain_ns", "temperature_c", "power_w"]
        rows = [{**each, "run": i} for i, run in enumerate(self.runs) for each in run.references]
        frame = pd.DataFrame(rows, columns=columns)
        numbers = [name for name in columns if name not in ("run", "card_uuid")]
        frame[numbers] = frame[numbers].apply(pd.to_numeric, errors="coerce").astype("float64")
        return frame

    @property
    def drift(self) -> pd.DataFrame:
        """A row per reference series of a run that ended: run, series, change, p_value, real."""
        columns = ["run", "series", "change", "p_value", "real"]
        rows = []
        for index, run in enumerate(self.runs):
            drift = (run.end or {}).get("drift")
            for series, each in (drift if isinstance(drift, dict) else {}).items():
                if isinstance(each, dict):
                    rows.append({**each, "run": index, "series": series})
        return pd.DataFrame(rows, columns=columns)

    @property
    def provenance(self) -> pd.DataFrame:
        """A row per run: where its numbers come from."""
        return pd.DataFrame([_origin(index, run) for index, run in enumerate(self.runs)])

    @property
    def _machines(self) -> str:
        names = {
            str(run.manifest["card"].get("name") or run.manifest["backend"]) for run in self.runs
        }
        return ", ".join(sorted(names))

    def __repr__(self) -> str:
        """A few lines: the points by card and status, and the number of warnings."""
        count, statuses = len(self.frame), self.frame["status"].value_counts()
        by_status = ", ".join(f"{number} {status}" for status, number in statuses.items())
        lines = [f"Journal of {count} point{'s' * (count != 1)} on {self._machines}"]
        lines += [f"  {by_status}"] if by_status else []
        warned = len(self.warnings)
        lines += [f"  {warned} warning{'s' * (warned != 1)} in warnings"] if warned else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """For a notebook: what was measured on what, and the first points with the axes that
        differ.
        """
        times = [
            name
            for name in ("time_median_ns", "modelled_time_ns")
            if name in self.frame.columns and self.frame[name].notna().any()
        ]
        axes = [
            name
            for name in self.frame.columns
            if name.startswith(("problem_", "config_"))
            and not name.endswith("_text")
            and self.frame[name].nunique(dropna=False) > 1
        ]
        shown = self.frame[["family", "variant", *axes, "status", *times[:1]]].head(MAX_SHOWN)
        count = len(self.frame)
        rest = f", of which {MAX_SHOWN} are shown" if count > MAX_SHOWN else ""
        table = shown.to_html(index=False, border=0, na_rep="", float_format="{:.4g}".format)
        return (
            f"<p>{count} points on {escape(self._machines)}{rest}; "
            f"<code>measurements</code> has all columns</p>\n{table}"
        )


def _origin(index: int, run: Run) -> dict[str, Any]:
    manifest = run.manifest
    tool, card, host = (manifest.get(key) or {} for key in ("tool", "card", "host"))
    return {
        "run": index,
        "journal": run.path.name,
        "shard": run.shard,
        "tool": tool.get("name", "warpmark"),
        "version": tool.get("version", ""),
        "commit": run.version.get("commit", ""),
        "dirty": bool(run.version.get("dirty")),
        "backend": manifest["backend"],
        "card": card.get("name", ""),
        "card_uuid": card.get("uuid") or "",
        "driver": card.get("driver_version") or "",
        "host": host.get("name", ""),
        "cpu": host.get("cpu", ""),
        "started_at": manifest.get("started_at", ""),
        "ended_at": (run.end or {}).get("ended_at", ""),
        "cut_off": run.cut_off,
        "planned": run.planned,
        "present": run.present,
    }
