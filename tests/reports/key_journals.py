"""Invented journals of families that work on keys, from a time for each point. Never results.

`python key_journals.py merge|sort|count FILE` writes one, to look at a report by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import sample_journal
from sample_journal import Line

COPY, READ = 4.0e12, 4.4e12  # bytes/s
BYTES = {"u8": 1, "u32": 4, "u64": 8}


Problem = Mapping[str, int | str]


class Point(NamedTuple):
    """A point of a journal; `ns` is its median, whose interval is 2 % wide to either side."""

    variant: str
    problem: Problem
    ns: float
    bytes: int
    config: Problem | None = None
    samples: int = 40


def journal(family: str, points: Iterable[Point], backend: str = "cuda") -> list[Line]:
    """Manifest, a measurement per point, end; on simt the time is a modelled one beside a count of
    warp instructions. Variants are in the order of their first points.
    """
    given = list(points)
    ranks = {name: i for i, name in enumerate(dict.fromkeys(p.variant for p in given), start=1)}
    head = sample_journal.manifest(backend, len(given))
    if backend == "cuda":
        head["ceilings"] = {"read_bytes_per_s": READ, "copy_bytes_per_s": COPY}
    lines = [_line(family, point, backend, ranks[point.variant]) for point in given]
    end = {"event": "end", "ended_at": "2000-01-01T00:01:00Z", "complete": True}
    return [head, *lines, {**end, "counts": {"ok": len(lines)}, "wall_s": 60.0}]


def _line(family: str, point: Point, backend: str, level: int) -> Line:
    config = point.config or {}
    texts = [",".join(f"{k}={v}" for k, v in each.items()) for each in (point.problem, config)]
    line: Line = {
        "event": "measurement",
        "key": f"{family}/{point.variant}[{texts[0]}][{texts[1]}]",
        "family": family,
        "variant": point.variant,
        "problem": point.problem,
        "config": config,
        "is_base": True,
        "level": level,
        "backend": backend,
        "status": "ok",
        "bytes": point.bytes,
        "ops": 1,
        "launches": 1,
        "resources": [],
        "wall_s": 0.01,
    }
    if backend != "cuda":
        counters = {"warp_instructions": round(point.ns), "thread_instructions": round(point.ns)}
        modelled = {"modelled_time_ns": point.ns, "modelled_bound_by": "dram"}
        return {**line, **modelled, "counters": counters, "state": "exact", "stop_reason": "exact"}
    ceiling = ("read", READ) if family == "count" else ("copy", COPY)
    line["times_ns"] = {
        "n": point.samples,
        "median": point.ns,
        "ci_lo": 0.98 * point.ns,
        "ci_hi": 1.02 * point.ns,
        "mean": point.ns,
        "min": 0.9 * point.ns,
        "p05": 0.95 * point.ns,
        "p95": 1.05 * point.ns,
    }
    line.update(state="cold", stop_reason="precision", ceiling=ceiling[0])
    line["fraction_of_ceiling"] = point.bytes / point.ns * 1e9 / ceiling[1]
    return line


def merge_points(n: int = 2**24, types: tuple[str, ...] = ("u32",)) -> list[Point]:
    """A sweep of runs: threads for pairs of runs tire, merge paths do not, a network has one run
    alone; beside them four ways and a payload, which no two-way figure shows.
    """
    points = []
    runs = [2**power for power in range(2, n.bit_length() - 1)]
    for name in types:
        size = 2 * n * BYTES[name]
        for run in runs:
            fixed = {"type": name, "n": n, "run": run}
            two = {**fixed, "ways": 2, "payload": "none", "dist": "uniform", "offset": 0}
            full = size / 1.6e12 * 1e9 + 3000
            serial = max(full, size / (n / (2 * run)) * 0.7)
            for block, slower in ((64, 1.0), (256, 1.3)):
                config = {"block": block}
                points.append(Point("thread_serial_vec4", two, serial * slower, size, config))
                points.append(
                    Point("rank_search", two, 1.5 * full * slower + run**0.5, size, config)
                )
                points.append(Point("merge_path", two, full * slower, size, config))
            points.append(Point("vendor_cub_merge", two, full * 0.9, size))
            points.append(Point("merge_path", {**two, "ways": 4}, full / 2, size, {"block": 64}))
            points.append(
                Point("merge_path", {**two, "payload": "u32"}, 2 * full, 2 * size, {"block": 64})
            )
    return points


def sort_points() -> list[Point]:
    """Whole sorts over n, with and without a payload."""
    points = []
    rates = {"merge_sort": (5e9, 15e3), "onesweep": (2.7e10, 20e3), "bitonic": (1.1e9, 9e3)}
    rates |= {"vendor_cub_merge": (5.5e9, 14e3), "vendor_cub_radix": (3.0e10, 22e3)}
    for payload, more in (("none", 0), ("u32", 4)):
        for name, (rate, floor) in rates.items():
            for n in (2**power for power in range(12, 29, 2)):
                problem = {"type": "u32", "n": n, "payload": payload, "dist": "uniform"}
                ns = floor + n / rate * (4 + more) / 4 * 1e9
                points.append(Point(name, problem, ns, 2 * (4 + more) * n))
    return points


def count_points() -> list[Point]:
    """Histograms of bytes over n."""
    rates = {"all_pairs": (2e8, 6e3), "shared_block": (2.6e12, 5e3), "vendor_cub": (2.1e12, 8e3)}
    return [
        Point(
            name,
            {"type": "u8", "n": n, "bins": 256, "keys": "dense", "dist": "uniform", "offset": 0},
            floor + n / rate * 1e9,
            n + 4 * 256,
        )
        for name, (rate, floor) in rates.items()
        for n in (2**power for power in range(8, 31, 2))
    ]


POINTS = {"merge": merge_points, "sort": sort_points, "count": count_points}

if __name__ == "__main__":
    sample_journal.write(Path(sys.argv[2]), journal(sys.argv[1], POINTS[sys.argv[1]]()))
