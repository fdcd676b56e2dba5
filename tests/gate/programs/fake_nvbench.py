#!/usr/bin/env python3
"""Behaves as an nvbench executable on a card, with seeded noise instead of kernels.

It understands the options that the gate uses, refuses others as nvbench does, and writes what
--jsonbin writes. A copy of this file is a program; what it does differently is in a file beside it,
NAME.json, with these keys:

    slower       by benchmark: 0.03 makes its samples 3 % longer
    crash, hang  a benchmark at which the process is killed by a signal, or never ends
    fails        a benchmark at which it ends with exit status 1
    skip         a benchmark whose points are skipped
    lacks, adds  a benchmark that it does not have, or has in addition
    output       "truncated", "other": what it writes instead of nvbench's JSON
    crash_after  the number of processes that work, counted in NAME.count
    noise        standard deviation between processes, relative
    points       points per benchmark
"""

from __future__ import annotations

import json
import os
import random
import signal
import struct
import sys
import time
from pathlib import Path
from typing import Any

WITH_VALUE = {
    "--jsonbin",
    "--devices",
    "--stopping-criterion",
    "--min-time",
    "--max-noise",
    "--min-samples",
    "--timeout",
    "-a",
    "-b",
}
WITHOUT_VALUE = {"--no-batch"}
BENCHMARKS = ("copy", "sum", "chain", "scan")


def options_of(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """The options, and the benchmarks in their order."""
    options: dict[str, str] = {}
    benchmarks: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in WITHOUT_VALUE:
            at += 1
            continue
        if word not in WITH_VALUE or at + 1 == len(words):
            print(f"Error: Unrecognized option: '{word}'", file=sys.stderr)
            sys.exit(1)
        if word == "-b":
            benchmarks.append(words[at + 1])
        else:
            options[word] = words[at + 1]
        at += 2
    return options, benchmarks


def named(name: str, value: object, kind: str = "string") -> dict[str, str]:
    return {"name": name, "type": kind, "value": str(value)}


def sidecar(json_file: Path, suffix: str, number: int, values: list[float]) -> list[dict[str, str]]:
    folder = json_file.parent / (json_file.name + suffix)
    folder.mkdir(exist_ok=True)
    (folder / f"{number}.bin").write_bytes(struct.pack(f"<{len(values)}f", *values))
    return [
        named("filename", f"{folder.name}/{number}.bin"),
        named("size", len(values), "int64"),
    ]


class Suite:
    """One process of the program."""

    def __init__(self, options: dict[str, str], behaviour: dict[str, Any]) -> None:
        self.options = options
        self.behaviour = behaviour
        self.file = Path(options["--jsonbin"])
        # Processes differ, and samples of one differ less.
        self.random = random.Random(int.from_bytes(os.urandom(8), "little"))
        if "WARPMARK_FAKE_SEED" in os.environ:
            counter = Path(os.environ["WARPMARK_FAKE_SEED"])
            number = int(counter.read_text() or 0) if counter.exists() else 0
            counter.write_text(str(number + 1))
            self.random = random.Random(number)
        self.shift = self.random.gauss(0, float(behaviour.get("noise", 0.002)))
        self.written = 0

    def times(self, benchmark: str, point: int) -> list[float]:
        typical_s = 20e-6 * (1 + BENCHMARKS.index(benchmark) if benchmark in BENCHMARKS else 1)
        typical_s *= 4**point * (1 + self.behaviour.get("slower", {}).get(benchmark, 0))
        state = self.random.gauss(self.shift, 0.002)
        samples = int(self.options["--min-samples"])
        return [typical_s * (1 + self.random.gauss(state, 0.004)) for _ in range(samples)]

    def state(self, benchmark: str, point: int) -> dict[str, Any]:
        elements = 2 ** (20 + 2 * point)
        result: dict[str, Any] = {
            "name": f"Device=0 Elements={elements}",
            "device": int(self.options["--devices"]),
            "type_config_index": 0,
            "axis_values": [named("Elements", elements, "int64")],
            "summaries": None,
            "is_skipped": self.behaviour.get("skip") == benchmark,
        }
        print(
            f"Run:  [{self.written + 1}/9] {benchmark} [Device=0 Elements={elements}]", flush=True
        )
        self.misbehave(benchmark)
        if result["is_skipped"]:
            result["skip_reason"] = "not enough memory"
            return result
        data = sidecar(self.file, "-bin", self.written, self.times(benchmark, point))
        self.written += 1
        result["summaries"] = [
            {"tag": "nv/cold/sample_size", "data": [named("value", data[1]["value"], "int64")]},
            {"tag": "nv/json/bin:nv/cold/sample_times", "hide": "Not needed.", "data": data},
        ]
        return result

    def misbehave(self, benchmark: str) -> None:
        if self.behaviour.get("crash") == benchmark:
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.behaviour.get("hang") == benchmark:
            time.sleep(3600)
        if self.behaviour.get("fails") == benchmark:
            print("NVBench encountered an error: an illegal access", file=sys.stderr)
            sys.exit(1)

    def write(self, names: list[str]) -> None:
        points = range(int(self.behaviour.get("points", 2)))
        benchmarks = [
            {"name": name, "index": i, "states": [self.state(name, point) for point in points]}
            for i, name in enumerate(names)
        ]
        version = {"json": {"major": 1, "minor": 0}, "nvbench": {"string": "0.1.0"}}
        text = json.dumps(
            {
                "meta": {"argv": sys.argv, "version": version},
                "devices": [{"id": 0, "name": "a card that does not exist", "sm_version": 900}],
                "benchmarks": benchmarks or None,
            }
        )
        output = self.behaviour.get("output")
        if output == "truncated":
            text = text[: len(text) // 2]
        elif output == "other":
            text = '{"meta": {"version": 3}}'
        self.file.write_text(text, encoding="utf-8")


def main() -> int:
    program = Path(sys.argv[0])
    beside = program.with_suffix(".json")
    behaviour = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
    options, names = options_of(sys.argv[1:])
    if "crash_after" in behaviour:
        counter = program.with_suffix(".count")
        runs = int(counter.read_text()) if counter.exists() else 0
        counter.write_text(str(runs + 1))
        if runs >= behaviour["crash_after"]:
            behaviour["crash"] = "copy"
    has = [name for name in BENCHMARKS if name != behaviour.get("lacks")]
    if "adds" in behaviour:
        has.append(behaviour["adds"])
    for name in names:
        if name not in has:
            print(f"Error: No benchmark found for '{name}'", file=sys.stderr)
            return 1
    Suite(options, behaviour).write(names or has)
    return 0


if __name__ == "__main__":
    sys.exit(main())
