"""Differences between two sides that affect times: one warning each, with both values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..journal.journal import Journal, Run

Value = Callable[[Run], Any]
UNRECORDED = "not recorded"


def _card(key: str) -> Value:
    return lambda run: run.manifest["card"].get(key)


def _contract(key: str) -> Value:
    return lambda run: (run.manifest.get("contract") or {}).get(key)


FACTS: tuple[tuple[str, Value], ...] = (
    ("schema", lambda run: run.manifest.get("source_schema") or run.manifest["schema"]),
    ("tool", lambda run: run.manifest["tool"].get("name", "warpmark")),
    ("backend", lambda run: run.manifest["backend"]),
    ("card", _card("name")),
    ("card UUID", _card("uuid")),
    ("driver", _card("driver_version")),
    ("ECC", _card("ecc")),
    ("MIG", _card("mig")),
    ("power limit (W)", _card("power_limit_w")),
    ("processor", lambda run: (run.manifest.get("host") or {}).get("cpu")),
    ("NVRTC", lambda run: run.manifest.get("nvrtc_version")),
    ("seed of the inputs", lambda run: run.manifest.get("seed")),
    ("timing contract, cache state", _contract("state")),
    ("timing contract, flush", _contract("flush")),
    ("timing contract, timer", _contract("clock")),
)


def cautions(base: Sequence[Journal], head: Sequence[Journal]) -> list[str]:
    """Whole sentences: what readers found first, then facts that differ, then runs cut off."""
    found = []
    for what, value in FACTS:
        one, two = (_values(side, value) for side in (base, head))
        if one != two or len(one) > 1:
            found.append(f"{what} differs: base {_text(one)}, head {_text(two)}")
    both = [*base, *head]
    cut = [run.path.name for journal in both for run in journal.runs if run.cut_off]
    found += [f"{name} has no end: the run was cut off, points may be missing" for name in cut]
    return [*(warning for journal in both for warning in journal.warnings), *found]


def _values(side: Sequence[Journal], value: Value) -> list[str]:
    """Each value once, sorted, so that the order of journals does not matter."""
    found = {_shown(value(run)) for journal in side for run in journal.runs}
    return sorted(found)


def _shown(value: Any) -> str:
    return UNRECORDED if value in (None, "") else str(value)


def _text(values: list[str]) -> str:
    return " and ".join(values)
