"""Deletes the journals of a history that are older than a date."""

from __future__ import annotations

from datetime import datetime

from ..base.errors import JournalError, shown
from .index import rebuild
from .store import Store


def forget(store: Store, before: str) -> int:
    """Returns how many journals were deleted, with their entries. Releases and accepted steps stay.

    An entry goes before its journal, so what is interrupted leaves a journal that nothing names.
    Raises JournalError for a date that is none, or if the index cannot be made of what is left.
    """
    try:
        limit = datetime.fromisoformat(before).strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        problem = f"--before {shown(before)}; expected a date like 2026-01-31"
        raise JournalError(store.folder, None, problem) from None
    old = [
        (path, fact)
        for path, fact in store.facts()
        if fact is not None and fact["kind"] == "entry" and fact["date"] < limit
    ]
    for path, fact in old:
        path.unlink()
        store.journal(fact["journal"]).unlink(missing_ok=True)
    broken = rebuild(store)
    if broken:
        raise broken[0]
    return len(old)
