"""The sweep of these tests, and what journals of it have in common."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import warpmark

ROOT = Path(__file__).resolve().parents[2]
# The tested package may be a copy with a mutation.
PACKAGES = [str(Path(warpmark.__file__).parents[1]), str(ROOT / "reports"), str(ROOT)]
PROGRAM = os.environ.get("WARPMARK_PROGRAM", "")
FAULTY = Path(__file__).with_name("faulty_program.sh")
ARGUMENTS = "reduce/tree_sequential --backend simt -p n=2^6..2^12 -p type=i32,f32 -c block=64,256"
WRONG = "--mutants reduce/mutants/tail_ids --backend simt"  # its only point has status `wrong`
SHARDS = 16
NOT_COUNTED = ("wall_s", "at_s", "part")  # of the machine that interprets, and of the merge


def points_of(journal: Path) -> dict[str, Any]:
    """All that was counted of each point, by its key. No point is measured twice."""
    lines = [json.loads(text) for text in journal.read_text().splitlines()]
    points = [line for line in lines if line["event"] == "measurement"]
    assert len({each["key"] for each in points}) == len(points)
    return {
        each["key"]: {name: value for name, value in each.items() if name not in NOT_COUNTED}
        for each in points
    }


def events_of(journal: Path) -> list[str]:
    return [json.loads(text)["event"] for text in journal.read_text().splitlines()]
