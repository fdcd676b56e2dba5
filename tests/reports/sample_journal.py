"""Invented journals for tests: the shape of real ones, none of the numbers. Never results.

`python sample_journal.py simt|cuda FILE` writes one, to look at a report by hand.
"""

from __future__ import annotations

import json
import math
import random
import sys
from pathlib import Path
from typing import Any

VARIANTS = (
    "serial_thread",
    "chunked",
    "strided",
    "tree_multipass",
    "atomic_single_cell",
    "atomic_per_block",
    "tree_interleaved_divergent",
    "tree_interleaved_compact",
    "tree_sequential",
    "shuffle_two_level",
    "shuffle_xor",
)
BLOCKS = (32, 64, 128, 256, 512, 1024)
SIZES = tuple(2**power for power in range(10, 29, 2))
CARD = {
    "name": "Sample Card",
    "uuid": None,
    "compute_capability": "9.0",
    "multiprocessors": 132,
    "driver_version": "0.0",
}
Line = dict[str, Any]


def manifest(backend: str, planned: int) -> Line:
    """A first line; `backend` is cuda or simt."""
    timed = backend == "cuda"
    return {
        "event": "manifest",
        "schema": "warpmark/1",
        "tool": {"version": "0.0.0", "commit": "0123456789abcdef", "dirty": not timed},
        "argv": ["warpmark", "run", "reduce/*", "--backend", backend],
        "started_at": "2000-01-01T00:00:00Z",
        "host": {"name": "sample", "os": "Sample OS", "cpu": "Sample CPU", "cores": 2},
        "backend": backend,
        "card": CARD,
        "nvrtc_version": "13.0",
        "compiler_flags": ["--std=c++20", "-lineinfo"],
        "seed": 1,
        "contract": {
            "state": "cold" if timed else "exact",
            "precision": 0.01,
            "interval": "95 % interval of the median, order statistics",
        },
        "ceilings": {"read_bytes_per_s": 4.0e12, "launch_floor_ns": 3000.0} if timed else {},
        "planned_points": planned,
    }


def measurement(backend: str, variant: str, type_name: str, n: int, block: int) -> Line:
    """One line; the numbers depend only on the arguments."""
    items = 1 if variant in ("serial_thread", "atomic_single_cell") else 4
    key = (
        f"reduce/{variant}[type={type_name},n={n},op=sum,dist=uniform][block={block},items={items}]"
    )
    line: Line = {
        "event": "measurement",
        "key": key,
        "family": "reduce",
        "variant": variant,
        "problem": {"type": type_name, "n": n, "op": "sum", "dist": "uniform"},
        "config": {"block": block, "items": items},
        "is_base": block == 256,
        "level": VARIANTS.index(variant) + 1,
        "backend": backend,
        "status": "ok",
        "bytes": 4 * n,
        "ops": n - 1,
        "launches": 2,
        "resources": [
            {"kernel": variant, "registers": 16 + VARIANTS.index(variant), "occupancy": 1.0}
        ],
        "wall_s": 0.01,
    }
    draw = random.Random(key)
    if variant == "serial_thread" and n > 2**24:
        line.update(status="skipped", reason="one thread would take longer than the point's limit")
    elif variant == "atomic_single_cell" and type_name == "f32" and n == SIZES[-1]:
        verify = {"ok": False, "first_bad_index": 0, "expected": "1.5", "got": "1.25"}
        line.update(status="wrong", reason="outside the tolerance", verify=verify)
    elif backend == "cuda":
        line.update(_timed(variant, n, block, draw))
    else:
        line.update(_counted(variant, n, block))
    return line


def _law(variant: str, n: int, block: int) -> float:
    level = VARIANTS.index(variant)
    limit = 3800.0 * min(1.0, 0.0008 * 2.3**level)  # bytes per ns at large n
    best_block = 128 if n < 2**20 else 512
    off = 1 + 0.08 * abs(math.log2(block / best_block))
    return 3000.0 + 250 * (10 - level) + 4 * n / limit * off


def _timed(variant: str, n: int, block: int, draw: random.Random) -> Line:
    median = _law(variant, n, block) * draw.uniform(0.985, 1.015)
    half = median * draw.choice((0.01, 0.01, 0.02)) * draw.uniform(0.4, 1.0)
    samples = draw.randint(15, 120)
    return {
        "times_ns": {
            "n": samples,
            "median": median,
            "ci_lo": median - half,
            "ci_hi": median + half * 1.1,
            "mean": median * 1.001,
            "min": median - 3 * half,
            "p05": median - 2 * half,
            "p95": median + 2.5 * half,
        },
        "stop_reason": "precision" if half / median < 0.01 else "budget",
        "state": "cold",
        "throughput_bytes_per_s": 4 * n / median * 1e9,
        "throughput_elements_per_s": n / median * 1e9,
        "fraction_of_ceiling": 4 * n / median * 1e9 / 4.0e12,
        "temperature_c": 40.0,
        "power_w": 300.0,
    }


