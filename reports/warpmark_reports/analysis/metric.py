"""What measurements are ranked by: measured time, else modelled time, else nothing.

Counts are not an objective: a config with fewer instructions can be much slower than another.
Reports decide this here; bench/journal/objective.hpp is the C++ counterpart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from .model_error import ModelError, model_error


@dataclass(frozen=True)
class Metric:
    """A cost (lower is better) to choose by, and the quantity to show for it.

    `timed`: by a clock. `error`: of a model, None for measured times.
    """

    name: str
    timed: bool
    cost: str
    cost_lo: str
    cost_hi: str
    shown: str
    shown_lo: str
    shown_hi: str
    scale: float  # shown column x scale = the unit of `axis`
    axis: str
    cost_heading: str  # of a column of a table
    shown_heading: str
    aside: str = ""  # appended to conclusions from it
    error: ModelError | None = None

    def near(self, costs_lo: pd.Series[float], cost_hi: float) -> pd.Series[bool]:
        """Which costs cannot be told from the one whose interval ends at `cost_hi`: by their own
        intervals, or by the error of the model.
        """
        return costs_lo <= cost_hi * (self.error.high if self.error else 1.0)


MEASURED = Metric(
    name="throughput",
    timed=True,
    cost="time_median_ns",
    cost_lo="time_ci_lo_ns",
    cost_hi="time_ci_hi_ns",
    shown="throughput_bytes_per_s",
    shown_lo="throughput_ci_lo_bytes_per_s",
    shown_hi="throughput_ci_hi_bytes_per_s",
    scale=1e-9,
    axis="throughput (GB/s of compulsory bytes)",
    cost_heading="median time",
    shown_heading="throughput",
)

MODELLED = Metric(
    name="modelled throughput",
    timed=False,
    cost="modelled_time_ns",
    cost_lo="modelled_time_ns",
    cost_hi="modelled_time_ns",
    shown="modelled_throughput_bytes_per_s",
    shown_lo="modelled_throughput_bytes_per_s",
    shown_hi="modelled_throughput_bytes_per_s",
    scale=1e-9,
    axis="modelled throughput (GB/s of compulsory bytes)",
    cost_heading="modelled time",
    shown_heading="modelled throughput",
    aside=", modelled",
)


def metric_of(frame: pd.DataFrame) -> Metric | None:
    """The metric of a family: measured time if there is any, never mixed with modelled time."""
    if len(_measured(frame)):
        return MEASURED
    if len(_modelled(frame)):
        return replace(MODELLED, error=model_error(str(frame["family"].iloc[0])))
    return None


def usable(frame: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """The right results that have this metric."""
    return _measured(frame) if metric.timed else _modelled(frame)


def _measured(frame: pd.DataFrame) -> pd.DataFrame:
    cost = frame[MEASURED.cost]
    return frame[(frame["status"] == "ok") & cost.notna() & (frame["time_kind"] == "measured")]


def _modelled(frame: pd.DataFrame) -> pd.DataFrame:
    if MODELLED.cost not in frame.columns:
        return frame.iloc[0:0]
    return frame[(frame["status"] == "ok") & (frame[MODELLED.cost] > 0)]


def is_counted(frame: pd.DataFrame) -> bool:
    """Whether right results have counts."""
    return bool((frame["status"].eq("ok") & (frame["warp_instructions_per_element"] > 0)).any())
