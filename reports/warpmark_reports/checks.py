"""What a line must hold to be used; the full contract is bench/journal/journal.schema.json."""

from __future__ import annotations

from pathlib import Path

from .errors import JournalError, shown
from .lines import Event

KNOWN_SCHEMAS = ("warpmark/1",)
STATUSES = ("ok", "wrong", "crashed", "timed_out", "failed", "skipped")
TIME_KEYS = ("n", "median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95")
OBJECTS = ("tool", "host", "card", "contract", "ceilings")


def check_manifest(path: Path, line: int, event: Event) -> None:
    """Raises JournalError unless the event is a manifest of a known schema."""
    if event.get("event") != "manifest":
        found = shown(event.get("event"))
        raise JournalError(path, line, f'event is {found}; the first line must be "manifest"')
    known = " or ".join(f'"{schema}"' for schema in KNOWN_SCHEMAS)
    if event.get("schema") not in KNOWN_SCHEMAS:
        found = shown(event.get("schema"))
        raise JournalError(path, line, f"schema is {found}; this reader knows {known}")
    for key in ("tool", "backend", "card", "planned_points"):
        _require(path, line, event, key)
    for key in OBJECTS:
        if not isinstance(event.get(key, {}), dict):
            raise JournalError(path, line, f"{key} is {shown(event[key])}; it must be an object")
    if not isinstance(event["planned_points"], int):
        found = shown(event["planned_points"])
        raise JournalError(path, line, f"planned_points is {found}; it must be a whole number")


def check_measurement(path: Path, line: int, event: Event) -> None:
    """Raises JournalError unless the event has what every figure and table needs."""
    for key in ("key", "family", "variant", "problem", "config", "status"):
        _require(path, line, event, key)
    if event["status"] not in STATUSES:
        found = shown(event["status"])
        raise JournalError(
            path, line, f"status is {found}; it must be one of {', '.join(STATUSES)}"
        )
    for key in ("problem", "config", "times_ns", "counters", "verify", "clocks"):
        if not isinstance(event.get(key) or {}, dict):
            raise JournalError(path, line, f"{key} is {shown(event[key])}; it must be an object")
    for key in ("resources", "findings"):
        if not isinstance(event.get(key) or [], list):
            raise JournalError(path, line, f"{key} is {shown(event[key])}; it must be a list")
    for key, value in (event.get("times_ns") or {}).items():
        if key in TIME_KEYS and value is not None and not isinstance(value, int | float):
            raise JournalError(path, line, f"times_ns.{key} is {shown(value)}; it must be a number")


def _require(path: Path, line: int, event: Event, key: str) -> None:
    if event.get(key) is None:
        raise JournalError(path, line, f"a {event['event']} line must have the key {key!r}")
