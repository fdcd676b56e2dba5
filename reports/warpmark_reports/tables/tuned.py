"""Results of a tuning: the winner of each problem, and its gain."""

from __future__ import annotations

import pandas as pd

from ..analysis.problem_names import short_names
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from .table import Column, Table


def tuned(frame: pd.DataFrame, view: View) -> Table | None:  # noqa: ARG001 the tables' signature
    """One row per tuned problem; its base, where it won, is said to be kept."""
    results = view.tuning.results
    if results.empty:
        return None
    shared, names = short_names([str(text) for text in results["problem_text"]])
    table = results.drop(columns="run").assign(
        problem=[names[text] or shared for text in results["problem_text"]],
        over_base=[
            "base kept" if row.base_kept else with_interval(row.gain, row.gain_lo, row.gain_hi)
            for row in records(results)
        ],
        over_its_library=[
            with_interval(row.over_library, row.over_library_lo, row.over_library_hi)
            for row in records(results)
        ],
    )
    modelled = view.backend == "simt"
    columns = (
        Column("problem", "problem"),
        Column("variant", "winner"),
        Column("time_ns", "modelled time" if modelled else "median time", units.duration),
        Column("over_base", "gain over its base"),
        Column("over_its_library", "over the library"),
        Column("equals", "equals", units.grouped),
        Column("config_text", "config"),
        Column("evaluations", "tried", units.grouped),
        Column("configs", "of configs", units.grouped),
        Column("search_busy_s", "search, busy s", units.digits),
        Column("finals_busy_s", "finals, busy s", units.digits),
    )
    note = (
        "modelled, not measured"
        if modelled
        else "medians over the rounds of the finals; gains with the interval of the median ratio, "
        "95 % or more from 6 rounds on; equals: finalists within the margin of the fastest"
    )
    note = "; ".join(filter(None, [shared if len(names) > 1 else "", note]))
    return Table("tuned", "What tuning brought", note, columns, table)


def with_interval(median: float, low: float, high: float) -> str:
    """1.22× [1.20, 1.24]; "" where nothing was compared."""
    if median != median:
        return ""
    ends = f" [{low:.3f}, {high:.3f}]" if low < high else ""
    return f"{median:.3f}×{ends}"
