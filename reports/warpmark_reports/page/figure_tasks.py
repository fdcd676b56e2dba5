"""Draws the figures of a report in several processes; one that fails leaves the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..analysis.views import View
from ..base.processes import spread
from ..figures import Figure
from ..plot.emphasis import all_lines
from ..plot.medium import drawn_for
from ..plot.style import LineStyle
from .figure_selection import Wanted
from .html_page import PageFigure
from .report_files import Written, write_figures


@dataclass
class Drawn:
    """What one function drew: its files are written, its figures go to the page."""

    figures: list[PageFigure] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    problem: str = ""


@dataclass(frozen=True)
class Drawing:
    """A function that draws figures of `views`, which are named `title` when it fails."""

    function: Callable[..., list[Figure]]
    arguments: tuple[Any, ...]
    views: Sequence[View]
    title: str
    prefix: str
    styles: dict[str, LineStyle] = field(default_factory=dict)  # whose points name variants

    def figures(self, wanted: Wanted) -> list[Figure]:
        """Those asked for, drawn for the medium in force."""
        if not wanted.function(self.function):
            return []
        with all_lines(wanted.all_lines):
            figures = self.function(*self.arguments)
        return [figure for figure in figures if wanted.figure(figure.name, self.prefix)]

    def write(self, directory: Path, wanted: Wanted) -> Drawn:
        """Writes the figures' files, for a column too if one is asked for."""
        written = Written(directory)
        shown: list[PageFigure] = []
        problem = ""
        try:
            shown = self._write(written, wanted)
            if wanted.column is not None:
                with drawn_for(wanted.column):
                    self._write(written, wanted)
        except OSError:
            raise
        except Exception as error:  # one figure less is no reason to have none
            what = f"{type(error).__name__}: {error}".replace("\n", " ")
            name = getattr(self.function, "__name__", "a figure")
            problem = f"{self.title}: {name} cannot be drawn, a defect: {what}"
        return Drawn(shown, written.files, problem)

    def _write(self, written: Written, wanted: Wanted) -> list[PageFigure]:
        journals = [run.path for view in self.views for run in view.runs]
        figures = self.figures(wanted)
        return write_figures(figures, journals, written, wanted, self.prefix, self.styles)


def in_processes(tasks: Sequence[Callable[[], Drawn]]) -> Iterator[Drawn]:
    """What the tasks return, in their order."""
    return spread(lambda index: tasks[index](), len(tasks))


def take(written: Written, drawn: Sequence[Drawn]) -> list[PageFigure]:
    """The figures for the page; their files and problems become those of the report."""
    written.files.extend(file for each in drawn for file in each.files)
    written.problems.extend(each.problem for each in drawn if each.problem)
    return [figure for each in drawn for figure in each.figures]
