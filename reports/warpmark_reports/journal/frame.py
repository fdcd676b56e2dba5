"""Types and order of the tidy frame's columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from .checks import MAX_INTEGER, TIME_KEYS

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
PLACED = [*LEADING, *NUMERIC, "findings"]


def chunk(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Some rows with their final types as far as these rows tell; empty without rows.

    Equal texts become one object, as they recur in nearly every row of a large journal.
    """
    if not rows:
        return pd.DataFrame()
    frame = pd.DataFrame(rows, columns=_in_order(dict.fromkeys(key for row in rows for key in row)))
    typed: dict[str, Any] = {}
    for column in frame.columns:
        values = frame[column]
        if column in NUMERIC or column.startswith("counter_"):
            typed[column] = pd.to_numeric(values, errors="coerce").astype("float64")
        elif column in TEXTS:
            typed[column] = _shared(values.astype(object).where(values.notna(), ""))
        elif column == "is_base":
            typed[column] = values.map(lambda value: value is True).astype(bool)
        elif _is_parameter(column):
            typed[column] = _integers_if_possible(values)
        else:
            typed[column] = _shared(values)
    return pd.DataFrame(typed)


def tidy(chunks: list[pd.DataFrame]) -> pd.DataFrame:
    """All chunks as one, in their order; the columns above always exist, then what was found."""
    filled = [part for part in chunks if len(part)]
    found = dict.fromkeys(column for part in filled for column in part.columns)
    integers = {
        column
        for column in filter(_is_parameter, found)
        if all(part[column].dtype == "Int64" for part in filled if column in part)
    }
    columns = _in_order(found)
    if not filled:
        frame = pd.DataFrame(columns=columns)
    elif len(filled) == 1:
        frame = filled[0].reindex(columns=columns)
    else:
        frame = pd.concat([_loose(part, integers) for part in filled], ignore_index=True)
        frame = frame.reindex(columns=columns)
    chunks.clear()  # the largest journals fit in memory once, not twice
    types: dict[str, Any] = {column: "float64" for column in columns if column in NUMERIC}
    types |= {column: "float64" for column in columns if column.startswith("counter_")}
    types |= {
        column: "Int64" if column in integers else object
        for column in columns
        if _is_parameter(column)
    }
    types |= dict.fromkeys(TEXTS, object) | {"is_base": bool}
    frame["is_base"] = frame["is_base"].astype(object).where(frame["is_base"].notna(), False)
    return frame.astype({name: kind for name, kind in types.items() if frame[name].dtype != kind})


def _in_order(found: dict[str, None]) -> list[str]:
    parameters = [key for key in found if _is_parameter(key)]
    counters = [key for key in found if key.startswith("counter_")]
    return list(dict.fromkeys([*PLACED, *parameters, *counters, *found]))


def _is_parameter(column: str) -> bool:
    """An axis; their texts are treated like all texts."""
    return column.startswith(("problem_", "config_")) and not column.endswith("_text")


def _loose(part: pd.DataFrame, integers: set[str]) -> pd.DataFrame:
    """Whole numbers as objects where another chunk holds texts."""
    mixed = [c for c in part.columns if _is_parameter(c) and c not in integers]
    mixed = [c for c in mixed if part[c].dtype == "Int64"]
    return part.assign(**{c: part[c].astype(object).where(part[c].notna(), None) for c in mixed})


def _shared(values: pd.Series[Any]) -> pd.Series[Any]:
    if values.dtype != object and not isinstance(values.dtype, pd.StringDtype):
        return values
    same: dict[str, str] = {}
    texts = [same.setdefault(v, v) if isinstance(v, str) else v for v in values.astype(object)]
    plain = np.empty(len(texts), dtype=object)
    plain[:] = texts
    return pd.Series(plain, index=values.index, dtype=object)


def _integers_if_possible(values: pd.Series[Any]) -> pd.Series[Any]:
    if pd.api.types.is_integer_dtype(values.dtype):
        return values.astype("Int64")
    present = values.dropna()
    if all(isinstance(value, int | float) and _is_integer(value) for value in present):
        return values.astype("Int64")
    return _shared(values.astype(object))


def _is_integer(value: float) -> bool:
    return abs(value) <= MAX_INTEGER and float(value).is_integer()


def records(frame: pd.DataFrame) -> Iterator[Any]:
    """The rows as named tuples, whose fields have no static type."""
    return iter(frame.itertuples())
