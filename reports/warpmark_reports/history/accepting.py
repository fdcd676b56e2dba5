"""Makes open steps the new level of their series, with a reason."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import JournalError
from .index import enter, open_index
from .judge import accepted_of, judge
from .series import Series, all_series
from .store import Store
from .text_output import short


def accept(store: Store, chosen: Sequence[Series], at: str, reason: str) -> list[str]:
    """Accepts open steps of the chosen series, all or those at a commit that begins with `at`, as
    `check` finds them; returns a line each. Raises JournalError if there is none.
    """
    if not reason.strip():
        raise JournalError(store.folder, None, "--reason is empty; say why the step is right")
    taken, names = [], {series.name for series in chosen}
    with open_index(store) as index:
        for found in judge(all_series(index), accepted_of(index)).open:
            step, series = found.step, found.series
            if series.name not in names:
                continue
            near = [value.commit for value in series.values[step.earliest : step.latest + 1]]
            if at and not any(commit.startswith(at) for commit in near):
                continue
            fact = {
                "kind": "accepted", "card": series.card, "contract": series.contract,
                "point": series.point, "commit": found.where, "reason": reason,
            }  # fmt: skip
            store.put_fact(fact)
            with index:
                enter(index, store, fact)
            taken.append(f"{step.ratio - 1:+.1%} at {short(found.where)}: {series.name}")
    if not taken:
        where = f" at {at}" if at else ""
        raise JournalError(store.folder, None, f"no open step{where}; `check` lists them")
    return taken
