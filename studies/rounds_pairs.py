"""Pairs of equal sides out of rounds files, put together as runs of two builds would be.

Reads what `warpmark aa --backend cuda ... --rounds FILE` keeps.
"""

from __future__ import annotations

import gzip
import json
import lzma
import math
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from nvbench_tables import ToolError

SCHEMA = "warpmark/rounds-1"
EQUAL_ROLES = ("candidate", "negative_control", "calibrator")  # equal on both sides in A/A
ROLES = (*EQUAL_ROLES, "positive_control")


@dataclass(frozen=True)
class Side:
    """One side of a pair: times in ns of at least one sample, and the clock while they ran."""

    samples_ns: tuple[float, ...]
    clock_hz: float | None


@dataclass(frozen=True)
class Pair:
    """A point's two equal sides in one round."""

    base: Side
    head: Side


Round = dict[str, Pair]  # by key
Run = dict[int, Round]  # by the round's number; the same key may be missing in some


@dataclass(frozen=True)
class Suite:
    """A comparison: all points of one run of each build. Both have the same keys."""

    base: dict[str, Side]
    head: dict[str, Side]


def open_text(path: Path) -> IO[str]:
    """The text of a file, decompressed where its name says so."""
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def lines_of(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each JSON line and where it is. Raises ToolError that names the file."""
    number = 0
    try:
        with open_text(path) as lines:
            for number, text in enumerate(lines, 1):
                line = json.loads(text)
                if not isinstance(line, dict):
                    raise ToolError(f"{path}:{number}: not a JSON object")
                yield f"{path}:{number}", line
    except json.JSONDecodeError as problem:
        raise ToolError(f"{path}:{number}: not JSON: {problem.msg}") from problem
    except OSError as problem:
        raise ToolError(f"{path}: {problem.strerror or problem}") from problem
    except (EOFError, lzma.LZMAError, zlib.error, UnicodeDecodeError) as problem:
        raise ToolError(f"{path}: {problem}") from problem


def positive(value: object) -> float:
    """A finite number above zero. Raises ValueError for all else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is no number")
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{value} is not above zero and finite")
    return float(value)


def side_of(line: dict[str, Any], name: str) -> Side:
    """One side of a pair's line. Raises KeyError, TypeError or ValueError."""
    side = line[name]
    samples = tuple(positive(value) for value in side["samples_ns"])
    if not samples:
        raise ValueError(f"'{name}' has no samples")
    clock = side["clock_hz"]
    return Side(samples, None if clock is None else positive(clock))


def add_pair(line: dict[str, Any], run: Run) -> None:
    """Enters a pair into its round, if it counts and its sides are equal.

    Raises KeyError, TypeError or ValueError.
    """
    if line["role"] not in ROLES:
        raise ValueError(f"role '{line['role']}' is none of {', '.join(ROLES)}")
    if line["discarded"] or line["role"] not in EQUAL_ROLES:
        return
    if isinstance(line["round"], bool) or not isinstance(line["round"], int):
        raise ValueError(f"round {line['round']!r} is no whole number")
    pairs = run[line["round"]]
    if line["key"] in pairs:
        raise ValueError(f"round {line['round']} has a pair of {line['key']} already")
    pairs[line["key"]] = Pair(side_of(line, "base"), side_of(line, "head"))


def runs_of(path: Path) -> list[Run]:
    """The runs of one file. Raises ToolError that names the line, or the file without a run."""
    runs: list[Run] = []
    number: object = None
    for where, line in lines_of(path):
        try:
            if line.get("event") == "rounds":
                if line["schema"] != SCHEMA:
                    raise ValueError(f"schema '{line['schema']}' is not {SCHEMA}")
                number = line["run"]
                runs.append(defaultdict(dict))
            elif line.get("event") == "pair":
                # The line before a run is what tells runs apart: numbers repeat in joined files.
                if not runs or line["run"] != number:
                    raise ValueError(f"a pair of run {line['run']} without its line 'rounds'")
                add_pair(line, runs[-1])
            else:
                raise ValueError(f"event {line.get('event')!r} is neither 'rounds' nor 'pair'")
        except KeyError as problem:
            raise ToolError(f"{where}: no {problem}") from problem
        except (TypeError, ValueError) as problem:
            raise ToolError(f"{where}: {problem}") from problem
    if not runs:
        raise ToolError(f"{path}: has no line 'rounds'")
    return runs


def interleaved(run: Run) -> list[Suite]:
    """One suite per round, in which one process took both sides' samples alternately."""
    return [
        Suite(
            {key: pair.base for key, pair in pairs.items()},
            {key: pair.head for key, pair in pairs.items()},
        )
        for _, pairs in sorted(run.items())
        if pairs
    ]


def separate_processes(run: Run) -> list[Suite]:
    """The base of each even round beside the head of the next, with the points of both.

    So no sample serves twice, and as where two builds are compared each has a process of its own.
    """
    suites = []
    for number in sorted(run):
        if number % 2 == 0 and number + 1 in run:
            first, second = run[number], run[number + 1]
            both = [key for key in first if key in second]
            if both:
                base = {key: first[key].base for key in both}
                suites.append(Suite(base, {key: second[key].head for key in both}))
    return suites


PAIRINGS: dict[str, Callable[[Run], list[Suite]]] = {
    "interleaved": interleaved,
    "separate processes": separate_processes,
}
