"""An invented journal of `run --energy`: larger blocks are faster, and take more power."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sample_journal

Line = dict[str, Any]
VARIANTS = ("tree_sequential", "shuffle_two_level", "shuffle_xor")
N = 2**24
# ns and watts by variant and block. Of the i32 configs the front is shuffle_xor at 64 and 256 and
# shuffle_two_level at 1024.
VALUES = {
    ("tree_sequential", 64): (60_000.0, 300.0),  # 18 mJ
    ("tree_sequential", 256): (58_000.0, 350.0),  # 20.3 mJ
    ("tree_sequential", 1024): (59_000.0, 360.0),  # 21.24 mJ
    ("shuffle_two_level", 64): (50_000.0, 310.0),  # 15.5 mJ
    ("shuffle_two_level", 256): (32_000.0, 420.0),  # 13.44 mJ
    ("shuffle_two_level", 1024): (20_000.0, 700.0),  # 14 mJ
    ("shuffle_xor", 64): (40_000.0, 200.0),  # 8 mJ
    ("shuffle_xor", 256): (30_000.0, 300.0),  # 9 mJ
    ("shuffle_xor", 1024): (200_000.0, 400.0),  # 80 mJ
}


def joules(variant: str, block: int) -> float:
    """Per execution."""
    ns, watts = VALUES[variant, block]
    return ns * 1e-9 * watts


def measurement(variant: str, block: int, type_name: str = "i32") -> Line:
    """A line with both quantities; the ends of energy's interval are -2 % and +3 %."""
    line = sample_journal.measurement("cuda", variant, type_name, N, block)
    ns, watts = VALUES[variant, block]
    energy = joules(variant, block)
    times = {"n": 40, "median": ns, "ci_lo": 0.99 * ns, "ci_hi": 1.01 * ns}
    return line | {
        "times_ns": times,
        "throughput_bytes_per_s": 4 * N / ns * 1e9,
        "energy": {
            "joules": energy,
            "ci_lo": 0.98 * energy,
            "ci_hi": 1.03 * energy,
            "spans": 5,
            "executions": 100_000,
            "mean_power_w": watts,
            "idle_power_w": 75.0,
            "state": "rotated",
            "source": "counter",
        },
        "latency": {
            "enqueue_ns": {"median": 4000.0, "ci_lo": 3900.0, "ci_hi": 4200.0},
            "end_to_end_ns": {"median": 5000.0 + ns, "ci_lo": 4800.0 + ns, "ci_hi": 5500.0 + ns},
            "samples": 201,
            "state": "cold",
        },
    }


def journal(folder: Path) -> Path:
    """All variants and blocks, of one problem; a point without energy among them."""
    points = [measurement(variant, block) for variant, block in VALUES]
    without = sample_journal.measurement("cuda", "strided", "i32", N, 256)
    points.append(without | {"no_energy": "its inputs must be restored"})
    end = {"event": "end", "ended_at": "2000-01-01T00:01:00Z", "complete": True, "wall_s": 60.0}
    end |= {"counts": {"ok": len(points)}}
    lines = [sample_journal.manifest("cuda", len(points)), *points, end]
    return sample_journal.write(folder / "energy.jsonl", lines)
