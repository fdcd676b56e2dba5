"""The words of `warpmark run` and `tune` that an array executes, and those that its tasks add."""

from __future__ import annotations

import math
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .durations import parse_seconds
from .errors import SlurmError

BUDGET = "--budget"
PLANNED = re.compile(r"^([0-9]+ points?) on backend", re.MULTILINE)
# The options that a task decides, and what to use in their place.
FOLDER = "expected --dir FOLDER: the tasks write their journals there"
SHARDS = "expected --array N: task i has shard i/N"
DECIDED = {
    "run": {
        "-o": FOLDER,
        "--output": FOLDER,
        "--resume": "expected nothing: a task that starts again continues its journal",
        "--shard": SHARDS,
    },
    "tune": {
        "-o": "expected --dir FOLDER: the finishing job writes the profile there",
        "--output": "expected --dir FOLDER: the finishing job writes the profile there",
        "--journal": FOLDER,
        "--shard": SHARDS,
        "--check": "a check has no shards; expected `warpmark tune --check` in a job of one task",
        "--from": "a record has no shards; expected `warpmark tune --from`, which needs no card",
        "--hold-out": "expected `warpmark export --format profile --hold-out` afterwards",
        "--strategies": "expected `warpmark tune --strategies`",
    },
}


def require_words(verb: str, words: Sequence[str]) -> None:
    """Raises SlurmError for an option that the tasks decide."""
    for word in words:
        long = word.startswith("--")
        name = word.partition("=")[0] if long else word[:2]
        if word.startswith("-") and name in DECIDED[verb]:
            raise SlurmError(f"slurm {verb}: {word}: {DECIDED[verb][name]}")


def without_time_budget(verb: str, words: Sequence[str]) -> tuple[list[str], int | None]:
    """The words without the `--budget` of a time, and that time in full seconds.

    A task has a budget of its own, which ends before its job's time limit. `tune --budget` of a
    number of evaluations stays.
    """
    kept, seconds = list(words), None
    for i, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name != BUDGET:
            continue
        value = value if equals else (words[i + 1] if i + 1 < len(words) else "")
        if verb == "tune" and value.isdigit():
            continue
        seconds = max(1, math.floor(parse_seconds(BUDGET, value)))
        del kept[i : i + (1 if equals else 2)]
        break
    return kept, seconds


def planned_text(program: Path, verb: str, words: Sequence[str]) -> str:
    """What the program plans for these words, "96 points"; empty if it does not say.

    The plan is that of this machine, which may have no card. Raises SlurmError with the program's
    text if it refuses the words.
    """
    done = subprocess.run(
        [program, verb, *words, "--dry-run"],
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise SlurmError(lines[-1].removeprefix("error: "))
    found = PLANNED.search(done.stdout)
    return found[1] if found else ""
