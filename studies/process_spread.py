#!/usr/bin/env python3
"""How well pooled processes repeat, whether their interval covers, and what they cost.

    process_spread.py --warpmark PROGRAM --out FOLDER [--repeats 5] [--processes 7] [--pool 200]
                      [--streams 16]

Needs a card. Points are CUB's reduction of i32 and the fastest of ours (docs/results/h200/
tuned_points.txt) at five sizes.

1. Agreement: each point in `--processes` processes, `--repeats` times; the spread is (largest -
   least) / median of the pooled medians, beside that of single processes of the same runs.
2. Coverage: `--pool` processes at the two smallest sizes, in groups of five as they came; how many
   of the groups' intervals contain the geometric mean over all of them.
3. Cost: a sweep in five processes and in one, with the same number of samples; wall time as a user
   waits, and per sample.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

POINTS = Path(__file__).parents[1] / "docs" / "results" / "h200" / "tuned_points.txt"
SIZES = (2**12, 2**16, 2**20, 2**24, 2**26)
GROUP = 5
MAX_PROCESSES = 50  # of one run
T_975 = 2.7764451  # Student's t, 4 degrees of freedom
SWEEP = ("reduce/shuffle_*", "-p", "type=i32", "-p", "n=2^12..2^24:2^2")
SAMPLES = 200

Line = dict[str, Any]


def lines_of(path: Path, event: str) -> list[Line]:
    """The ok lines of a journal with this event."""
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.get("event") == event and line.get("status") == "ok"]


def short(key: str) -> str:
    """reduce/vendor_cub at 2^12."""
    n = next(part for part in key.split("[")[1].split(",") if part.startswith("n="))
    return f"{key.split('[')[0]} 2^{int(n[2:]).bit_length() - 1}"


def spread(values: Sequence[float]) -> float:
    """(Largest - least) / median."""
    return (max(values) - min(values)) / statistics.median(values)


def agreement(journals: Iterable[Path]) -> dict[str, dict[str, float]]:
    """Of each point: spreads of pooled and of single medians, the reported half-width, and both
    standard deviations, as means over journals.
    """
    pooled: dict[str, list[Line]] = defaultdict(list)
    for path in journals:
        for line in lines_of(path, "measurement"):
            pooled[line["key"]].append(line)
    table = {}
    for key, lines in pooled.items():
        medians = [line["times_ns"]["median"] for line in lines]
        halves = [
            (line["times_ns"]["ci_hi"] - line["times_ns"]["ci_lo"]) / 2 / line["times_ns"]["median"]
            for line in lines
        ]
        firsts = [line["processes"]["medians"][0] for line in lines]
        everyone = [median for line in lines for median in line["processes"]["medians"]]
        table[key] = {
            "us": statistics.median(medians) / 1e3,
            "pooled": spread(medians),
            "single": spread(firsts),
            "all": spread(everyone),
            "half": statistics.mean(halves),
            "between": statistics.mean(line["processes"]["between"] for line in lines),
            "within": statistics.mean(line["processes"]["within"] for line in lines),
        }
    return table


def coverage(medians: Sequence[float], group: int = GROUP) -> tuple[int, int]:
    """How many of the groups' intervals contain the geometric mean, and how many there are."""
    logs = [math.log(median) for median in medians]
    truth = statistics.mean(logs)
    groups = [logs[i : i + group] for i in range(0, len(logs) - group + 1, group)]
    covered = [
        abs(statistics.mean(each) - truth) <= T_975 * statistics.stdev(each) / math.sqrt(group)
        for each in groups
    ]
    return sum(covered), len(covered)


def run(program: Path, journal: Path, words: Iterable[str]) -> float:
    """Seconds that the command took."""
    journal.unlink(missing_ok=True)
    begin = time.monotonic()
    command = [str(program), "run", *words, "-o", str(journal), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"process_spread: {' '.join(command)}: {done.stderr.strip()}")
    return time.monotonic() - begin


def samples_in(journal: Path) -> int:
    """Of all its points."""
    return sum(line["times_ns"]["n"] for line in lines_of(journal, "measurement"))


