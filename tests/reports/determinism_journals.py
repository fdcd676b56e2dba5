"""An invented journal of variants of all levels of determinism: the fastest one changes with n."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sample_journal

SIZES = (2**10, 2**20)
# ns by variant and size; half of the intervals' widths are 1 % of the times.
TIMES = {
    "atomic_single_cell": (4000.0, 9000.0),
    "strided": (5000.0, 6000.0),
    "tree_sequential": (4400.0, 7500.0),
    "vendor_cub": (1000.0, 1000.0),
}
LEVELS = {
    "atomic_single_cell": "none",
    "strided": "run",
    "tree_sequential": "card",
    "vendor_cub": "none",
}


def journal(folder: Path, levels: Mapping[str, str]) -> Path:
    """Variants without a level are as older journals have them."""
    points = []
    for variant, times in TIMES.items():
        for n, ns in zip(SIZES, times, strict=True):
            like = "strided" if variant == "vendor_cub" else variant
            line: dict[str, Any] = sample_journal.measurement("cuda", like, "f32", n, 256)
            line.update(variant=variant, key=line["key"].replace(like, variant))
            line["times_ns"].update(median=ns, ci_lo=0.99 * ns, ci_hi=1.01 * ns)
            if variant in levels:
                line["deterministic"] = levels[variant]
            points.append(line)
    lines = [sample_journal.manifest("cuda", len(points)), *points]
    return sample_journal.write(folder / "determinism.jsonl", lines)
