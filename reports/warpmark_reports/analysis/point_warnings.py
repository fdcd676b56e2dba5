"""Warnings of the measuring engine at single points: their meaning and severity."""

from __future__ import annotations

from typing import Any

import pandas as pd

COLUMN = "warnings"
UNVERIFIED = "unverified"

# docs/measuring.md has the full definitions, and what to do.
MEANINGS = {
    "bimodal": "the samples lie in two groups, and the median may be in either",
    "buffers_stay_in_cache": "too few buffers to rotate through: part of the data stayed in cache",
    "clocks_not_locked": "the clock moved by more than 1 % around the samples",
    "near_launch_floor": "most of the time is the launch: no measure of bandwidth",
    "not_held": "the host enqueued while the card worked: its time may be included",
    "not_precise": "sampling ended before the interval was as narrow as requested",
    "not_steady": "the time still drifted when the warm-up ended",
    "other_process": "another process used the card",
    "power_throttle": "the card lowered its clocks for power",
    "thermal_throttle": "the card lowered its clocks for heat",
    "timer_too_coarse": "one tick of the timer is more than the requested precision",
    "too_few_samples": "fewer than six samples: no 95 % interval",
    UNVERIFIED: "no reference says whether the result is right",
}
# These spoil a time; the others only widen its interval or limit what it may be read as.
GRAVE = (
    "clocks_not_locked", "other_process", "power_throttle", "thermal_throttle", UNVERIFIED,
)  # fmt: skip


def names_of(value: Any) -> list[str]:
    """The warnings of one point, sorted; a point of an old journal has none."""
    return sorted(map(str, value)) if value and isinstance(value, list) else []


def of_rows(rows: pd.DataFrame) -> list[list[str]]:
    """The warnings of each row."""
    if COLUMN not in rows.columns:
        return [[] for _ in range(len(rows))]
    # Rows with the same warnings share one list of them.
    known: dict[int, list[str]] = {}
    values = rows[COLUMN].to_numpy(dtype=object)
    return [known.get(id(v)) or known.setdefault(id(v), names_of(v)) for v in values]


def counted(rows: pd.DataFrame) -> dict[str, int]:
    """How many rows have each warning: the grave ones first, then the most frequent."""
    counts: dict[str, int] = {}
    for names in of_rows(rows):
        for name in names:
            counts[name] = counts.get(name, 0) + 1
    order = sorted(counts, key=lambda name: (name not in GRAVE, -counts[name], name))
    return {name: counts[name] for name in order}


def plain(name: str) -> str:
    """near_launch_floor -> near launch floor."""
    return name.replace("_", " ")


def by_key(frame: pd.DataFrame) -> dict[str, str]:
    """The points that have warnings, by their key: the warnings as a text."""
    pairs = zip(frame["key"], of_rows(frame), strict=True)
    return {str(key): ", ".join(map(plain, names)) for key, names in pairs if names}
