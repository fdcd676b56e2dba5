#!/usr/bin/env python3
"""A sweep on one card, and its two shards on two cards of one host at the same time.

Each shard is a process of its own with one card, as two tasks of an array are. Prints points,
seconds and points per second of both, their ratio, and whether the merged shards have the points of
the single run. Then both cards measure another sweep whole, for figures of card against card.

    studies/two_cards.py --program warpmark --output FOLDER [--cards UUID UUID] [--backend cuda]
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

# Many problems of alike size, so that two shards are about equal.
KERNELS = ["reduce/vectorised", "reduce/block_atomic", "reduce/cluster", "-c", "block=256"]
KERNELS += ["-p", "type=i32,u32,i64,u64,f32,f64", "-p", "op=sum,min,max", "-p", "offset=0,1,3"]
SWEEP = [*KERNELS, "-p", "n=2^16..2^23"]
WHOLE = [
    "reduce/vectorised",
    "reduce/shuffle_redux",
    "scan/decoupled_lookback",
    "scan/hillis_steele",
]
WHOLE += ["copy", "-p", "n=2^12..2^27:2^1", "-c", "block=256"]


def start(
    arguments: argparse.Namespace, sweep: list[str], name: str, card: str, *more: str
) -> subprocess.Popen[bytes]:
    """A run on one card, into FOLDER/NAME."""
    words = [arguments.program, "run", *sweep, "--backend", arguments.backend, "-q", *more]
    words += ["-o", str(arguments.output / name)]
    if card:
        words += ["--devices", card]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL)


def finish(processes: list[subprocess.Popen[bytes]]) -> float:
    """Seconds until all have ended; exits if one failed."""
    begin = time.monotonic()
    for process in processes:
        if process.wait() != 0:
            sys.exit(f"two_cards: {' '.join(map(str, process.args))}: exit status {process.wait()}")
    return time.monotonic() - begin


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Of a journal."""
    with path.open() as file:
        return [json.loads(line) for line in file]


def points_of(path: Path) -> set[str]:
    """The keys of a journal's measurements."""
    return {line["key"] for line in lines_of(path) if line["event"] == "measurement"}


def row(path: Path, wall_s: float) -> tuple[int, float]:
    """Prints a run's row; its points and seconds of measuring."""
    end = lines_of(path)[-1]
    points = sum(end["counts"].values())
    seconds = float(end["wall_s"])
    print(f"{path.name:<14} {points:6} {seconds:8.1f} {points / seconds:8.2f} {wall_s:8.1f}")
    return points, seconds


def measure_shards(arguments: argparse.Namespace) -> None:
    """One card, then both; the ratio of their throughputs."""
    first, second = arguments.cards
    finish([start(arguments, [*KERNELS, "-p", "n=2^16"], "warm.jsonl", first)])  # Compiles them.
    (arguments.output / "warm.jsonl").unlink()
    alone = finish([start(arguments, SWEEP, "single.jsonl", first)])
    together = finish(
        [
            start(arguments, SWEEP, "shard-1.jsonl", first, "--shard", "1/2"),
            start(arguments, SWEEP, "shard-2.jsonl", second, "--shard", "2/2"),
        ]
    )
    print(f"{'journal':<14} {'points':>6} {'s':>8} {'points/s':>8} {'wall s':>8}")
    points, seconds = row(arguments.output / "single.jsonl", alone)
    rate = 0.0
    for name in ("shard-1.jsonl", "shard-2.jsonl"):
        some, spent = row(arguments.output / name, together)
        rate += some / spent
    print(f"ratio of throughputs, two cards to one: {rate / (points / seconds):.3f}")
    print(f"ratio of wall times, one card to two:   {alone / together:.3f}")


def merge(arguments: argparse.Namespace, names: list[str], output: str) -> int:
    """Of journals in FOLDER; the exit status."""
    files = [str(arguments.output / name) for name in names]
    words = [arguments.program, "merge", *files, "-o", str(arguments.output / output)]
    return subprocess.run(words, check=False).returncode


def main() -> int:
    """Both measurements; 1 if the merged shards are not the sweep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="warpmark")
    parser.add_argument("--output", type=Path, required=True, help="a folder for the journals")
    parser.add_argument("--cards", nargs=2, default=["0", "1"], metavar="CARD")
    parser.add_argument("--backend", default="cuda")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    measure_shards(arguments)
    status = merge(arguments, ["shard-1.jsonl", "shard-2.jsonl"], "shards.jsonl")
    same = points_of(arguments.output / "shards.jsonl") == points_of(
        arguments.output / "single.jsonl"
    )
    print(f"merged: exit status {status}; {'the' if same else 'NOT the'} points of the single run")
    cards = zip(("card-1.jsonl", "card-2.jsonl"), arguments.cards, strict=True)
    finish([start(arguments, WHOLE, name, card) for name, card in cards])
    status += merge(arguments, ["card-1.jsonl", "card-2.jsonl"], "cards.jsonl")
    return 0 if same and status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
