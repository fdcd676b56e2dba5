"""A table as the page shows it: the most relevant rows; the CSV has all."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from ..tables.table import Cell, Column, Table

MAX_ROWS = 400

# What makes a row matter, best first: the first of these columns that a table has decides.
RELEVANCE = (
    ("fraction_of_ceiling", "nearest to the ceiling"),
    ("throughput_bytes_per_s", "with the highest throughput"),
    ("points", "of the most points"),
)


@dataclass(frozen=True)
class PageTable:
    """`name` is the base of the CSV's name; `hidden` says which rows are not here, or is empty."""

    name: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: list[list[Cell]]
    hidden: str


def page_table(name: str, table: Table, warned: dict[str, str]) -> PageTable:
    """Marks rows whose point (by its column `key`) was warned of, and caps the number of rows."""
    frame, hidden = _most_relevant(table.frame)
    columns = table.columns
    if "key" in frame.columns and not any(c.key == "warning_text" for c in columns):
        texts = [warned.get(str(key), "") for key in frame["key"]]
        if any(texts):
            frame = frame.assign(warning_text=texts)
            columns = (*columns, Column("warning_text", "warnings"))
    cells = replace(table, columns=columns, frame=frame).rows()
    return PageTable(name, table.title, table.note, columns, cells, hidden)


def _most_relevant(frame: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    if len(frame) <= MAX_ROWS:
        return frame, ""
    for column, words in RELEVANCE:
        if column in frame.columns and frame[column].notna().any():
            kept = frame[column].rank(method="first", ascending=False) <= MAX_ROWS
            return frame[kept], f"the {MAX_ROWS} rows {words}, of {len(frame)}"
    return frame.iloc[:MAX_ROWS], f"the first {MAX_ROWS} of {len(frame)} rows"
