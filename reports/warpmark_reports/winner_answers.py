"""Who is fastest at which sizes, in sentences."""

from __future__ import annotations

from typing import Any

import pandas as pd

from . import choose, style, units
from .answer import Answer
from .frame import records
from .metric import usable
from .tables.winners import winner_frame
from .verdicts import Verdicts, ratio_text, verdicts_of
from .views import View


def winner_answers(view: View) -> list[Answer]:
    """For each type the fastest at each size, against the plainest variant and the library."""
    metric = view.metric
    if metric is None and len(view.tuning.trials):
        return [Answer("The tuning ended before its finals: no time is fit to compare.", "bad")]
    if metric is None:
        return [Answer("No point has a right result with a time or counters.", "bad")]
    if choose.SIZE not in view.frame.columns:
        return []
    rows, held = choose.pinned(usable(view.frame, metric))
    table = winner_frame(rows, metric)
    naive = choose.naive_variant(rows)
    verdicts = verdicts_of(view)
    found = []
    for name in choose.types(table):
        spans = [
            "; ".join(
                filter(
                    None,
                    [_span(*run), _against_library(*run, name, verdicts), _against(*run, naive)],
                )
            )
            for run in _runs_of_winners(choose.of_type(table, name))
        ]
        what = "fastest" if metric.timed else "fewest warp instructions (counted, not timed)"
        asked = ", ".join(filter(None, [name, held]))
        found.append(Answer(f"{asked}: {what}", "good", tuple(spans)))
    return found


def _runs_of_winners(table: pd.DataFrame) -> list[tuple[list[str], list[Any]]]:
    """Neighbouring sizes that share a winner, with those who win at all of them.

    Variants whose intervals overlap the winner's count as winners: which came first is chance.
    """
    runs: list[tuple[list[str], list[Any]]] = []
    for row in records(table):
        here = [str(row.variant), *(name for name in row.tied_with.split(", ") if name)]
        shared = [name for name in runs[-1][0] if name in here] if runs else []
        if shared:
            runs[-1] = (shared, [*runs[-1][1], row])
        else:
            runs.append((here, [row]))
    return runs


def _span(winners: list[str], rows: list[Any]) -> str:
    text = f"{units.size_range([int(getattr(row, choose.SIZE)) for row in rows])}: {winners[0]}"
    return text + (f", not told apart from {', '.join(winners[1:])}" if len(winners) > 1 else "")


def _against(winners: list[str], rows: list[Any], naive: str) -> str:
    """The span of the gains over the plainest variant; a library is compared with elsewhere."""
    gains = [float(row.gain) for row in rows if row.gain == row.gain]
    if not gains or winners == [naive] or naive.startswith(style.BASELINE):
        return ""
    ends = dict.fromkeys((units.times(min(gains)), units.times(max(gains))))
    return f"{' to '.join(ends)} against {naive}"


def _against_library(
    winners: list[str], rows: list[Any], type_name: str, verdicts: Verdicts | None
) -> str:
    """The span of the ratios, or one ratio with its interval; "" if a library is what wins."""
    if verdicts is None or not verdicts.library or winners[0].startswith(style.BASELINE):
        return ""
    table = verdicts.table
    sizes = [int(getattr(row, choose.SIZE)) for row in rows]
    table = table[(table["type"] == type_name) & table["n"].isin(sizes) & (table["verdict"] != "")]
    if table.empty:
        return ""
    if len(table) == 1:
        one = table.iloc[0]
        text = ratio_text(one["ratio"], one["ratio_lo"], one["ratio_hi"])
    else:
        ends = (units.times(table["ratio"].min()), units.times(table["ratio"].max()))
        text = " to ".join(dict.fromkeys(ends))
    return f"{text} against {verdicts.library}"
