"""The best config of every variant for every problem."""

from __future__ import annotations

import pandas as pd

from ..analysis import choose
from ..analysis.metric import usable
from ..analysis.views import View, basis_text
from ..base import units
from .table import Column, Table

TIMED = (
    Column("half_width", "± half-width", units.percent),
    Column("between_processes", "between processes", units.percent),
    Column("within_processes", "within a process", units.percent),
    Column("fraction_of_ceiling", "of the ceiling", units.percent),
)
MODELLED = (
    Column("modelled_bound_by", "bound by"),
    Column("warp_instructions_per_element", "warp instructions per element", units.digits),
)
RESOURCES = (
    Column("registers_max", "registers", units.grouped),
    Column("occupancy_max", "occupancy", units.percent),
)


def best_configs(frame: pd.DataFrame, view: View) -> Table | None:
    """One row per variant and problem; the config with the least median or modelled time."""
    metric = view.metric
    if metric is None:
        return None
    best = choose.best_configs(usable(frame, metric), metric)
    half = (best["time_ci_hi_ns"] - best["time_ci_lo_ns"]) / 2
    best = best.assign(half_width=half / best["time_median_ns"])
    problem = [_problem_column(name) for name in choose.problem_columns(best)]
    amounts = (
        Column(metric.cost, metric.cost_heading, units.duration),
        Column(metric.shown, metric.shown_heading, units.gigabytes),
        *(TIMED if metric.timed else MODELLED),
        *RESOURCES,
    )
    columns = (
        Column("variant", "variant"),
        *problem,
        Column("config_text", "best config"),
        *(c for c in amounts if c.key in best.columns and best[c.key].notna().any()),
    )
    chosen_by = f"least {metric.cost_heading}; {basis_text(view)}"
    data = best[[*(column.key for column in columns), "key"]]
    title = f"Best config of each variant{metric.aside}"
    return Table("best_configs", title, chosen_by, columns, data)


def _problem_column(name: str) -> Column:
    heading = name.removeprefix("problem_")
    return Column(name, heading, units.size if name == choose.SIZE else None)
