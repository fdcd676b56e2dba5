"""Cost of a register exchange in clock cycles."""

from __future__ import annotations

import pandas as pd

from ..analysis import exchange_cycles as cycles
from ..analysis.views import View
from ..base import units
from .table import Column, Table

NOTE = (
    "from the fewest to the most repeats, which leaves out loads, stores and the launch; intervals "
    "hold both medians' intervals. A warp waits from one repetition to the next; "
    "a multiprocessor's cycles are shared by its warps"
)


def exchange_cycles(frame: pd.DataFrame, view: View) -> Table | None:
    """One row per variant, config and problem that was timed at several numbers of repeats."""
    rows = cycles.exchange_cycles(frame, view)
    if rows is None:
        return None
    problem = [name for name in rows.columns if name.startswith("problem_")]
    columns = (
        Column("variant", "variant"),
        *(
            Column(name, name.removeprefix("problem_"), units.size if name == "problem_n" else None)
            for name in problem
        ),
        Column("config_text", "config"),
        Column("ns", "one repetition", units.duration),
        Column("cycles", "cycles from one to the next", units.digits),
        Column("cycles_lo", "at least", units.digits),
        Column("cycles_hi", "at most", units.digits),
        Column(
            "cycles_of_unit", f"cycles of a multiprocessor for {cycles.UNIT} elements", units.digits
        ),
    )
    return Table("exchange_cycles", "Cycles of an exchange", NOTE, columns, rows)
