#!/usr/bin/env python3
"""The simt backend against Oclgrind, side by side: a tree reduction of n 32-bit integers.

Both interpret the same algorithm (kernels/reduce/tree_sequential.cuh, tree_sequential.cl) with
blocks of 256 on one core, counting instructions. Oclgrind is the Debian package of that name.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BLOCK = 256


def timed(command: list[str], folder: Path) -> tuple[float, str]:
    """Wall seconds of a command and what it printed."""
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return seconds, done.stdout


def oclgrind_seconds(n: int, folder: Path) -> float:
    """Run the OpenCL kernel on 0 … n-1, check the sum of its partial sums, return wall seconds."""
    blocks = n // BLOCK
    (folder / "reduce.sim").write_text(
        f"{HERE / 'tree_sequential.cl'}\ntree_sequential\n{n} 1 1\n{BLOCK} 1 1\n\n"
        f"<size={4 * n} int range=0:1:{n - 1}>\n<size={4 * blocks} fill=0 int dump>\n"
        f"<size=4 uint>\n{n}\n"
    )
    command = ["oclgrind-kernel", "--num-threads", "1", "--inst-counts", "reduce.sim"]
    seconds, text = timed(["taskset", "-c", "0", *command], folder)
    partials = [int(word) for word in re.findall(r"^\s*partials\[\d+\] = (-?\d+)$", text, re.M)]
    if len(partials) != blocks or (sum(partials) - n * (n - 1) // 2) % 2**32 != 0:
        sys.exit(f"oclgrind-kernel printed {len(partials)} partial sums, or wrong ones:\n{text}")
    return seconds


def warpmark_seconds(program: str, n: int, folder: Path) -> float:
    """Run the same reduction of n values with all counters, return wall seconds."""
    command = [program, "run", "reduce/tree_sequential", "--backend", "simt", "-o", "simt.jsonl"]
    command += ["-p", f"n={n}", "-p", "type=i32", "-c", f"block={BLOCK}", "-c", "items=1"]
    timed([*command, "--cache", "cache"], folder)  # Compiles the kernel.
    (folder / "simt.jsonl").unlink()
    return timed(["taskset", "-c", "0", *command, "--cache", "cache"], folder)[0]


def main() -> int:
    """Parse the command line, run both, print the ratio."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    built = HERE.parent.parent / "build" / "release" / "warpmark"
    parser.add_argument("--warpmark", default=str(built), help="the program (%(default)s)")
    parser.add_argument("--n", type=int, default=2**20, help="elements (%(default)s)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        theirs = oclgrind_seconds(arguments.n, folder)
        ours = warpmark_seconds(str(Path(arguments.warpmark).resolve()), arguments.n, folder)
    print(f"n = {arguments.n}: oclgrind {theirs:.2f} s, warpmark {ours:.3f} s (full process)")
    print(f"warpmark is {theirs / ours:.0f} times faster")
    return 0


if __name__ == "__main__":
    sys.exit(main())
