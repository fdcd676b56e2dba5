"""The footer of a figure: the origin of the numbers, and the meaning of the error bars."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from ..analysis.journal_comparison import JournalComparison
from ..analysis.views import View, basis_text

MAX_CHARACTERS = 160  # of a line, at the sheet's width


def footer(view: View, bars: str = "") -> str:
    """Card, date, commit and journal; then what the error bars are, unless the figure says so."""
    dates = sorted({str(run.manifest.get("started_at", ""))[:10] for run in view.runs} - {""})
    names = ", ".join(run.path.name for run in view.runs[:3])
    names += f" and {len(view.runs) - 3} more" if len(view.runs) > 3 else ""
    span = " to ".join(dict.fromkeys([dates[0], dates[-1]])) if dates else "no date"
    origin = f"{view.machine} · {view.backend} · {span} · commit {view.commit} · {names}"
    if any(run.cut_off for run in view.runs):
        origin += " · run cut off"
    return "\n".join(
        wrap(origin, MAX_CHARACTERS) + wrap(bars or interval_text(view), MAX_CHARACTERS)
    )


def interval_text(view: View) -> str:
    """How sure the numbers are: exact counts, or the interval and its sample count."""
    if view.metric is None:
        return "exact counts, no error"
    if not view.metric.timed:
        return basis_text(view)
    counts = view.frame.loc[view.frame["status"] == "ok", "time_n"].dropna()
    contract = view.manifest.get("contract", {})
    interval = contract.get("interval") or "95 % interval of the median, order statistics"
    if counts.empty:
        return str(interval)
    few, many = int(counts.min()), int(counts.max())
    samples = f"{few} samples" if few == many else f"{few} to {many} samples per point"
    state = contract.get("state")
    return f"{interval}, {samples}" + (f", {state} cache" if state in ("cold", "hot") else "")


def comparison_footer(pair: JournalComparison, bars: str) -> str:
    """The origin of both sides, then what the bars are."""
    sides = zip(pair.names, (pair.firsts, pair.seconds), strict=True)
    lines = [
        line for name, side in sides for line in wrap(_side_origin(name, side), MAX_CHARACTERS)
    ]
    return "\n".join(lines + wrap(bars, MAX_CHARACTERS))


def _side_origin(name: str, side: Sequence[View]) -> str:
    view, paths = side[0], [run.path.name for each in side for run in each.runs]
    names = ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
    date = str(view.manifest.get("started_at", ""))[:10]
    return f"{name}: {view.machine} · {view.backend} · {date} · commit {view.commit} · {names}"