def _counted(variant: str, n: int, block: int) -> Line:
    level = VARIANTS.index(variant)
    lanes = 1 if level == 0 else 32
    warps = max(1, n // 128)
    instructions = int(n * (14 - level) / lanes * (1 + 0.05 * abs(math.log2(block / 256)))) + 40
    shared = warps * 5 if level >= 5 else 0
    atomic = {4: n, 5: max(1, n // block)}.get(level, 0)
    counters: dict[str, int] = {
        "warp_instructions": instructions,
        "thread_instructions": int(instructions * (lanes - (14 if level == 6 else level % 3))) or 1,
        "longest_warp_instructions": instructions if level == 0 else 40 + 10 * level,
        "integer_instructions": instructions // 2,
        "float32_instructions": 0,
        "float64_instructions": 0,
        "branches": instructions // 9,
        "divergent_branches": warps * 4 if level == 6 else 0 if level < 5 else 3,
        "barriers": shared // 4,
        "block_barriers": shared // 16,
        "shuffles": warps * 5 if level > 8 else 0,
        "votes": 0,
        "blocks": max(1, n // (4 * block)),
        "warps": warps,
        "launches": 2,
    }
    for what, count in (("load", n // 32 * (8 if level == 1 else 1)), ("store", 1)):
        counters[f"global_{what}_requests"] = n // 32
        counters[f"global_{what}_sectors"] = 4 * count
        counters[f"shared_{what}_requests"] = shared
        counters[f"shared_{what}_wavefronts"] = shared * (6 if level == 7 else 1)
        counters[f"shared_{what}_ideal_wavefronts"] = shared
    for name in ("requests", "sectors", "lanes", "serialisation"):
        counters[f"global_atomic_{name}"] = atomic
    for name in ("requests", "wavefronts", "ideal_wavefronts"):
        counters[f"shared_atomic_{name}"] = 0
    line: Line = {
        "counters": counters,
        "state": "exact",
        "stop_reason": "exact",
        "modelled_time_ns": _law(variant, n, block),
        "modelled_bound_by": "dram" if n > 2**20 else "launches",
        "modelled_terms_ns": {
            **{"launches": 2000.0, "dram": 0.8 * _law(variant, n, block)},
            **{"latency": 0.5 * _law(variant, n, block), "drain": 150.0},
        },
        "modelled_savings": {"dram_loads": 0.08, "latency": 0.01},
        "modelled_card": CARD["name"],
    }
    if level == 6:
        line["findings"] = [
            {
                "kind": "missing_lanes",
                "message": "lanes 0x0000ff00 of the mask do not take part",
                "kernel": "tree",
                "file": "tree.cuh",
                "line": 12,
                "block": [0, 0, 0],
                "warp": 1,
                "lanes": 255,
            }
        ]
    return line


def lines(
    backend: str,
    types: tuple[str, ...] = ("i32", "f32"),
    sizes: tuple[int, ...] = SIZES,
    blocks: tuple[int, ...] = BLOCKS,
) -> list[Line]:
    """A complete journal: manifest, one measurement per point, end."""
    points = [
        measurement(backend, variant, type_name, n, block)
        for variant in VARIANTS
        for type_name in types
        for n in sizes
        for block in blocks
    ]
    counts: dict[str, int] = {}
    for point in points:
        counts[point["status"]] = counts.get(point["status"], 0) + 1
    end = {
        "event": "end",
        "ended_at": "2000-01-01T00:01:00Z",
        "complete": True,
        "counts": counts,
        "wall_s": 60.0,
    }
    return [manifest(backend, len(points)), *points, end]


def without_model(content: list[Line]) -> list[Line]:
    """The same as journals had it before times were modelled."""
    return [
        {key: value for key, value in line.items() if not key.startswith("modelled_")}
        for line in content
    ]


def write(path: Path, content: list[Line]) -> Path:
    """Writes the lines as a journal and returns its path."""
    path.write_text("".join(json.dumps(line) + "\n" for line in content), encoding="utf-8")
    return path


if __name__ == "__main__":
    write(Path(sys.argv[2]), lines(sys.argv[1]))
