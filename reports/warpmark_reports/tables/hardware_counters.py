"""What a card counted of one point per variant, beside the interpreter's exact counters."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pandas as pd

from ..analysis import choose
from ..analysis.views import View
from ..base import units
from ..journal.column_names import COUNTED, HARDWARE
from ..journal.hardware_counters import measured_columns
from ..journal.hardware_metrics import PAIRS
from .table import Column, Table

EXACT, TREND = "exact", "trend"


def hardware_counters(frame: pd.DataFrame, view: View) -> Table | None:  # noqa: ARG001 the tables' signature
    """One row per variant and metric; those that are zero on both sides are left out."""
    metrics = measured_columns(frame)
    ok = frame[(frame["status"] == "ok") & frame[metrics].notna().any(axis=1)]
    if not metrics or ok.empty:
        return None
    rows, held = choose.pinned(ok)
    type_name = choose.types(rows)[0]
    rows = choose.of_type(rows, type_name)
    n = choose.largest_common_size(rows)
    if n is None:
        return None
    picked = choose.at_one_point(rows, n, choose.usual_block(rows))
    data = pd.DataFrame([line for row in picked.to_dict("records") for line in _lines(row)])
    if data.empty:
        return None
    point = "; ".join(filter(None, (f"n = {units.size(n)}", type_name, held)))
    note = (
        f"{point}; measured: by the card, in one execution; counted: by the interpreter, of the "
        "same point. Exact pairs are equal; of a trend the interpreter counts PTX, or what "
        "perfect caches would move"
    )
    columns = (
        Column("variant", "variant"),
        Column("config", "config"),
        Column("counter", "counter"),
        Column("counted", "counted", units.grouped),
        Column("measured", "measured", _number),
        Column("ratio", "counted / measured", _ratio_text),
        Column("pair", "pair"),
        Column("metric", "metric"),
    )
    return Table("hardware_counters", "Counted and measured", note, columns, data)


def _lines(row: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    common = {"variant": row["variant"], "config": row["config_text"]}
    paired: set[str] = set()
    for pair in PAIRS:
        values = [float(row.get(f"{HARDWARE}{name}", math.nan)) for name in pair.metrics]
        paired.update(pair.metrics)
        line = _line(float(row.get(f"{COUNTED}{pair.counter}", math.nan)), sum(values))
        if line:
            kind, names = EXACT if pair.exact else TREND, " + ".join(pair.metrics)
            yield {**common, "counter": pair.counter, **line, "pair": kind, "metric": names}
    for column in filter(lambda name: name.startswith(HARDWARE), row):
        metric = column.removeprefix(HARDWARE)
        line = None if metric in paired else _line(math.nan, float(row[column]))
        if line:
            yield {**common, "counter": "", **line, "pair": "", "metric": metric}


def _line(counted: float, measured: float) -> dict[str, float] | None:
    """None where there is nothing to say: not measured, or zero on both sides."""
    if math.isnan(measured) or (measured == 0 and not counted > 0):
        return None
    ratio = counted / measured if measured else math.nan
    return {"counted": counted, "measured": measured, "ratio": ratio}


def _number(value: float) -> str:
    return units.grouped(value) if value == math.floor(value) else f"{value:.4g}"


def _ratio_text(value: float) -> str:
    return "1" if value == 1 else f"{value:.4f}"
