"""Kernel Tuner's cache: a measurement per config, with its samples; times in ms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..journal.checks import is_number
from ..journal.journal_file import Part
from ..journal.lines import Event
from .part import entries, entry, manifest_of, measurement_of, part_of
from .times import times_of

FAMILY = "kernel_tuner"
MS = 1e6  # ns
STATUSES = {"InvalidConfig": "skipped"}
REASONS = {
    "InvalidConfig": "the config is not valid on this device",
    "CompilationFailedConfig": "it does not compile",
    "RuntimeFailedConfig": "it fails when run",
}
OPEN = "_open"  # marks a cache whose brackets were not closed


def open_cache(content: bytes) -> Event | None:
    """A cache still open, as its tuning leaves it, or cut off within an entry, which is left out;
    None if it is none.
    """
    if b'"tune_params_keys"' not in content or b'"cache"' not in content:
        return None
    text, torn = content.rstrip(), False
    while True:
        for closing in (b"}}", b"}"):
            try:
                document = json.loads(text.rstrip(b",") + closing)
            except (ValueError, RecursionError):
                continue
            if isinstance(document, dict) and isinstance(document.get("cache"), dict):
                return {**document, OPEN: "torn" if torn else "open"}
        line = text.rfind(b"\n")
        if torn or line < 0:  # a kill tears one line
            return None
        text, torn = text[:line].rstrip(), True


def kernel_tuner(path: Path, document: Event) -> list[Part]:
    """Raises JournalError if the cache is of another objective, or an entry lacks a parameter."""
    names = [str(name) for name in entries(path, "tune_params_keys", document["tune_params_keys"])]
    objective = document.get("objective", "time")
    if objective != "time":
        problem = f"objective is {shown(objective)}; expected 'time'"
        raise JournalError(path, None, problem)
    kernel = str(document.get("kernel_name", "a kernel"))
    problem_axes = {"size": _size(document.get("problem_size", "unknown"))}
    lines = []
    for key, given in entry(path, "cache", document["cache"]).items():
        values = entry(path, f"cache[{key!r}]", given, tuple(names))
        config = {name: _parameter(values[name]) for name in names}
        line = measurement_of(FAMILY, kernel, problem_axes, config, "replay")
        lines.append(line | _outcome(path, key, values))
    manifest = manifest_of(
        {"name": "Kernel Tuner", "version": str(document.get("schema_version", ""))},
        "replay",
        {"name": str(document.get("device_name", "unknown device"))},
        source_schema=f"Kernel Tuner cache {document.get('schema_version', '')}".strip(),
        contract={
            "state": "recorded",
            "interval": "95 % interval of the median by order statistics, "
            "of the recorded samples taken for independent",
            "clock": "recorded",
        },
    )
    state = document.get(OPEN)
    end = None if state else {"event": "end", "complete": True}
    part = part_of(path, manifest, lines, end, torn=state == "torn")
    if part.run.torn:
        part.warnings.append(f"{path.name}: its last entry is torn and left out")
    return [part]


def _size(size: Any) -> str:
    return "x".join(str(each) for each in size) if isinstance(size, list) else str(size)


def _parameter(value: Any) -> Any:
    return value if isinstance(value, str) or is_number(value) else str(value)


def _outcome(path: Path, key: str, values: Mapping[str, Any]) -> Event:
    samples, time = values.get("times"), values.get("time")
    error = values.get("__error__", time if isinstance(time, str) else None)
    if error is not None:
        status = STATUSES.get(str(error), "failed")
        return {"status": status, "reason": REASONS.get(str(error), str(error))}
    if isinstance(samples, list) and samples and all(map(is_number, samples)):
        return {"times_ns": times_of([each * MS for each in samples])}
    if time is None or (isinstance(time, float) and not is_number(time)):
        return {"status": "failed", "reason": "no time was recorded"}
    if not is_number(time):
        problem = f"cache[{key!r}].time is {shown(time)}; expected a number in ms or an error"
        raise JournalError(path, None, problem)
    return {"times_ns": {"n": 1, "median": time * MS}}
