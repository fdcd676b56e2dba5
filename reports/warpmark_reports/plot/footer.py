"""The footer of a figure: the origin of the numbers, and the meaning of the error bars."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from ..analysis.journal_comparison import JournalComparison
from ..analysis.views import View, basis_text

MAX_CHARACTERS = 160  # of a line, at the sheet's width


def footer(view: View, bars: str = "") -> str:
    """Card, date, commit and journal; then what the error bars are, unless the figure says so."""
    dates = sorted({str(run.manifest.get("started_at", ""))[:10] for run in view.runs} - {""})
    names = _names([run.path for run in view.runs])
    span = " to ".join(dict.fromkeys([dates[0], dates[-1]])) if dates else "no date"
    machine = f"{view.card_count} × {view.machine}" if view.card_count > 1 else view.machine
    origin = f"{machine} · {view.backend} · {span} · commit {view.commit} · {names}"
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
    view, names = side[0], _names([run.path for each in side for run in each.runs])
    date = str(view.manifest.get("started_at", ""))[:10]
    return f"{name}: {view.machine} · {view.backend} · {date} · commit {view.commit} · {names}"


def _names(paths: Sequence[Path]) -> str:
    """Of the files, each once: a merged journal has several runs."""
    names = list(dict.fromkeys(path.name for path in paths))
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
