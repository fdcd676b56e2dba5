"""Types and order of the tidy frame's columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

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
NUMERIC = [*TIME_COLUMNS, *RATE_COLUMNS, *RESOURCE_COLUMNS, "bytes", "ops", "launches", "wall_s"]
TEXTS = ["key", "family", "variant", "status", "reason", "backend", "state", "stop_reason"]
LEADING = [*TEXTS, "time_kind", "problem_text", "config_text", "is_base", "run", "journal"]


def tidy(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Rows in the order of the journal; the columns above always exist, then whatever was found."""
    found = list(dict.fromkeys(key for row in rows for key in row))
    leading = [*LEADING, *NUMERIC, "findings"]
    parameters = [key for key in found if key.startswith(("problem_", "config_"))]
    counters = [key for key in found if key.startswith("counter_")]
    placed = dict.fromkeys([*leading, *parameters, *counters])
    columns = [*placed, *(key for key in found if key not in placed)]
    frame = pd.DataFrame(rows, columns=columns)
    for column in [*NUMERIC, *counters]:
        frame[column] = pd.to_numeric(frame[column], errors="coerce").astype("float64")
    for column in parameters:
        frame[column] = _whole_if_possible(frame[column])
    for column in TEXTS:
        frame[column] = frame[column].astype(object).where(frame[column].notna(), "")
    frame["is_base"] = frame["is_base"].map(lambda value: value is True).astype(bool)
    return frame


def _whole_if_possible(values: pd.Series[Any]) -> pd.Series[Any]:
    present = values.dropna()
    whole = all(isinstance(value, int | float) and float(value).is_integer() for value in present)
    return values.astype("Int64") if whole else values.astype(object)


def records(frame: pd.DataFrame) -> Iterator[Any]:
    """The rows as named tuples, whose fields have no static type."""
    return iter(frame.itertuples())
