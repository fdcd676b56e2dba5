#!/usr/bin/env python3
"""One long run whose workers are killed again and again: does its coordinator stay small?

    studies/soak.py --program build/release/warpmark --minutes 30 [--csv soak.csv] [-- RUN_WORDS]

Starts one run, kills its workers every --kill-every seconds as long as points come in, samples the
coordinator's resident memory and open files once per second, and prints a summary. The exit status
is 1 if resident memory grows by more than 10 % after the first two minutes (or the first tenth of a
shorter soak), if open files grow, if a point is lost or measured twice, or if a process is left.
"""

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEFAULT_SWEEP = "reduce -p n=200000..201999:1 -c block=64..1024"
MAX_GROWTH = 0.10
SETTLING_S = 120


@dataclass
class Sample:
    """The coordinator at one moment."""

    seconds: float
    resident_kib: int
    open_files: int
    kills: int
    points: int


@dataclass
class Soak:
    """A run, what was done to it and what was seen of it."""

    process: subprocess.Popen[bytes]
    journal: Path
    begin: float = field(default_factory=time.monotonic)
    kills: int = 0
    points: int = 0
    read_bytes: int = 0
    samples: list[Sample] = field(default_factory=list)

    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begin

    def count_points(self) -> bool:
        """Counts the lines that the journal has got since; whether there were any."""
        if not self.journal.exists():
            return False
        with self.journal.open("rb") as file:
            file.seek(self.read_bytes)
            new = file.read()
        self.read_bytes += len(new)
        self.points += new.count(b"\n")
        return bool(new)

    def sample(self) -> None:
        """Looks at the coordinator, if it is still there."""
        folder = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        if "VmRSS" not in status:
            return  # It has just ended.
        resident = int(status["VmRSS"].split()[0])
        files = sum(1 for _ in (folder / "fd").iterdir())
        self.samples.append(Sample(self.elapsed(), resident, files, self.kills, self.points))

    def kill_workers(self) -> None:
        """Kills all children of the coordinator."""
        for child in children_of(self.process.pid):
            try:
                os.kill(child, signal.SIGKILL)
                self.kills += 1
            except ProcessLookupError:
                continue


def children_of(parent: int) -> list[int]:
    """The direct children of a process with one thread."""
    try:
        text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    except FileNotFoundError:
        return []
    return [int(word) for word in text.split()]


def follow(soak: Soak, kill_every: float) -> None:
    """Kills, counts and samples until the run ends."""
    last_kill = last_sample = 0.0
    fruit = False
    while soak.process.poll() is None:
        time.sleep(0.02)
        fruit = soak.count_points() or fruit
        # Only workers that have measured something: one that never can is another story.
        if fruit and soak.elapsed() - last_kill >= kill_every:
            soak.kill_workers()
            last_kill, fruit = soak.elapsed(), False
        if soak.elapsed() - last_sample >= 1:
            soak.sample()
            last_sample = soak.elapsed()
    soak.count_points()


def slope_per_1000_kills(samples: list[Sample]) -> float:
    """Least squares of resident KiB over kills, times 1000."""
    mean_x = sum(each.kills for each in samples) / len(samples)
    mean_y = sum(each.resident_kib for each in samples) / len(samples)
    spread = sum((each.kills - mean_x) ** 2 for each in samples)
    if spread == 0:
        return 0.0
    joint = sum((each.kills - mean_x) * (each.resident_kib - mean_y) for each in samples)
    return 1000 * joint / spread


def journal_faults(journal: Path) -> list[str]:
    """Whether each line is complete and each point occurs once. Reads line by line: it is large."""
    keys: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    last: dict[str, Any] = {}
    with journal.open() as file:
        for text in file:
            last = json.loads(text)
            if last["event"] == "measurement":
                keys[last["key"]] += 1
                counted[last["status"]] += 1
    faults = []
    if last.get("event") != "end":
        return [f"the last line is {last.get('event')}"]
    print(f"journal: {sum(keys.values())} points, {dict(counted)}")
    print(f"journal: {last['worker_restarts']} worker restarts in {last['wall_s']:.0f} s")
    if max(keys.values()) != 1:
        faults.append("a point occurs more than once")
    if last["counts"] != dict(counted):
        faults.append(f"the end line counts {last['counts']}")
    return faults


def memory_faults(samples: list[Sample]) -> list[str]:
    """What grows though it should not; prints the figures."""
    # On a busy machine the first points may come late; before them the run is still being planned.
    settling = min(SETTLING_S, samples[-1].seconds / 10)
    settled = [each for each in samples if each.seconds >= settling and each.points > 1]
    if len(settled) < 2:
        return ["too short to say anything"]
    first, last = settled[0], settled[-1]
    max_resident = max(each.resident_kib for each in settled)
    fewest = min(each.open_files for each in settled)
    max_files = max(each.open_files for each in settled)
    print(f"after {first.seconds:.0f} s of settling, until {last.seconds:.0f} s:")
    print(
        f"resident KiB: first {first.resident_kib}, last {last.resident_kib}, most {max_resident}"
    )
    print(f"resident KiB per 1000 kills: {slope_per_1000_kills(settled):+.1f}")
    print(f"open files: {fewest} to {max_files}, first {first.open_files}, last {last.open_files}")
    faults = []
    if last.resident_kib > first.resident_kib * (1 + MAX_GROWTH):
        faults.append("resident memory grows")
    # While a worker is replaced there may be one more, or one less.
    if last.open_files > first.open_files + 1:
        faults.append("open files grow")
    return faults


def write_csv(path: Path, samples: list[Sample]) -> None:
    """One row per sample."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["seconds", "resident_kib", "open_files", "kills", "lines"])
        for each in samples:
            writer.writerow(
                [f"{each.seconds:.1f}", each.resident_kib, each.open_files, each.kills, each.points]
            )


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--backend", default="simt")
    parser.add_argument("--kill-every", type=float, default=0.3, help="seconds")
    parser.add_argument("--csv", type=Path, help="where the samples go")
    parser.add_argument("sweep", nargs="*", help=f"what is run; default: {DEFAULT_SWEEP}")
    return parser.parse_args()


def soak_once(options: argparse.Namespace, folder: Path) -> list[str]:
    """Runs, prints the figures and returns what is wrong."""
    journal = folder / "soak.jsonl"
    words = [str(options.program.resolve()), "run", *(options.sweep or DEFAULT_SWEEP.split())]
    words += ["--backend", options.backend, "--budget", f"{60 * options.minutes:g}s"]
    with (folder / "talk").open("w") as talk:
        process = subprocess.Popen([*words, "-o", str(journal)], stdout=talk, stderr=talk)
        soak = Soak(process, journal)
        follow(soak, options.kill_every)
    if options.csv:
        write_csv(options.csv, soak.samples)
    print(f"{soak.elapsed() / 60:.1f} min: {soak.points} lines, {soak.kills} workers killed")
    if process.returncode not in (0, 1, 5) or not soak.samples:
        return [f"exit code {process.returncode}: {(folder / 'talk').read_text()[-2000:]}"]
    return memory_faults(soak.samples) + journal_faults(journal)


def main() -> int:
    """Soaks in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="warpmark-soak-") as folder:
        faults = soak_once(arguments(), Path(folder))
    for each in faults:
        print(f"FAIL: {each}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
