"""One figure of a journal, for documents and notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import matplotlib

from ..analysis import choose
from ..analysis.views import View, views_of
from ..base.errors import UnknownFigureError
from ..base.suggest import did_you_mean
from ..figures import Figure
from ..figures.comparison import ALL, MANY
from ..figures.figure_names import OF_ALL, OF_FAMILIES, OF_VIEWS, candidates
from ..journal.journal import Journal
from ..plot import style
from .figure_selection import FigureSelection
from .figure_tasks import FigureTask
from .report import figures_of


def single_figure(journal: Journal, name: str, *, family: str = "", backend: str = "") -> Figure:
    """The figure of that name, of docs/figures.md, drawn for the screen.

    `family` and `backend` tell which where the journal has several. Raises UnknownFigureError for
    another name; ValueError unless the journal has data for just one.
    """
    views = views_of(journal)
    types = dict.fromkeys(each for view in views for each in choose.types(view.frame))
    known = candidates({**OF_VIEWS, **OF_FAMILIES, **OF_ALL}, "", list(types) or [""])
    matching = [each for each in known if each.matches(name)]
    if not matching:
        known_names = [each.name for each in known]
        problem = f"unknown figure '{name}'{did_you_mean(name, known_names)}"
        raise UnknownFigureError(f"{problem}; expected one of {', '.join(known_names)}")
    chosen = [v for v in views if family in ("", v.family) and backend in ("", v.backend)]
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        found = list(_drawn(chosen, FigureSelection(only=(name,))))
    if not found:
        needs = "; or ".join(dict.fromkeys(each.needs for each in matching))
        raise ValueError(f"no figure '{name}': expected {needs}, which the journal does not have")
    if len(found) > 1:
        names = ", ".join(figure.name for figure in found)
        raise ValueError(f"{len(found)} figures {name}: {names}; expected a family and a backend")
    return found[0]


def _drawn(views: Sequence[View], selection: FigureSelection) -> Iterator[Figure]:
    """The selected figures of each view, of the views of a family, and of all of them."""
    for view in views:
        yield from figures_of(view, selection)
    families = dict.fromkeys(view.family for view in views)
    groups = [(MANY, [v for v in views if v.family == family]) for family in families]
    for functions, members in [*groups, (ALL, views)]:
        for draw in functions if members else ():
            task = FigureTask(draw, (members,), members, "", "")
            yield from task.figures(selection)
