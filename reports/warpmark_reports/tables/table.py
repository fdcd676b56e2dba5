"""A table, written as CSV and shown on the page."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

Format = Callable[[Any], str]


@dataclass(frozen=True)
class Column:
    """One column: its key in the frame, its heading, and how a number of it reads."""

    key: str
    heading: str
    format: Format | None = None  # None: text


@dataclass(frozen=True)
class Cell:
    """What the page shows, and the number to sort by ("" for text)."""

    text: str
    sort: str


@dataclass(frozen=True)
class Table:
    """A frame with the columns to show; the CSV holds the full frame."""

    name: str
    title: str
    note: str
    columns: tuple[Column, ...]
    frame: pd.DataFrame

    def rows(self) -> list[list[Cell]]:
        """The cells as the page shows them; what is missing reads as a dash."""
        records = self.frame.to_dict("records")
        return [[_cell(record[c.key], c.format) for c in self.columns] for record in records]


def _cell(value: Any, show: Format | None) -> Cell:
    if (
        value is None
        or value is pd.NA
        or value == ""
        or (isinstance(value, float) and math.isnan(value))
    ):
        return Cell("–", "")
    if show is None:
        return Cell(str(value), "")
    return Cell(show(value), repr(float(value)))
