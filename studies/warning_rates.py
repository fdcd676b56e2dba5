#!/usr/bin/env python3
"""How often points warn: of a healthy card, and under planted disturbances.

    warning_rates.py --warpmark PROGRAM --out FOLDER [--budget 150s] [--baseline OTHER_PROGRAM]
    warning_rates.py --journals JOURNAL...

Needs a card; the tenants need torch, and are left out without it. A sweep of about 800 points is
measured undisturbed, and a smaller one under each disturbance:

* idle tenant: another process with a context on the card
* GEMM tenant: another process that multiplies matrices without a pause, up to the power limit
* host load: a busy process for each core; then the times are compared with undisturbed ones, since
  a held stream should not notice

With --journals, the rates in these journals, whatever program wrote them. `--baseline`: another
build, whose warnings in the undisturbed sweep are counted as well.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SWEEP = (
    *("reduce", "scan", "copy", "-p", "type=i32", "-p", "n=2^12..2^24:2^2"),
    *("-c", "block=64,128,256,512"),
)
SMALL = ("reduce", "-p", "type=i32", "-p", "n=2^12,2^16,2^20,2^24", "-c", "block=256")
NOTES = ("near_launch_floor",)  # warnings of older programs
SETTLE_S = 5.0  # after the start of a disturbance

GEMM = """
import sys, time, torch
a = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
torch.cuda.synchronize()
print("ready", flush=True)
while True:
    if sys.argv[1] == "idle":
        time.sleep(0.1)
    else:
        for _ in range(20):
            a @ a
        torch.cuda.synchronize()
"""
BUSY = "while True: pass"

Line = dict[str, Any]


def points_of(path: Path) -> list[Line]:
    """The measured points of a journal, which may be compressed."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    events = [json.loads(line) for line in text.splitlines()]
    return [e for e in events if e.get("event") == "measurement" and e.get("times_ns")]


def warnings_of(point: Mapping[str, Any]) -> list[str]:
    """Without notes."""
    return [name for name in point.get("warnings") or [] if name not in NOTES]


def row(name: str, points: Sequence[Mapping[str, Any]]) -> str:
    """Markdown: how many points have any warning, and how many have each."""
    counts = Counter(name for point in points for name in warnings_of(point))
    flagged = sum(bool(warnings_of(point)) for point in points)
    share = f"{100 * flagged / len(points):.2f} %" if points else "–"
    kinds = ", ".join(f"{kind} {count}" for kind, count in counts.most_common()) or "none"
    return f"| {name} | {len(points)} | {share} | {kinds} |"


def changes(before: Iterable[Line], after: Iterable[Line]) -> list[float]:
    """Of the median of each point that both have, relative."""
    medians = {point["key"]: point["times_ns"]["median"] for point in before}
    return sorted(
        abs(point["times_ns"]["median"] / medians[point["key"]] - 1)
        for point in after
        if point["key"] in medians
    )


def change_text(before: Iterable[Line], after: Iterable[Line]) -> str:
    """Half and 95 of 100 points changed by no more than this."""
    found = changes(before, after)
    if not found:
        return "no point in common"
    high = found[min(len(found) - 1, int(0.95 * len(found)))]
    return f"half {100 * statistics.median(found):.2f} %, 95 of 100 {100 * high:.2f} %"


def run(program: Path, journal: Path, words: Iterable[str]) -> list[Line]:
    """The points of a sweep."""
    journal.unlink(missing_ok=True)
    command = [str(program), "run", *words, "-o", str(journal), "--quiet"]
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 5):
        sys.exit(f"warning_rates: {' '.join(command)}: {done.stderr.strip()}")
    points = points_of(journal)
    print(f"{journal.name}: {len(points)} points, {time.monotonic() - begin:.0f} s", flush=True)
    return points


@contextmanager
def processes(commands: Iterable[Sequence[str]], *, ready: bool) -> Iterator[bool]:
    """Runs them meanwhile; False if one ends before it is ready."""
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for command in commands
    ]
    try:
        works = True
        for each in started:
            if ready and each.stdout is not None:
                works = works and each.stdout.readline().strip() == "ready"
        if works:
            time.sleep(SETTLE_S)
        yield works
    finally:
        for each in started:
            each.kill()
            each.wait()


def disturbances() -> dict[str, tuple[list[list[str]], bool]]:
    """Commands by name, and whether they say when they are ready."""
    python = sys.executable
    return {
        "idle tenant": ([[python, "-c", GEMM, "idle"]], True),
        "GEMM tenant": ([[python, "-c", GEMM, "busy"]], True),
        "host load": ([[python, "-c", BUSY]] * (os.cpu_count() or 1), False),
    }


def measure(options: argparse.Namespace) -> list[str]:
    """The rows of all conditions."""
    folder: Path = options.out
    folder.mkdir(parents=True, exist_ok=True)
    limits = ("--budget", options.budget)
    rows = []
    if options.baseline:
        points = run(options.baseline, folder / "baseline.jsonl", [*SWEEP, *limits])
        rows.append(row("undisturbed, baseline", points))
    rows.append(
        row("undisturbed", run(options.warpmark, folder / "sweep.jsonl", [*SWEEP, *limits]))
    )
    quiet = run(options.warpmark, folder / "small.jsonl", SMALL)
    again = run(options.warpmark, folder / "again.jsonl", SMALL)
    rows.append(row("undisturbed, small", quiet + again))
    notes = [f"undisturbed again: times changed: {change_text(quiet, again)}"]
    for name, (commands, ready) in disturbances().items():
        with processes(commands, ready=ready) as works:
            if not works:
                notes.append(f"{name}: left out, as its process did not start (torch?)")
                continue
            points = run(options.warpmark, folder / f"{name.replace(' ', '_')}.jsonl", SMALL)
        rows.append(row(name, points))
        notes.append(f"{name}: times changed: {change_text(quiet, points)}")
    return [*rows, "", *notes]


def main(argv: list[str]) -> int:
    """Prints the table last."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--warpmark", type=Path)
    parser.add_argument("--baseline", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--budget", default="150s")
    parser.add_argument("--journals", type=Path, nargs="+")
    options = parser.parse_args(argv)
    if options.journals:
        rows = [row(path.name, points_of(path)) for path in options.journals]
    elif options.warpmark and options.out:
        rows = measure(options)
    else:
        parser.error("expected --warpmark and --out, or --journals")
    print("| condition | points | with a warning | by kind |\n|---|---|---|---|")
    print("\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
