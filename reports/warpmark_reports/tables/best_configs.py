"""The best config of every variant for every problem."""

from __future__ import annotations

import pandas as pd

from .. import choose, units
from ..metric import usable
from ..views import View
from .table import Column, Table

TIMED = (
    Column("time_median_ns", "median time", units.duration),
    Column("half_width", "± half-width", units.percent),
    Column("throughput_bytes_per_s", "throughput", units.gigabytes),
    Column("fraction_of_ceiling", "of the ceiling", units.percent),
)
COUNTED = (
    Column("warp_instructions_per_element", "warp instructions an element", units.digits),
    Column("counter_warp_instructions", "warp instructions", units.whole),
)
RESOURCES = (
    Column("registers_max", "registers", units.whole),
    Column("occupancy_max", "occupancy", units.percent),
)


def best_configs(frame: pd.DataFrame, view: View) -> Table | None:
    """One row a variant and problem; the config with the least median time (or fewest counts)."""
    metric = view.metric
    if metric is None:
        return None
    best = choose.best_configs(usable(frame, metric), metric)
    half = (best["time_ci_hi_ns"] - best["time_ci_lo_ns"]) / 2
    best = best.assign(half_width=half / best["time_median_ns"])
    problem = [_problem_column(name) for name in choose.problem_columns(best)]
    amounts = (*(TIMED if metric.timed else COUNTED), *_modelled(best), *RESOURCES)
    columns = (
        Column("variant", "variant"),
        *problem,
        Column("config_text", "best config"),
        *(column for column in amounts if best[column.key].notna().any()),
    )
    chosen_by = "least median time" if metric.timed else "fewest warp instructions, not timed"
    data = best[[*(column.key for column in columns), "key"]]
    return Table("best_configs", "Best config of each variant", chosen_by, columns, data)


def _problem_column(name: str) -> Column:
    heading = name.removeprefix("problem_")
    return Column(name, heading, units.size if name == choose.SIZE else None)


def _modelled(best: pd.DataFrame) -> tuple[Column, ...]:
    if not (best["time_kind"] == "modelled").any():
        return ()
    return (Column("time_median_ns", "modelled time (not measured)", units.duration),)
