"""The medium of a figure: a screen, or a column of a paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

SCREEN_LABEL = 8.5


@dataclass(frozen=True)
class Medium:
    """The width that sheets have, on paper too, in inches, and their sizes of text in points.

    A sheet is laid out at this width; nothing is scaled afterwards, so that a text of 7 points has
    7 points in a paper, and no path is clipped at the edge of another page.
    """

    name: str
    width: float
    label: float  # names, ticks and titles of axes
    note: float  # what is written inside panels
    panel: float  # titles of panels
    on_paper: bool = False  # title, subtitle and footer are then in the caption, as in papers

    @property
    def narrow(self) -> bool:
        """There is no room for names beside a panel: they go below."""
        return self.width < 5.0

    @property
    def scale(self) -> float:
        """The size of its letters over those of the screen: so much of a distance they take."""
        return self.label / SCREEN_LABEL


SCREEN = Medium("screen", 10.0, SCREEN_LABEL, 7.5, 9.5)
DOUBLE = Medium("double", 7.16, 7.5, 7.0, 8.0, on_paper=True)  # a page, IEEE; Nature has 7.2
SINGLE = Medium("single", 3.5, 7.0, 7.0, 7.5, on_paper=True)  # a column, IEEE and Nature
COLUMNS = {medium.name: medium for medium in (SINGLE, DOUBLE)}

_current: ContextVar[Medium] = ContextVar("medium", default=SCREEN)


def current() -> Medium:
    """What is being drawn for."""
    return _current.get()


@contextmanager
def drawn_for(medium: Medium) -> Iterator[None]:
    """Figures drawn in this context are laid out for the medium, with its sizes of text."""
    import matplotlib  # takes a second: not only for the names of the media

    sizes = {"font.size": medium.label, "axes.titlesize": medium.panel}
    token = _current.set(medium)
    try:
        with matplotlib.rc_context(sizes):  # type: ignore[arg-type]
            yield
    finally:
        _current.reset(token)


def columns(wide: T, narrow: T) -> T:
    """Such as how many panels are side by side: the second on a narrow sheet."""
    return narrow if current().narrow else wide
