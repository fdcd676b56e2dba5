"""Summary: the fastest variant at each size, libraries excluded, and its lead."""

from __future__ import annotations

import pandas as pd

from ..analysis import point_warnings
from ..analysis.verdicts import ratio_text, verdicts_of
from ..analysis.views import View, basis_text
from ..base import units
from ..journal.frame import records
from .table import Column, Table

NAME = "fastest"


def fastest(frame: pd.DataFrame, view: View) -> Table | None:
    """One row per type and size."""
    found = verdicts_of(view)
    metric = view.metric
    if found is None or metric is None:
        return None
    marks = point_warnings.by_key(frame)
    rows = list(records(found.table))
    table = found.table.assign(
        against_library=[_against(row) for row in rows],
        lead_text=[_lead(row) for row in rows],
        warning_text=[marks.get(str(row.key), "") for row in rows],
    )
    columns = (
        Column("type", "type"),
        Column("n", "size n", units.size),
        Column("variant", f"fastest variant{metric.aside}"),
        Column("against_library", f"against {found.library}"),
        Column(metric.cost, metric.cost_heading, units.duration),
        Column(metric.shown, metric.shown_heading, units.gigabytes),
        Column("fraction_of_ceiling", f"of the {view.traffic} ceiling", units.percent),
        Column("lead_text", "ahead of the next by"),
        Column("config", "its config"),
        Column("warning_text", "warnings"),
    )
    kept = tuple(c for c in columns if not table[c.key].isin(["", None]).all())
    kept = tuple(c for c in kept if table[c.key].notna().any())
    types = list(dict.fromkeys(found.table["type"]))
    if len(types) == 1:
        kept = tuple(c for c in kept if c.key != "type")
    compared = f"compared with {found.compared_with}" if found.library else ""
    note = [
        types[0] if len(types) == 1 else "",
        found.held,
        "best config of each variant",
        compared,
        "in brackets: the ratio of the far ends of both 95 % intervals"
        if metric.timed
        else f"{basis_text(view)}; equal: within the error of the model",
    ]
    return Table(
        NAME, f"Fastest at each size{metric.aside}", "; ".join(filter(None, note)), kept, table
    )


def _against(row: object) -> str:
    text = ratio_text(row.ratio, row.ratio_lo, row.ratio_hi)  # type: ignore[attr-defined]
    return f"{text} {row.verdict}" if text else ""  # type: ignore[attr-defined]


def _lead(row: object) -> str:
    tied = str(row.tied).split()  # type: ignore[attr-defined]
    lead = ratio_text(row.lead, row.lead_lo, row.lead_hi)  # type: ignore[attr-defined]
    ahead = f"{lead} {row.next}" if lead else ""  # type: ignore[attr-defined]
    if not tied:
        return ahead
    others = tied[0] if len(tied) == 1 else f"{tied[0]} and {len(tied) - 1} more"
    return f"equal to {others}" + (f"; {ahead}" if ahead else "")
