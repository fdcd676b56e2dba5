"""All counters of one point per variant, side by side."""

from __future__ import annotations

import pandas as pd

from ..analysis.counter_table import PREFIX, at_usual_point, counter_columns
from ..analysis.views import View
from ..base import units
from .table import Column, Table


def counters(frame: pd.DataFrame, view: View) -> Table | None:  # noqa: ARG001 the tables' signature
    """One row per counter, one column per variant, without counters that are zero everywhere."""
    chosen = at_usual_point(frame)
    if chosen is None:
        return None
    names = [c for c in counter_columns(frame) if (chosen.rows[c].fillna(0) != 0).any()]
    table = chosen.rows.set_index("variant")[names].T
    table.index = table.index.str.removeprefix(PREFIX)
    data = table.rename_axis("counter").rename_axis(None, axis=1).reset_index()
    variants = [str(name) for name in chosen.rows["variant"]]
    columns = (
        Column("counter", "counter"),
        *(Column(name, name, units.grouped) for name in variants),
    )
    note = f"{chosen.text}; exact counts; counters that are zero for all variants are left out"
    return Table("counters", "Counters", note, columns, data)
