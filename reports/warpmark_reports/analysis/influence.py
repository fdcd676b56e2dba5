"""How much each axis of a config matters, from any set of measured configs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ..journal.frame import records

CLEARLY_SLOWER = 4.0  # times the best; the race stops at the first execution of such a config
MIN_CONFIGS = 8


Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Influence:
    """Influence of the axes of one variant on one problem.

    `profile`: one row per axis and value: `best` (minimum ratio to the fastest config's time that a
    config with this value has) and `configs` that have it. `shares`: of each axis, the most
    influential first, the share of the variance of log time that its main effect explains.
    `ratios`: a row per config with its `config_text` and `ratio`. `exact`: with all combinations.
    """

    profile: pd.DataFrame
    shares: dict[str, float]
    ratios: pd.DataFrame
    counted: int
    exact: bool


def parts(config: str) -> dict[str, str]:
    """`block=64,items=2` as axes and values."""
    pairs = (part.partition("=") for part in config.split(",") if part)
    return {axis: value for axis, _, value in pairs}


def influence_of(times: pd.DataFrame) -> Influence | None:
    """From rows with `config_text` and `time_ns`; None below 8 configs, or without two values.

    The share of an axis is eta squared of log time (sum of squares between its values over the
    total) if every combination of values was measured, which makes it exact and the shares of all
    axes and interactions add up to 1. Of a part of them it is epsilon squared (T. L. Kelley, 1935):
    eta squared less what as many values explain by chance. Configs slower than 4 times the best are
    left out: how much slower they are says nothing about the choice among the others.
    """
    table = times[times["time_ns"] > 0].drop_duplicates("config_text")
    if len(table) < MIN_CONFIGS:
        return None
    levels = pd.DataFrame([parts(text) for text in table["config_text"]])
    axes = [str(name) for name in levels.columns if levels[name].nunique() > 1]
    if not axes:
        return None
    ratios = table["time_ns"].astype(float) / float(table["time_ns"].min())
    values: Numbers = np.asarray(ratios, dtype=np.float64)
    near = values <= CLEARLY_SLOWER
    combinations = math.prod(levels[axis].nunique() for axis in axes)
    exact = bool(near.all()) and len(table) == combinations
    logs = np.log(values[near])
    shares = {axis: _share(logs, levels[axis].to_numpy()[near], exact) for axis in axes}
    order = sorted(axes, key=lambda axis: -_or_zero(shares[axis]))
    profile = pd.DataFrame(
        [row for axis in order for row in _profile(axis, levels[axis], values)],
        columns=["axis", "value", "best", "configs"],
    )
    ratio_table = pd.DataFrame({"config_text": table["config_text"], "ratio": ratios})
    ordered = {axis: shares[axis] for axis in order}
    return Influence(profile, ordered, ratio_table, int(near.sum()), exact)


def _profile(axis: str, levels: pd.Series[Any], ratios: Numbers) -> list[dict[str, Any]]:
    having: dict[str, list[float]] = {}
    for level, ratio in zip(levels, ratios, strict=True):
        having.setdefault(level, []).append(ratio)
    return [
        {"axis": axis, "value": value, "best": min(having[value]), "configs": len(having[value])}
        for value in sorted_values(levels)
    ]


def _share(logs: Numbers, values: npt.NDArray[np.object_], exact: bool) -> float:
    """Eta squared, or epsilon squared (not below 0); NaN where nothing is left to explain."""
    codes, names = pd.factorize(values)  # what lacks the axis has code -1
    groups, count = len(names), len(logs)
    total = float(((logs - logs.mean()) ** 2).sum()) if count else 0.0
    if total == 0 or groups < 2 or (not exact and count <= groups):
        return math.nan
    here, codes = logs[codes >= 0], codes[codes >= 0]
    means = np.bincount(codes, weights=here) / np.bincount(codes)
    within = float(((here - means[codes]) ** 2).sum())
    if exact:
        return 1 - within / total
    return max(0.0, 1 - (within / (count - groups)) / (total / (count - 1)))


def sorted_values(values: pd.Series[Any]) -> list[str]:
    """Numbers ascending, then words in the order of the journal."""
    found = [str(value) for value in values.dropna().drop_duplicates()]
    numbers = sorted((text for text in found if _is_number(text)), key=float)
    return [*numbers, *(text for text in found if not _is_number(text))]


def profile_of(influence: Influence, axis: str) -> list[Any]:
    """The rows of one axis, by value."""
    return list(records(influence.profile[influence.profile["axis"] == axis]))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _or_zero(value: float) -> float:
    return value if value == value else 0.0
