"""Names, kinds and order of the tidy frame's columns."""

from __future__ import annotations

from collections.abc import Iterable

from .checks import TIME_KEYS

TIME_COLUMNS = ["time_n", *(f"time_{key}_ns" for key in TIME_KEYS if key != "n")]
RATE_COLUMNS = [
    "throughput_bytes_per_s",
    "throughput_ci_lo_bytes_per_s",
    "throughput_ci_hi_bytes_per_s",
    "throughput_elements_per_s",
    "fraction_of_ceiling",
    "warp_instructions_per_element",
]
RESOURCE_COLUMNS = [
    "registers_max",
    "shared_bytes_max",
    "spill_bytes",
    "occupancy_min",
    "occupancy_max",
]
COUNTER, HARDWARE, COUNTED = "counter_", "hardware_", "counted_"
COUNTS = (COUNTER, HARDWARE, COUNTED)  # of the interpreter, of the card, and the former beside it
NUMBERS = (*TIME_COLUMNS, *RATE_COLUMNS, *RESOURCE_COLUMNS, "bytes", "ops", "launches", "wall_s")
TEXTS = ("key", "family", "variant", "status", "reason", "backend", "state", "stop_reason")
LEADING = (*TEXTS, "time_kind", "problem_text", "config_text", "is_base", "run", "journal")
PLACED = (*LEADING, *NUMBERS, "findings")


def in_order(found: Iterable[str]) -> list[str]:
    """The columns that every frame has, then axes, then counters, then all others as found."""
    names = list(found)
    axes = [name for name in names if is_axis(name)]
    counters = [name for name in names if name.startswith(COUNTS)]
    return list(dict.fromkeys([*PLACED, *axes, *counters, *names]))


def is_number(column: str) -> bool:
    """Whether it is float64 in every frame, with NaN for what a line lacks."""
    return column in NUMBERS or column.startswith(COUNTS)


def is_text(column: str) -> bool:
    """Whether it has "" for what a line lacks."""
    return column in TEXTS


def is_axis(column: str) -> bool:
    """A parameter of problem or config; the texts of all of them are treated like all texts."""
    return column.startswith(("problem_", "config_")) and not column.endswith("_text")
