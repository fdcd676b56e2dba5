"""Number of points by status, with the reasons."""

from __future__ import annotations

import pandas as pd

from ..analysis.views import View
from ..base import units
from ..journal.checks import STATUSES
from .table import Column, Table


def status(frame: pd.DataFrame, view: View) -> Table | None:  # noqa: ARG001 the tables' signature
    """One row per status, variant and reason; all that is ok in one row."""
    bad = frame[frame["status"] != "ok"]
    rows: list[dict[str, object]] = [
        {"status": "ok", "variant": "all", "reason": None, "points": len(frame) - len(bad)}
    ]
    for keys, group in bad.groupby(["status", "variant", "reason"], sort=False):
        state, variant, reason = keys
        row = {"status": state, "variant": variant, "reason": reason or "none given"}
        rows.append({**row, "points": len(group), "first": group["key"].iloc[0]})
    table = pd.DataFrame(rows, columns=["status", "variant", "reason", "points", "first"])
    order = {name: index for index, name in enumerate(STATUSES)}
    table = table.sort_values("status", key=lambda names: names.map(order), kind="stable")
    columns = (
        Column("status", "status"),
        Column("variant", "variant"),
        Column("reason", "reason"),
        Column("points", "points", units.grouped),
        Column("first", "first point"),
    )
    return Table("status", "Status of the points", "", columns, table)
