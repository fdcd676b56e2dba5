"""A history as one HTML page without scripts: judgements, and a figure of each series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from ..base import units
from ..base.errors import JournalError
from ..page.html_page import MAX_PAGE_BYTES
from ..page.page_templates import page_templates
from ..plot.level_line import levels_of
from .judge import OPEN, Found, Judgement
from .ratchet import Drift
from .series import Series
from .series_drawing import drawn
from .text_output import short

COMMIT = "{commit}"
MAX_ROWS = 2000  # of the table of judgements, and of that of all series
MAX_TITLES = 30_000  # values of the page to point at
FIGURE_BYTES = 900  # about, of a figure without its drawing
Reasons = dict[tuple[str, str, str, str], str]  # of accepted steps: card, contract, point, commit


@dataclass(frozen=True)
class CommitLinks:
    """Where commits are shown: an address with {commit}, empty for nowhere."""

    address: str = ""

    def of(self, commit: str) -> str:
        """The address of a commit, without the mark of local changes."""
        return self.address.replace(COMMIT, quote(commit.removesuffix("-dirty"), safe=""))


def commit_links(address: str) -> CommitLinks:
    """Raises JournalError unless it is an address of the web with {commit}."""
    if address and (urlsplit(address).scheme not in ("https", "http") or COMMIT not in address):
        problem = f"expected an address such as https://example.com/commit/{COMMIT}"
        raise JournalError(Path("--commit-url"), None, f"{address!r}: {problem}")
    return CommitLinks(address)


@dataclass(frozen=True)
class _Row:
    """A judgement."""

    state: str
    change: str
    point: str
    anchor: str
    card: str
    contract: str
    commit: str
    link: str
    date: str
    between: str
    times: str
    p_value: str
    reason: str


@dataclass(frozen=True)
class _Entry:
    """A series; `svg` is empty where the page has no room for it."""

    anchor: str
    series: Series
    state: str
    last: str
    over: str
    svg: str


def history_page(
    every: Sequence[Series], judgement: Judgement, reasons: Reasons, links: CommitLinks
) -> str:
    """The page's text, which depends only on the arguments. Series with findings come first, so
    if not all drawings fit in 14.5 MB it is others that are left out, which the page says.
    """
    ordered = _ordered(every, judgement)
    anchors = {id(series): f"s{i}" for i, series in enumerate(ordered)}
    rows = [*_steps(judgement, anchors, reasons, links), *_drifts(judgement, anchors, links)]
    entries = _entries(ordered, judgement, anchors)
    environment = page_templates("warpmark_reports.history")
    dates = sorted(date for series in every for date in _ends(series))
    commits = {value.commit for series in every for value in series.values}
    with_findings = {row.anchor for row in rows}
    return environment.get_template("history.html.j2").render(
        judgement=judgement,
        rows=rows[:MAX_ROWS],
        hidden_rows=len(rows) - len(rows[:MAX_ROWS]),
        found=[entry for entry in entries if entry.anchor in with_findings],
        others=[entry for entry in entries if entry.anchor not in with_findings],
        listed=entries[:MAX_ROWS],
        hidden_series=len(entries) - len(entries[:MAX_ROWS]),
        undrawn=sum(not entry.svg for entry in entries),
        cards=sorted({series.card for series in every}),
        commits=len(commits),
        first=dates[0][:10],
        last=dates[-1][:10],
        short=short,
    )


def _ends(series: Series) -> tuple[str, str]:
    return series.values[0].date, series.values[-1].date


def _ordered(every: Sequence[Series], judgement: Judgement) -> list[Series]:
    """Open steps, drifts, other steps, then the rest by name."""
    steps = sorted(judgement.found, key=lambda found: found.state != OPEN)
    first = [found.series for found in steps if found.state == OPEN]
    first += [drift.series for drift in judgement.drifts]
    first += [found.series for found in steps if found.state != OPEN]
    known = {id(series): series for series in [*first, *every]}
    return list(known.values())


def _steps(
    judgement: Judgement, anchors: dict[int, str], reasons: Reasons, links: CommitLinks
) -> Iterator[_Row]:
    for found in judgement.found:
        series, step = found.series, found.step
        value = series.values[step.at]
        near = [each.commit for each in series.values[step.earliest : step.latest + 1]]
        keys = ((series.card, series.contract, series.point, commit) for commit in near)
        yield _Row(
            found.state, f"{step.ratio - 1:+.1%}", series.point, anchors[id(series)], series.card,
            series.contract, value.commit, links.of(value.commit), value.date[:10],
            f"{short(found.last_good)} – {short(found.first_bad)}",
            f"{units.duration(step.before)} → {units.duration(step.after)}",
            units.digits(step.p_value, 2),
            next((reasons[key] for key in keys if key in reasons), ""),
        )  # fmt: skip


def _drifts(judgement: Judgement, anchors: dict[int, str], links: CommitLinks) -> Iterator[_Row]:
    for drift in judgement.drifts:
        series = drift.series
        value = series.values[-1]
        yield _Row(
            "DRIFT", f"{drift.ratio - 1:+.1%}", series.point, anchors[id(series)], series.card,
            series.contract, value.commit, links.of(value.commit), value.date[:10],
            f"since {drift.since}", f"now {units.duration(value.median)}",
            units.digits(drift.p_value, 2), "",
        )  # fmt: skip


def _entries(
    ordered: Sequence[Series], judgement: Judgement, anchors: dict[int, str]
) -> list[_Entry]:
    steps: dict[int, list[Found]] = {}
    for found in sorted(judgement.found, key=lambda each: each.step.at):
        steps.setdefault(id(found.series), []).append(found)
    drifts = {id(drift.series): drift for drift in judgement.drifts}
    budget = MAX_PAGE_BYTES - FIGURE_BYTES * len(ordered)
    titles = MAX_TITLES
    entries = []
    for series in ordered:
        own, drift = steps.get(id(series), []), drifts.get(id(series))
        last = units.duration(series.values[-1].median)
        over = f"{series.values[-1].median / series.values[series.released or 0].median - 1:+.1%}"
        svg = ""
        if budget > 0:
            levels = levels_of(series.medians, [found.step for found in own])
            spoken = (
                f"{series.name}: {len(series.values)} commits, last {last}. {_words(own, drift)}"
            )
            has_titles = len(series.values) <= titles
            svg = drawn(series, own, levels, spoken, has_titles)
            titles -= len(series.values) if has_titles else 0
            budget -= len(svg.encode())
            svg = svg if budget > 0 else ""
        entries.append(
            _Entry(anchors[id(series)], series, _words(own, drift), last, over, svg)
        )  # fmt: skip
    return entries


def _words(steps: Sequence[Found], drift: Drift | None) -> str:
    texts = [f"{found.state} {found.step.ratio - 1:+.1%}" for found in steps]
    texts += [f"DRIFT {drift.ratio - 1:+.1%}"] if drift else []
    return ", ".join(texts) or "no step"
