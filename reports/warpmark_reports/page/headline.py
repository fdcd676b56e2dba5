"""A headline of a report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Headline:
    """One sentence, or a heading over several items; `tone` is plain, good or bad."""

    text: str
    tone: str = "plain"
    items: tuple[str, ...] = ()
