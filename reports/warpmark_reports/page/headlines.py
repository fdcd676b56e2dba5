"""The sentences at the top of the page and on stdout: the main results of a view."""

from __future__ import annotations

from ..analysis import choose, counting_article, point_warnings
from ..analysis.metric import usable
from ..analysis.nearest_ceiling import nearest_ceiling
from ..analysis.views import View
from ..base import units
from ..journal.journal import Run
from .headline import Headline
from .tuning_headlines import tuning_headlines
from .winner_headlines import winner_headlines

NEAR_CEILING = 0.9
MAX_REASONS = 6
MAX_RUNS = 6  # that are named one by one


def headlines(view: View) -> list[Headline]:
    """Completeness first, then the winners, the ceiling, what failed, and what was warned of."""
    return [
        *_completeness(view),
        *tuning_headlines(view),
        *winner_headlines(view),
        *_counting_span(view),
        *_near_ceiling(view),
        *_unverified(view),
        *_failures(view),
        *_warnings(view),
    ]


def _completeness(view: View) -> list[Headline]:
    ended = [_incomplete(run) for run in view.runs]
    found = [headline for headline in ended if headline is not None]
    if len(found) > MAX_RUNS:
        present = units.grouped(sum(run.present for run in view.runs))
        planned = units.grouped(sum(run.planned for run in view.runs))
        text = f"{len(found)} of {len(ended)} runs were cut off or stopped early"
        points = f"{present} of {planned} planned points are present"
        found = [Headline(f"{text}; {points}.", "bad")]
    return [*found, *(headline for run in view.runs for headline in _drift(run))]


def _incomplete(run: Run) -> Headline | None:
    present = f"{run.present} of the {run.planned} planned points are present"
    if not run.planned:  # a tuning plans as it goes
        present = f"{run.present} points are present"
    if run.end is None:
        return Headline(f"{run.name}: the run was cut off (no end line); {present}.", "bad")
    if not run.end.get("complete", True):
        reason = run.end.get("reason", "no reason given")
        return Headline(f"{run.name}: the run stopped early ({reason}); {present}.", "bad")
    return None


def _drift(run: Run) -> list[Headline]:
    """The card itself grew slower or faster between the first point and the last."""
    found = []
    for series, seen in ((run.end or {}).get("drift") or {}).items():
        if seen.get("real"):
            change = units.percent(abs(float(seen["change"])))
            way = "longer" if seen["change"] > 0 else "shorter"
            what = f"the reference of {series} took {change} {way} at the end than at the beginning"
            found.append(Headline(f"{run.name}: the card drifted: {what}.", "bad"))
    return found


def _counting_span(view: View) -> list[Headline]:
    span = counting_article.span_of(view)
    return [Headline(span.sentence())] if span is not None else []


def _near_ceiling(view: View) -> list[Headline]:
    found = nearest_ceiling(view)
    if found is None:
        return []
    at = f" at {found.at}" if found.at else ""
    at += f", {found.best['config_text']}" if found.best["config_text"] else ""
    near = found.rows[found.rows["fraction_of_ceiling"] >= NEAR_CEILING]
    nearest = f"{units.percent(found.fraction)} ({found.best['variant']}{at})"
    if near.empty:
        return [
            Headline(
                f"No variant reaches 90 % of the measured {view.traffic} ceiling; "
                f"the most is {nearest}."
            )
        ]
    names = ", ".join(choose.variants(near))
    return [
        Headline(
            f"At 90 % of the measured {view.traffic} ceiling or above: {names}; "
            f"the most is {nearest}."
        )
    ]


def _unverified(view: View) -> list[Headline]:
    count = view.unverified_count
    if not count:
        return []
    what = "of 1 point" if count == 1 else f"of {count} points"
    return [Headline(f"The results {what} were not verified by warpmark.")]


def _failures(view: View) -> list[Headline]:
    frame = view.frame
    bad = frame[frame["status"] != "ok"]
    if bad.empty:
        if view.unverified_count:
            return []
        count = len(frame)
        text = f"All {count} points gave right results." if count > 1 else "The one point is right."
        return [Headline(text, "good")] if count else []
    found = []
    groups = bad.groupby(["status", "variant", "reason"], sort=False)
    listed = sorted(groups, key=lambda item: (item[0][0] == "skipped", -len(item[1])))
    for (status, variant, reason), group in listed[:MAX_REASONS]:
        tone = "plain" if status == "skipped" else "bad"
        points = f"{len(group)} point{'s' * (len(group) > 1)}"
        why = reason or "no reason given"
        found.append(
            Headline(f"{str(status).replace('_', ' ')}: {variant}, {points}: {why}.", tone)
        )
    if len(listed) > MAX_REASONS:
        found.append(Headline(f"{len(listed) - MAX_REASONS} more reasons are in the table below."))
    return found


def _warnings(view: View) -> list[Headline]:
    """Each kind of warning on timed points, with what it means; the grave ones first."""
    if view.metric is None or not view.metric.timed:
        return []
    rows = usable(view.frame, view.metric)
    counts = point_warnings.counted(rows)
    if not counts:
        return []
    marked = sum(1 for names in point_warnings.of_rows(rows) if names)
    items = []
    for name, count in counts.items():
        meaning = point_warnings.MEANINGS.get(name, "")
        text = f"{point_warnings.plain(name)}, {count} point{'s' * (count != 1)}"
        items.append(f"{text}: {meaning}" if meaning else text)
    grave = any(name in point_warnings.GRAVE for name in counts)
    what = f"{marked} of the {len(rows)} timed points carry a warning"
    return [Headline(what, "bad" if grave else "plain", tuple(items))]
