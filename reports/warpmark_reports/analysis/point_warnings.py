"""Warnings of the measuring engine at single points: their meaning and severity."""

from __future__ import annotations

from typing import Any

import pandas as pd

COLUMN = "warnings"
NOTED = "notes"
UNVERIFIED = "unverified"

# docs/measuring.md has the full definitions, and what to do.
MEANINGS = {
    "bimodal": "the machine changed between two states, and the median is of one of them",
    "buffers_stay_in_cache": "too few buffers to rotate through: part of the data stayed in cache",
    "clocks_not_locked": "the clock moved by more than the precision under load",
    "ecc_errors": "the card's memory had errors",
    "fixed_inputs": "too little memory to rotate inputs",
    "near_launch_floor": "most of the time is the launch: no measure of bandwidth",
    "not_held": "the host enqueued while the card worked: its time may be included",
    "not_precise": "the interval is wider than requested by more than half",
    "not_steady": "the times still changed while they were sampled",
    "other_process": "another process used the card",
    "power_throttle": "the card lowered its clocks for power",
    "thermal_throttle": "the card lowered its clocks for heat",
    "timer_too_coarse": "one tick of the timer is more than the requested precision",
    "too_few_samples": "fewer than six samples: no 95 % interval",
    UNVERIFIED: "no reference says whether the result is right",
}
# These spoil a time; the others only widen its interval or limit what it may be read as.
GRAVE = (
    "clocks_not_locked", "ecc_errors", "other_process", "power_throttle", "thermal_throttle",
    UNVERIFIED,
)  # fmt: skip
# Properties of a point and no doubts about it; older journals have them among the warnings.
NOTES = frozenset(("near_launch_floor",))


def names_of(value: Any) -> list[str]:
    """The names in the list of one point, sorted; a point of an old journal has none."""
    return sorted(map(str, value)) if value and isinstance(value, list) else []


def of_rows(rows: pd.DataFrame) -> list[list[str]]:
    """The warnings of each row, without notes."""
    return [[n for n in names if n not in NOTES] for names in _lists(rows, COLUMN)]


def notes_of_rows(rows: pd.DataFrame) -> list[list[str]]:
    """The notes of each row, wherever its journal has them."""
    pairs = zip(_lists(rows, COLUMN), _lists(rows, NOTED), strict=True)
    return [[*(n for n in warned if n in NOTES), *noted] for warned, noted in pairs]


def _lists(rows: pd.DataFrame, column: str) -> list[list[str]]:
    if column not in rows.columns:
        return [[] for _ in range(len(rows))]
    # Rows with the same names share one list of them.
    known: dict[int, list[str]] = {}
    values = rows[column].to_numpy(dtype=object)
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
    """The points that have warnings or notes, by their key: as a text, notes last."""
    found = zip(frame["key"], of_rows(frame), notes_of_rows(frame), strict=True)
    named = ((str(key), [*warned, *noted]) for key, warned, noted in found)
    return {key: ", ".join(map(plain, names)) for key, names in named if names}
