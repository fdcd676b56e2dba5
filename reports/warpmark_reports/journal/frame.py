"""The tidy frame, one row per measurement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from .column_names import in_order, is_axis, is_number, is_text
from .columns import Chunk, joined

MAX_CONSOLIDATED_ROWS = 100_000


def tidy(chunks: Sequence[Chunk]) -> pd.DataFrame:
    """All chunks as one frame, in their order; see `column_names` for its columns.

    A long frame keeps the arrays of its columns: to put columns of a type together, as pandas does,
    takes their memory twice.
    """
    filled = [part for part in chunks if part.count]
    columns = in_order(dict.fromkeys(name for part in filled for name in part.columns))
    rows = sum(part.count for part in filled)
    arrays = {name: joined(name, filled) for name in columns}
    # With its type given, since pandas makes a column of its own strings of an array of texts.
    series = {n: pd.Series(array, dtype=array.dtype, copy=False) for n, array in arrays.items()}
    return pd.DataFrame(series, copy=rows <= MAX_CONSOLIDATED_ROWS)


def stacked(first: pd.DataFrame, second: pd.DataFrame) -> pd.DataFrame:
    """The rows of two tidy frames; columns that only one has are empty in the other."""
    columns = in_order(dict.fromkeys([*first.columns, *second.columns]))
    axes = {name for name in columns if is_axis(name)}
    whole = {
        name
        for name in axes
        if all(part[name].dtype == "Int64" for part in (first, second) if name in part)
    }
    parts = [_loose(part, axes - whole) for part in (first, second)]
    frame = pd.concat(parts, ignore_index=True).reindex(columns=columns)
    types: dict[str, Any] = {"is_base": bool}
    types |= {name: "float64" for name in columns if is_number(name)}
    types |= {name: object for name in columns if is_text(name)}
    types |= {name: "Int64" if name in whole else object for name in axes}
    return frame.astype({name: kind for name, kind in types.items() if frame[name].dtype != kind})


def _loose(part: pd.DataFrame, mixed: set[str]) -> pd.DataFrame:
    """Whole numbers as objects where another frame has texts."""
    names = [name for name in part.columns if name in mixed and part[name].dtype == "Int64"]
    return part.assign(**{n: part[n].astype(object).where(part[n].notna(), None) for n in names})


def records(frame: pd.DataFrame) -> Iterator[Any]:
    """The rows as named tuples, whose fields have no static type."""
    return iter(frame.itertuples())
