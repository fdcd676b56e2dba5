"""The unit of each column of the tidy frames, from its name."""

from __future__ import annotations

from .column_names import COUNTED, COUNTER, HARDWARE

# Longest first: a throughput in bytes_per_s is no time in s.
ENDINGS = (
    ("_bytes_per_s", "B/s"),
    ("_elements_per_s", "1/s"),
    ("_bytes", "B"),
    ("_per_element", "1"),
    ("_ns", "ns"),
    ("_hz", "Hz"),
    ("_s", "s"),
    ("_c", "°C"),
    ("_w", "W"),
    ("_j", "J"),
)
NAMED = {
    "bytes": "B",
    "shared_bytes_max": "B",
    "time_samples_ns": "ns",
    "process_medians_ns": "ns",
    "problem_n": "elements",
    "config_block": "threads",
}
COUNTS = ("time_n", "process_count", "ops", "launches", "registers_max", "round", "order", "level")
RATIOS = (
    "fraction_of_ceiling",
    "occupancy_min",
    "occupancy_max",
    "effective_samples",
    "between_processes",
    "within_processes",
)


def unit_of(column: str) -> str:
    """`"ns"` of time_median_ns, `"1"` of a count or ratio, "" of what has none, such as a text."""
    if column in NAMED:
        return NAMED[column]
    if column.startswith(HARDWARE):
        return "B" if "__bytes" in column and column.endswith(".sum") else ""
    if column in (*COUNTS, *RATIOS) or column.startswith((COUNTER, COUNTED)):
        return "1"
    if column.startswith(("problem_", "config_")):
        return ""
    return next((unit for ending, unit in ENDINGS if column.endswith(ending)), "")
