"""Selects what a figure or table shows: best configs, common sizes, one slice of the problem."""

from __future__ import annotations

import pandas as pd

from .metric import Metric

LIBRARY_PREFIX = "vendor_"  # of the names of variants that call a library
SIZE, TYPE, BLOCK = "problem_n", "problem_type", "config_block"
NAIVE_VARIANTS = {
    "reduce": ("serial_thread", "host_serial"),
    "copy": ("vendor_memcpy",),
    "count": ("chunked", "all_pairs", "host_all_pairs"),
}
USUAL_BLOCK = 256


def is_library(variant: str) -> bool:
    """Whether the variant calls a library, and is there for comparison."""
    return variant.startswith(LIBRARY_PREFIX)


def without_libraries(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of all variants but those that call a library."""
    return rows[~rows["variant"].str.startswith(LIBRARY_PREFIX)]


def problem_columns(frame: pd.DataFrame) -> list[str]:
    """The problem axes in the order of the journal."""
    return [c for c in frame.columns if c.startswith("problem_") and c != "problem_text"]


def variants(frame: pd.DataFrame) -> list[str]:
    """The variants by level, libraries last; by first appearance if a journal has no levels."""
    first = frame.drop_duplicates("variant")
    if "level" in frame.columns:
        first = first.sort_values("level", kind="stable", na_position="last")
    names = [str(name) for name in first["variant"]]
    return sorted(names, key=is_library)


def libraries(frame: pd.DataFrame) -> list[str]:
    """The variants that call a library, to be compared with."""
    return [name for name in variants(frame) if is_library(name)]


def sizes(frame: pd.DataFrame) -> list[int]:
    """The input sizes, ascending."""
    return sorted(int(n) for n in frame[SIZE].dropna().unique())


def types(frame: pd.DataFrame) -> list[str]:
    """The element types in order of first appearance; [""] where the family has no such axis."""
    if TYPE not in frame.columns:
        return [""]
    return [str(name) for name in frame[TYPE].dropna().drop_duplicates()] or [""]


def of_type(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """The rows of one element type."""
    return frame[frame[TYPE] == name] if name else frame


def pinned(frame: pd.DataFrame, free: tuple[str, ...] = ()) -> tuple[pd.DataFrame, str]:
    """One slice of the problem: axes but n, type and `free` held at their most frequent value.

    A line through two distributions would be no line at all. The text says what was held.
    """
    held = []
    for column in problem_columns(frame):
        if column in (SIZE, TYPE, *free):
            continue
        values = frame[column].dropna()
        if values.empty:
            continue
        counts = values.value_counts(sort=False)
        value = next(v for v in values.drop_duplicates() if counts[v] == counts.max())
        others = len(counts) - 1
        frame = frame[frame[column] == value]
        also = f" ({others} more in the tables)" if others else ""
        held.append(f"{column.removeprefix('problem_')} {value}{also}")
    return frame, ", ".join(held)


def best_configs(frame: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """The cheapest row of each variant and problem, in the journal's order; a tie: the first."""
    by = ["variant", *problem_columns(frame)]
    rows = frame.groupby(by, sort=False, dropna=False)[metric.cost].idxmin()
    return frame.loc[sorted(rows)]


def at_usual_size(frame: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """The best configs at the size that most of them have; of equals, the largest."""
    best = best_configs(frame, metric)
    counts = best.groupby(SIZE).size()
    usual: pd.DataFrame = best[best[SIZE].isin(counts[counts == counts.max()].index[-1:])]
    return usual


def largest_common_size(frame: pd.DataFrame) -> int | None:
    """The largest n that every variant has, else the largest that most variants have."""
    if SIZE not in frame.columns or frame.empty:
        return None
    counts = frame.groupby(SIZE)["variant"].nunique()
    return int(counts[counts == counts.max()].index.max())


def known_naive_variant(frame: pd.DataFrame) -> str | None:
    """The family's plainest variant, where one is known and was run."""
    names = variants(frame)
    family = str(frame["family"].iloc[0])
    return next((name for name in NAIVE_VARIANTS.get(family, ()) if name in names), None)


def naive_variant(frame: pd.DataFrame) -> str:
    """The variant that speed-ups are quoted against: the family's plainest, else the first."""
    return known_naive_variant(frame) or variants(frame)[0]


def usual_block(frame: pd.DataFrame) -> int | None:
    """256 where it was run, else the block that most variants have."""
    if BLOCK not in frame.columns or frame[BLOCK].dropna().empty:
        return None
    counts = frame.groupby(BLOCK)["variant"].nunique()
    if USUAL_BLOCK in counts.index and counts[USUAL_BLOCK] == counts.max():
        return USUAL_BLOCK
    return int(counts[counts == counts.max()].index.max())


def at_one_point(frame: pd.DataFrame, n: int, block: int | None) -> pd.DataFrame:
    """One row per variant at n: the block nearest to `block`, the default config first."""
    rows = frame[frame[SIZE] == n].copy()
    if block is not None:
        rows["_distance"] = (rows[BLOCK].astype("Float64") - block).abs().fillna(0).astype(float)
    else:
        rows["_distance"] = 0.0
    rows["_order"] = range(len(rows))
    rows = rows.sort_values(["_distance", "is_base", "_order"], ascending=[True, False, True])
    rows = rows.drop_duplicates("variant").drop(columns=["_distance", "_order"])
    position = {name: index for index, name in enumerate(variants(frame))}
    return rows.sort_values("variant", key=lambda names: names.map(position))
