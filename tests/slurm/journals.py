"""Journals as the tests compare them, and logs as they print them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from warpmark.slurm.sweep_folder import SweepFolder

# What two executions of a point on the interpreter may differ in.
VARYING = ("wall_s", "at_s", "part")


def events(journal: Path) -> list[dict[str, Any]]:
    """All lines."""
    return [json.loads(line) for line in journal.read_text().splitlines()]


def points(journal: Path) -> dict[str, dict[str, Any]]:
    """The measurements by key, each of which must be there once."""
    measured = [event for event in events(journal) if event["event"] == "measurement"]
    found = {
        event["key"]: {name: value for name, value in event.items() if name not in VARYING}
        for event in measured
    }
    assert len(found) == len(measured)
    return found


def printed_by_jobs(folder: SweepFolder) -> str:
    """The logs of a sweep, for messages."""
    logs = sorted(folder.logs.iterdir())
    return "\n".join(f"{path.name}:\n{path.read_text()[-2000:]}" for path in logs)
