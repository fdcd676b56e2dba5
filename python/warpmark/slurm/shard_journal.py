"""How far the journal of a shard is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RIGHT = ("ok", "skipped")
COMPLETE, STOPPED, CUT_OFF, NONE = "complete", "stopped", "cut off", "no journal"


@dataclass(frozen=True)
class ShardJournal:
    """`done` and `planned` are points of a run, or problems of a tuning, whose plan has no number
    before its end.
    """

    state: str  # complete, stopped, cut off (no end line) or no journal
    done: int = 0
    planned: int | None = None
    faults: int = 0  # points that are neither ok nor skipped
    host: str = ""
    card: str = ""
    reason: str = ""  # why it stopped
    changed_s: float | None = None  # when the last line was written, since the epoch


def read_shard_journal(path: Path, verb: str) -> ShardJournal:
    """Reads a journal of a `run` or `tune`; a line that was cut off counts as not written."""
    try:
        changed_s = path.stat().st_mtime
        with path.open(encoding="utf-8", errors="replace") as file:
            return _read((line for line in file if line.endswith("\n")), verb, changed_s)
    except OSError:
        return ShardJournal(NONE)


def _read(lines: Any, verb: str, changed_s: float) -> ShardJournal:
    manifest = _event(next(lines, ""))
    if manifest.get("event") != "manifest":
        return ShardJournal(NONE, changed_s=changed_s)
    status: dict[str, str] = {}
    tuned = set()
    end: dict[str, Any] | None = None
    for line in lines:
        event = _event(line)
        match event.get("event"):
            case "measurement":
                status[str(event.get("key"))] = str(event.get("status"))
            case "tuned":
                tuned.add(str(event.get("problem")))
            case "resume":
                end = None
            case "end":
                end = event
    is_complete = end is not None and end.get("complete") is True
    state = CUT_OFF if end is None else COMPLETE if is_complete else STOPPED
    done = len(tuned if verb == "tune" else status)
    return ShardJournal(
        state,
        done,
        _planned(manifest, verb, done if is_complete else None),
        sum(each not in RIGHT for each in status.values()),
        str(_within(manifest, "host").get("name", "")),
        str(_within(manifest, "card").get("name", "")),
        str((end or {}).get("reason", "")),
        changed_s,
    )


def _planned(manifest: dict[str, Any], verb: str, at_end: int | None) -> int | None:
    planned = manifest.get("planned_points")
    return planned if verb == "run" and isinstance(planned, int) else at_end


def _within(event: dict[str, Any], name: str) -> dict[str, Any]:
    value = event.get(name)
    return value if isinstance(value, dict) else {}


def _event(line: str) -> dict[str, Any]:
    """The line; empty if it is not one of a journal."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}
