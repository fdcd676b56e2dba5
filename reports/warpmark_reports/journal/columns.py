"""The measurements of a block as typed columns: what reading processes send to the first one.

A journal of a million lines is never a list of objects. The lines of a block become columns, whose
texts are codes of the few different ones, and all blocks become one frame, column by column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from .checks import MAX_INTEGER
from .column_names import is_axis, is_number, is_text

NOTHING = np.nan  # in a column of objects
NONE = type(None)

Row = dict[str, Any]
Objects = npt.NDArray[np.object_]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Coded:
    """Row i has values[codes[i]]; nothing if the code is -1. No two values are equal."""

    codes: npt.NDArray[np.int32]
    values: list[Any]

    def objects(self) -> Objects:
        """One object per row; rows with the same value share it."""
        found = np.empty(len(self.values) + 1, dtype=object)
        found[:-1] = self.values
        found[-1] = NOTHING
        return found[self.codes]


@dataclass(frozen=True)
class Integers:
    """Whole numbers; where the mask is set there is none."""

    values: npt.NDArray[np.int64]
    mask: Mask

    def objects(self) -> Objects:
        """As Python has them."""
        found = self.values.astype(object)
        found[self.mask] = NOTHING
        return found


# A plain array: float64 with NaN for nothing, int64 and bool only if no row lacks a value.
Column = Coded | Integers | npt.NDArray[Any]


@dataclass(frozen=True)
class Chunk:
    """Some measurements, `count` rows; a column that none of them has is not there."""

    count: int = 0
    columns: dict[str, Column] = field(default_factory=dict)

    def texts(self, name: str) -> list[Any]:
        """The different texts of a column."""
        column = self.columns.get(name)
        return column.values if isinstance(column, Coded) else []

    def objects(self, name: str) -> Objects:
        """A column of texts, a text per row."""
        column = self.columns[name]
        return column.objects() if isinstance(column, Coded) else np.full(self.count, None)

    def numbers(self, name: str) -> npt.NDArray[np.int64]:
        """A column of whole numbers; 0 where no row of the chunk has one."""
        column = self.columns.get(name)
        if isinstance(column, np.ndarray):
            return np.nan_to_num(column).astype(np.int64)
        return np.zeros(self.count, dtype=np.int64)

    def without(self, *names: str) -> Chunk:
        """The same without these columns."""
        kept = {name: column for name, column in self.columns.items() if name not in names}
        return Chunk(self.count, kept)

    def of_run(self, runs: npt.NDArray[np.int64], journal: str) -> Chunk:
        """The same with the columns `run` and `journal`."""
        name = Coded(np.zeros(self.count, dtype=np.int32), [journal])
        return Chunk(self.count, self.columns | {"run": runs, "journal": name})


def chunk(rows: Sequence[Row]) -> Chunk:
    """The rows by column, with the types that these rows show."""
    values: dict[str, list[Any]] = {}
    first = 0
    for names, like in groupby(rows, key=tuple):  # neighbours mostly have the same keys
        taken = list(like)
        last = first + len(taken)
        for name, found in zip(names, zip(*(r.values() for r in taken), strict=True), strict=True):
            if name not in values:
                values[name] = [None] * len(rows)
            values[name][first:last] = found
        first = last
    return Chunk(len(rows), {name: _column(name, found) for name, found in values.items()})


def _column(name: str, values: list[Any]) -> Column:
    if is_number(name):
        return _floats(values)
    if is_text(name):
        return coded(["" if value is None else value for value in values])
    if name == "is_base":
        return np.array([value is True for value in values], dtype=np.bool_)
    if is_axis(name):
        return _integers(values) or coded(values)
    return _inferred(values)


def _floats(values: list[Any]) -> npt.NDArray[np.float64]:
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = pd.to_numeric(pd.Series(values, dtype=object), errors="coerce")
        return numbers.to_numpy(dtype=np.float64)


def _integers(values: list[Any]) -> Integers | None:
    """None if one of the values is no whole number."""
    if set(map(type, values)) <= {int, float, NONE}:
        mask = np.array([value is None for value in values], dtype=np.bool_)
        whole = [0 if value is None else value for value in values]
        if all(map(_is_integer, whole)):
            return Integers(np.array(list(map(int, whole)), dtype=np.int64), mask)
    return None


def _is_integer(value: int | float) -> bool:
    return abs(value) <= MAX_INTEGER and (type(value) is int or value == int(value))


def _inferred(values: list[Any]) -> Column:
    """Of a key that the reader does not know."""
    kinds = set(map(type, values))
    if kinds == {bool}:
        return np.array(values, dtype=np.bool_)
    if kinds == {int} and max(map(abs, values)) <= MAX_INTEGER:
        return np.array(values, dtype=np.int64)
    if kinds & {int, float} and kinds <= {int, float, NONE}:
        with suppress(OverflowError):
            return np.array(values, dtype=np.float64)
    return coded(values)


def coded(values: Sequence[Any]) -> Coded:
    """The different ones of the values, in the order of appearance, and a code per value."""
    keys = list(values)
    if not set(map(type, keys)) <= {str, NONE}:
        keys = [None if value is None else _identity(value) for value in values]
    first = dict(zip(reversed(keys), reversed(values), strict=True))  # a key's first value stays
    places = dict.fromkeys(keys, -1)
    places.update((key, place) for place, key in enumerate(k for k in places if k is not None))
    codes = np.array([places[key] for key in keys], dtype=np.int32)
    return Coded(codes, [first[key] for key in places if key is not None])


def _identity(value: Any) -> Any:
    """Equal for what may be one object: 1 is not True, and lists have no hash."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    if isinstance(value, int | float):
        return type(value), value
    return id(value), None


