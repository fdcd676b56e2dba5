"""The results of a tuning, in sentences."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ..analysis.problem_names import short_names
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..tables.tuned import with_interval
from .headline import Headline

MAX_RESULTS = 12


def tuning_headlines(view: View) -> list[Headline]:
    """The problems with their winners, then what the search did; [] without a tuning."""
    trials, results = view.tuning.trials, view.tuning.results
    if trials.empty:
        return []
    shared, names = short_names([str(text) for text in results["problem_text"]])
    items = []
    for row in records(results.iloc[:MAX_RESULTS]):
        winner = f"{row.variant} {row.config_text}".rstrip()
        parts = [f"{names[row.problem_text] or shared}: {winner}"]
        items.append("; ".join([*parts, units.duration(float(row.time_ns)), *_gains(row)]))
    kept = int(results["base_kept"].sum())
    count = f"{len(results)} problem{'s' * (len(results) != 1)} tuned"
    count += f" ({shared})" if shared and len(results) > 1 else ""
    count += f"; the base is kept for {kept}" if kept else ""
    if len(results) > MAX_RESULTS:
        count += f"; the first {MAX_RESULTS} here, all in the table"
    modelled = view.backend == "simt"
    count += "; times are modelled, not measured" if modelled else ""
    what = _counted_of_search(trials) if modelled else _timed_of_search(trials)
    return [Headline(count, "good" if items else "bad", tuple(items)), Headline(what)]


def _timed_of_search(trials: pd.DataFrame) -> str:
    return (
        "All figures but those of the tuning show only the finals, the median round of each "
        "config, so that among equals another may be first there than by all rounds. "
        f"Of the {len(trials)} measurements, {int(trials['beaten'].sum())} ended early because a "
        "better config was known; such times rank nothing."
    )


def _counted_of_search(trials: pd.DataFrame) -> str:
    configs = trials.drop_duplicates(["run", "key"])
    return f"Counts are exact, but of the {len(configs)} points that the search chose to try."


def _gains(row: Any) -> list[str]:
    """What tuning brought over base and library, as far as there is anything to say."""
    gains = []
    if row.base_kept:
        gains.append("the base is kept")
    elif row.gain == row.gain:
        gains.append(f"{with_interval(row.gain, row.gain_lo, row.gain_hi)} over its base")
    if row.over_library == row.over_library:
        ends = (row.over_library_lo, row.over_library_hi)
        gains.append(f"{with_interval(row.over_library, *ends)} over the library")
    return gains
