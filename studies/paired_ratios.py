#!/usr/bin/env python3
"""How much faster than the library's baseline the best variants are, pair by pair.

    paired_ratios.py choose TUNING.jsonl... -o POINTS [--baseline vendor_cub] [--own 'GLOB'...]
                                                          the fastest own config of each problem
    paired_ratios.py run POINTS --warpmark PROGRAM --out FOLDER [--rounds 9]
    paired_ratios.py table FOLDER [--bars BARS.json]

Configs are chosen from journals of a sweep, and measured again in rounds of their own, each a fresh
process that times the config and the baseline of every problem: whoever is picked as the fastest
was lucky, too, and only new rounds tell by how much. A round gives one ratio for each problem, the
baseline's time over the config's; the table shows their median with a 95 % interval (order
statistics, no distribution assumed), and what fraction of its ceiling the config reaches.

A family with two libraries has a folder for each, with the own variants that it is compared with.

BARS.json lists {"family", "baseline", "types", "n": [first, last], "where": {"bins": [256]}}, of
which "baseline" and "where" may be left out, with one of "interval_reaches" (the upper end of the
ratio's interval), "at_least" (its median) and "of_ceiling" (the median fraction).

Exit code: 0 all bars are met, 1 one is not, 2 bad usage or a tool failed.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BASELINE = "vendor_cub"
Problem = tuple[str, str]  # family and canonical problem: what two points share

Line = dict[str, Any]


def measurements(journal: Path) -> Iterator[Line]:
    """The lines with times."""
    with journal.open(encoding="utf-8") as lines:
        for text in lines:
            line: Line = json.loads(text)
            if line.get("event") == "measurement" and line["status"] == "ok":
                yield line


def problem_of(line: Line) -> Problem:
    """What the measurement was of, without the way it was done."""
    return line["family"], line["key"].split("[")[1].rstrip("]")


def is_own(line: Line) -> bool:
    """Whether it is no library's."""
    return not line["variant"].startswith("vendor_")


def choose(
    journals: list[Path], baseline_variant: str = BASELINE, own: tuple[str, ...] = ("*",)
) -> list[str]:
    """Keys of the fastest own point and of the baseline, for each problem that has both. Own
    variants are those that a glob of `own` matches.
    """
    fastest: dict[Problem, Line] = {}
    baselines: dict[Problem, str] = {}
    for line in (line for journal in journals for line in measurements(journal)):
        problem = problem_of(line)
        if line["variant"] == baseline_variant:
            baselines[problem] = line["key"]
        elif (is_own(line) and any(fnmatch.fnmatch(line["variant"], glob) for glob in own)) and (
            problem not in fastest
            or line["times_ns"]["median"] < fastest[problem]["times_ns"]["median"]
        ):
            fastest[problem] = line
    return [
        key
        for problem, baseline in baselines.items()
        if problem in fastest
        for key in (fastest[problem]["key"], baseline)
    ]


