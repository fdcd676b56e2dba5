#!/usr/bin/env python3
"""Wall time, memory and size of reports on journals of several lengths.

    report_speed.py [COUNT...] [--cores 2]

Journals are those of large_journal.py. Memory is the most that the processes of a report took
together, shared pages counted once (PSS), looked at five times per second.

Exit code: 0 all within the bars, 1 one is not, 2 bad usage or a report failed.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import large_journal

COUNTS = (10_000, 100_000, 1_000_000)
# Max. seconds, and bytes if limited, from this many measurements on.
SECONDS = {100_000: 60.0, 1_000_000: 180.0}
MEMORY_GB = {100_000: 2.0, 1_000_000: 4.0}
PAGE_MB = 15.0
LOOK_EVERY_S = 0.2


@dataclass(frozen=True)
class Cost:
    """What one report took."""

    count: int
    seconds: float
    cpu_seconds: float
    memory_gb: float
    page_mb: float
    report_mb: float
    files: int

    def misses(self) -> list[str]:
        """The bars it does not meet; between two lengths, the next longer one's hold."""
        found = []
        for bars, value, unit in (
            (SECONDS, self.seconds, "s"),
            (MEMORY_GB, self.memory_gb, "GB"),
        ):
            bar = next((bars[n] for n in sorted(bars) if n >= self.count), None)
            if bar is not None and value > bar:
                found.append(f"above {bar:g} {unit}")
        return [*found, *([f"page above {PAGE_MB:g} MB"] if self.page_mb > PAGE_MB else [])]


def measure(count: int, folder: Path) -> Cost:
    """Writes a journal, makes its report. Raises CalledProcessError if that fails."""
    journal = large_journal.write(count, folder / f"{count}.jsonl")
    out = folder / f"report_{count}"
    command = [sys.executable, "-m", "warpmark_reports", str(journal), "-o", str(out)]
    environment = {**os.environ, "PYTHONPATH": str(large_journal.ROOT / "reports")}
    start, busy = time.monotonic(), cpu_seconds()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    max_memory = 0
    while process.poll() is None:
        max_memory = max(max_memory, memory_of(process.pid))
        time.sleep(LOOK_EVERY_S)
    seconds, busy = time.monotonic() - start, cpu_seconds() - busy
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    journal.unlink()
    sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
    page = (out / "index.html").stat().st_size
    return Cost(count, seconds, busy, max_memory / 1e9, page / 1e6, sum(sizes) / 1e6, len(sizes))


def cpu_seconds() -> float:
    """That all ended processes of this one took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def memory_of(pid: int) -> int:
    """Bytes of a process and its children; 0 for one that has ended."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return 0
    own = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return own * 1024 + sum(memory_of(int(child)) for child in children)


def main() -> int:
    """Prints a row per length as it is measured."""
    parser = argparse.ArgumentParser(
        description="Wall time, memory and size of reports on invented journals.",
        epilog="example: report_speed.py 100000",
    )
    parser.add_argument("counts", nargs="*", type=int, default=COUNTS, help="measurements")
    parser.add_argument("--cores", type=int, default=2, help="of the machine, to be used; 2")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: arguments.cores])
    wall = f"wall s ({arguments.cores} cores)"
    print(f"| measurements | {wall} | CPU s | memory GB | page MB | report MB | files |")
    print("|---|---|---|---|---|---|---|")
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        for count in arguments.counts:
            try:
                cost = measure(count, Path(folder))
            except subprocess.CalledProcessError as error:
                print(f"error: {error}", file=sys.stderr)
                return 2
            times = f"{cost.seconds:.1f} | {cost.cpu_seconds:.1f} | {cost.memory_gb:.2f}"
            sizes = f"{cost.page_mb:.1f} | {cost.report_mb:.1f} | {cost.files}"
            print(f"| {count} | {times} | {sizes} |", flush=True)
            for miss in cost.misses():
                print(f"{count}: {miss}", file=sys.stderr)
                missed = True
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
