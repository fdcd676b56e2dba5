"""Adds a journal, or results of another tool, to a history under its commit and date."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..analysis.metric import MEASURED, usable
from ..base.errors import JournalError, shown
from ..base.inputs import read_input
from ..base.limits import MAX_NAME_CHARACTERS, Limits
from ..formats.nvbench_samples import packed
from ..formats.reader import load
from ..journal.journal import Journal
from ..journal.lines import Event
from .index import enter, open_index
from .store import Store

MADE_UP = ("", "unknown")


@dataclass(frozen=True)
class AddRequest:
    """What the command line says of a file; empty: as the file has it."""

    commit: str = ""
    release: str = ""
    date: str = ""
    card: str = ""
    limits: Limits | None = None


@dataclass(frozen=True)
class _Entry:
    """Where a file belongs. `card`: empty where the file identifies its cards."""

    commit: str
    date: str
    card: str


def add(store: Store, path: Path, request: AddRequest) -> str:
    """Returns what was done, in a sentence. Raises JournalError, and nothing is kept then."""
    journal = load(path, limits=request.limits)
    content = packed(path, read_input(path, request.limits), request.limits)
    timed = len(usable(journal.frame, MEASURED))
    if not timed:
        raise JournalError(path, None, "has no point with a measured time; a history is of times")
    manifest = journal.manifest
    entry = _Entry(
        _commit(path, manifest, request),
        _date(path, manifest, request),
        _card(path, journal, request),
    )
    with open_index(store) as index:
        digest = store.put_journal(content)
        is_known = _is_known(path, index, digest, entry, request)
        facts = [] if is_known else [_fact(digest, entry, path)]
        if request.release:
            facts.append({"kind": "release", "commit": entry.commit, "tag": request.release})
        with index:
            new = [fact for fact in facts if store.put_fact(fact)]
            for fact in facts:
                enter(index, store, fact)
    tagged = f", release {request.release}" if request.release else ""
    if not new:
        return f"{path.name}: already there as commit {entry.commit}"
    return f"{path.name}: {timed} points of commit {entry.commit} at {entry.date}{tagged}"


def _fact(digest: str, entry: _Entry, path: Path) -> dict[str, str]:
    fact = {"kind": "entry", "journal": digest, "commit": entry.commit, "date": entry.date,
            "name": path.name}  # fmt: skip
    return {**fact, "card": entry.card} if entry.card else fact


def _is_known(
    path: Path, index: sqlite3.Connection, digest: str, entry: _Entry, request: AddRequest
) -> bool:
    """Raises JournalError if the content is there as something else."""
    query = "SELECT commit_hash, date, named_card FROM entries WHERE journal = ?"
    known = index.execute(query, (digest,)).fetchone()
    if known is None:
        return False
    wanted = (entry.commit, entry.date if request.date else known[1], request.card or known[2])
    if known != wanted:
        texts = [f"commit {commit} of {date}" + (f" on {card}" if card else "")
                 for commit, date, card in (known, wanted)]  # fmt: skip
        raise JournalError(path, None, f"is there already, as {texts[0]}, not {texts[1]}")
    return True


def _commit(path: Path, manifest: Event, request: AddRequest) -> str:
    """Of the measured code, marked where its tree had changes."""
    if request.commit:
        return request.commit
    tool, measured = manifest["tool"], manifest.get("measured") or {}
    stated = measured if tool.get("name", "warpmark") != "warpmark" else tool
    commit = str(stated.get("commit") or "")
    if stated is not tool and not commit:
        problem = f"is of {tool['name']}, and does not say the commit of the measured code"
        raise JournalError(path, None, f"{problem}; give --commit")
    if commit in MADE_UP:
        raise JournalError(path, None, "does not say its commit; give --commit")
    return f"{commit}-dirty" if stated.get("dirty") else commit


def _card(path: Path, journal: Journal, request: AddRequest) -> str:
    """What --card calls the card or machine of a file that does not identify it."""
    card = request.card.strip()
    if not card:
        return ""
    if len(card) > MAX_NAME_CHARACTERS or not card.isprintable():
        problem = f"--card {shown(card)}: expected up to {MAX_NAME_CHARACTERS} printable characters"
        raise JournalError(path, None, problem)
    if len(journal.runs) > 1:
        problem = f"has runs of {len(journal.runs)} cards, and --card names one; expected one card"
        raise JournalError(path, None, problem)
    if uuid := journal.manifest["card"].get("uuid"):
        problem = f"identifies its card as {uuid}; expected no --card, but {shown(card)} is given"
        raise JournalError(path, None, problem)
    return card


def _date(path: Path, manifest: Event, request: AddRequest) -> str:
    given = request.date or str(manifest.get("started_at", ""))
    if not given:
        raise JournalError(path, None, "does not say when it was started; give --date")
    try:
        moment = datetime.fromisoformat(given)
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        problem = f"its date is {shown(given)}; expected like 2026-01-31 or 2026-01-31T12:00:00Z"
        raise JournalError(path, None, problem) from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
