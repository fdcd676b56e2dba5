"""The footer of a figure of several kinds of cards."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from ..analysis.card_kinds import CardKind
from .footer import MAX_CHARACTERS

MAX_KINDS = 6  # lines; others are counted
MAX_NAMES = 2  # of commits and journals of a kind


def kinds_footer(kinds: Sequence[CardKind], bars: str) -> str:
    """The origin of each kind's numbers, then what the bars are."""
    lines = [line for kind in kinds[:MAX_KINDS] for line in wrap(_origin(kind), MAX_CHARACTERS)]
    if len(kinds) > MAX_KINDS:
        lines.append(f"and {len(kinds) - MAX_KINDS} more kinds of cards")
    return "\n".join(lines + wrap(bars, MAX_CHARACTERS))


def intervals_text(kinds: Sequence[CardKind]) -> str:
    """What intervals rest on: they are no statement about other runs."""
    counts = {
        (view.manifest.get("contract") or {}).get("processes") or 1
        for kind in kinds
        for view in kind.views
    }
    if 1 in counts or not counts:
        return (
            "95 % intervals of the medians, from the samples of one process; runs and cards of a "
            "kind differ more"
        )
    span = " or ".join(map(str, sorted(counts)))
    return f"95 % intervals over {span} processes of a run; cards of a kind may differ more"


def left_out_note(kinds: Sequence[CardKind]) -> str:
    """What a figure says of views that are no comparison; "" without any."""
    count = sum(kind.left_out for kind in kinds)
    what = "older commits or other states of the caches"
    return f"{count} journal parts of {what} left out" if count else ""


def _origin(kind: CardKind) -> str:
    views = kind.views
    dates = sorted({str(view.manifest.get("started_at", ""))[:10] for view in views} - {""})
    span = " to ".join(dict.fromkeys([dates[0], dates[-1]])) if dates else "no date"
    driver = f"driver {kind.driver}" if kind.driver and "driver" not in kind.name else ""
    cards = f"{kind.card_count} cards" if kind.card_count > 1 else ""
    commits = _some(list(dict.fromkeys(view.commit for view in views)))
    journals = _some(list(dict.fromkeys(run.path.name for view in views for run in view.runs)))
    parts = [f"{kind.name}: {views[0].backend}", driver, cards, span, f"commit {commits}", journals]
    return " · ".join(filter(None, parts))


def _some(names: list[str]) -> str:
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return ", ".join(names[:MAX_NAMES]) + more
