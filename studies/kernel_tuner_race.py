#!/usr/bin/env python3
"""How long warpmark tune and Kernel Tuner take to come within 2 % of the best config.

    kernel_tuner_race.py run FOLDER --warpmark PROGRAM [--tasks conv sum] [--seeds 3]
                         [--strategies ...] [--seconds 25] [--limit 240]
    kernel_tuner_race.py table FOLDER [--tolerance 2] [--json RACE.json]

Both tune the same kernel (studies/race_kernels), with the same axes, constraints, sizes and
tolerances from the same file, one after the other on the same card. Every run is a fresh process
with empty caches of compiled kernels and its own seed, and its clock starts when the process does.
`run` sweeps the full space first, then takes turns, seed by seed, and finally measures whatever
any run believed to be the best, and the sweep's fastest, in rounds of fresh processes in random
order: `table` judges by these. What is there already is kept, so a second `run` goes on.

--limit seconds after its start a `run` begins no further tuning. Exit code: 0 done, 2 bad usage or
a tool failed; a failed run is listed in the table.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from race_times import as_json, config_of, lines_of, median_ns, runs_of, table, truth_of

HERE = Path(__file__).resolve().parent
# The two of Kernel Tuner 1.5 that do best over the recorded spaces of docs/strategies.md.
STRATEGIES = ["hybrid_vndx", "genetic_algorithm"]


@dataclass
class Task:
    """A kernel and a problem."""

    file: Path
    variant: str  # family/name
    n: int
    seconds: float  # that Kernel Tuner gets
    axes: list[str]


TASKS = {
    "conv": Task(
        HERE / "race_kernels" / "convolution.toml",
        "conv/tiled",
        4096,
        25,
        ["block_x", "block_y", "pixels_x", "pixels_y", "padding"],
    ),
    "sum": Task(
        HERE / "race_kernels" / "sum.toml",
        "sum/strided",
        2**26,
        10,
        ["block", "blocks", "vector", "unroll", "combine"],
    ),
}


def execute(command: list[str], log: Path, cache: Path, limit: float | None) -> tuple[int, float]:
    """Exit status and wall seconds of a process. The driver and CuPy keep compiled code in `cache`
    rather than where an earlier process may have left some.
    """
    folder = str(cache.resolve())
    environment = os.environ | {"CUDA_CACHE_PATH": folder, "CUPY_CACHE_DIR": folder}
    with log.open("wb") as output:
        start = time.monotonic()
        try:
            done = subprocess.run(
                command, check=False, stdout=output, stderr=output, env=environment, timeout=limit
            )
        except subprocess.TimeoutExpired:
            return 124, time.monotonic() - start
        return done.returncode, time.monotonic() - start


class Race:
    """The runs of one task, in a folder of its own."""

    def __init__(self, name: str, arguments: argparse.Namespace) -> None:
        self.task = TASKS[name]
        self.arguments = arguments
        self.folder: Path = arguments.folder / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.n = arguments.n or self.task.n
        self.seconds = arguments.seconds or self.task.seconds
        self.begin = time.monotonic()
        self.cache = Path(arguments.scratch) / name

    def say(self, text: str) -> None:
        """Progress."""
        print(f"{self.folder.name} {time.monotonic() - self.begin:5.0f} s: {text}", flush=True)

    def warpmark(self, verb: str, *more: str) -> list[str]:
        """A call of warpmark with what all have in common. The caches of the card are as the
        execution before left them, which is how Kernel Tuner measures.
        """
        state = ["--state", "hot"] if self.arguments.backend == "cuda" else []
        kernels = ["--kernels", str(self.task.file), "--backend", self.arguments.backend]
        return [self.arguments.warpmark, verb, *kernels, *state, *more]

    def sweep(self) -> None:
        """Measures every config once."""
        journal = self.folder / "sweep.jsonl"
        if not journal.exists():
            everything = [word for axis in self.task.axes for word in ("-c", f"{axis}=all")]
            precise = ["--time-per-point", "0.02s", "--cache", str(self.cache)]
            command = self.warpmark("run", self.task.variant, "-p", f"n={self.n}", *everything)
            status, wall = execute(
                [*command, *precise, "-o", str(journal)],
                self.folder / "sweep.log", self.cache, None,
            )  # fmt: skip
            if status not in (0, 1):
                sys.exit(f"kernel_tuner_race: the sweep failed, see {self.folder / 'sweep.log'}")
            self.say(f"swept in {wall:.0f} s")

    def require_the_same_space(self) -> None:
        """Kernel Tuner must have as many configs as were swept."""
        command = [*self.kernel_tuner(), "--count"]
        counted = subprocess.run(command, check=False, capture_output=True, text=True)
        if counted.returncode != 0:
            sys.exit(f"kernel_tuner_race: {counted.stderr.strip()}")
        lines = lines_of(self.folder / "sweep.jsonl")
        swept = sum(line["event"] == "measurement" for line in lines)
        if int(counted.stdout) != swept:
            sys.exit(f"kernel_tuner_race: {swept} configs swept, Kernel Tuner has {counted.stdout}")

    def kernel_tuner(self) -> list[str]:
        """A call of Kernel Tuner, as far as all have it in common."""
        script = [
            self.arguments.python,
            *self.arguments.python_options,
            str(HERE / "kernel_tuner_run.py"),
        ]
        variant = self.task.variant.split("/")[1]
        task = [str(self.task.file), variant, "-n", str(self.n)]
        return [*script, *task, "--language", self.arguments.language]

    def tune(self, tool: str, seed: int) -> None:
        """One run of a tool, unless it is there."""
        runs = self.folder / "runs"
        runs.mkdir(exist_ok=True)
        name = f"{tool}_{seed}"
        about = runs / f"{name}.about.json"
        if about.exists():
            return
        fresh = Path(self.arguments.scratch) / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        if tool == "warpmark":
            journal = runs / f"{name}.jsonl"
            journal.unlink(missing_ok=True)
            command = self.warpmark(
                "tune", self.task.variant, "-p", f"n={self.n}", "--seed", str(seed),
                "--cache", str(fresh / "kernels"), "--journal", str(journal),
            )  # fmt: skip
        else:
            command = [
                *self.kernel_tuner(), "--strategy", tool, "--seed", str(seed),
                "--seconds", f"{self.seconds:g}", "--spawned", f"{time.time():.6f}",
                "-o", str(runs / f"{name}.json"),
            ]  # fmt: skip
        status, wall = execute(
            command, runs / f"{name}.log", fresh / "driver", 4 * self.seconds + 60
        )
        text = json.dumps({"tool": tool, "seed": seed, "wall_s": wall, "status": status})
        about.write_text(text + "\n", encoding="utf-8")
        self.say(f"{name}: status {status}, {wall:.1f} s")

    def measure_rounds(self) -> None:
        """Measures what matters again."""
        keys = {}
        swept = []
        for line in lines_of(self.folder / "sweep.jsonl"):
            if line["event"] == "measurement":
                keys[config_of(line["config"])] = line["key"]
                if (time_ns := median_ns(line)) is not None:
                    swept.append((time_ns, config_of(line["config"])))
        configs = {config for _, config in sorted(swept)[: self.arguments.top]}
        configs |= {config for run in runs_of(self.folder) for _, config in run.incumbents}
        for number in range(self.arguments.rounds):
            journal = self.folder / f"round_{number}.jsonl"
            order = sorted(configs)
            random.Random(number).shuffle(order)
            points = self.folder / f"points_{number}.txt"
            points.write_text("\n".join(keys[each] for each in order) + "\n", encoding="utf-8")
            journal.unlink(missing_ok=True)
            command = self.warpmark("run", "--points", str(points), "--cache", str(self.cache))
            precise = ["--time-per-point", "0.05s", "-o", str(journal)]
            status, _ = execute([*command, *precise], self.folder / "round.log", self.cache, None)
            if status not in (0, 1):
                sys.exit(f"kernel_tuner_race: a round failed, see {self.folder / 'round.log'}")
        self.say(f"{len(configs)} configs measured in {self.arguments.rounds} rounds")


def run_all(arguments: argparse.Namespace) -> None:
    """Sweeps, then the races seed by seed, then the rounds."""
    begin = time.monotonic()
    races = [Race(name, arguments) for name in arguments.tasks]
    for race in races:
        race.sweep()
        race.require_the_same_space()
    for seed in range(1, arguments.seeds + 1):
        for race in races:
            for tool in ["warpmark", *arguments.strategies]:
                if time.monotonic() - begin < arguments.limit:
                    race.tune(tool, seed)
    for race in races:
        race.measure_rounds()


def print_tables(arguments: argparse.Namespace) -> None:
    """Prints a table for each task."""
    tables = {}
    for folder in sorted(each.parent for each in arguments.folder.glob("*/sweep.jsonl")):
        runs, truth = runs_of(folder), truth_of(folder)
        tolerance = arguments.tolerance / 100
        tables[folder.name] = as_json(runs, truth, tolerance)
        print(f"### {folder.name}\n")
        print(f"Best: `{truth.best}`, {truth.best_ns / 1e3:.2f} us, {truth.rounds} rounds.\n")
        print(table(runs, truth, tolerance), end="\n\n")
    if arguments.json:
        arguments.json.write_text(json.dumps(tables, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    running = verbs.add_parser("run")
    running.add_argument("folder", type=Path)
    running.add_argument("--warpmark", default="warpmark")
    running.add_argument("--backend", default="cuda", help="warpmark's, for trials without a card")
    running.add_argument("--python", default=sys.executable, help="one that has Kernel Tuner")
    running.add_argument("--python-options", nargs="*", default=[], metavar="WORD")
    running.add_argument("--language", default="nvcuda", help="Kernel Tuner's backend")
    running.add_argument("--tasks", nargs="+", choices=list(TASKS), default=list(TASKS))
    running.add_argument("-n", type=int, help="another size")
    running.add_argument("--seeds", type=int, default=3)
    running.add_argument("--strategies", nargs="+", default=STRATEGIES)
    running.add_argument(
        "--seconds", type=float, help="time_limit of Kernel Tuner; a task has its own"
    )
    running.add_argument("--limit", type=float, default=240)
    running.add_argument("--rounds", type=int, default=6)
    running.add_argument("--top", type=int, default=12, help="of the sweep, measured in rounds")
    running.add_argument("--scratch", default="/tmp/kernel_tuner_race", help="for caches")
    telling = verbs.add_parser("table")
    telling.add_argument("folder", type=Path)
    telling.add_argument("--tolerance", type=float, default=2, help="percent")
    telling.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if arguments.verb == "run":
        run_all(arguments)
    else:
        print_tables(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
