"""Cost of a register exchange in clock cycles: the slope of time over repeats."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from .views import View

REPEATS = "problem_repeats"
UNIT = 64  # elements: two registers of each lane of a warp, one element each


def exchange_cycles(frame: pd.DataFrame, view: View) -> pd.DataFrame | None:
    """One row per variant, config and problem that was timed at several numbers of repeats."""
    metric = view.metric
    if metric is None or not metric.timed or REPEATS not in frame.columns:
        return None
    timed = frame[frame["time_median_ns"].notna() & frame[REPEATS].notna()]
    same = [c for c in timed.columns if c.startswith("problem_") and not _depends_on_repeats(c)]
    by = ["variant", "config_text", *same]
    several = timed.groupby(by, sort=False, dropna=False)[REPEATS].transform("nunique") > 1
    groups = timed[several].groupby(by, sort=False, dropna=False)
    processors = int(view.manifest["card"].get("multiprocessors") or 0)
    rows = [row for _, group in groups if (row := _row(group, same, processors))]
    return pd.DataFrame(rows) if rows else None


def _depends_on_repeats(column: str) -> bool:
    return column in (REPEATS, "problem_text")


def _row(group: pd.DataFrame, same: list[str], processors: int) -> dict[str, Any] | None:
    """Slopes over repeats; nothing for one number of repeats, or without a clock."""
    ordered = group.sort_values(REPEATS)
    few, many = ordered.iloc[0], ordered.iloc[-1]
    more = float(many[REPEATS] - few[REPEATS])
    hz = _clock(many)
    if more <= 0 or not hz:
        return None
    ns = float(many["time_median_ns"] - few["time_median_ns"]) / more
    lo = float(many["time_ci_lo_ns"] - few["time_ci_hi_ns"]) / more
    hi = float(many["time_ci_hi_ns"] - few["time_ci_lo_ns"]) / more
    per_ns = hz / 1e9
    share = processors * UNIT / float(many["problem_n"]) if processors else math.nan
    return {
        **{name: many[name] for name in ("variant", *same, "config_text")},
        "ns": ns,
        "cycles": ns * per_ns,
        "cycles_lo": lo * per_ns,
        "cycles_hi": hi * per_ns,
        "cycles_of_unit": ns * per_ns * share,
        "sm_hz": hz,
    }


def _clock(row: pd.Series) -> float:
    """The multiprocessors' clock while it was measured, else after it; 0 if unknown."""
    given = pd.to_numeric(row.reindex(["during_sm_hz", "clocks_sm_hz"]), errors="coerce")
    return next((float(hz) for hz in given if hz > 0), 0.0)
