#!/usr/bin/env python3
"""`run --profile default` against Nsight Compute and the interpreter, on a card.

    hardware_counters.py check                   can this user count at all? one point, its counters
    hardware_counters.py compare -o FILE.csv     ten points: three counts of each metric
    hardware_counters.py times                   does --profile change times? alternating processes

`compare` prints a row per metric: in how many points `--profile` equals Nsight Compute and the
interpreter, and the ratios. It fails (exit code 1) if a metric that does not depend on caches
differs from Nsight Compute's. `times` fails if the medians differ by more than 1 %.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import io
import json
import math
import re
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from profiler_counters import program_output, selection

ROOT = Path(__file__).resolve().parent.parent
N = 1 << 20
POINTS = (
    "reduce/tree_sequential",
    "reduce/shuffle_two_level",
    "reduce/vectorised",
    "scan/blelloch",
    "scan/scan_then_propagate",
    "sort/bitonic",
    "partition/scan_scatter",
    "deinterleave/shared_exchange",
    "merge/merge_path",
    "copy/vectorised",
)
TIMED = ("reduce/shuffle_two_level", "reduce/tree_sequential", "scan/blelloch", "copy/vectorised")
PROBLEM = ("-p", f"n={N}", "-p", "type=u32", "-c", "block=256")
# Conflicts include arbitration, and L2 and memory depend on what the caches hold.
NOT_EXACT = ("bank_conflicts", "lts__", "dram__", "shared")  # vary from count to count
Values = dict[str, float]


def metric_pairs() -> Any:
    """The pairs of the reports, without the packages that reports need."""
    path = ROOT / "reports/warpmark_reports/journal/hardware_metrics.py"
    spec = importlib.util.spec_from_file_location("hardware_metrics", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.PAIRS


def measured(command: list[str]) -> dict[str, dict[str, Any]]:
    """The measurements that a run writes, by key."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "run.jsonl"
        program_output([*command, "-o", str(journal)])
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
    return {line["key"]: line for line in lines if line["event"] == "measurement"}


def profiled(warpmark: str, variants: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """The points with their hardware counters, of one process."""
    command = [warpmark, "run", *variants, *PROBLEM, "--backend", "cuda", "--profile", "default"]
    found = measured([*command, "--time-per-point", "100ms"])
    for key, line in found.items():
        if "hardware_counters" not in line:
            sys.exit(f"{key}: no counters: {line.get('profiler', line.get('reason'))}")
    return found


def by_ncu(arguments: argparse.Namespace, line: dict[str, Any], metrics: list[str]) -> Values:
    """Sums over the launches of the point's first execution."""
    key, launches = line["key"], line["launches"]
    names = {re.sub(r"<.*", "", each["kernel"]).split("::")[-1] for each in line["resources"]}
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.ncu, "--csv", "--page", "raw", "--print-units", "base"]
        command += ["--clock-control", "none", "--launch-count", str(launches)]
        command += ["--target-processes", "all", "--kernel-name-base", "function"]
        command += ["--kernel-name", f"regex:^({'|'.join(sorted(names))})$"]
        command += ["--metrics", ",".join(metrics), arguments.warpmark, "run", *selection(key)]
        command += ["--backend", "cuda", "--time-per-point", "1ms"]
        text = program_output([*command, "-o", str(Path(folder) / "profiled.jsonl")])
    rows = list(csv.DictReader(io.StringIO(text[text.index('"ID"') :])))
    rows = [row for row in rows if row["ID"].isdigit()]
    if len(rows) != launches:
        sys.exit(f"{key}: ncu saw {len(rows)} launches, not {launches}")
    return {name: sum(float(row[name].replace(",", "")) for row in rows) for name in metrics}


def counters_of(line: dict[str, Any], pairs: Any) -> Values:
    """The interpreter's counters by the metrics that they pair with."""
    return {
        " + ".join(pair.metrics): float(line["counters"].get(pair.counter, 0)) for pair in pairs
    }


def check(arguments: argparse.Namespace) -> int:
    """The verb: one point."""
    ((key, line),) = profiled(arguments.warpmark, POINTS[1:2]).items()
    print(f"{key}: median {line['times_ns']['median']:.0f} ns, profiler {line['profiler']}")
    for metric, value in line["hardware_counters"].items():
        print(f"  {metric:64} {value}")
    return 0


