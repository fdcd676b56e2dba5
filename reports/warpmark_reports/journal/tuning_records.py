"""Trials and results of `warpmark tune`, and the times that are comparable with those of runs."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from .checks import is_number
from .column_names import RATE_COLUMNS, TIME_COLUMNS
from .lines import Event

Row = dict[str, Any]

SEARCH, FINAL, CROSS = "search", "final", "cross"
TRIAL_COLUMNS = (
    "run", "key", "family", "problem_text", "variant", "config_text", "is_base", "phase", "round",
    "order", "status", "time_ns", "beaten", "stop_reason", "time_n", "busy_s", "busy_so_far_s",
)  # fmt: skip
RESULT_COLUMNS = (
    "run", "family", "problem_text", "winner", "variant", "config_text", "time_ns", "base",
    "base_config", "base_kept", "gain", "gain_lo", "gain_hi", "confidence", "library",
    "over_library", "over_library_lo", "over_library_hi", "equals", "configs", "evaluations",
    "search_busy_s", "finals_busy_s",
)  # fmt: skip
KEY = re.compile(r"([^/\[]+)/([^\[]+)\[([^\]]*)\]\[([^\]]*)\]")
SET_ASIDE = "search"  # the time_kind of times that are not comparable
BLANK = [*TIME_COLUMNS, *(name for name in RATE_COLUMNS if name.split("_")[0] != "warp")]


@dataclass(frozen=True)
class Tuning:
    """The tunings of all journals: `trials`, one row per measurement in the order of measuring, and
    `results`, one row per tuned problem. Times in ns, `busy_s` in seconds of the machine.
    """

    trials: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=TRIAL_COLUMNS))
    results: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=RESULT_COLUMNS))

    def of(self, family: str, runs: list[int]) -> Tuning:
        """The part of one family in some of the runs."""
        return Tuning(
            *(
                table[(table["family"] == family) & table["run"].isin(runs)]
                for table in (self.trials, self.results)
            )
        )


def is_trial(event: Event) -> bool:
    """Whether a measurement belongs to a tuning, which stops early at slower configs."""
    return isinstance(event.get("tuning"), dict)


def tuning_of(trials: pd.DataFrame, results: list[Row]) -> Tuning:
    """From the tidy frame of all trials, in the order of measuring, and from `result_row`s."""
    table = pd.DataFrame(results, columns=RESULT_COLUMNS)
    if trials.empty:
        flags = {"is_base": bool, "beaten": bool}
        return Tuning(pd.DataFrame(columns=TRIAL_COLUMNS).astype(flags), table)
    frame = trials.reindex(columns=TRIAL_COLUMNS)
    modelled = _numbers(trials, "modelled_time_ns")
    by = [trials[name] for name in ("run", "family", "problem_text", "tuning_phase")]
    busy = _numbers(trials, "busy_ns") * 1e-9
    frame["phase"], frame["round"] = trials["tuning_phase"], trials.get("tuning_round")
    frame["order"] = trials.groupby(by, sort=False).cumcount() + 1
    time = trials["time_median_ns"].fillna(modelled)
    frame["time_ns"] = time.where(trials["status"] == "ok")
    frame["beaten"] = beaten(trials)
    frame["busy_s"] = busy
    frame["busy_so_far_s"] = busy.fillna(0.0).groupby(by, sort=False).cumsum()
    return Tuning(frame, table)


def _numbers(frame: pd.DataFrame, column: str) -> pd.Series[float]:
    if column not in frame.columns:
        return pd.Series(math.nan, index=frame.index)
    return pd.to_numeric(frame[column], errors="coerce").astype("float64")


def result_row(event: Event) -> Row | None:
    """A row of `results` (but its run) from an event `tuned`; None if it lacks what that needs."""
    winner = KEY.fullmatch(str(event.get("winner")))
    time = _number(event.get("time_ns"))
    if winner is None or not time > 0:
        return None
    family, variant, problem, config = winner.groups()
    base = KEY.fullmatch(str(event.get("base")))
    counts = ("equals", "configs", "evaluations", "search_busy_s", "finals_busy_s")
    return {
        "family": family,
        "problem_text": problem,
        "winner": winner.group(),
        "variant": variant,
        "config_text": config,
        "time_ns": time,
        "base": str(event.get("base") or ""),
        "base_config": base.group(4) if base else "",
        "base_kept": event.get("base_kept") is True,
        "part": event.get("part"),  # of a merged journal
        "library": str(event.get("library") or ""),
        **_ratio("gain", event.get("gain")),
        **_ratio("over_library", event.get("over_library")),
        "confidence": _number(_object(event.get("gain")).get("confidence")),
        **{name: _number(event.get(name)) for name in counts},
    }


def beaten(trials: pd.DataFrame) -> pd.Series[bool]:
    """Where sampling ended early: the config was significantly slower than the best."""
    ended = trials["stop_reason"] == "beaten"
    if "beaten" in trials.columns:
        ended |= trials["beaten"].map(lambda value: value is True).astype(bool)
    return ended


def comparable(trials: pd.DataFrame) -> pd.DataFrame:
    """One row per key for the figures that any journal has; only finals keep their times there.

    A search spends least on what is slow and keeps the luckiest of many times, so its times are no
    ladder; sizes at which only winners of others were tried have no best variant. Of the rounds of
    the finals the one with the median time counts (of an even number the faster of the middle two).
    """
    if trials.empty:
        return trials
    key = trials.groupby(["run", "key"], sort=False).ngroup()
    bad = trials["status"] != "ok"
    final = (trials["tuning_phase"] == FINAL) & ~bad & trials["time_median_ns"].notna()
    timed = trials.loc[final, "time_median_ns"].sort_values(kind="stable")
    by = key.loc[timed.index]
    middle = (by.groupby(by).transform("size") - 1) // 2
    medians = by[by.groupby(by).cumcount() == middle]

    chosen = pd.Series(key.index, index=key).groupby(level=0).last()
    chosen.update(pd.Series(medians.index, index=medians))
    chosen.update(pd.Series(key[bad].index, index=key[bad]).groupby(level=0).last())
    rows = trials.loc[chosen.astype(int)].copy()
    searched = ~rows.index.isin(medians.index) & (rows["status"] == "ok")
    rows.loc[searched, BLANK] = math.nan
    rows.loc[searched, "time_kind"] = SET_ASIDE
    return rows.reset_index(drop=True)


def _ratio(name: str, value: Any) -> Row:
    ends = _object(value)
    return {
        name: _number(ends.get("median")),
        f"{name}_lo": _number(ends.get("ci_lo")),
        f"{name}_hi": _number(ends.get("ci_hi")),
    }


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _number(value: Any) -> float:
    return float(value) if is_number(value) else math.nan
