#!/usr/bin/env python3
"""Wall time of commands that measure nothing: listings, plans and counts.

    start_times.py --program build/release/warpmark [--repeats 5]

Prints the fastest and the median of the repeats, in milliseconds. The times depend on the machine
and on what else runs on it, so no test has a bar on them.

Exit code: 0, 2 bad usage or a command that failed.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HUGE_AXES = "\n".join(f'a{i} = "1..16"' for i in range(9))
HUGE_FAMILY = f"""
[family]
name = "huge"
summary = "2^37 configs under one constraint"
sources = ["huge.cu"]
[axes]
n = "2^10"
[buffers]
x = "f32[n]=uniform(0,1)"
y = "f32[n]=zeros out"
[variant.all]
entry = "copy"
define_axes = true
grid = "ceildiv(n, block)"
block = "block"
args = ["@x", "@y", "i32=n"]
constraints = {{ "a0 % a1 == 0" = "a1 divides a0" }}
[variant.all.axes]
block = [64, 128]
{HUGE_AXES}
"""
HUGE_SOURCE = 'extern "C" __global__ void copy(const float* x, float* y, int n) {}\n'
COMMANDS = {
    "list": ["list"],
    "list --json": ["list", "--json"],
    "doctor": ["doctor"],
    "explain": ["explain", "reduce/tree_sequential"],
    "run --dry-run": ["run", "reduce", "--dry-run", "--json"],
    "tune --dry-run, 2^37 configs": ["tune", "--kernels", "huge.toml", "--dry-run"],
}


def times_ms(command: list[str], folder: Path, repeats: int) -> list[float]:
    """Wall times of the command. Raises CalledProcessError if it fails."""
    spent = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, cwd=folder, capture_output=True, check=True)
        spent.append(1e3 * (time.perf_counter() - start))
    return spent


def main() -> int:
    """Prints one row per command."""
    parser = argparse.ArgumentParser(
        description="Wall time of commands that measure nothing.",
        epilog="example: start_times.py --program build/release/warpmark",
    )
    parser.add_argument("--program", type=Path, required=True, help="the built warpmark")
    parser.add_argument("--repeats", type=int, default=5, help="of each command; 5")
    given = parser.parse_args()
    print("| command | fastest, ms | median, ms |")
    print("|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "huge.toml").write_text(HUGE_FAMILY)
        (folder / "huge.cu").write_text(HUGE_SOURCE)
        for label, words in COMMANDS.items():
            command = [str(given.program.resolve()), *words]
            try:
                spent = times_ms(command, folder, max(1, given.repeats))
            except (OSError, subprocess.CalledProcessError) as error:
                said = getattr(error, "stderr", None) or b""
                print(f"error: {label}: {error} {said.decode()}", file=sys.stderr)
                return 2
            print(f"| {label} | {min(spent):.0f} | {statistics.median(spent):.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
