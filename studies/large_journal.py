#!/usr/bin/env python3
"""Invented journals of any length, to see how the reports bear them. Never results.

    large_journal.py COUNT FILE

Families, variants, resources and counters are those of the published journals of the card; sizes,
types, blocks and further axes are multiplied until there are COUNT measurements. Their times follow
a simple law with noise; the state of the card differs from line to line, as in real journals. The
same COUNT gives the same bytes.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import itertools
import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = ROOT / "docs" / "results" / "h200"
SOURCES = ("variants", "sort", "count", "partition_ladder", "deinterleave", "reduce")
SIZES = tuple(2**power for power in range(10, 29))
BLOCKS = (32, 64, 128, 256, 512, 1024)
ITEMS = (1, 2, 4, 8, 16)
TYPES = ("i32", "f32", "u32", "i64", "f64", "u8")
DISTS = ("uniform", "exact", "sorted", "zipf", "constant")
REFERENCE_EVERY = 250
Line = dict[str, Any]


def templates() -> tuple[Line, list[Line]]:
    """A manifest, and one measurement of each published variant in the order of the families."""
    manifest: Line = {}
    found: dict[tuple[str, str], Line] = {}
    for source in SOURCES:
        text = gzip.decompress((PUBLISHED / f"{source}.jsonl.gz").read_bytes())
        for event in map(json.loads, text.splitlines()):
            if event["event"] == "manifest" and not manifest:
                manifest = event
            elif event["event"] == "measurement" and event["status"] == "ok":
                found.setdefault((event["family"], event["variant"]), event)
    return manifest, [found[key] for key in sorted(found)]


def lines(count: int) -> Iterator[Line]:
    """A complete journal with this many measurements."""
    manifest, variants = templates()
    yield {**manifest, "planned_points": count}
    statuses: dict[str, int] = {}
    each = math.ceil(count / len(variants))
    number = 0
    for level, template in enumerate(variants):
        for axes in itertools.islice(_axes(), min(each, count - number)):
            if number % REFERENCE_EVERY == 0:
                yield _reference(number)
            point = _point(template, level % 12, *axes)
            point["at_s"] = number * 0.01
            statuses[point["status"]] = statuses.get(point["status"], 0) + 1
            number += 1
            yield point
    end = {"event": "end", "ended_at": "2000-01-02T00:00:00Z", "complete": True}
    yield {**end, "counts": statuses, "wall_s": 0.01 * count}


def _axes() -> Iterator[tuple[int, str, str, int, int, int]]:
    """A slice of all combinations for a start, so that few measurements make full curves, too."""
    for seed in itertools.count():
        for dist, type_name, items in itertools.product(DISTS, TYPES, ITEMS):
            for n, block in itertools.product(SIZES, BLOCKS):
                yield seed, dist, type_name, items, n, block


def _reference(number: int) -> Line:
    drift = 1 + 1e-3 * math.sin(number / 5e3)
    return {
        "event": "reference",
        "at_s": number * 0.01,
        "memory_ns": 29000.0 * drift,
        "chain_ns": 12000.0 * drift,
        "temperature_c": 40.0,
        "power_w": 300.0,
    }


def _point(
    template: Line, level: int, seed: int, dist: str, type_name: str, items: int, n: int, block: int
) -> Line:
    line = copy.copy(template)
    problem = {**template["problem"], "type": type_name, "n": n, "dist": dist}
    if seed:
        problem["seed"] = seed
    config = {**template["config"], "block": block, "items": items}
    texts = (",".join(f"{k}={v}" for k, v in part.items()) for part in (problem, config))
    family, variant = template["family"], template["variant"]
    key = f"{family}/{variant}[{']['.join(texts)}]"
    draw = random.Random(key)
    line.update(key=key, problem=problem, config=config, is_base=block == 256 and items == 4)
    line.update(bytes=4 * n, ops=n, level=level + 1)
    if draw.random() < 0.01:
        for name in ("times_ns", "throughput_bytes_per_s", "throughput_elements_per_s"):
            line.pop(name, None)
        line.pop("fraction_of_ceiling", None)
        reason = ("the block does not divide the tile", "too much shared memory")[n % 3 == 0]
        return line | {"status": "skipped", "reason": reason}
    limit = 3800.0 * min(1.0, 0.01 * 1.6**level)  # bytes per ns at large n
    off = 1 + 0.06 * abs(math.log2(block / 256)) + 0.04 * abs(math.log2(items / 4))
    median = (3000.0 + 200.0 * (12 - level) + 4 * n / limit * off) * draw.uniform(0.985, 1.015)
    half = median * draw.uniform(0.002, 0.012)
    line["times_ns"] = {
        "n": draw.randint(10, 200),
        "median": median,
        "ci_lo": median - half,
        "ci_hi": median + half,
        "mean": median * 1.001,
        "min": median - 3 * half,
        "p05": median - 2 * half,
        "p95": median + 2.5 * half,
    }
    line["throughput_bytes_per_s"] = 4 * n / median * 1e9
    line["throughput_elements_per_s"] = n / median * 1e9
    line["fraction_of_ceiling"] = 4 * n / median * 1e9 / 4.3e12
    return line | _state(draw, line["times_ns"]["n"])


def _state(draw: random.Random, samples: int) -> Line:
    """What the card did at one point: hardly ever the same twice."""
    clock = 1_980_000_000 - 15_000_000 * draw.randint(0, 3)
    before = {
        "clocks": {"sm_hz": clock, "memory_hz": 3_201_000_000},
        "temperature_c": float(draw.randint(35, 60)),
        "power_w": round(draw.uniform(100, 600), 3),
        "throttle_reasons": 0,
    }
    after = {**before, "power_w": round(draw.uniform(100, 600), 3)}
    return {
        "effective_samples": samples * draw.uniform(0.3, 1.0),
        "warm_up": {"runs": draw.randint(3, 20), "steady": True, "drift": draw.uniform(0, 0.01)},
        "before": before,
        "during": {"sm_hz": clock, "throttle_reasons": 0},
        **after,
        "wall_s": draw.uniform(0.01, 0.05),
    }


def write(count: int, path: Path) -> Path:
    """Writes such a journal, and returns its path."""
    with path.open("w", encoding="utf-8") as file:
        for line in lines(count):
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
    return path


def main() -> int:
    """Writes a journal; returns 0."""
    parser = argparse.ArgumentParser(
        description="An invented journal of any length, to try reports on.",
        epilog="example: large_journal.py 100000 large.jsonl",
    )
    parser.add_argument("count", type=int, help="measurements")
    parser.add_argument("file", type=Path, help="to be written")
    arguments = parser.parse_args()
    write(arguments.count, arguments.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
