"""Kinds of cards in journals, and the times that their figures may set beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..journal.card_kinds import Kind, kind_of
from .metric import MEASURED
from .views import View


@dataclass(frozen=True)
class CardKind:
    """Cards of one name and driver, with their timed views; `name` tells them from others."""

    name: str
    machine: str
    driver: str
    card_count: int
    views: tuple[View, ...]
    left_out: int = 0  # views of older commits, or of another state of the caches

    def of(self, family: str) -> list[View]:
        """The views of one family."""
        return [view for view in self.views if view.family == family]

    @property
    def families(self) -> list[str]:
        """In the order of the journals."""
        return list(dict.fromkeys(view.family for view in self.views))


def card_kinds(views: Sequence[View]) -> list[CardKind]:
    """The kinds of cards in the order of the journals: of cards, CPUs and records of them.

    Of each kind and family only the newest commit counts. A family has the state of the caches that
    most of its views have: times of others are no comparison.
    """
    timed = [view for view in views if view.metric is MEASURED]
    groups: dict[Kind, list[View]] = {}
    for view in timed:
        groups.setdefault(_kind(view), []).append(view)
    usual = _usual_states(timed)
    names = _names(groups)
    kinds = []
    for kind, group in groups.items():
        kept = [v for v in group if _state(v) == usual[v.family] and _is_newest(v, group)]
        if kept:
            cards = len({uuid for view in kept for uuid in uuids_of(view)})
            first = kept[0]
            left_out = len(group) - len(kept)
            kinds.append(
                CardKind(names[kind], first.machine, kind[-1], cards, tuple(kept), left_out)
            )
    return kinds


def uuids_of(view: View) -> list[str]:
    """The cards of a view, by UUID, or one for a machine without any."""
    found = []
    for run in view.runs:
        for card in run.manifest.get("cards") or [run.manifest["card"]]:
            found.append(str(card.get("uuid") or view.machine))
    return list(dict.fromkeys(found))


def _kind(view: View) -> Kind:
    """Of the CPU for native code."""
    _, *others = kind_of(view.manifest["card"])
    return (view.machine, *others)


def _state(view: View) -> str:
    """Of the caches. What a flush leaves in them is a matter of cards alone."""
    contract = view.manifest.get("contract") or {}
    return str(contract.get("state") or "")


def _usual_states(views: Sequence[View]) -> dict[str, str]:
    found: dict[str, Counter[str]] = {}
    for view in views:
        found.setdefault(view.family, Counter())[_state(view)] += 1
    return {family: states.most_common(1)[0][0] for family, states in found.items()}


def _is_newest(view: View, group: Sequence[View]) -> bool:
    """Whether its commit is that of the last view of its family."""
    family = [other for other in group if other.family == view.family]
    newest = max(family, key=lambda other: str(other.manifest.get("started_at", "")))
    return view.commit == newest.commit


def _names(groups: dict[Kind, list[View]]) -> dict[Kind, str]:
    """The name, with what tells kinds of one name apart."""
    by: tuple[Callable[[Kind], str], ...] = (
        lambda kind: f"driver {kind[3]}" if kind[3] else "",
        lambda kind: f"{kind[2]} multiprocessors" if kind[2] else "",
    )
    names = {}
    for kind in groups:
        same = [other for other in groups if other[0] == kind[0]]
        told = [tell(kind) for tell in by if len({tell(other) for other in same}) > 1]
        names[kind] = ", ".join([kind[0], *filter(None, told)])
    return names
