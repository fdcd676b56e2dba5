"""What `warpmark tune` writes: its trials, what came of each problem, and which times are fit to
be compared with those of a run.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from .frame import RATE_COLUMNS, TIME_COLUMNS
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
SET_ASIDE = "search"  # the time_kind of a time that is none to compare with
BLANK = [*TIME_COLUMNS, *(name for name in RATE_COLUMNS if name.split("_")[0] != "warp")]


@dataclass(frozen=True)
class Tuning:
    """Of all journals: `trials`, a row a measurement of a tuning in the order of measuring, and
    `results`, a row a tuned problem. Times in ns, `busy_s` in seconds of the machine.
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
    """Whether a measurement is a tuning's, which stops early where a config is beaten."""
    return isinstance(event.get("tuning"), dict)


def tuning_of(trials: list[Row], results: list[Row]) -> Tuning:
    """The frames of flat rows of measurements (`to_row`, with their run), and of `result_row`."""
    numbers: dict[tuple[Any, ...], int] = {}
    busy: dict[tuple[Any, ...], float] = {}
    rows = []
    for row in trials:
        problem = (row["run"], row["family"], row["problem_text"], row["tuning_phase"])
        numbers[problem] = numbers.get(problem, 0) + 1
        seconds = _number(row.get("busy_ns")) * 1e-9
        busy[problem] = busy.get(problem, 0.0) + (seconds if seconds == seconds else 0.0)
        time = row.get("time_median_ns")
        time = row.get("modelled_time_ns") if time is None else time
        rows.append(
            {
                **{name: row.get(name) for name in TRIAL_COLUMNS},
                "phase": row["tuning_phase"],
                "round": row["tuning_round"],
                "order": numbers[problem],
                "time_ns": _number(time) if row["status"] == "ok" else math.nan,
                "beaten": is_beaten(row),
                "busy_s": seconds,
                "busy_so_far_s": busy[problem],
            }
        )
    frame = pd.DataFrame(rows, columns=TRIAL_COLUMNS)
    for name in ("beaten", "is_base"):
        frame[name] = frame[name].map(lambda value: value is True).astype(bool)
    return Tuning(frame, pd.DataFrame(results, columns=RESULT_COLUMNS))


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
        "base": event.get("base") or "",
        "base_config": base.group(4) if base else "",
        "base_kept": event.get("base_kept") is True,
        "library": event.get("library") or "",
        **_ratio("gain", event.get("gain")),
        **_ratio("over_library", event.get("over_library")),
        "confidence": _number((event.get("gain") or {}).get("confidence")),
        **{name: _number(event.get(name)) for name in counts},
    }


def is_beaten(row: Mapping[str, Any]) -> bool:
    """Sampling ended once the config was surely slower than the best: few samples, or one."""
    return row.get("stop_reason") == "beaten" or row.get("beaten") is True


def comparable(trials: list[Row]) -> list[Row]:
    """One row a key for the figures that any journal has; only finals keep their times there.

    A search spends least on what is slow and keeps the luckiest of many times, so its times are no
    ladder; sizes at which only winners of others were tried have no best variant. Of the rounds of
    the finals the one with the median time counts (of an even number the faster of the middle two).
    """
    by_key: dict[tuple[Any, ...], list[Row]] = {}
    for row in trials:
        by_key.setdefault((row["run"], row["key"]), []).append(row)
    chosen = []
    for rows in by_key.values():
        finals = [r for r in rows if r["tuning_phase"] == FINAL and r["status"] == "ok"]
        bad = [row for row in rows if row["status"] != "ok"]
        timed = sorted(
            (row for row in finals if row.get("time_median_ns") is not None),
            key=lambda row: float(row["time_median_ns"]),
        )
        if bad:
            chosen.append(bad[-1])
        elif timed:
            chosen.append(timed[(len(timed) - 1) // 2])
        else:
            chosen.append(_without_times(rows[-1]))
    return chosen


def _without_times(row: Row) -> Row:
    blank: Row = dict.fromkeys(BLANK)
    return {**row, **blank, "time_kind": SET_ASIDE}


def _ratio(name: str, value: Any) -> Row:
    ends = value if isinstance(value, dict) else {}
    return {
        name: _number(ends.get("median")),
        f"{name}_lo": _number(ends.get("ci_lo")),
        f"{name}_hi": _number(ends.get("ci_hi")),
    }


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else math.nan
