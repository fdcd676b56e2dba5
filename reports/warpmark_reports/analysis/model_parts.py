"""What a modelled time consists of: the terms that bound its launches, and those they hide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..journal.modelled_times import BOUND, TIME

TERMS = "modelled_terms_ns"
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

    def saving(self, share: float) -> float:
        """What is saved, as a share of the time, if the largest part gets smaller by `share`: no
        more than until the hidden term shows.
        """
        ns = share * self.parts[self.bound]
        if self.bound not in (*SERIAL, DRAIN, REST):
            path = (LATENCY, WAITING)
            ending = path if self.bound in path else (self.bound,)
            shown = sum(self.parts.get(name, 0.0) for name in ending)
            ns = min(ns, max(0.0, shown - self.hidden_ns))
        return ns / sum(self.parts.values())


def model_parts(row: Mapping[str, object]) -> ModelParts | None:
    """The parts of a row with a modelled time and its terms; None for other rows.

    A launch takes as long as its latency and what blocks wait for each other, or as its largest
    other term and its drain. The journal
    has sums over launches: what the bound of most of the time cannot explain belongs to launches
    with another one.
    """
    terms = row.get(TERMS)
    total = row.get(TIME)
    if not isinstance(terms, Mapping) or not isinstance(total, (int, float)) or total <= 0:
        return None
    numbers = {str(name): float(ns) for name, ns in terms.items()}
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


# What makes a term smaller.
REMEDIES = {
    "launches": "fewer launches and fills",
    "code_fetch": "less machine code",
    "latency": "more bytes in flight: more resident warps, or more loads per thread before their "
    "first use",
    "waiting": "fewer blocks that wait for each other, or less work before a block posts",
    "dram": "fewer bytes of memory",
    "l2": "more reuse in L1, registers or shared memory",
    "l1": "fewer lines per request: neighbouring lanes load neighbouring addresses, or wider loads",
    "shared": "fewer bank conflicts, or more reuse in registers",
    "issue": "fewer instructions per element",
    "integer": "less index arithmetic per element",
    "float32": "fewer operations per element",
    "float64": "fewer operations per element",
    "conversion": "fewer conversions between integers and floats",
    "special": "fewer special functions",
    "shuffle": "fewer shuffles per element",
    "match": "fewer matches: ballots of the bits, or shared memory",
    "same_address_atomics": "fewer atomics on one address: combine them per warp or block",
    "atomics": "fewer atomics",
    "blocks": "fewer and larger blocks",
    "drain": "less work after the last load",
}
