"""Which runs share a frame of figures: those whose times compare."""

from __future__ import annotations

from collections.abc import Sequence

from .card_kinds import kind_of
from .journal import Run

Group = tuple[str, ...]


def groups_of(runs: Sequence[Run]) -> list[Group]:
    """The group of each run. Runs of a group agree in backend, kind of card, driver, commit and
    timing contract, and were on one card: two cards of a kind do not have the same speed.

    Shards are the exception. Each has other problems, all variants of which it measured on its own
    card, so shards on several cards of a kind are one group.
    """
    with_shards = {(_kind(run), _uuid(run)) for run in runs if run.shard}
    return [
        (*_kind(run), "" if (_kind(run), _uuid(run)) in with_shards else _uuid(run)) for run in runs
    ]


def _kind(run: Run) -> Group:
    card = run.manifest["card"]
    contract = run.manifest.get("contract", {})
    # What the flush leaves in the cache changes times by a quarter.
    state = f"{contract.get('state')} {contract.get('flush', '')}".strip()
    parts = (
        run.manifest["backend"],
        *kind_of(card),
        run.version.get("commit"),
        bool(run.version.get("dirty")),
        state,
    )
    return tuple(map(str, parts))


def _uuid(run: Run) -> str:
    return str(run.manifest["card"].get("uuid"))
