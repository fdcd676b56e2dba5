"""The facts of a run that are needed to trust or repeat it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from typing import Any

from ..analysis.views import View
from ..base import units
from ..journal.journal import Run
from ..plot.footer import interval_text

Facts = list[tuple[str, str]]
MAX_RUNS = 20  # of a view, on the page


def facts(run: Run) -> Facts:
    """Name and value of everything the manifest says; what it lacks is left out."""
    manifest = run.manifest
    tool, card = manifest["tool"], manifest["card"]
    dirty = " + local changes" if tool.get("dirty") else ""
    end = run.end or {}
    ended = end.get("ended_at", "") if run.end else "no end line: cut off"
    pairs = [
        ("journal", run.name),
        ("command", shlex.join(str(part) for part in manifest.get("argv", []))),
        ("started, ended", f"{manifest.get('started_at', '')}, {ended}"),
        ("points", f"{run.present} of {run.planned} planned" if run.planned else run.present),
        (
            tool.get("name", "warpmark"),
            f"{tool.get('version', '')} commit {tool.get('commit', '')}{dirty}",
        ),
        ("backend", manifest["backend"]),
        ("card", _named(card)),
        ("host", _named(manifest.get("host", {}))),
        ("NVRTC", manifest.get("nvrtc_version")),
        ("compiler flags", " ".join(manifest.get("compiler_flags", []))),
        ("timing contract", _named(manifest.get("contract", {}))),
        ("ceilings", _named(manifest.get("ceilings", {}))),
        ("seed", manifest.get("seed")),
        ("resumed", ", ".join(str(event.get("resumed_at")) for event in run.resumes)),
    ]
    return [(name, str(value)) for name, value in pairs if value not in (None, "")]


def all_facts(view: View) -> list[Facts]:
    """The facts of a view's runs; of many runs, those of some and how many more there are."""
    shown = [facts(run) for run in view.runs[:MAX_RUNS]]
    more = len(view.runs) - MAX_RUNS
    return [*shown, [("more runs", f"{more}, in tables/runs.csv")]] if more > 0 else shown


def origin(view: View) -> list[str]:
    """The facts shown with every number: machine, date, commit, and how it was measured."""
    dates = sorted({str(run.manifest.get("started_at", ""))[:10] for run in view.runs} - {""})
    contract = view.manifest.get("contract", {})
    driver = view.driver
    state, flush = contract.get("state"), contract.get("flush")
    cache = f"{state} cache" if state in ("cold", "hot") else ""
    parts = [
        view.machine,
        f"{view.card_count} cards, each with shards of the problems" * (view.card_count > 1),
        f"driver {driver}" if driver and view.backend == "cuda" else "",
        " to ".join(dict.fromkeys([dates[0], dates[-1]])) if dates else "no date",
        f"commit {view.commit}",
        ", ".join(filter(None, [cache, f"{flush} flush" if cache and flush else ""])),
        re.split(r" \(|,", interval_text(view))[0],
    ]
    return [part.replace(" %", "\u00a0%") for part in parts if part]


def _named(values: Mapping[str, Any]) -> str:
    present = {key: value for key, value in values.items() if value is not None}
    return ", ".join(_fact(key, value) for key, value in present.items())


def _fact(key: str, value: Any) -> str:
    """A name that ends in its unit, for people: sm_clock_hz 1.98e9 -> sm clock 1980 MHz."""
    if isinstance(value, Mapping):
        return f"{key.replace('_', ' ')} ({_named(value)})"
    if isinstance(value, bool):
        return f"{key.replace('_', ' ')} {'yes' if value else 'no'}"
    if isinstance(value, int | float):
        for ending, show in UNITS.items():
            if key.endswith(ending):
                return f"{key.removesuffix(ending).replace('_', ' ')} {show(value)}"
    return f"{key.replace('_', ' ')} {value}"


def _mebibytes(value: float) -> str:
    return f"{units.digits(value / 2**20, 4)} MiB" if value >= 2**20 else f"{int(value)} bytes"


UNITS: dict[str, Callable[[float], str]] = {
    "_bytes_per_s": units.gigabytes,
    "_hz": lambda value: f"{value / 1e6:.0f} MHz",
    "_ns": units.duration,
    "_bytes": _mebibytes,
    "_limit_w": lambda value: f"limit {value:g} W",
    "_seconds": lambda value: f"{value:g} s",
}