def run_rounds(points: Path, program: str, folder: Path, rounds: int) -> None:
    """One journal per round; a round that is there already is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(rounds):
        journal = folder / f"round_{number}.jsonl"
        if not journal.exists():
            command = [program, "run", "--points", str(points), "--backend", "cuda"]
            done = subprocess.run([*command, "-o", str(journal)], check=False, capture_output=True)
            if done.returncode not in (0, 1):
                sys.exit(f"paired_ratios: {' '.join(command)}: {done.stderr.decode().strip()}")


def interval_of_median(values: list[float], confidence: float = 0.95) -> tuple[float, float]:
    """The narrowest pair of order statistics that holds the median with that confidence."""
    ordered = sorted(values)
    n = len(ordered)
    for outside in range((n - 1) // 2, -1, -1):
        missed = 2 * sum(math.comb(n, k) for k in range(outside + 1)) / 2**n
        if 1 - missed >= confidence:
            return ordered[outside], ordered[n - 1 - outside]
    return -math.inf, math.inf


def interval_or_range(values: list[float]) -> tuple[float, float]:
    """The interval, or the range of too few values for one."""
    low, high = interval_of_median(values)
    return (low, high) if math.isfinite(low) else (min(values), max(values))


def ratios_of(folder: Path) -> list[dict[str, Any]]:
    """A row for each problem: the config, its times, and the ratios of all rounds."""
    rows: dict[Problem, dict[str, Any]] = {}
    for journal in sorted(folder.glob("round_*.jsonl")):
        times: dict[Problem, dict[bool, Line]] = {}
        for line in measurements(journal):
            times.setdefault(problem_of(line), {})[is_own(line)] = line
        for problem, pair in times.items():
            if len(pair) < 2:
                continue
            own, baseline = pair[True], pair[False]
            row = rows.setdefault(
                problem,
                {"family": problem[0], "problem": own["problem"], "key": own["key"]}
                | {"baseline": baseline["variant"]}
                | {"own_us": [], "baseline_us": [], "ratios": [], "of_ceiling": []},
            )
            row["own_us"].append(own["times_ns"]["median"] / 1e3)
            row["baseline_us"].append(baseline["times_ns"]["median"] / 1e3)
            row["ratios"].append(baseline["times_ns"]["median"] / own["times_ns"]["median"])
            row["of_ceiling"].append(own.get("fraction_of_ceiling") or math.nan)
    return sorted(
        rows.values(),
        key=lambda row: (
            row["family"],
            row["problem"]["type"],
            # Text, since one axis may have numbers in one family and names in another.
            [str(value) for name, value in row["problem"].items() if name not in ("type", "n")],
            row["problem"]["n"],
        ),
    )


def size_text(n: int) -> str:
    """2^k where it is one."""
    return f"2^{n.bit_length() - 1}" if n and n & (n - 1) == 0 else str(n)


def missed_bars(row: dict[str, Any], bars: list[Line]) -> list[str]:
    """The bars that this row misses."""
    missed = []
    for bar in bars:
        problem = row["problem"]
        if bar["family"] != row["family"] or problem["type"] not in bar["types"]:
            continue
        if not bar["n"][0] <= problem["n"] <= bar["n"][1]:
            continue
        if bar.get("baseline", row["baseline"]) != row["baseline"]:
            continue
        if any(problem[axis] not in values for axis, values in bar.get("where", {}).items()):
            continue
        min_reach = bar.get("interval_reaches")
        if min_reach is not None and interval_or_range(row["ratios"])[1] < min_reach:
            missed.append(f"all of the interval below {min_reach}x")
        if "at_least" in bar and statistics.median(row["ratios"]) < bar["at_least"]:
            missed.append(f"below {bar['at_least']}x")
        if "of_ceiling" in bar and statistics.median(row["of_ceiling"]) < bar["of_ceiling"]:
            missed.append(f"below {bar['of_ceiling']:.0%} of the ceiling")
    return missed


def varied_axes(rows: list[dict[str, Any]]) -> list[str]:
    """Problem axes other than type and n that have several values within a family."""
    found: list[str] = []
    for family in {row["family"] for row in rows}:
        problems = [row["problem"] for row in rows if row["family"] == family]
        for axis in problems[0]:
            if axis not in ("type", "n") and len({str(each[axis]) for each in problems}) > 1:
                found.append(axis)
    return sorted(set(found))


def table(rows: list[dict[str, Any]], bars: list[Line]) -> tuple[str, int]:
    """Markdown, and how many rows miss a bar."""
    lines = [
        "| family | type | problem | n | baseline, us | own, us | ratio | 95 % (range of < 6) "
        "| of ceiling | bar | own |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    varied = varied_axes(rows)
    failures = 0
    for row in rows:
        low, high = interval_or_range(row["ratios"])
        missed = missed_bars(row, bars)
        failures += bool(missed)
        config = row["key"].split("/")[1].split("[")[0] + " " + row["key"].split("[")[2].rstrip("]")
        cells = [
            row["family"],
            row["problem"]["type"],
            ", ".join(
                f"{axis}={row['problem'][axis]}" for axis in varied if axis in row["problem"]
            ),
            size_text(row["problem"]["n"]),
            f"{statistics.median(row['baseline_us']):.2f}",
            f"{statistics.median(row['own_us']):.2f}",
            f"{statistics.median(row['ratios']):.3f}",
            f"{low:.3f} to {high:.3f}",
            f"{statistics.median(row['of_ceiling']):.1%}",
            "; ".join(missed) or "met",
            f"`{config}`",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines), failures


def main() -> int:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    choosing = verbs.add_parser("choose")
    choosing.add_argument("journals", nargs="+", type=Path)
    choosing.add_argument("-o", "--output", type=Path, required=True)
    choosing.add_argument("--baseline", default=BASELINE)
    choosing.add_argument("--own", nargs="+", default=["*"], metavar="GLOB")
    running = verbs.add_parser("run")
    running.add_argument("points", type=Path)
    running.add_argument("--warpmark", default="warpmark")
    running.add_argument("--out", type=Path, required=True)
    running.add_argument("--rounds", type=int, default=9)
    telling = verbs.add_parser("table")
    telling.add_argument("folder", type=Path)
    telling.add_argument("--bars", type=Path)
    arguments = parser.parse_args()
    if arguments.verb == "choose":
        keys = choose(arguments.journals, arguments.baseline, tuple(arguments.own))
        if not keys:
            sys.exit("paired_ratios: no problem has both an own point and the baseline")
        arguments.output.write_text("\n".join(keys) + "\n", encoding="utf-8")
        print(f"{len(keys) // 2} pairs: {arguments.output}")
        return 0
    if arguments.verb == "run":
        run_rounds(arguments.points, arguments.warpmark, arguments.out, arguments.rounds)
        return 0
    rows = ratios_of(arguments.folder)
    if not rows:
        sys.exit(f"paired_ratios: {arguments.folder} has no round with a pair in it")
    bars = json.loads(arguments.bars.read_text(encoding="utf-8")) if arguments.bars else []
    text, failures = table(rows, bars)
    print(text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
