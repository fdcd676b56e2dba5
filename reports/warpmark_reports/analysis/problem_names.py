"""Problems as short names, without the values that all problems of a figure share."""

from __future__ import annotations

from collections.abc import Sequence

from ..base import units
from .config_text import shared_and_own


def short_names(problems: Sequence[str]) -> tuple[str, dict[str, str]]:
    """What all the problems (`axis=value,…`) share, and each one's own part; n reads `n = 2²⁰`."""
    distinct = list(dict.fromkeys(problems))
    shared, own = shared_and_own(distinct)
    names = (_readable(text) for text in own)
    return _readable(",".join(shared)), dict(zip(distinct, names, strict=True))


def spread_out(count: int, max_count: int) -> list[int]:
    """`max_count` of the places 0 … count - 1 at equal steps, the first and the last among them."""
    if count <= max_count:
        return list(range(count))
    return [round(i * (count - 1) / (max_count - 1)) for i in range(max_count)]


def _readable(problem: str) -> str:
    parts = []
    for part in filter(None, problem.split(",")):
        axis, _, value = part.partition("=")
        parts.append(f"n = {units.size(int(value))}" if axis == "n" else f"{axis} {value}")
    return ", ".join(parts)
