#!/usr/bin/env python3
"""How repeatable joules per execution are on a card, and whether they agree with its power reading.

    python3 studies/energy_on_card.py --warpmark build/release/warpmark out

A copy and a chain of multiply-adds are measured five times in turn, each in fresh processes, by
`warpmark run --energy`. Meanwhile this program reads the card's power by NVML. The mean of the
readings in the middle of the load is compared with joules times executions per second. Journals
are left in `out`; a table is printed last. Takes about two minutes; exit status 1 if the spread of
a kernel is above 2 % or a power differs by more than 5 %.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "studies" / "energy_kernels" / "kernels.toml"
MAX_SPREAD = 0.02
MAX_DIFFERENCE = 0.05
READING_S = 0.02
LOADED = 0.8  # of the highest power: readings above are of the load
WORKS = {
    "copy": ["copy/vectorised", "-p", "n=2^28", "-p", "type=f32", "-c", "block=256"],
    "multiply-adds": [
        "arithmetic/fma_chains", "--kernels", str(KERNELS), "-p", "n=1048576", "-p", "steps=4096",
        "-c", "block=256",
    ],
}  # fmt: skip


class PowerReader:
    """Reads the power of card 0 every 20 ms while it is used as a context."""

    def __init__(self) -> None:
        self._nvml = ctypes.CDLL("libnvidia-ml.so.1")
        self._card = ctypes.c_void_p()
        if self._nvml.nvmlInit_v2() or self._nvml.nvmlDeviceGetHandleByIndex_v2(
            0, ctypes.byref(self._card)
        ):
            raise SystemExit("NVML has no card 0")
        self.readings: list[tuple[float, float]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read)

    def _read(self) -> None:
        milliwatts = ctypes.c_uint()
        while not self._stop.wait(READING_S):
            if not self._nvml.nvmlDeviceGetPowerUsage(self._card, ctypes.byref(milliwatts)):
                self.readings.append((time.monotonic(), milliwatts.value / 1e3))

    def __enter__(self) -> PowerReader:
        """Begins."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends."""
        self._stop.set()
        self._thread.join()


def steady_power(readings: list[tuple[float, float]]) -> float:
    """Mean power in the middle half of the longest stretch near the highest power, in W."""
    highest = max(watts for _, watts in readings)
    longest: list[tuple[float, float]] = []
    stretch: list[tuple[float, float]] = []
    for reading in readings:
        stretch = [*stretch, reading] if reading[1] > LOADED * highest else []
        longest = max(longest, stretch, key=len)
    begin, end = longest[0][0], longest[-1][0]
    middle = [
        watts for at, watts in longest
        if begin + (end - begin) / 4 <= at <= end - (end - begin) / 4
    ]  # fmt: skip
    return statistics.fmean(middle)


def measured(program: Path, select: list[str], journal: Path, span: str) -> dict[str, Any]:
    """The measurement of a run with this selection."""
    journal.unlink(missing_ok=True)
    command = [str(program), "run", *select, "--backend", "cuda", "--energy", "--energy-time", span]
    command += ["--latency", "-o", str(journal)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    (line,) = [line for line in lines if line["event"] == "measurement"]
    if "energy" not in line:
        raise SystemExit(f"{line['key']}: no energy: {line.get('no_energy')}")
    return dict(line)


def row(name: str, number: int, line: dict[str, Any], readings_w: float) -> list[str]:
    """A row of the table."""
    energy, latency = line["energy"], line["latency"]
    width = (energy["ci_hi"] - energy["ci_lo"]) / 2 / energy["joules"]
    graph = latency.get("graph_launch_ns", {}).get("median", float("nan"))
    return [
        name, str(number), f"{energy['joules']:.6f}", f"{100 * width:.2f}",
        f"{energy['mean_power_w']:.1f}", f"{readings_w:.1f}",
        f"{100 * (energy['mean_power_w'] / readings_w - 1):+.2f}",
        f"{energy['idle_power_w'] or float('nan'):.1f}", energy["state"], energy["source"],
        f"{line['times_ns']['median'] / 1e3:.1f}", f"{latency['enqueue_ns']['median'] / 1e3:.2f}",
        f"{graph / 1e3:.2f}", f"{latency['end_to_end_ns']['median'] / 1e3:.1f}",
    ]  # fmt: skip


HEADER = [
    "kernel", "run", "J/exec", "+/- %", "W", "W read", "diff %", "W idle", "state", "source",
    "us", "enqueue us", "graph us", "end us",
]  # fmt: skip


def main() -> int:
    """Measures and prints; see above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warpmark", type=Path, required=True)
    parser.add_argument("--span", default="1s", help="--energy-time")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows: list[list[str]] = []
    joules: dict[str, list[float]] = {name: [] for name in WORKS}
    differences: list[float] = []
    for number in range(1, options.repeats + 1):
        for name, select in WORKS.items():
            with PowerReader() as reader:
                journal = options.out / f"{name}-{number}.jsonl"
                line = measured(options.warpmark, select, journal, options.span)
            readings_w = steady_power(reader.readings)
            joules[name].append(line["energy"]["joules"])
            differences.append(abs(line["energy"]["mean_power_w"] / readings_w - 1))
            rows.append(row(name, number, line, readings_w))
            print(" ".join(rows[-1]), file=sys.stderr, flush=True)
    widths = [max(map(len, column)) for column in zip(HEADER, *rows, strict=True)]
    for cells in [HEADER, *rows]:
        print("  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)))
    passed = max(differences) <= MAX_DIFFERENCE
    for name, values in joules.items():
        spread = (max(values) - min(values)) / statistics.median(values)
        passed = passed and spread <= MAX_SPREAD
        print(f"{name}: spread of {len(values)} runs {100 * spread:.2f} % (at most 2 %)")
    print(f"power: differs from the readings by {100 * max(differences):.2f} % (at most 5 %)")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
