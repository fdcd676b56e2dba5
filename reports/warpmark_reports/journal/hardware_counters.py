"""Joins the interpreter's exact counters to what a card counted of the same points, by key."""

from __future__ import annotations

import pandas as pd

from .column_names import COUNTED, COUNTER, HARDWARE
from .hardware_metrics import COUNTERS


def measured_columns(frame: pd.DataFrame) -> list[str]:
    """The columns of a card's metrics."""
    return [name for name in frame.columns if name.startswith(HARDWARE)]


def attach(frame: pd.DataFrame) -> pd.DataFrame:
    """Gives each row that a card has counted the counters of the interpreter for its key as
    `counted_*`, where another row has them.
    """
    measured = measured_columns(frame)
    names = [name for name in COUNTERS if f"{COUNTER}{name}" in frame.columns]
    if not measured or not names:
        return frame
    exact = frame[(frame["backend"] == "simt") & (frame["status"] == "ok")]
    exact = exact.drop_duplicates("key", keep="last").set_index("key")
    keys = frame["key"].where(frame[measured].notna().any(axis=1))
    columns = {f"{COUNTED}{name}": keys.map(exact[f"{COUNTER}{name}"]) for name in names}
    return frame.assign(**{name: column.astype("float64") for name, column in columns.items()})
