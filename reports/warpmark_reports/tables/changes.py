"""Changes from one set of times to another, by variant and size."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..analysis import choose
from ..analysis.journal_comparison import FASTER, SAME, SLOWER, UNCLEAR, JournalComparison
from ..base import units
from .table import Column, Table


def changes(pair: JournalComparison) -> Table:
    """One row per variant: geometric mean, least and largest ratio of times, and the verdicts."""
    rows = []
    for variant in choose.variants(pair.pairs):
        here = pair.pairs[pair.pairs["variant"] == variant]
        counts = here["verdict"].value_counts()
        rows.append(
            {
                "variant": variant,
                "points": len(here),
                "ratio": float(np.exp(np.log(here["ratio"]).mean())),
                "least": here["ratio"].min(),
                "most": here["ratio"].max(),
                **{name: int(counts.get(name, 0)) for name in (FASTER, SAME, SLOWER, UNCLEAR)},
            }
        )
    columns = (
        Column("variant", "variant"),
        Column("points", "points", units.grouped),
        Column("ratio", "mean ratio of times", units.digits),
        Column("least", "least", units.digits),
        Column("most", "most", units.digits),
        *(Column(name, name, units.grouped) for name in (FASTER, SAME, SLOWER, UNCLEAR)),
    )
    note = f"time of {pair.names[1]} over {pair.names[0]}; geometric means over all shared points"
    return Table("changes", "Change of times by variant", note, columns, pd.DataFrame(rows))
