"""One figure of a journal, for documents and notebooks."""

from __future__ import annotations

import matplotlib

from ..analysis import choose
from ..analysis.views import views_of
from ..base.errors import UnknownFigureError
from ..base.suggest import did_you_mean
from ..figures import Figure
from ..figures.figure_names import OF_VIEWS, candidates
from ..journal.journal import Journal
from ..plot import style
from .figure_selection import FigureSelection
from .report import figures_of


def single_figure(journal: Journal, name: str, *, family: str = "", backend: str = "") -> Figure:
    """The figure of that name, of docs/figures.md, drawn for the screen.

    `family` and `backend` tell which where the journal has several. Raises UnknownFigureError for
    another name; ValueError unless the journal has data for just one.
    """
    views = views_of(journal)
    types = dict.fromkeys(each for view in views for each in choose.types(view.frame))
    known = candidates(OF_VIEWS, "", list(types) or [""])
    matching = [each for each in known if each.matches(name)]
    if not matching:
        known_names = [each.name for each in known]
        problem = f"unknown figure '{name}'{did_you_mean(name, known_names)}"
        raise UnknownFigureError(f"{problem}; expected one of {', '.join(known_names)}")
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        found = [
            figure
            for view in views
            if family in ("", view.family) and backend in ("", view.backend)
            for figure in figures_of(view, FigureSelection(only=(name,)))
        ]
    if not found:
        needs = "; or ".join(dict.fromkeys(each.needs for each in matching))
        raise ValueError(f"no figure '{name}': expected {needs}, which the journal does not have")
    if len(found) > 1:
        names = ", ".join(figure.name for figure in found)
        raise ValueError(f"{len(found)} figures {name}: {names}; expected a family and a backend")
    return found[0]