def write_points(folder: Path, sizes: Sequence[int], name: str) -> Path:
    """The chosen points of these sizes, one per line."""
    keys = [
        key
        for key in POINTS.read_text(encoding="utf-8").splitlines()
        if key.startswith("reduce/") and any(f"[type=i32,n={n}," in key for n in sizes)
    ]
    path = folder / name
    path.write_text("\n".join(keys) + "\n", encoding="utf-8")
    return path


def agreement_rows(table: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Markdown."""
    rows = ["| point | µs | pooled spread | single spread | all processes | ± | between | within |"]
    rows.append("|---|---|---|---|---|---|---|---|")
    for key, row in table.items():
        shares = ("pooled", "single", "all", "half", "between", "within")
        cells = " | ".join(f"{100 * row[name]:.2f} %" for name in shares)
        rows.append(f"| {short(key)} | {row['us']:.2f} | {cells} |")
    return rows


def measure_coverage(program: Path, folder: Path, count: int, streams: int) -> list[str]:
    """A row per small point."""
    points = write_points(folder, SIZES[:2], "small.txt")
    medians: dict[str, list[float]] = defaultdict(list)
    for number in range(-(-count // MAX_PROCESSES)):
        processes = min(MAX_PROCESSES, count - number * MAX_PROCESSES)
        journal = folder / f"pool-{number}.jsonl"
        words = ["--points", str(points), "--processes", str(processes)]
        words += ["--streams", str(streams)]
        # What each process of five would take.
        limits = ["--max-samples", str(SAMPLES * processes), "--time-per-point", f"{processes}s"]
        run(program, journal, [*words, *limits])
        for line in lines_of(journal, "measurement"):
            medians[line["key"]] += line["processes"]["medians"]
    rows = [f"| point | intervals over {GROUP} that cover | spread of all |", "|---|---|---|"]
    for key, found in medians.items():
        covered, total = coverage(found)
        rows.append(f"| {short(key)} | {covered} of {total} | {100 * spread(found):.2f} % |")
    return rows


def measure_cost(program: Path, folder: Path, samples: int) -> list[str]:
    """A row for one process and one for five; compiled before."""
    equal = ["--precision", "0.001", "--max-samples", str(samples), "--time-per-point", "10s"]
    compiled = folder / f"compile-{samples}.jsonl"
    run(program, compiled, [*SWEEP, "--max-samples", "1"])
    rows = ["| processes | points | samples | s | ms per 100 samples |", "|---|---|---|---|---|"]
    took = []
    for processes in (1, GROUP):
        journal = folder / f"cost-{samples}-{processes}.jsonl"
        seconds = run(program, journal, [*SWEEP, *equal, "--processes", str(processes)])
        count = samples_in(journal)
        points = len(lines_of(journal, "measurement"))
        took.append(seconds / count)
        rows.append(
            f"| {processes} | {points} | {count} | {seconds:.1f} | {1e5 * seconds / count:.1f} |"
        )
    rows.append(f"\ncost of {GROUP} processes per sample: {took[1] / took[0]:.2f} x (limit 1.3)")
    return rows


def main(argv: list[str]) -> int:
    """Prints the three tables last."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--warpmark", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--processes", type=int, default=7)
    parser.add_argument("--streams", type=int, default=16)
    parser.add_argument("--cost-samples", type=int, default=1000)
    parser.add_argument("--pool", type=int, default=200)
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    points = write_points(options.out, SIZES, "points.txt")
    journals = []
    for number in range(options.repeats):
        journals.append(options.out / f"repeat-{number}.jsonl")
        words = ["--points", str(points), "--processes", str(options.processes)]
        words += ["--streams", str(options.streams), "--precision", "0.5"]
        seconds = run(options.warpmark, journals[-1], words)
        print(f"repeat {number + 1}: {seconds:.1f} s", flush=True)
    cost = [
        row
        for samples in (SAMPLES, options.cost_samples)
        for row in measure_cost(options.warpmark, options.out, samples)
    ]
    print("cost is measured", flush=True)
    covered = measure_coverage(options.warpmark, options.out, options.pool, options.streams)
    for rows in (agreement_rows(agreement(journals)), covered, cost):
        print("\n".join(["", *rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
