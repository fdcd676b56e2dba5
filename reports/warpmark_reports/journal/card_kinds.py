"""Divides a journal of several kinds of cards: times of one kind are not those of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..base.errors import JournalError, shown
from .columns import Chunk, Coded
from .journal_file import Part
from .lines import Event

KIND = ("name", "compute_capability", "multiprocessors", "driver_version")  # what cards share
OF_PART = ("tool", "contract", "nvrtc_version", "compiler_flags", "seed", "argv")
Kind = tuple[str, ...]


def kind_of(card: Mapping[str, Any]) -> Kind:
    """What cards of one kind share; "" for what is not known."""
    return tuple(str(card.get(key) or "") for key in KIND)


def by_card_kind(part: Part) -> list[Part]:
    """A part for each kind of card, in the order of the manifest's `cards`, as if each had been a
    journal of its own; the part itself if all of its cards are alike.

    Cards of one kind agree in name, compute capability, multiprocessors and driver. Raises
    JournalError for a measurement of a card that the manifest does not have.
    """
    kinds: dict[Kind, list[Event]] = {}
    for card in part.run.manifest.get("cards") or []:
        kinds.setdefault(kind_of(card), []).append(card)
    if len(kinds) < 2:
        return [part]
    _require_known_cards(part, _uuids(card for cards in kinds.values() for card in cards))
    found = [_of_cards(part, cards) for cards in kinds.values()]
    found[0].warnings.extend(part.warnings)
    return found


def _of_cards(part: Part, cards: list[Event]) -> Part:
    uuids, run = _uuids(cards), part.run
    manifest = _manifest_of(run.manifest, cards)
    measured, trials = (
        [rows for rows in (_rows_of(each, uuids) for each in chunks) if rows.count]
        for chunks in (part.measured, part.trials)
    )
    made = replace(
        run,
        manifest=manifest,
        references=[each for each in run.references if _uuid(each.get("card_uuid")) in uuids],
        tuned=[row for row in run.tuned if _card_of_result(run.manifest, row) in uuids],
        present=len({key for rows in (*measured, *trials) for key in rows.texts("key")}),
    )
    if not manifest.get("parts"):  # how many of the planned points were for these is not known
        manifest["planned_points"] = made.present
    return Part(made, measured, trials)


def _manifest_of(manifest: Event, cards: list[Event]) -> Event:
    """That of the cards alone; of a merged journal what its parts on them say."""
    first = {key: value for key, value in cards[0].items() if key != "ceilings"}
    made = {**manifest, "card": first, "cards": cards}
    if "ceilings" in cards[0]:
        made["ceilings"] = cards[0]["ceilings"]
    kind = kind_of(first)
    parts = [part for part in manifest.get("parts") or [] if kind in map(kind_of, _cards(part))]
    if not parts:
        return {**made, "parts": []}
    by_age = sorted(parts, key=lambda part: str(part.get("started_at", "")))
    newest = by_age[-1]
    hosts = dict.fromkeys(str((part.get("host") or {}).get("name", "")) for part in parts)
    return {
        **made,
        **{key: newest[key] for key in OF_PART if key in newest},
        "parts": parts,
        "started_at": by_age[0].get("started_at", ""),
        "host": {**(newest.get("host") or {}), "name": ", ".join(hosts)},
        "planned_points": sum(int(part.get("planned_points") or 0) for part in parts),
    }


def _cards(manifest: Mapping[str, Any]) -> list[Event]:
    return manifest.get("cards") or [manifest.get("card") or {}]


def _card_of_result(manifest: Event, row: Mapping[str, Any]) -> str:
    """The card of a tuning's result, which names the part that it is of; else the first."""
    parts, index = manifest.get("parts") or [], row.get("part")
    if isinstance(index, int) and 0 <= index < len(parts):
        manifest = parts[index]
    return _uuid(_cards(manifest)[0].get("uuid"))


def _rows_of(chunk: Chunk, uuids: set[str]) -> Chunk:
    column = chunk.columns.get("card_uuid")
    if not isinstance(column, Coded):  # no row names a card
        return chunk if "" in uuids else Chunk()
    known = np.array([*(_uuid(value) in uuids for value in column.values), "" in uuids])
    return chunk.selected(known[column.codes])


def _require_known_cards(part: Part, known: set[str]) -> None:
    for chunk in (*part.measured, *part.trials):
        column = chunk.columns.get("card_uuid")
        found = list(column.values) if isinstance(column, Coded) else []
        if not isinstance(column, Coded) or (column.codes < 0).any():
            found.append(None)
        for uuid in found:
            if _uuid(uuid) not in known:
                listed = ", ".join(sorted(known))
                problem = f"a measurement has card_uuid {shown(uuid)}; expected one of {listed}"
                raise JournalError(part.run.path, None, f"{problem}, the manifest's cards")


def _uuids(cards: Any) -> set[str]:
    return {_uuid(card.get("uuid")) for card in cards}


def _uuid(value: object) -> str:
    """ "" for a card without one, such as a CPU."""
    return value if isinstance(value, str) else ""
