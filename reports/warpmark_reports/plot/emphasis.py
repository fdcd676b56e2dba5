"""Which lines of a figure with many are coloured: the winners and the baselines.

More than about ten colours cannot be told apart, and most lines of such a figure are context.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from ..analysis import choose
from ..analysis.metric import usable
from ..analysis.views import View
from . import medium, style
from .style import LineStyle, line_styles

MAX_COLOURED = 10

_all_lines: ContextVar[bool] = ContextVar("all_lines", default=False)


@contextmanager
def all_lines(enabled: bool) -> Iterator[None]:
    """Figures drawn in this context have every line in its colour, if enabled."""
    token = _all_lines.set(enabled)
    try:
        yield
    finally:
        _all_lines.reset(token)


@lru_cache(maxsize=16)
def styles_of(view: View) -> dict[str, LineStyle]:
    """The look of each variant in all figures of the view; those in the foreground come first, so
    that no two of them share a colour.
    """
    names = choose.variants(view.frame)
    first = foreground(view)
    if len(names) <= MAX_COLOURED:
        return line_styles(names)
    return line_styles([*first, *(name for name in names if name not in first)])


def line_looks(view: View, names: Sequence[str]) -> dict[str, LineStyle]:
    """The looks of the lines of one figure: where there are more than MAX_COLOURED, those that are
    not in the foreground are grey.
    """
    looks = styles_of(view)
    if len(names) <= MAX_COLOURED or _all_lines.get():
        return {name: looks[name] for name in names}
    first = foreground(view)
    return {name: looks[name] if name in first else style.GREY_LINE for name in names}


def rows_shown(view: View, names: Sequence[str]) -> list[str]:
    """The variants that have a row or a panel of their own: in a narrow column, where so many
    would take more than a page, those in the foreground.
    """
    if len(names) <= MAX_COLOURED or _all_lines.get() or not medium.current().narrow:
        return list(names)
    first = foreground(view)
    return [name for name in names if name in first]


def rows_note(shown: Sequence[str], names: Sequence[str]) -> str:
    """What a figure says of the rows that it leaves out; "" if it has all."""
    hidden = len(names) - len(shown)
    return f"the cheapest at some size, and baselines; {hidden} others in the CSV" if hidden else ""


def note_of(looks: dict[str, LineStyle]) -> str:
    """What a figure says of its grey lines; "" without any."""
    grey = sum(look == style.GREY_LINE for look in looks.values())
    if not grey:
        return ""
    return f"in colour: the cheapest at some size, and baselines; grey: {grey} others"


@lru_cache(maxsize=16)
def foreground(view: View) -> tuple[str, ...]:
    """The variants that are cheapest at some problem, those of most problems first, then the
    libraries and the plainest variant; at most MAX_COLOURED.
    """
    names = choose.variants(view.frame)
    if view.metric is None:
        return tuple(names[:MAX_COLOURED])
    rows = usable(view.frame, view.metric)
    problem = choose.problem_columns(rows)
    own = rows[~rows["variant"].isin(choose.libraries(rows))]
    cheapest = own.loc[own.groupby(problem, sort=False, dropna=False)[view.metric.cost].idxmin()]
    wins = cheapest["variant"].value_counts(sort=True)
    against = [*choose.libraries(rows), choose.naive_variant(rows)] if len(rows) else []
    chosen = [str(name) for name in wins.index][: MAX_COLOURED - len(set(against))]
    return tuple(dict.fromkeys([*chosen, *against]))
