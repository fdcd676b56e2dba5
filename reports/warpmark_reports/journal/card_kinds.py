"""Divides runs on several kinds of cards: times of one kind are not those of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..base.errors import JournalError, shown
from .columns import Chunk, Coded
from .journal import Run
from .journal_file import Part
from .lines import Event

KIND = ("name", "compute_capability", "multiprocessors", "driver_version")  # what cards share
UNKNOWN = -1
Kind = tuple[str, ...]


def kind_of(card: Mapping[str, Any]) -> Kind:
    """What cards of one kind share; "" for what is not known."""
    return tuple(str(card.get(key) or "") for key in KIND)


def by_card_kind(part: Part) -> Part:
    """The part with a run for each kind of card that a run of it was on, in the order of the
    manifest's `cards`, as if each had been a run of its own.

    Cards of one kind agree in name, compute capability, multiprocessors and driver. Raises
    JournalError for a measurement of a card that its run's manifest does not have.
    """
    if part.run.part is None and len(_kinds_of(part.run)) < 2:
        return part
    runs: list[Run] = []
    places: list[dict[str, int]] = []  # by run and card: the number of the new run
    for run in part.runs:
        kinds = _kinds_of(run)
        place: dict[str, int] = {}
        for cards in kinds:
            place.update(dict.fromkeys(_uuids(cards), len(runs)))
            runs.append(run if len(kinds) < 2 else _on(run, cards))
        places.append(place)
    divided = Part(runs, warnings=part.warnings)
    for chunks, into in ((part.measured, divided.measured), (part.trials, divided.trials)):
        into.extend(_renumbered(each, part.runs, places) for each in chunks)
    _count(divided)
    return divided


def _kinds_of(run: Run) -> list[list[Event]]:
    """The run's cards by kind; at least one, perhaps without anything known."""
    kinds: dict[Kind, list[Event]] = {}
    for card in run.manifest.get("cards") or [run.manifest.get("card") or {}]:
        kinds.setdefault(kind_of(card), []).append(card)
    return list(kinds.values())


def _on(run: Run, cards: list[Event]) -> Run:
    """What the run was on these cards."""
    first = {key: value for key, value in cards[0].items() if key != "ceilings"}
    manifest = {**run.manifest, "card": first, "cards": cards}
    if "ceilings" in cards[0]:
        manifest["ceilings"] = cards[0]["ceilings"]
    uuids = _uuids(cards)
    own = _uuid((run.manifest.get("card") or {}).get("uuid"))
    return replace(
        run,
        manifest=manifest,
        references=[each for each in run.references if _uuid(each.get("card_uuid")) in uuids],
        tuned=run.tuned if own in uuids else [],  # a tuning is on its run's first card
    )


def _renumbered(chunk: Chunk, runs: list[Run], places: list[dict[str, int]]) -> Chunk:
    """The chunk whose column `part` has the numbers of the new runs."""
    column = chunk.columns.get("card_uuid")
    texts = [*(column.values if isinstance(column, Coded) else []), None]  # the last: none named
    table = np.array([[_place_of(text, place) for text in texts] for place in places])
    codes = column.codes if isinstance(column, Coded) else np.full(chunk.count, -1)
    old = chunk.numbers("part")
    new = table[old, codes]
    wrong = np.flatnonzero(new == UNKNOWN)
    if wrong.size:
        run, text = int(old[wrong[0]]), texts[int(codes[wrong[0]])]
        listed = ", ".join(sorted(places[run]))
        problem = f"a measurement has card_uuid {shown(text)}; expected one of {listed}"
        raise JournalError(runs[run].path, None, f"{problem}, the cards of its run")
    return Chunk(chunk.count, chunk.columns | {"part": new.astype(np.int64)})


def _place_of(uuid: Any, place: dict[str, int]) -> int:
    """The run on this card; a point that names none is of the only one."""
    only = set(place.values())
    return min(only) if uuid is None and len(only) == 1 else place.get(_uuid(uuid), UNKNOWN)


def _count(part: Part) -> None:
    """How many points each run has; how many of the planned ones were for a kind is not known."""
    keys: list[set[str]] = [set() for _ in part.runs]
    for chunk in (*part.measured, *part.trials):
        for key, index in zip(chunk.objects("key"), chunk.numbers("part"), strict=True):
            keys[index].add(key)
    for run, own in zip(part.runs, keys, strict=True):
        run.present = len(own)
        if len(run.manifest.get("cards") or []) and run.part is None:
            run.manifest["planned_points"] = len(own)


def _uuids(cards: list[Event]) -> set[str]:
    return {_uuid(card.get("uuid")) for card in cards}


def _uuid(value: object) -> str:
    """ "" for a card without one, such as a CPU."""
    return value if isinstance(value, str) else ""
