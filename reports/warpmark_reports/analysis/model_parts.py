"""What a modelled time consists of: the terms that bound its launches, and those they hide."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..journal.modelled_times import BOUND, TIME

TERMS = "modelled_terms_ns"
PARTS = "modelled_parts_ns"
SAVINGS = "modelled_savings"
SAVINGS_FILE = Path(__file__).with_name("model_savings.json")
SERIAL = ("launches", "code_fetch")  # added to the time, whatever else takes long
DRAIN, LATENCY, WAITING, REST = "drain", "latency", "waiting", "other launches"


@dataclass(frozen=True)
class ModelParts:
    """The parts of one modelled time in ns, which add up to it, and the largest hidden term."""

    parts: dict[str, float]
    hidden: str  # "" if there is none
    hidden_ns: float

    @property
    def bound(self) -> str:
        """The largest part."""
        return max(self.parts, key=lambda name: self.parts[name])


def model_parts(row: Mapping[str, object]) -> ModelParts | None:
    """The parts of a row with a modelled time and its terms; None for other rows.

    Journals of older programs have no parts, but sums of terms over launches. A launch takes as
    long as its latency and what blocks wait for each other, or as its largest other term and its
    drain: what the bound of most of the time cannot explain belongs to launches with another one.
    """
    terms = row.get(TERMS)
    total = row.get(TIME)
    if not isinstance(terms, Mapping) or not isinstance(total, (int, float)) or total <= 0:
        return None
    numbers = {str(name): float(ns) for name, ns in terms.items()}
    stored = row.get(PARTS)
    if isinstance(stored, Mapping) and stored:
        return _stored(numbers, {str(name): float(ns) for name, ns in stored.items()})
    parts = {name: numbers[name] for name in SERIAL if numbers.get(name, 0) > 0}
    left = max(0.0, float(total) - sum(parts.values()))
    alone = (*SERIAL, DRAIN, WAITING)
    overlapping = {name: ns for name, ns in numbers.items() if name not in alone}
    if LATENCY in overlapping:
        overlapping[LATENCY] += numbers.get(WAITING, 0.0)
    bound = str(row.get(BOUND))
    if bound == WAITING:
        bound = LATENCY
    if bound not in overlapping:  # the launches themselves
        bound = max(overlapping, key=lambda name: overlapping[name], default=REST)
    ending = (LATENCY, WAITING) if bound == LATENCY else (bound, DRAIN)
    for name in ending:
        ns = min(left, numbers.get(name, 0.0))
        if ns > 0:
            parts[name] = ns
            left -= ns
    if left > 1e-6 * float(total):
        parts[REST] = left
    hidden = max(
        (name for name in overlapping if name != bound), key=overlapping.__getitem__, default=""
    )
    return ModelParts(parts, hidden, overlapping.get(hidden, 0.0))


def _stored(terms: dict[str, float], parts: dict[str, float]) -> ModelParts:
    others = {
        name: ns
        for name, ns in terms.items()
        if name not in parts and name not in (*SERIAL, DRAIN, WAITING)
    }
    if LATENCY in others:
        others[LATENCY] += terms.get(WAITING, 0.0)
    hidden = max(others, key=others.__getitem__, default="")
    return ModelParts(parts, hidden, others.get(hidden, 0.0))


@dataclass(frozen=True)
class Saving:
    """The kind of work of which a tenth less shortens a modelled time most."""

    share: float  # of the time
    less: str  # of what there is a tenth less
    how: str


@cache
def saving_texts() -> dict[str, tuple[str, str]]:
    """Each kind of work in words, and what makes it less; the program has the same file in it."""
    content = json.loads(SAVINGS_FILE.read_text(encoding="utf-8"))
    return {str(key): (str(less), str(how)) for key, (less, how) in content.items()}


def largest_saving(row: Mapping[str, object]) -> Saving | None:
    """That of a row; None if its program computed none, or nothing helps."""
    savings = row.get(SAVINGS)
    if not isinstance(savings, Mapping) or not savings:
        return None
    kind = max(savings, key=lambda name: float(savings[name]))
    less, how = saving_texts().get(str(kind), (str(kind), ""))
    return Saving(float(savings[kind]), less, how)
