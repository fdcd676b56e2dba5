"""Counts verdicts on equal builds, and shows them with those of warpmark's gate."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nvbench_scripts import SCRIPTS
from nvbench_tables import ToolError
from rounds_pairs import Suite

UNDECIDED = ("AMBG", "????")


@dataclass
class Counts:
    """The verdicts of one script under one pairing."""

    script: str
    pairing: str
    verdicts: Counter[str] = field(default_factory=Counter)
    points_of_suites: list[int] = field(default_factory=list)
    points_without_clock: int = 0
    suites_slow: int = 0
    suites_different: int = 0  # with a SLOW or a FAST
    slow_by_key: Counter[str] = field(default_factory=Counter)
    fast_by_key: Counter[str] = field(default_factory=Counter)

    def add(self, suite: Suite, verdicts: list[str]) -> None:
        """Counts a suite, with the verdict on each of its points."""
        keys = list(suite.base)
        self.verdicts.update(verdicts)
        self.points_of_suites.append(len(keys))
        self.points_without_clock += sum(
            None in (suite.base[key].clock_hz, suite.head[key].clock_hz) for key in keys
        )
        self.suites_slow += "SLOW" in verdicts
        self.suites_different += "SLOW" in verdicts or "FAST" in verdicts
        for key, verdict in zip(keys, verdicts, strict=True):
            if verdict == "SLOW":
                self.slow_by_key[key] += 1
            elif verdict == "FAST":
                self.fast_by_key[key] += 1

    @property
    def suites(self) -> int:
        """How many pairs of files were compared."""
        return len(self.points_of_suites)

    @property
    def points(self) -> int:
        """Verdicts in all."""
        return sum(self.points_of_suites)

    @property
    def undecided(self) -> int:
        """Verdicts that are none."""
        return sum(self.verdicts[verdict] for verdict in UNDECIDED)


@dataclass
class Ours:
    """What `warpmark aa` counted, summed over its files."""

    origins: list[str] = field(default_factory=list)
    suites: int = 0
    points: int = 0
    suites_alarmed: int = 0
    suites_void: int = 0
    false_regressions: int = 0
    false_improvements: int = 0


def add_ours(text: str, ours: Ours) -> None:
    """Adds one output of `warpmark aa --json`. Raises KeyError or ValueError."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")

    def number(name: str) -> int:
        value = found[name]
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValueError(f"'{name}' is {value!r}, not a count")
        return value

    if found["from"] not in ours.origins:
        ours.origins.append(str(found["from"]))
    ours.suites += number("suites")
    ours.points += number("suites") * number("points_per_suite")
    ours.suites_alarmed += number("suites_alarmed")
    ours.suites_void += number("suites_void") if "suites_void" in found else 0
    ours.false_regressions += number("false_regressions")
    ours.false_improvements += number("false_improvements")


def ours_of(files: list[Path]) -> Ours | None:
    """The sum of all files; None of none. Raises ToolError that names the file."""
    ours = Ours()
    for path in files:
        try:
            add_ours(path.read_text(encoding="utf-8"), ours)
        except KeyError as problem:
            raise ToolError(f"{path}: no {problem}") from problem
        except ValueError as problem:
            raise ToolError(f"{path}: {problem}") from problem
        except OSError as problem:
            raise ToolError(f"{path}: {problem.strerror}") from problem
    return ours if files else None


def share(count: int, total: int) -> str:
    """`3 (0.25 %)`; a dash of nothing."""
    return f"{count} ({count / total:.2%})".replace("%", " %") if total else "–"


def notes(counts: list[Counts], ours: Ours | None, commit: str | None) -> list[str]:
    """What the table rests on, as items of a list."""
    lines = [f"- nvbench: {f'commit {commit}' if commit else 'commit not known'}."]
    lines += [f"- {script.name} judges by its defaults: {script.rule}." for script in SCRIPTS]
    for count in {
        count.pairing: count for count in counts
    }.values():  # scripts have the same suites
        if count.suites:
            points = count.points_of_suites
            lines.append(f"- {count.pairing}: suites of {min(points)} to {max(points)} points.")
        if count.points_without_clock:
            # The robust script calls no gap a gap that it cannot confirm in cycles.
            without = f"{count.points_without_clock} of its points have no clock"
            lines.append(f"- {count.pairing}: {without}, and no robust SLOW or FAST for it.")
    if ours:
        void = f"; {ours.suites_void} of its suites were void" if ours.suites_void else ""
        lines.append(f"- warpmark's gate: all rounds of a suite, {', '.join(ours.origins)}{void}.")
    return lines


def table(counts: list[Counts], ours: Ours | None, commit: str | None) -> str:
    """Markdown: a row for each script and pairing, and one for warpmark's gate if it is given."""
    rows = [
        (
            "script",
            "pairing",
            "points compared",
            "false SLOW",
            "false FAST",
            "undecided",
            "suites with a false SLOW",
            "suites with any",
        ),
        ("---", "---", *["--:"] * 6),
    ]
    for count in counts:
        shares = (
            share(found, count.points)
            for found in (count.verdicts["SLOW"], count.verdicts["FAST"], count.undecided)
        )
        suites = (
            f"{found} of {count.suites}" for found in (count.suites_slow, count.suites_different)
        )
        rows.append((count.script, count.pairing, str(count.points), *shares, *suites))
    if ours:
        shares = (
            share(found, ours.points) for found in (ours.false_regressions, ours.false_improvements)
        )
        # It prints neither how many points it left open nor how many suites had an improvement.
        alarmed = f"{ours.suites_alarmed} of {ours.suites}"
        rows.append(("warpmark gate", "rounds", str(ours.points), *shares, "–", alarmed, "–"))
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([*lines, "", *notes(counts, ours, commit)])


def machine_readable(counts: list[Counts], ours: Ours | None, commit: str | None) -> dict[str, Any]:
    """The table's counts, and which points the false verdicts were on."""
    return {
        "nvbench_commit": commit,
        "counts": [
            {
                "script": count.script,
                "pairing": count.pairing,
                "suites": count.suites,
                "suites_slow": count.suites_slow,
                "suites_different": count.suites_different,
                "points": count.points,
                "points_of_suites": count.points_of_suites,
                "points_without_clock": count.points_without_clock,
                "verdicts": dict(count.verdicts),
                "slow_by_key": dict(count.slow_by_key.most_common()),
                "fast_by_key": dict(count.fast_by_key.most_common()),
            }
            for count in counts
        ],
        "ours": None if ours is None else vars(ours),
    }
