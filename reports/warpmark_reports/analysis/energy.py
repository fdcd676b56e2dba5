"""Energy per execution: the rows that have it, and the Pareto front."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from .metric import MEASURED, usable
from .views import View

ENERGY = replace(
    MEASURED, name="energy", cost="energy_j", cost_lo="energy_ci_lo_j", cost_hi="energy_ci_hi_j"
)
INTERVAL = "95 % interval of the mean over spans (Student's t)"


def with_energy(frame: pd.DataFrame, view: View) -> pd.DataFrame:
    """The right results with a measured time and an energy above zero."""
    if view.metric is None or not view.metric.timed or ENERGY.cost not in frame.columns:
        return frame.iloc[0:0]
    rows = usable(frame, view.metric)
    return rows[pd.to_numeric(rows[ENERGY.cost], errors="coerce") > 0]


def is_on_front(rows: pd.DataFrame) -> pd.Series[bool]:
    """Whether no other row takes at most as much time and energy, and less of one of them."""
    ordered = rows.sort_values([MEASURED.cost, ENERGY.cost], kind="stable")
    least = ordered[ENERGY.cost].astype(float).cummin().shift(fill_value=float("inf"))
    on_front = ordered[ENERGY.cost].astype(float) < least
    return on_front.reindex(rows.index)


def conditions(rows: pd.DataFrame) -> str:
    """What the energy is of: the cache's states, and the idle power that it includes."""
    states = " and ".join(sorted({str(state) for state in rows["energy_state"].dropna()}))
    text = "of the whole card, back-to-back executions"
    if states:
        text += f", {states} cache"
    idle = pd.to_numeric(rows["energy_idle_power_w"], errors="coerce").median()
    return text + (f", idle {idle:.0f} W included" if idle == idle else "")
