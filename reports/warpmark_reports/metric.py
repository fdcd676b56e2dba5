"""What a set of measurements can be ranked by: measured time, or counted warp instructions."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True)
class Metric:
    """A cost (lower is better) to choose by, and the quantity to show for it."""

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
    gain: str  # what a ratio of costs means


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
    gain="times as fast as",
)

COUNTED = Metric(
    name="warp instructions per element",
    timed=False,
    cost="warp_instructions_per_element",
    cost_lo="warp_instructions_per_element",
    cost_hi="warp_instructions_per_element",
    shown="warp_instructions_per_element",
    shown_lo="warp_instructions_per_element",
    shown_hi="warp_instructions_per_element",
    scale=1.0,
    axis="warp instructions per element (counted)",
    gain="times fewer warp instructions than",
)


def metric_of(frame: pd.DataFrame) -> Metric | None:
    """Measured time wherever it exists; a modelled time is never ranked as if it were one."""
    ok = frame[frame["status"] == "ok"]
    measured = (ok["time_kind"] == "measured") & ok["time_median_ns"].notna()
    if measured.any():
        return MEASURED
    return COUNTED if (ok["warp_instructions_per_element"] > 0).any() else None


def usable(frame: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """The right results that have this metric; what no warp does has no count to be ranked by."""
    keep = (frame["status"] == "ok") & frame[metric.cost].notna()
    if metric.timed:
        keep &= frame["time_kind"] == "measured"
    else:
        keep &= frame[metric.cost] > 0
    return frame[keep]
