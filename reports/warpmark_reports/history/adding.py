"""Adds a journal to a history under its commit and date of measurement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..analysis.metric import MEASURED, usable
from ..base.errors import JournalError, shown
from ..base.inputs import read_input
from ..base.limits import Limits
from ..formats.nvbench import SAMPLES
from ..formats.reader import load
from ..journal.lines import Event
from .index import enter, open_index
from .store import Store

MADE_UP = ("", "unknown")


@dataclass(frozen=True)
class AddRequest:
    """What the command line says of a journal; empty: as its manifest has it."""

    commit: str = ""
    release: str = ""
    date: str = ""
    limits: Limits | None = None


def add(store: Store, path: Path, request: AddRequest) -> str:
    """Returns what was done, in a sentence. Raises JournalError."""
    journal = load(path, limits=request.limits)
    content = read_input(path, request.limits)
    if SAMPLES.encode() in content:
        problem = "has its samples in separate files, and a history keeps one file; run nvbench"
        raise JournalError(path, None, f"{problem} without --jsonbin for it")
    timed = len(usable(journal.frame, MEASURED))
    if not timed:
        raise JournalError(path, None, "has no point with a measured time; a history is of times")
    manifest = journal.manifest
    commit, date = _commit(path, manifest, request), _date(path, manifest, request)
    with open_index(store) as index:
        digest = store.put_journal(content)
        query = "SELECT commit_hash, date FROM entries WHERE journal = ?"
        known = index.execute(query, (digest,)).fetchone()
        if known and (known[0] != commit or (request.date and known[1] != date)):
            problem = f"is there already, as commit {known[0]} of {known[1]}"
            raise JournalError(path, None, f"{problem}, not {commit} of {date}")
        facts = [{"kind": "entry", "journal": digest, "commit": commit, "date": date,
                  "name": path.name}] if not known else []  # fmt: skip
        if request.release:
            facts.append({"kind": "release", "commit": commit, "tag": request.release})
        with index:
            new = [fact for fact in facts if store.put_fact(fact)]
            for fact in facts:
                enter(index, store, fact)
    tagged = f", release {request.release}" if request.release else ""
    if not new:
        return f"{path.name}: already there as commit {commit}"
    return f"{path.name}: {timed} points of commit {commit} at {date}{tagged}"


def _commit(path: Path, manifest: Event, request: AddRequest) -> str:
    tool = manifest["tool"]
    if request.commit:
        return request.commit
    if tool.get("name", "warpmark") != "warpmark":
        problem = f"is of {tool['name']}, whose commit is not that of the measured code"
        raise JournalError(path, None, f"{problem}; give --commit")
    if str(tool.get("commit", "")) in MADE_UP:
        raise JournalError(path, None, "does not say its commit; give --commit")
    return f"{tool['commit']}-dirty" if tool.get("dirty") else str(tool["commit"])


def _date(path: Path, manifest: Event, request: AddRequest) -> str:
    given = request.date or str(manifest.get("started_at", ""))
    if not given:
        raise JournalError(path, None, "does not say when it was started; give --date")
    try:
        moment = datetime.fromisoformat(given)
    except ValueError:
        problem = f"its date is {shown(given)}; expected like 2026-01-31 or 2026-01-31T12:00:00Z"
        raise JournalError(path, None, problem) from None
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
