"""The facts of a run that someone needs to believe or repeat it."""

from __future__ import annotations

import shlex
from typing import Any

from .reader import Run

Facts = list[tuple[str, str]]


def facts(run: Run) -> Facts:
    """Name and value of everything the manifest says; what it lacks is left out."""
    manifest = run.manifest
    tool, card = manifest["tool"], manifest["card"]
    dirty = " + local changes" if tool.get("dirty") else ""
    end = run.end or {}
    ended = end.get("ended_at", "") if run.end else "no end line: cut off"
    pairs = [
        ("journal", run.path.name),
        ("command", shlex.join(str(part) for part in manifest.get("argv", []))),
        ("started, ended", f"{manifest.get('started_at', '')}, {ended}"),
        ("points", f"{run.present} of {run.planned} planned" if run.planned else run.present),
        ("warpmark", f"{tool.get('version', '')} commit {tool.get('commit', '')}{dirty}"),
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


def _named(values: dict[str, Any]) -> str:
    present = {key: value for key, value in values.items() if value is not None}
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in present.items())
