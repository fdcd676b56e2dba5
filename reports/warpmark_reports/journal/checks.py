"""What a line must hold to be used; the full contract is bench/journal/journal.schema.json."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..base.limits import MAX_NAME_CHARACTERS
from .lines import Event

KNOWN_SCHEMAS = ("warpmark/1",)
STATUSES = ("ok", "wrong", "crashed", "timed_out", "failed", "skipped")
TIME_KEYS = ("n", "median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95")
OBJECTS = ("tool", "host", "card", "contract", "ceilings")
LISTS = ("argv", "compiler_flags", "cards")
NAMES = ("key", "family", "variant")
WORDS = ("reason", "backend", "state", "stop_reason", "ceiling", "card_uuid", "modelled_bound_by")
NUMBERS = (
    "bytes", "ops", "launches", "wall_s", "at_s", "busy_ns", "rung", "modelled_time_ns",
    "throughput_bytes_per_s", "throughput_elements_per_s", "fraction_of_ceiling",
)  # fmt: skip
WHOLE = {"problem": ("n", "run", "ways"), "config": ("block",)}
MAX_INTEGER = 2**63 - 1
MAX_NUMBER = 2**1000  # more is no double


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
    for key in LISTS:
        if not isinstance(event.get(key, []), list):
            raise JournalError(path, line, f"{key} is {shown(event[key])}; it must be a list")
    if not is_whole(event["planned_points"]) or event["planned_points"] < 0:
        found = shown(event["planned_points"])
        raise JournalError(path, line, f"planned_points is {found}; it must be a whole number")
    if not isinstance(event["backend"], str):
        raise JournalError(path, line, f"backend is {shown(event['backend'])}; it must be a text")
    for where, key in (("ceilings", "_per_s"), ("ceilings", "_ns"), ("contract", "precision")):
        _check_positive(path, line, where, event.get(where, {}), key)


def _check_positive(path: Path, line: int, where: str, values: Event, ending: str) -> None:
    for key, value in values.items():
        if key.endswith(ending) and value is not None and not (is_number(value) and value > 0):
            problem = f"{where}.{key} is {shown(value)}; it must be a number above 0"
            raise JournalError(path, line, problem)


def check_measurement(path: Path, line: int | None, event: Event) -> None:
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
    for key in ("resources", "findings", "phases"):
        if not _is_list_of_objects(event.get(key) or []):
            found = shown(event[key])
            raise JournalError(path, line, f"{key} is {found}; it must be a list of objects")
    for key in NAMES:
        if not isinstance(event[key], str) or not event[key]:
            raise JournalError(path, line, f"{key} is {shown(event[key])}; it must be a text")
        _check_length(path, line, key, event[key])
    for key in WORDS:
        if not isinstance(event.get(key, ""), str | None):
            raise JournalError(path, line, f"{key} is {shown(event[key])}; it must be a text")
    for key in NUMBERS:
        if not _is_plain(event.get(key)):
            raise JournalError(path, line, f"{key} is {shown(event[key])}; it must be a number")
    for part in ("problem", "config"):
        _check_parameters(path, line, part, event[part])
    for part in ("counters", "times_ns"):
        for key, value in (event.get(part) or {}).items():
            if key != "samples" and not _is_plain(value):
                found = shown(value)
                raise JournalError(path, line, f"{part}.{key} is {found}; it must be a number")
    samples = (event.get("times_ns") or {}).get("samples") or []
    if not (isinstance(samples, list) and all(map(is_number, samples))):
        found = shown(samples)
        raise JournalError(path, line, f"times_ns.samples is {found}; it must be a list of numbers")
    if event.get("phases"):
        _check_phases(path, line, event["phases"])


def _check_parameters(path: Path, line: int | None, part: str, values: Mapping[str, Any]) -> None:
    for key, value in values.items():
        _check_length(path, line, part, key)
        if isinstance(value, str):
            _check_length(path, line, part, value)
            right = key not in WHOLE[part]
        else:
            right = is_number(value) and abs(value) <= MAX_INTEGER
            right = right and (key not in WHOLE[part] or (is_whole(value) and value >= 0))
        if part == "problem" and key == "type":
            right = isinstance(value, str)
        if not right:
            whole = "a whole number from 0 to 2^63 - 1"
            wanted = whole if key in WHOLE[part] else "a number or a text"
            wanted = "a text" if key == "type" else wanted
            raise JournalError(path, line, f"{part}.{key} is {shown(value)}; it must be {wanted}")


def _check_length(path: Path, line: int | None, where: str, name: str) -> None:
    """Names are compared, sorted and drawn many times, and cannot be cut: they would be others."""
    if len(name) > MAX_NAME_CHARACTERS:
        problem = f"{where} has {shown(name)} of {len(name)} characters or more"
        raise JournalError(path, line, f"{problem}; expected at most {MAX_NAME_CHARACTERS}")


def _check_phases(path: Path, line: int | None, launches: list[Any]) -> None:
    for launch in launches:
        phases = launch.get("phases")
        right = _is_list_of_objects(phases) and all(
            is_number(value) for phase in phases for value in phase.values()
        )
        if not right:
            problem = f"phases is {shown(phases)}; it must be a list of objects of counts"
            raise JournalError(path, line, problem)


def impossible_time(times: Mapping[str, Any]) -> str | None:
    """What is wrong with the times of a right result, in words; None if nothing is."""
    median = times.get("median")
    if not times:
        return None
    for key in TIME_KEYS:
        value, above = times.get(key), key in ("n", "median")
        if value is not None and not (
            is_number(value) and (value > 0 or (not above and value == 0))
        ):
            wanted = "a number above 0" if above else "a number from 0 on"
            return f"times_ns.{key} is {shown(value)}; it must be {wanted}"
    low, high = times.get("ci_lo"), times.get("ci_hi")
    if median is None:
        return "times_ns has no median"
    if low is not None and high is not None and not low <= median <= high:
        return f"times_ns has its median {shown(median)} outside of {shown(low)} to {shown(high)}"
    return None


def is_number(value: object) -> bool:
    """A finite number within the range of a double, which true and false are not."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER


def is_whole(value: object) -> bool:
    """A whole number, be it written 3 or 3.0."""
    return is_number(value) and float(value).is_integer()  # type: ignore[arg-type]


def _is_plain(value: object) -> bool:
    """A number, which may be NaN, or nothing."""
    return value is None or isinstance(value, float) or is_number(value)


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _require(path: Path, line: int | None, event: Event, key: str) -> None:
    if event.get(key) is None:
        raise JournalError(path, line, f"a {event['event']} line must have the key {key!r}")
