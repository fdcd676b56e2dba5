"""The fastest variant at each range of sizes, in sentences."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ..analysis import choose
from ..analysis.metric import is_counted, usable
from ..analysis.verdicts import Verdicts, ratio_text, verdicts_of
from ..analysis.views import View, basis_text
from ..base import units
from ..journal.frame import records
from ..tables.winners import winner_frame
from .headline import Headline


def winner_headlines(view: View) -> list[Headline]:
    """The fastest variants of each type and size, against the simplest variant and the library."""
    metric = view.metric
    if metric is None and len(view.tuning.trials):
        return [Headline("The tuning ended before its finals: no time is fit to compare.", "bad")]
    if metric is None:
        return [_unranked(view.frame)]
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
            for run in _runs_of_winners(choose.of_type(table, name), by_chance=metric.timed)
        ]
        problem = ", ".join(filter(None, [name, held]))
        what = "fastest" if metric.timed else f"fastest by modelled time ({basis_text(view)})"
        text = f"{problem}: {what}" if problem else what[0].upper() + what[1:]
        found.append(Headline(text, "good" if metric.timed else "plain", tuple(spans)))
    return found


def _unranked(frame: pd.DataFrame) -> Headline:
    """Why nothing is called the fastest."""
    if not (frame["status"] == "ok").any():
        return Headline("No point has a right result.", "bad")
    if is_counted(frame):
        return Headline(
            "Counts without modelled times, as older journals have them: nothing is ranked, "
            "because fewer instructions need not take less time. `warpmark run` now models the "
            "time of each point."
        )
    return Headline("No right result has a time, measured or modelled, to be ranked by.", "bad")


def _runs_of_winners(table: pd.DataFrame, *, by_chance: bool) -> list[tuple[list[str], list[Any]]]:
    """Neighbouring sizes that share a winner, with those who win at all of them.

    Where it is by chance which of several measured variants came first, those whose intervals
    overlap the winner's count as winners. A model has no chance in it: its first one is named.
    """
    runs: list[tuple[list[str], list[Any]]] = []
    for row in records(table):
        here = [str(row.variant), *(name for name in row.tied_with.split(", ") if name)]
        shared = [name for name in runs[-1][0] if name in here] if runs else []
        if not by_chance and shared and shared[0] != here[0]:
            shared = []
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
    if not gains or winners == [naive] or choose.is_library(naive):
        return ""
    ends = dict.fromkeys((units.times(min(gains)), units.times(max(gains))))
    return f"{' to '.join(ends)} against {naive}"


def _against_library(
    winners: list[str], rows: list[Any], type_name: str, verdicts: Verdicts | None
) -> str:
    """The span of the ratios, or one ratio with its interval; "" if a library is what wins."""
    if verdicts is None or not verdicts.library or choose.is_library(winners[0]):
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