def compare(arguments: argparse.Namespace) -> int:
    """The verb: ten points, counted three times."""
    pairs = metric_pairs()
    found = profiled(arguments.warpmark, POINTS)
    simt = measured([arguments.warpmark, "run", *POINTS, *PROBLEM, "--backend", "simt"])
    table: list[tuple[str, str, float, float, float]] = []
    for key, line in found.items():
        ours = line["hardware_counters"]
        print(f"{key}: {line['profiler']['passes']} passes", flush=True)
        theirs = by_ncu(arguments, line, list(ours))
        counted = counters_of(simt[key], pairs)
        for names, exact in counted.items():
            parts = names.split(" + ")
            if all(name in ours for name in parts):
                ours_sum, theirs_sum = (
                    float(sum(values[name] for name in parts)) for values in (ours, theirs)
                )
                table.append((key, names, ours_sum, theirs_sum, exact))
        alone = set(ours) - {name for names in counted for name in names.split(" + ")}
        table += [(key, name, ours[name], theirs[name], math.nan) for name in sorted(alone)]
    with Path(arguments.output).open("w", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["point", "metric", "profile", "ncu", "interpreter"])
        lines.writerows(table)
    return summary(table)


def ratios(values: list[tuple[float, float]]) -> str:
    """Equal pairs of all that are not both zero, and the range of the others."""
    rows = [(a, b) for a, b in values if (a or b) and not math.isnan(b)]
    if not rows:
        return "-"
    unequal = [a / b if b else math.inf for a, b in rows if a != b]
    text = f"{len(rows) - len(unequal)}/{len(rows)}"
    return f"{text} ({min(unequal):.4f}..{max(unequal):.4f})" if unequal else text


def summary(table: list[tuple[str, str, float, float, float]]) -> int:
    """Prints a row per metric; the exit code."""
    bad = 0
    print(f"{'metric':80} {'exact':5} {'= ncu':26} {'= interpreter':26}")
    for metric in dict.fromkeys(row[1] for row in table):
        rows = [row for row in table if row[1] == metric]
        exact = not any(part in metric for part in NOT_EXACT)
        differing = [row for row in rows if exact and row[2] != row[3]]
        bad += len(differing)
        ncu, simt = ratios([row[2:4] for row in rows]), ratios([(r[2], r[4]) for r in rows])
        print(f"{metric:80} {'yes' if exact else 'no':5} {ncu:26} {simt:26}")
        for key, _, ours, theirs, _ in differing:
            print(f"  differs: {key}: {ours:.0f}, ncu {theirs:.0f}")
    print(f"{bad} exact counts differ from Nsight Compute's")
    return 0 if bad == 0 else 1


def times(arguments: argparse.Namespace) -> int:
    """The verb: medians with and without --profile, in alternating fresh processes."""
    medians: dict[tuple[str, bool], list[float]] = {}
    for round_number in range(arguments.rounds):
        for profiles in (False, True) if round_number % 2 == 0 else (True, False):
            command = [arguments.warpmark, "run", *TIMED, *PROBLEM, "--backend", "cuda"]
            lines = measured([*command, *(("--profile", "default") if profiles else ())])
            for key, line in lines.items():
                medians.setdefault((key, profiles), []).append(line["times_ns"]["median"])
    worst = 0.0
    for key in dict.fromkeys(key for key, _ in medians):
        without, with_it = (statistics.median(medians[key, flag]) for flag in (False, True))
        worst = max(worst, abs(with_it / without - 1))
        spread = max(medians[key, False]) / min(medians[key, False]) - 1
        print(
            f"{key.split('[')[0]:32} without {without:9.1f} ns (spread {100 * spread:.2f} %), "
            f"with --profile {with_it:9.1f} ns, ratio {with_it / without:.4f}"
        )
    print(f"largest change {100 * worst:.2f} % over {arguments.rounds} rounds")
    return 0 if worst <= 0.01 else 1


def main() -> int:
    """Parse the command line and execute its verb."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    verbs = parser.add_subparsers(required=True)
    checking = verbs.add_parser("check", help="one point")
    checking.set_defaults(execute=check)
    comparing = verbs.add_parser("compare", help="ten points against ncu and the interpreter")
    comparing.add_argument("-o", dest="output", required=True, help="the table to write (.csv)")
    comparing.add_argument("--ncu", default="ncu", help="the profiler's command")
    comparing.set_defaults(execute=compare)
    timing = verbs.add_parser("times", help="medians with and without --profile")
    timing.add_argument("--rounds", type=int, default=6, help="pairs of processes (%(default)s)")
    timing.set_defaults(execute=times)
    built = ROOT / "build" / "release" / "warpmark"
    for verb in (checking, comparing, timing):
        verb.add_argument("--warpmark", default=str(built), help="the program (%(default)s)")
    arguments = parser.parse_args()
    return int(arguments.execute(arguments))


if __name__ == "__main__":
    sys.exit(main())
