"""Writes a report: figures with their data, tables, and the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import matplotlib

from ..analysis import choose, point_warnings
from ..analysis.journal_comparison import JournalComparison, compare_all_views
from ..analysis.views import View, views_of
from ..base.errors import NothingSharedError
from ..base.progress import Progress
from ..figures import FIGURES, Figure
from ..figures.figure_names import OF_VIEWS, Candidate, candidates, missing, require_known
from ..journal.journal import Journal
from ..plot import style
from ..plot.emphasis import styles_of
from ..tables import TABLES
from ..tables.fastest import NAME as SUMMARY
from .comparison_section import candidates_of, comparisons
from .figure_selection import FigureSelection
from .figure_tasks import FigureTask, TaskResult, collect_figures, run_tasks
from .headlines import headlines
from .html_page import Section, render
from .page_table import PageTable, page_table
from .points_file import write_points
from .provenance import MAX_RUNS, all_facts, origin
from .report_files import ReportFiles, csv_text, write_table
from .tiles import tiles


def write_report(
    journal: Journal,
    directory: Path,
    selection: FigureSelection | None = None,
    progress: Progress | None = None,
) -> ReportFiles:
    """index.html, figures/*.{svg,csv,txt} and tables/*.{csv,md,tex} in the directory, which is
    made; with a column of a paper also its figures in a folder of its name.

    A figure that cannot be drawn is a warning of the page and one of `problems`. Raises
    UnknownFigureError, before anything is written, if `only` asks for a figure that no report has.
    """
    selection, progress = selection or FigureSelection(), progress or Progress()
    report_files = ReportFiles(directory)
    views = views_of(journal)
    pairs = compare_all_views(views)
    known = [each for view in views for each in _candidates(view)] + candidates_of(pairs, views)
    if views:
        require_known(selection.only, known)
    figure_tasks = [task for view in views for task in tasks_of(view)]
    tasks = [partial(_points, journal, directory)]
    tasks += [partial(_section, view, directory) for view in views]
    tasks += [partial(task.write, directory, selection) for task in figure_tasks]
    sections = []
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        drawn = _with_progress(run_tasks(tasks), len(tasks), progress)
        points = next(drawn)
        parts = [next(drawn) for _ in views]
        for view, part in zip(views, parts, strict=True):
            figures = collect_figures(report_files, [next(drawn) for _ in FIGURES])
            report_files.files.extend(part.files)
            if part.section is not None:
                sections.append(replace(part.section, figures=figures))
                report_files.headlines.append((view.title, part.section.headlines))
        next(drawn, None)  # ends the processes
        sections += comparisons(pairs, views, report_files, selection)
    report_files.files.extend(points.files)
    _report_missing(report_files, selection, known, sections)
    complete_tables = [file.name for file in points.files]
    warnings = [*journal.warnings, *report_files.problems]
    report_files.text("index.html", render(sections, warnings, complete_tables))
    return report_files


def _candidates(view: View) -> list[Candidate]:
    return candidates(OF_VIEWS, view.prefix, choose.types(view.frame))


def _report_missing(
    report_files: ReportFiles,
    selection: FigureSelection,
    known: Sequence[Candidate],
    sections: Sequence[Section],
) -> None:
    drawn = {figure.file_name for section in sections for figure in section.figures}
    if not report_files.problems:  # which say why
        report_files.problems.extend(missing(selection.only, known, drawn))


def _with_progress(
    drawn: Iterator[TaskResult], count: int, progress: Progress
) -> Iterator[TaskResult]:
    """Passes the results on and shows the progress."""
    for done in range(count + 1):
        progress.show(lambda done=done: f"drawing: {done} of {count} parts")  # type: ignore[misc]
        found = next(drawn, None)
        if found is None:
            return
        yield found


def write_comparison(
    journals: list[Journal],
    directory: Path,
    selection: FigureSelection | None = None,
    progress: Progress | None = None,
) -> ReportFiles:
    """A page of what differs between the first journal and each later one, and over all."""
    views = [view for journal in journals for view in views_of(journal)]
    warnings = [warning for journal in journals for warning in journal.warnings]
    pairs, selection = compare_all_views(views), selection or FigureSelection()
    return write_pairs(pairs, views, warnings, directory, selection, progress)


def write_pairs(
    pairs: Sequence[JournalComparison],
    views: Sequence[View],
    warnings: Sequence[str],
    directory: Path,
    selection: FigureSelection,
    progress: Progress | None = None,
) -> ReportFiles:
    """A page of given pairs of sides, and of all views together. Raises UnknownFigureError."""
    report_files = ReportFiles(directory)
    known = candidates_of(pairs, views)
    require_known(selection.only, known)
    (progress or Progress()).show(lambda: f"drawing: {len(pairs)} pairs of sides")
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        sections = comparisons(pairs, views, report_files, selection)
    if not sections:
        raise NothingSharedError("the journals share no point that was timed in both")
    _report_missing(report_files, selection, known, sections)
    report_files.text("index.html", render(sections, [*warnings, *report_files.problems]))
    return report_files


def tasks_of(view: View) -> list[FigureTask]:
    """One task per function of FIGURES."""
    arguments = (view.frame, view)
    styles = styles_of(view)
    return [
        FigureTask(draw, arguments, [view], view.title, view.prefix, styles) for draw in FIGURES
    ]


def figures_of(view: View, selection: FigureSelection) -> list[Figure]:
    """The selected figures, drawn for the medium in force."""
    return [figure for task in tasks_of(view) for figure in task.figures(selection)]


def _points(journal: Journal, directory: Path) -> TaskResult:
    """The tables of all points: their text takes as long as many figures."""
    report_files = ReportFiles(directory, [write_points(journal.frame, directory / "tables")])
    if len(journal.runs) > MAX_RUNS:
        report_files.text("tables/runs.csv", csv_text(journal.provenance))
    if len(journal.tuning.trials):
        report_files.text("tables/tuning_trials.csv", csv_text(journal.tuning.trials))
    return TaskResult(files=report_files.files)


def _section(view: View, directory: Path) -> TaskResult:
    """All of a view's section but its figures."""
    report_files = ReportFiles(directory)
    tables: list[PageTable] = []
    summary: list[PageTable] = []
    warned = point_warnings.by_key(view.frame)
    for make in TABLES:
        table = make(view.frame, view)
        if table is not None:
            name = view.prefix + table.name
            write_table(table, name, report_files)
            (summary if table.name == SUMMARY else tables).append(page_table(name, table, warned))
    section = Section(
        anchor=view.prefix or "run",
        title=view.title,
        family=view.family,
        variants=choose.variants(view.frame),
        types=choose.types(view.frame),
        origin=origin(view),
        tiles=tiles(view),
        headlines=headlines(view),
        summary=summary,
        figures=[],
        tables=tables,
        provenance=all_facts(view),
    )
    return TaskResult(files=report_files.files, section=section)
