"""The order of rows that follows from what was measured, not from when.

A run measures in the order of its plan, which on a card is random within a problem; a merged
journal is sorted. Figures must not tell one from the other, and which of two equal costs comes
first must not be chance: rows are sorted before anything looks at them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from .column_names import COUNTS, PLACED, is_axis

# Values of axes that are words, as the program lists them: the usual ones first. Others follow in
# the order of the alphabet.
WORDS = {
    "type": (
        "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "bf16", "f32", "f64",
    ),
    "dist": (
        "uniform", "constant", "distinct", "sorted", "reversed", "alternating", "few_distinct",
        "exact",
    ),
    "op": ("sum", "min", "max", "argmin", "recurrence"),
    "kind": ("inclusive", "exclusive"),
}  # fmt: skip
NO_LEVEL = np.inf

Order = npt.NDArray[np.intp]
Rank = tuple[int, float, str]


def sorted_rows(frame: pd.DataFrame, groups: Sequence[int]) -> pd.DataFrame:
    """The rows by group of runs, family, problem, variant (by level) and config; columns of axes in
    the order in which those rows have them. `groups`: of each run. Takes the columns out of the
    frame, so that a large one is in memory once.
    """
    if frame.empty:
        return frame
    order, axes = _order(frame, groups)
    columns = _columns(list(frame.columns), axes)
    if columns == list(frame.columns) and bool((order[1:] > order[:-1]).all()):
        return frame
    index, taken = pd.RangeIndex(len(order)), {}
    for name in list(frame.columns):
        taken[name] = frame.pop(name).take(order).set_axis(index)
    return pd.DataFrame({name: taken[name] for name in columns}, copy=False)


def sorted_trials(
    trials: pd.DataFrame, groups: Sequence[int], is_merged: Sequence[bool]
) -> pd.DataFrame:
    """The trials of tunings by group, family, problem and run, and then in the order of measuring:
    that of the lines, but of merged journals, which are sorted, by time. `is_merged`: of each run.
    """
    if trials.empty:
        return trials
    problems, texts = _codes(trials["problem_text"])
    families, names = _codes(trials["family"])
    runs = trials["run"].to_numpy(dtype=int)
    at = np.arange(len(trials), dtype=float)
    if "at_s" in trials.columns:
        times = pd.to_numeric(trials["at_s"], errors="coerce").to_numpy(dtype=float)
        at = np.where(np.asarray(is_merged)[runs], times, at)
    keys = (
        at,
        runs,
        _ranks(problems, [rank_of(text) for text in texts]),
        _ranks(families, names),
        np.asarray(groups)[runs],
    )
    return trials.iloc[np.lexsort(keys)].reset_index(drop=True)


def _order(frame: pd.DataFrame, groups: Sequence[int]) -> tuple[Order, list[str]]:
    """The rows in order, and the axes as columns."""
    problems, problem_texts = _codes(frame["problem_text"])
    configs, config_texts = _codes(frame["config_text"])
    families, family_names = _codes(frame["family"])
    variants, variant_names = _codes(frame["variant"])
    levels = frame["level"] if "level" in frame.columns else pd.Series(NO_LEVEL, frame.index)
    own = families * len(variant_names) + variants
    least = pd.to_numeric(levels, errors="coerce").fillna(NO_LEVEL).groupby(own).min()
    keys = (
        _ranks(configs, [rank_of(text) for text in config_texts]),
        _ranks(variants, variant_names),
        least.reindex(own).to_numpy(dtype=float),
        _ranks(problems, [rank_of(text) for text in problem_texts]),
        _ranks(families, family_names),
        np.asarray(groups)[frame["run"].to_numpy(dtype=int)],
    )
    order = np.lexsort(keys)
    axes = [
        *_axes("problem_", problems[order], problem_texts),
        *_axes("config_", configs[order], config_texts),
    ]
    return order, axes


def _codes(column: pd.Series[Any]) -> tuple[npt.NDArray[np.intp], list[str]]:
    codes, values = pd.factorize(column.to_numpy(dtype=object), use_na_sentinel=False)
    return codes, ["" if isinstance(value, float) else str(value) for value in values]


def _ranks(codes: npt.NDArray[np.intp], keys: Sequence[Any]) -> npt.NDArray[np.intp]:
    """Of each row, the place of its key among the sorted ones."""
    places = np.empty(len(keys), dtype=np.intp)
    places[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return places[codes]


def rank_of(text: str) -> tuple[Rank, ...]:
    """Of a problem or config as `axis=value,…`: numbers ascending, then words."""
    return tuple(_rank_of_value(part) for part in text.split(","))


@lru_cache(maxsize=1 << 16)
def _rank_of_value(part: str) -> Rank:
    axis, _, value = part.partition("=")
    try:
        return 0, float(value), part
    except ValueError:
        words, word = WORDS.get(axis, ()), value.lower()  # nvbench writes I32
        return 1, float(words.index(word) if word in words else len(words)), part


def _axes(prefix: str, codes: npt.NDArray[np.intp], texts: Sequence[str]) -> list[str]:
    """The axes of these texts in the order of the rows."""
    found: dict[str, None] = {}
    for code in pd.unique(codes).tolist():
        found.update((prefix + part.partition("=")[0], None) for part in texts[code].split(","))
    return list(found)


def _columns(names: Sequence[str], axes: Sequence[str]) -> list[str]:
    others = sorted(name for name in names if name not in PLACED)
    placed = [*PLACED, *(name for name in axes if is_axis(name)), *filter(is_axis, others)]
    counters = [name for name in others if name.startswith(COUNTS)]
    return [name for name in dict.fromkeys([*placed, *counters, *others]) if name in set(names)]
