"""The sentences at the top of the page and on stdout: what a reader came to find out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from . import choose, counting, units
from .frame import records
from .metric import usable
from .problem_names import short_names
from .tables.tuned import with_interval
from .tables.winners import winner_frame
from .views import View

NEAR_CEILING = 0.9
MOST_REASONS = 6
MOST_RESULTS = 12


@dataclass(frozen=True)
class Answer:
    """One sentence, or a heading over several items; `tone` is plain, good or bad."""

    text: str
    tone: str = "plain"
    items: tuple[str, ...] = ()


def answers(view: View) -> list[Answer]:
    """Completeness first, then the winners, the ceiling, and what failed or was skipped."""
    return [
        *_completeness(view),
        *_tuned(view),
        *_winners(view),
        *_counting_span(view),
        *_near_ceiling(view),
        *_failures(view.frame),
    ]


def _completeness(view: View) -> list[Answer]:
    found = []
    for run in view.runs:
        present = f"{run.present} of the {run.planned} planned points are present"
        if not run.planned:  # a tuning plans as it goes
            present = f"{run.present} points are present"
        if run.end is None:
            text = f"{run.path.name}: the run was cut off (no end line); {present}."
            found.append(Answer(text, "bad"))
        elif not run.end.get("complete", True):
            reason = run.end.get("reason", "no reason given")
            found.append(
                Answer(f"{run.path.name}: the run stopped early ({reason}); {present}.", "bad")
            )
    return found


def _tuned(view: View) -> list[Answer]:
    trials, results = view.tuning.trials, view.tuning.results
    if trials.empty:
        return []
    shared, names = short_names([str(text) for text in results["problem_text"]])
    items = []
    for row in records(results.iloc[:MOST_RESULTS]):
        winner = f"{row.variant} {row.config_text}".rstrip()
        parts = [f"{names[row.problem_text] or shared}: {winner}"]
        items.append("; ".join([*parts, units.duration(float(row.time_ns)), *_gains(row)]))
    kept = int(results["base_kept"].sum())
    count = f"{len(results)} problem{'s' * (len(results) != 1)} tuned"
    count += f" ({shared})" if shared and len(results) > 1 else ""
    count += f"; the base is kept for {kept}" if kept else ""
    if len(results) > MOST_RESULTS:
        count += f"; the first {MOST_RESULTS} here, all in the table"
    modelled = view.backend == "simt"
    count += "; times are modelled, not measured" if modelled else ""
    what = _counted_of_search(trials) if modelled else _timed_of_search(trials)
    return [Answer(count, "good" if items else "bad", tuple(items)), Answer(what)]


def _timed_of_search(trials: pd.DataFrame) -> str:
    return (
        "All figures but those of the tuning show the finals alone, the median round of each "
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


def _winners(view: View) -> list[Answer]:
    metric = view.metric
    if metric is None and len(view.tuning.trials):
        return [Answer("The tuning ended before its finals: no time is fit to compare.", "bad")]
    if metric is None:
        return [Answer("No point has a right result with a time or counters.", "bad")]
    if choose.SIZE not in view.frame.columns:
        return []
    rows, held = choose.pinned(view.frame)
    table = winner_frame(rows, metric)
    naive = choose.naive_variant(usable(rows, metric))
    found = []
    for name in choose.types(table):
        spans = [_span(*run, naive) for run in _runs_of_winners(choose.of_type(table, name))]
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


def _span(winners: list[str], rows: list[Any], naive: str) -> str:
    sizes = [int(getattr(row, choose.SIZE)) for row in rows]
    gains = [float(row.gain) for row in rows]
    gains = [gain for gain in gains if gain == gain]
    text = f"{units.size_range(sizes)}: {winners[0]}"
    if len(winners) > 1:
        text += f", not told apart from {', '.join(winners[1:])}"
    if not gains or winners == [naive]:
        return text
    low, high = units.times(min(gains)), units.times(max(gains))
    return f"{text}; {low if low == high else f'{low} to {high}'} against {naive}"


def _counting_span(view: View) -> list[Answer]:
    span = counting.span_of(view)
    return [Answer(span.sentence())] if span is not None else []


def _near_ceiling(view: View) -> list[Answer]:
    if view.metric is None or not view.metric.timed:
        return []
    rows = usable(view.frame, view.metric)
    rows = rows[rows["fraction_of_ceiling"].notna()]
    if rows.empty:
        return []
    best = rows.nlargest(1, "fraction_of_ceiling").iloc[0]
    near = rows[rows["fraction_of_ceiling"] >= NEAR_CEILING]
    most = f"{units.percent(best['fraction_of_ceiling'])} ({best['key']})"
    if near.empty:
        return [
            Answer(
                f"No variant reaches 90 % of the measured {view.traffic} ceiling; "
                f"the most is {most}."
            )
        ]
    names = ", ".join(choose.variants(near))
    return [
        Answer(
            f"At 90 % of the measured {view.traffic} ceiling or above: {names}; the most is {most}."
        )
    ]


def _failures(frame: pd.DataFrame) -> list[Answer]:
    bad = frame[frame["status"] != "ok"]
    if bad.empty:
        return [Answer(f"All {len(frame)} points gave right results.", "good")]
    found = []
    groups = bad.groupby(["status", "variant", "reason"], sort=False)
    listed = sorted(groups, key=lambda item: (item[0][0] == "skipped", -len(item[1])))
    for (status, variant, reason), group in listed[:MOST_REASONS]:
        tone = "plain" if status == "skipped" else "bad"
        points = f"{len(group)} point{'s' * (len(group) > 1)}"
        why = reason or "no reason given"
        found.append(Answer(f"{str(status).replace('_', ' ')}: {variant}, {points}: {why}.", tone))
    if len(listed) > MOST_REASONS:
        found.append(Answer(f"{len(listed) - MOST_REASONS} more reasons are in the table below."))
    return found