def joined(name: str, chunks: Sequence[Chunk]) -> Any:
    """The column of all chunks as one array of numpy or pandas."""
    parts = [(part.count, part.columns.get(name)) for part in chunks]
    if is_number(name):
        return _plain(parts, np.float64, np.nan)
    if name == "is_base":
        return _plain(parts, np.bool_, False)
    found = [part for _, part in parts]
    if is_axis(name) and all(part is None or isinstance(part, Integers) for part in found):
        return _whole(parts)
    kind = None if is_text(name) else _common_kind(found)
    if kind is not None:
        return _plain(parts, kind, np.nan)
    return _objects(parts, "" if is_text(name) else NOTHING)


Parts = Sequence[tuple[int, Column | None]]  # with the rows of each


def _common_kind(parts: Sequence[Column | None]) -> type | None:
    """The type of numbers that the chunks agree on; None for objects."""
    lacking = any(map(_is_void, parts))
    kinds = {part.dtype.kind if isinstance(part, np.ndarray) else "" for part in _filled(parts)}
    if kinds == {"b"} and not lacking:
        return np.bool_
    if kinds == {"i"} and not lacking:
        return np.int64
    return np.float64 if kinds and kinds <= {"i", "f"} else None


def _filled(parts: Sequence[Column | None]) -> Iterator[Column | None]:
    return (part for part in parts if not _is_void(part))


def _is_void(part: Column | None) -> bool:
    return part is None or (isinstance(part, Coded) and not part.values)


def _places(parts: Parts) -> Iterator[tuple[slice, Column]]:
    """The chunks that have something, each with its rows."""
    first = 0
    for count, part in parts:
        if part is not None and not _is_void(part):
            yield slice(first, first + count), part
        first += count


def _rows(parts: Parts) -> int:
    return sum(count for count, _ in parts)


def _plain(parts: Parts, kind: type, missing: Any) -> npt.NDArray[Any]:
    found: npt.NDArray[Any] = np.empty(_rows(parts), dtype=kind)
    if any(_is_void(part) for _, part in parts):
        found.fill(missing)
    for place, part in _places(parts):
        found[place] = part
    return found


def _whole(parts: Parts) -> pd.arrays.IntegerArray:
    values, mask = np.ones(_rows(parts), dtype=np.int64), np.ones(_rows(parts), dtype=np.bool_)
    for place, part in _places(parts):
        if isinstance(part, Integers):
            values[place], mask[place] = part.values, part.mask
    return pd.arrays.IntegerArray(values, mask)


def _objects(parts: Parts, missing: Any) -> Objects:
    """Equal texts of all chunks become one object."""
    found = np.full(_rows(parts), missing, dtype=object)
    same: dict[Any, Any] = {}
    for place, part in _places(parts):
        if isinstance(part, Coded):
            # Keys hardly recur: to look for equal ones would take more memory than they do.
            differ = len(part.values) == len(part.codes) > 1
            values = part.values
            if not differ:
                values = [same.setdefault(_identity(value), value) for value in values]
            found[place] = Coded(part.codes, values).objects()
        elif isinstance(part, Integers):
            found[place] = part.objects()
        else:
            found[place] = part.astype(object)
    return found
