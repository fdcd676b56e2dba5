"""What figures are drawn for: a screen, or a column of a paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Medium:
    """A width to lay sheets out at, and the width they then have on paper; both in inches.

    All media are laid out with the same sizes of text, so that one scale from sheet to paper keeps
    their figures alike: 8.5 points become 6 in a column, where journals ask for 5 to 7 or more.
    """

    name: str
    width: float
    printed: float | None = None  # none: as laid out

    @property
    def on_paper(self) -> bool:
        """Title, subtitle and footer are then in the caption, where papers have them."""
        return self.printed is not None

    @property
    def narrow(self) -> bool:
        """There is no room for names beside a panel: they go below."""
        return self.width < 7.0


SCREEN = Medium("screen", 10.0)
DOUBLE = Medium("double", 10.0, 7.16)  # a page's width, IEEE; Nature has 7.2
SINGLE = Medium("single", 4.9, 3.5)  # a column's width, IEEE and Nature
COLUMNS = {medium.name: medium for medium in (SINGLE, DOUBLE)}

_current: ContextVar[Medium] = ContextVar("medium", default=SCREEN)


def current() -> Medium:
    """What is being drawn for."""
    return _current.get()


@contextmanager
def drawn_for(medium: Medium) -> Iterator[None]:
    """Figures that are drawn meanwhile are laid out for the medium."""
    token = _current.set(medium)
    try:
        yield
    finally:
        _current.reset(token)


def columns(wide: int, narrow: int) -> int:
    """How many panels stand side by side."""
    return narrow if current().narrow else wide
