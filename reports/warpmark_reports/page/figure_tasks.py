"""Draws the figures of a report in several processes; a failure affects only its own figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..analysis.card_costs import with_costs
from ..analysis.views import View
from ..base.processes import spread
from ..figures import Figure
from ..plot.emphasis import all_lines
from ..plot.medium import drawn_for
from ..plot.style import LineStyle
from .figure_selection import FigureSelection
from .html_page import PageFigure, Section
from .report_files import ReportFiles, write_figures


@dataclass
class TaskResult:
    """What one function made: its files are written, its figures or section go to the page."""

    figures: list[PageFigure] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    problem: str = ""
    section: Section | None = None


@dataclass(frozen=True)
class FigureTask:
    """A function that draws figures of `views`, which are named `title` when it fails."""

    function: Callable[..., list[Figure]]
    arguments: tuple[Any, ...]
    views: Sequence[View]
    title: str
    prefix: str
    styles: dict[str, LineStyle] = field(default_factory=dict)  # whose points name variants

    def figures(self, selection: FigureSelection) -> list[Figure]:
        """The selected ones, drawn for the medium in force."""
        if not selection.function(self.function):
            return []
        with all_lines(selection.all_lines), with_costs(selection.costs):
            figures = self.function(*self.arguments)
        return [figure for figure in figures if selection.figure(figure.name, self.prefix)]

    def write(self, directory: Path, selection: FigureSelection) -> TaskResult:
        """Writes the figures' files, also for a column if one is selected."""
        report_files = ReportFiles(directory)
        shown: list[PageFigure] = []
        problem = ""
        try:
            shown = self._write(report_files, selection)
            if selection.column is not None:
                with drawn_for(selection.column):
                    self._write(report_files, selection)
        except OSError:
            raise
        except Exception as error:  # one figure less is no reason to have none
            what = f"{type(error).__name__}: {error}".replace("\n", " ")
            name = getattr(self.function, "__name__", "a figure")
            problem = f"{self.title}: {name} cannot be drawn, a bug: {what}"
        return TaskResult(shown, report_files.files, problem)

    def _write(self, report_files: ReportFiles, selection: FigureSelection) -> list[PageFigure]:
        journals = list(dict.fromkeys(run.path for view in self.views for run in view.runs))
        figures = self.figures(selection)
        return write_figures(figures, journals, report_files, selection, self.prefix, self.styles)


def run_tasks(tasks: Sequence[Callable[[], TaskResult]]) -> Iterator[TaskResult]:
    """What the tasks return, in their order."""
    return spread(lambda index: tasks[index](), len(tasks))


def collect_figures(report_files: ReportFiles, drawn: Sequence[TaskResult]) -> list[PageFigure]:
    """The figures for the page; their files and problems become those of the report."""
    report_files.files.extend(file for each in drawn for file in each.files)
    report_files.problems.extend(each.problem for each in drawn if each.problem)
    return [figure for each in drawn for figure in each.figures]
