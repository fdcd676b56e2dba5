#!/usr/bin/env python3
"""Shards of a sweep on several cards, against all of it on one.

On each host, with its cards and their shards, which run at the same time:

    shards_on_cards.py measure --program warpmark --output FOLDER --cards 0 1 --shards 1/2 2/2

measures the sweep on the first card alone, then the shards, then another sweep whole on each card,
for figures of card against card. Afterwards, with the journals of all hosts:

    shards_on_cards.py table single.jsonl shard-1.jsonl shard-2.jsonl

prints points, seconds and points per second of each, and the ratio of throughputs: the shards'
together over the single card's.
"""

import argparse
import json
import subprocess
import sys
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


def run_all(arguments: argparse.Namespace, sweeps: dict[str, list[str]]) -> None:
    """At the same time: by journal, what each card runs, in the order of the cards."""
    started: list[tuple[list[str], subprocess.Popen[bytes]]] = []
    for (name, sweep), card in zip(sweeps.items(), arguments.cards, strict=False):
        words = [arguments.program, "run", *sweep, "--backend", arguments.backend, "-q"]
        words += ["--devices", card, "-o", str(arguments.output / f"{name}.jsonl")]
        started.append((words, subprocess.Popen(words, stdout=subprocess.DEVNULL)))
    for words, process in started:
        if status := process.wait():
            sys.exit(f"{' '.join(words)}: exit status {status}")


def measure(arguments: argparse.Namespace) -> None:
    """All journals of this host."""
    arguments.output.mkdir(parents=True, exist_ok=True)
    run_all(arguments, {"warm": [*KERNELS, "-p", "n=2^16"]})  # Compiles the kernels.
    (arguments.output / "warm.jsonl").unlink()
    run_all(arguments, {"single": SWEEP})
    shards = {
        f"shard-{shard.split('/')[0]}": [*SWEEP, "--shard", shard] for shard in arguments.shards
    }
    run_all(arguments, shards)
    run_all(arguments, {f"card-{card}": WHOLE for card in arguments.cards})


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Of a journal."""
    with path.open() as file:
        return [json.loads(line) for line in file]


def rate_of(path: Path) -> tuple[set[str], float]:
    """Prints a journal's row; its points and how many it has per second."""
    first, *lines, end = lines_of(path)
    keys = {line["key"] for line in lines if line["event"] == "measurement"}
    seconds = float(end["wall_s"])
    card = first["card"]["name"]
    print(f"{path.name:<16} {card:<24} {len(keys):6} {seconds:8.1f} {len(keys) / seconds:8.2f}")
    return keys, len(keys) / seconds


def print_table(arguments: argparse.Namespace) -> None:
    """A row for each journal, and the ratio."""
    print(f"{'journal':<16} {'card':<24} {'points':>6} {'s':>8} {'points/s':>8}")
    single, alone = rate_of(arguments.single)
    found = [rate_of(path) for path in arguments.shards]
    points = [key for keys, _ in found for key in keys]
    same = sorted(points) == sorted(single)
    print(f"ratio of throughputs: {sum(rate for _, rate in found) / alone:.3f}")
    print(f"the shards have {'each point' if same else 'NOT each point'} of the single run once")


def main() -> None:
    """One of the two commands."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    here = commands.add_parser("measure")
    here.add_argument("--program", default="warpmark")
    here.add_argument("--output", type=Path, required=True, help="a folder for the journals")
    here.add_argument("--cards", nargs="+", default=["0"], metavar="CARD")
    here.add_argument(
        "--shards", nargs="+", default=["1/1"], metavar="I/N", help="one for each card"
    )
    here.add_argument("--backend", default="cuda")
    here.set_defaults(do=measure)
    table = commands.add_parser("table")
    table.add_argument("single", type=Path)
    table.add_argument("shards", type=Path, nargs="+")
    table.set_defaults(do=print_table)
    arguments = parser.parse_args()
    arguments.do(arguments)


if __name__ == "__main__":
    main()
