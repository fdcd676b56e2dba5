"""The best variant at each size, and its lead."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ..analysis import choose
from ..analysis.metric import Metric, usable
from ..analysis.views import View, basis_text
from ..base import units
from .table import Column, Table

CEILING = "fraction_of_ceiling"


def winners(frame: pd.DataFrame, view: View) -> Table | None:
    """One row per problem: the winner, who cannot be told from it, its gain over the naive one."""
    metric = view.metric
    if metric is None or choose.SIZE not in frame.columns:
        return None
    table = winner_frame(frame, metric)
    naive = choose.naive_variant(usable(frame, metric))
    shown = [
        Column(metric.cost, metric.cost_heading, units.duration),
        Column(metric.shown, metric.shown_heading, units.gigabytes),
        Column(CEILING, "of the ceiling", units.percent),
    ]
    columns = (
        *(
            Column(name, name.removeprefix("problem_"), units.size if name == choose.SIZE else None)
            for name in choose.problem_columns(table)
        ),
        Column("variant", f"fastest{metric.aside}"),
        Column("config_text", "config"),
        *(column for column in shown if table[column.key].notna().any()),
        Column("gain", f"against {naive}", units.times),
        Column("tied_with", "interval overlaps" if metric.timed else "not told apart from"),
    )
    title = f"Fastest variant by size{metric.aside}"
    note = f"{basis_text(view)}; best config of each"
    return Table("winners", title, note, columns, table)


def winner_frame(frame: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """Problem axes, winner's row, gain over the naive variant (NaN without it), tied_with text."""
    best = choose.best_configs(usable(frame, metric), metric)
    naive = choose.naive_variant(best)
    axes = choose.problem_columns(best)
    costs = dict.fromkeys([metric.cost, metric.cost_lo, metric.cost_hi])
    shown = dict.fromkeys([*costs, metric.shown, CEILING])
    best = best[[*axes, "variant", "config_text", *shown]]
    found: list[dict[str, Any]] = []
    for _, group in best.groupby(axes, sort=False, dropna=False):
        first = group.nsmallest(1, metric.cost).iloc[0]
        base = group.loc[group["variant"] == naive, metric.cost]
        near = group[metric.near(group[metric.cost_lo], first[metric.cost_hi])]
        near = near[near.index != first.name]
        found.append(
            {
                **{axis: first[axis] for axis in axes},
                "variant": first["variant"],
                "config_text": first["config_text"],
                **{name: first[name] for name in (metric.cost, metric.shown, CEILING)},
                "gain": base.iloc[0] / first[metric.cost] if len(base) else float("nan"),
                "tied_with": ", ".join(near["variant"]),
            }
        )
    table = pd.DataFrame(found)
    others = [axis for axis in axes if axis != choose.SIZE]
    order = {axis: {value: i for i, value in enumerate(best[axis].unique())} for axis in others}
    keys = pd.DataFrame({axis: table[axis].map(order[axis]) for axis in others})
    keys[choose.SIZE] = table[choose.SIZE]
    return table.loc[keys.sort_values([*others, choose.SIZE]).index]
