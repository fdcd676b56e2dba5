#!/usr/bin/env python3
"""Counters of the simt backend against Nsight Compute's, for every registered variant.

    profiler_counters.py measure -o FILE.csv     on a card: profile one execution of each point
    profiler_counters.py compare FILE.csv        anywhere: interpret the points and compare

`measure` takes for each variant its base configuration and two others out of all that its axes
allow, always the same ones. The file has a line for each point and counter. `compare` prints what
differs and fails (exit code 1) if fewer than 95 % of the pairs of variant and counter agree.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROBLEM = {"type": "i32", "n": "100003"}
# Each counter is the sum of the profiler metrics listed with it.
METRICS = {
    "global_load_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
    "global_load_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    "global_store_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "global_store_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "global_atomic_requests": [
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    ],
    "global_atomic_sectors": [
        "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    ],
    "shared_load_requests": ["smsp__sass_inst_executed_op_shared_ld.sum"],
    "shared_store_requests": ["smsp__sass_inst_executed_op_shared_st.sum"],
    "shared_atomic_requests": ["smsp__sass_inst_executed_op_shared_atom.sum"],
    "shared_atomic_wavefronts": [
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    ],
    "shared_load_wavefronts": ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
    "shared_store_wavefronts": ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"],
}
KERNELS_OF_THE_HARNESS = ("scramble", "read_sum", "nothing")


def program_output(command: list[str]) -> str:
    """Standard output of a command; ends the program with its messages if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def selection(key: str) -> list[str]:
    """The arguments of `warpmark run` that select just this point."""
    found = re.fullmatch(r"(.+?)\[(.*?)\]\[(.*?)\]", key)
    if not found:
        sys.exit(f"'{key}' is no key of a point")
    variant, problem, config = found.groups()
    result = [variant]
    for option, axes in (("-p", problem), ("-c", config)):
        for axis in filter(None, axes.split(",")):
            result += [option, axis]
    return result


def points_of(warpmark: str, variant: dict[str, object]) -> list[str]:
    """Keys of the base configuration and of two others, a third and two thirds through all."""
    problem = [word for axis, value in PROBLEM.items() for word in ("-p", f"{axis}={value}")]
    axes: list[dict[str, object]] = variant["axes"]  # type: ignore[assignment]

    def keys(config: dict[str, object]) -> list[str]:
        chosen = [word for axis, value in config.items() for word in ("-c", f"{axis}={value}")]
        command = [warpmark, "run", str(variant["path"]), *problem, *chosen]
        plan = program_output([*command, "--backend", "simt", "--dry-run", "--json"])
        return list(json.loads(plan)["points"])

    base = keys({str(axis["name"]): axis["base"] for axis in axes})
    every = [key for key in keys({str(axis["name"]): "all" for axis in axes}) if key not in base]
    return [*base, every[len(every) // 3], every[2 * len(every) // 3]]


def interpret(warpmark: str, keys: list[str]) -> dict[str, dict[str, int]]:
    """The simt counters of each point; axes that a key does not name are at their base."""
    result = {}
    with tempfile.TemporaryDirectory() as folder:
        for index, key in enumerate(keys):
            journal = Path(folder) / f"{index}.jsonl"
            program_output(
                [warpmark, "run", *selection(key), "--backend", "simt", "-o", str(journal)]
            )
            for line in journal.read_text().splitlines():
                event = json.loads(line)
                if event.get("event") == "measurement":
                    result[key] = event["counters"]
    return result


def profile(warpmark: str, ncu: str, key: str, launches: int) -> dict[str, int]:
    """Profiler counters of the point's first execution, which has `launches` launches."""
    names = "|".join(KERNELS_OF_THE_HARNESS)
    with tempfile.TemporaryDirectory() as folder:
        command = [ncu, "--csv", "--page", "raw", "--print-units", "base"]
        command += ["--clock-control", "none", "--launch-count", str(launches)]
        command += ["--kernel-name-base", "function", "--kernel-name", f"regex:^(?!({names})$).*"]
        command += ["--metrics", ",".join(m for each in METRICS.values() for m in each)]
        command += [warpmark, "run", *selection(key), "--backend", "cuda"]
        command += ["--time-per-point", "1ms", "-o", str(Path(folder) / "profiled.jsonl")]
        text = program_output(command)
    table = text[text.index('"ID"') :]
    rows = [row for row in csv.DictReader(io.StringIO(table)) if row["ID"].isdigit()]
    if len(rows) != launches:
        sys.exit(f"{key}: the profiler saw {len(rows)} launches, not {launches}")
    return {
        counter: sum(int(float(row[m].replace(",", ""))) for row in rows for m in metrics)
        for counter, metrics in METRICS.items()
    }


def measure(arguments: argparse.Namespace) -> int:
    """The verb: profile all points, write the table, compare."""
    listing = json.loads(program_output([arguments.warpmark, "list", "--json"]))
    keys = [key for each in listing["variants"] for key in points_of(arguments.warpmark, each)]
    interpreted = interpret(arguments.warpmark, keys)
    with Path(arguments.output).open("w", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["point", "counter", "profiler"])
        for key in keys:
            seen = profile(arguments.warpmark, arguments.ncu, key, interpreted[key]["launches"])
            lines.writerows([key, counter, value] for counter, value in seen.items())
            file.flush()
    return compare_with(arguments.output, interpreted)


def compare_with(path: str, interpreted: dict[str, dict[str, int]]) -> int:
    """Print what differs from the table; the exit code."""
    pairs: dict[tuple[str, str], bool] = defaultdict(lambda: True)
    with Path(path).open(newline="") as file:
        for row in csv.DictReader(file):
            key, counter, expected = row["point"], row["counter"], int(row["profiler"])
            counted = interpreted[key][counter]
            if expected or counted:
                pair = (key.split("[")[0], counter)
                pairs[pair] = pairs[pair] and counted == expected
            if counted != expected:
                print(f"{key}: {counter}: counted {counted}, profiler {expected}")
    agreeing = sum(pairs.values())
    print(f"{agreeing} of {len(pairs)} pairs of variant and counter equal the profiler's")
    return 0 if pairs and agreeing >= 0.95 * len(pairs) else 1


def compare(arguments: argparse.Namespace) -> int:
    """The verb: interpret the points of a table and compare."""
    with Path(arguments.file).open(newline="") as file:
        keys = list(dict.fromkeys(row["point"] for row in csv.DictReader(file)))
    return compare_with(arguments.file, interpret(arguments.warpmark, keys))


def main() -> int:
    """Parse the command line and execute its verb."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    built = ROOT / "build" / "release" / "warpmark"
    verbs = parser.add_subparsers(required=True)
    measuring = verbs.add_parser("measure", help="profile on a card")
    measuring.add_argument("-o", dest="output", required=True, help="the table to write (.csv)")
    measuring.add_argument("--ncu", default="ncu", help="the profiler's command")
    measuring.set_defaults(execute=measure)
    comparing = verbs.add_parser("compare", help="interpret, and compare with a table")
    comparing.add_argument("file", help="the table that `measure` wrote")
    comparing.set_defaults(execute=compare)
    for verb in (measuring, comparing):
        verb.add_argument("--warpmark", default=str(built), help="the program (%(default)s)")
    arguments = parser.parse_args()
    return int(arguments.execute(arguments))


if __name__ == "__main__":
    sys.exit(main())
