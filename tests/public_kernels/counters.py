"""Counters of the interpreter against a card's profiler (Nsight Compute), launch by launch."""

import csv
import io
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import execution
import inputs
from execution import Setting

sys.path.append(str(Path(__file__).resolve().parent.parent.parent / "studies"))
from profiler_counters import METRICS

# docs/counters.md names the unit's own count of wavefronts where instrumented code only estimates.
UNIT = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
MEMORY = METRICS | {
    "shared_load_wavefronts": [UNIT.format("ld")],
    "shared_store_wavefronts": [UNIT.format("st")],
}
COMPARED = MEMORY | {
    "tensor_f16_operations": ["sm__ops_path_tensor_src_fp16.sum"],
    "tensor_bf16_operations": ["sm__ops_path_tensor_src_bf16_dst_fp32.sum"],
    "tensor_tf32_operations": ["sm__ops_path_tensor_src_tf32_dst_fp32.sum"],
}
# The instrumented count of loads has none of ldmatrix.
WITH_LDMATRIX = COMPARED | {
    "shared_load_requests": [*METRICS["shared_load_requests"], "smsp__inst_executed_op_ldsm.sum"]
}
Counts = dict[str, int]


def profile_all(setting: Setting, only: str, ncu: str) -> list[str]:
    """Profiles every specification on a card; returns the names of those that failed."""
    inputs.write_all(setting.out / "inputs")
    (setting.out / "specs").mkdir(exist_ok=True)
    failed = []
    for path in execution.specifications(setting.collection, only):
        for wanted in (WITH_LDMATRIX, COMPARED, MEMORY):  # not every profiler has all of them
            rows, message = profile(setting, path, ncu, wanted)
            if rows:
                break
        if rows:
            folder = setting.out / path.stem
            folder.mkdir(exist_ok=True)
            (folder / "profile.json").write_text(json.dumps(rows), encoding="utf-8")
        else:
            failed.append(path.stem)
        print(f"{path.stem}: {len(rows)} launches profiled {message}", flush=True)
    return failed


def profile(
    setting: Setting, path: Path, ncu: str, counters: dict[str, list[str]]
) -> tuple[list[dict[str, Any]], str]:
    """The kernels that one specification launched, in order, with their counts; and a message."""
    metrics = sorted({metric for each in counters.values() for metric in each})
    command = [ncu, "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none"]
    command += ["--print-kernel-base", "mangled", "--metrics", ",".join(metrics)]
    command += [str(setting.warpmark), "inspect", str(execution.write_filled_in(setting, path))]
    command += ["--backend", "cuda", "--quiet"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=setting.seconds)
    except subprocess.TimeoutExpired:
        return [], f"more than {setting.seconds} s"
    if '"ID"' not in done.stdout:
        return [], (done.stderr or done.stdout).strip()[-300:]
    table = csv.DictReader(io.StringIO(done.stdout[done.stdout.index('"ID"') :]))
    rows = [row for row in table if (row["ID"] or "").isdigit()]
    return [{"kernel": row["Kernel Name"], "counts": counts_of(row, counters)} for row in rows], ""


def counts_of(row: dict[str, str], counters: dict[str, list[str]]) -> Counts:
    """The counters that a row of the profiler's table has values for."""
    counts = {}
    for counter, metrics in counters.items():
        values = [(row.get(metric) or "").replace(",", "") for metric in metrics]
        if all(value.replace(".", "").isdigit() for value in values):
            counts[counter] = sum(int(float(value)) for value in values)
    return counts


def print_counters(interpreted: Path, profiled: Path) -> int:
    """Prints a table of pairs of launch and counter; 1 if fewer than 95 % of them are equal."""
    pairs: dict[str, list[bool]] = defaultdict(list)
    kernels = 0
    for path in sorted(profiled.glob("*/profile.json")):
        name = path.parent.name
        rows = json.loads(path.read_text(encoding="utf-8"))
        launches = launches_of(interpreted / name / "result.json")
        seen = [row for row in rows if row["kernel"] in {each["kernel"] for each in launches}]
        if len(seen) != len(launches):
            print(f"{name}: the profiler saw {len(seen)} launches, not {len(launches)}")
            continue
        kernels += 1
        for launch, row in zip(launches, seen, strict=True):
            for counter, expected in row["counts"].items():
                counted = launch["counters"].get(counter, 0)
                if counted or expected:
                    pairs[counter].append(counted == expected)
                if counted != expected:
                    entry = launch["entry"]
                    print(f"{name} {entry}: {counter}: counted {counted}, profiler {expected}")
    print("\n| counter | pairs | equal |\n|---|---:|---:|")
    for counter, equal in sorted(pairs.items()):
        print(f"| `{counter}` | {len(equal)} | {sum(equal)} |")
    every = [each for equal in pairs.values() for each in equal]
    print(f"\n{sum(every)} of {len(every)} pairs of {kernels} specifications are equal.")
    return 0 if every and sum(every) >= 0.95 * len(every) else 1


def launches_of(result: Path) -> list[dict[str, Any]]:
    """The launches that the interpreter reported, each as often as it was repeated."""
    report = json.loads(result.read_text(encoding="utf-8"))["report"] if result.is_file() else None
    launches = (report or {"launches": []})["launches"]
    return [each for each in launches for _ in range(each["repeat"]) if "counters" in each]
