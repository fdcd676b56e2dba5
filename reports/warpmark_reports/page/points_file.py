"""tables/points.csv: all measurements, in blocks of rows: a long table is never a single text."""

from __future__ import annotations

from collections.abc import Iterator
from gzip import GzipFile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ..base.files import new_file, write_file

MAX_PLAIN_ROWS = 20_000  # a table of more is compressed: it takes 1 kB a row
DIGITS = "%.10g"
LEFT_OUT = ("findings", "time_samples_ns", "process_medians_ns", "phases")  # lists


def write_points(frame: pd.DataFrame, folder: Path) -> Path:
    """Writes points.csv, or points.csv.gz for many rows; returns its path."""
    points = frame.drop(columns=[name for name in LEFT_OUT if name in frame.columns])
    if len(points) <= MAX_PLAIN_ROWS:
        path = folder / "points.csv"
        write_file(path, b"".join(_blocks(points)))
        return path
    path = folder / "points.csv.gz"
    with (
        new_file(path) as file,
        GzipFile(filename="", mode="wb", compresslevel=1, fileobj=file, mtime=0) as packed,
    ):
        for block in _blocks(points):
            packed.write(block)
    return path


def _blocks(points: pd.DataFrame) -> Iterator[bytes]:
    for first in range(0, max(1, len(points)), MAX_PLAIN_ROWS):
        rows = points.iloc[first : first + MAX_PLAIN_ROWS]
        texts = {name: _digits(rows[name]) for name in rows.columns}
        table = pd.DataFrame(texts, index=rows.index, copy=False)
        text = table.to_csv(
            index=False, header=first == 0, lineterminator="\n", float_format=DIGITS
        )
        yield text.encode()


def _digits(column: pd.Series[Any]) -> pd.Series[Any]:
    """Numbers as texts, formatted at once: pandas takes three times as long for one by one."""
    if column.dtype != np.float64:
        return column
    values = column.to_numpy()
    is_given = ~np.isnan(values)
    given = values[is_given].tolist()
    texts = np.full(len(values), "", dtype=object)
    texts[is_given] = (f"{DIGITS}\n" * len(given) % tuple(given)).split("\n")[:-1]
    return pd.Series(texts, index=column.index, dtype=object)
