"""Invented journals of several kinds of cards, as one merged journal or apart. Never results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import key_journals
import sample_journal
from sample_journal import Line
from warpmark_reports import load
from warpmark_reports.analysis.card_costs import CardCost, CardCosts
from warpmark_reports.analysis.views import View, views_of

RATES = {"merge_sort": (5e9, 15e3), "onesweep": (2.7e10, 20e3), "vendor_cub_radix": (3e10, 22e3)}
SIZES = tuple(2**power for power in range(12, 29, 4))


class Card(NamedTuple):
    """A card, its times over those of the first, and its floor's."""

    name: str
    slower: float = 1.0
    floor: float = 1.0
    driver: str = "580.1"
    multiprocessors: int = 132


H200 = Card("NVIDIA H200")
H100 = Card("NVIDIA H100", 1.4, 0.7)
A100 = Card("NVIDIA A100", 2.5, 1.2, multiprocessors=108)


def sorts(card: Card, sizes: Sequence[int] = SIZES) -> list[key_journals.Point]:
    """Sorts of 32-bit keys: slower cards have a lower rate, and a floor of their own."""
    points = []
    for name, (rate, floor) in RATES.items():
        for n in sizes:
            problem: key_journals.Problem = {
                "type": "u32", "n": n, "payload": "none", "dist": "uniform",
            }  # fmt: skip
            ns = floor * card.floor + n / rate * card.slower * 1e9
            points.append(key_journals.Point(name, problem, ns, 8 * n))
    return points


def counts(card: Card, sizes: Sequence[int] = SIZES) -> list[key_journals.Point]:
    """Histograms of bytes."""
    return [
        key_journals.Point(
            "shared_block",
            {"type": "u8", "n": n, "bins": 256, "dist": "uniform"},
            5e3 * card.floor + n / 2.6e12 * card.slower * 1e9,
            n + 1024,
        )
        for n in sizes
    ]


def journal(card: Card, uuid: str, **line: Any) -> list[Line]:
    """Sorts and counts on one card; `line` goes into each measurement."""
    lines = key_journals.journal("sort", sorts(card))
    more = key_journals.journal("count", counts(card))[1:-1]
    lines[0] = {**lines[0], "card": card_of(card, uuid), "planned_points": len(lines) + len(more)}
    own = {**line, "card_uuid": uuid}
    points = [{**each, **own} for each in (*lines[1:-1], *more)]
    return [lines[0], *points, lines[-1]]


def card_of(card: Card, uuid: str) -> Line:
    """What a manifest says of it."""
    return {
        "name": card.name,
        "uuid": uuid,
        "compute_capability": "9.0",
        "multiprocessors": card.multiprocessors,
        "driver_version": card.driver,
        "mig": None,
    }


def merged(parts: Sequence[list[Line]]) -> list[Line]:
    """The journals as one, as `warpmark merge` writes it."""
    heads = [part[0] for part in parts]
    cards = [{**head["card"], "ceilings": head["ceilings"]} for head in heads]
    manifest = {**heads[0], "cards": cards, "parts": [{**head, "end": {}} for head in heads]}
    points = [{**each, "part": number} for number, part in enumerate(parts) for each in part[1:-1]]
    return [manifest, *points, parts[0][-1]]


COSTS = CardCosts(
    "EUR",
    (CardCost("NVIDIA H200", 3.5, 600.0), CardCost("*H100", 2.2, 550.0), CardCost("*A100", 1.1)),
    Path("prices.toml"),
)


def views(folder: Path, cards: Sequence[Card] = (H200, H100, A100)) -> list[View]:
    """Of a merged journal of these cards."""
    parts = [journal(card, f"GPU-{number}") for number, card in enumerate(cards, start=1)]
    return views_of(load(write(folder / "cards.jsonl", merged(parts))))


def write(path: Path, lines: Sequence[Mapping[str, Any]]) -> Path:
    """One line of JSON each."""
    return sample_journal.write(path, [dict(line) for line in lines])
