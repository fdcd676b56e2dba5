"""Writes a whole report: figures with their data, tables, and the page."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import matplotlib

from ..analysis import choose, point_warnings
from ..analysis.journal_comparison import Versus, all_versus
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
from .figure_selection import Wanted
from .figure_tasks import Drawing, Drawn, in_processes, take
from .headlines import answers
from .html_page import Section, render
from .page_table import PageTable, page_table
from .provenance import facts, origin
from .report_files import Written, csv_text, write_table
from .tiles import tiles

MOST_PLAIN_ROWS = 20_000  # a table of more is compressed: it takes 1 kB a row


def write_report(
    journal: Journal,
    directory: Path,
    wanted: Wanted | None = None,
    progress: Progress | None = None,
) -> Written:
    """index.html, figures/*.{svg,csv,txt} and tables/*.{csv,md,tex} in the directory, which is
    made; with a column of a paper also its figures in a folder of its name.

    A figure that cannot be drawn is a warning of the page and one of `problems`. Raises
    UnknownFigureError, before anything is written, if `only` asks for a figure that no report has.
    """
    wanted, progress = wanted or Wanted(), progress or Progress()
    written = Written(directory)
    views = views_of(journal)
    pairs = all_versus(views)
    known = [each for view in views for each in _candidates(view)] + candidates_of(pairs, views)
    if views:
        require_known(wanted.only, known)
    drawings = [each for view in views for each in drawings_of(view)]
    tasks = [partial(_points, journal, directory)]
    tasks += [partial(each.write, directory, wanted) for each in drawings]
    sections = []
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        drawn = _told(in_processes(tasks), len(tasks), progress)
        points = next(drawn)
        for view in views:
            section = _section(view, written, [next(drawn) for _ in FIGURES])
            sections.append(section)
            written.answers.append((view.title, section.answers))
        next(drawn, None)  # ends the processes
        sections += comparisons(pairs, views, written, wanted)
    written.files.extend(points.files)
    _tell_missing(written, wanted, known, sections)
    whole = [file.name for file in points.files]
    written.text("index.html", render(sections, [*journal.warnings, *written.problems], whole))
    return written


def _candidates(view: View) -> list[Candidate]:
    return candidates(OF_VIEWS, view.prefix, choose.types(view.frame))


def _tell_missing(
    written: Written, wanted: Wanted, known: Sequence[Candidate], sections: Sequence[Section]
) -> None:
    drawn = {figure.file_name for section in sections for figure in section.figures}
    if not written.problems:  # which say why
        written.problems.extend(missing(wanted.only, known, drawn))


def _told(drawn: Iterator[Drawn], count: int, progress: Progress) -> Iterator[Drawn]:
    """The same, while the progress says how many there are."""
    for done in range(count + 1):
        progress.show(lambda done=done: f"drawing: {done} of {count} parts")  # type: ignore[misc]
        found = next(drawn, None)
        if found is None:
            return
        yield found


def write_comparison(
    journals: list[Journal],
    directory: Path,
    wanted: Wanted | None = None,
    progress: Progress | None = None,
) -> Written:
    """A page of what differs between the first journal and each later one, and over all."""
    views = [view for journal in journals for view in views_of(journal)]
    warnings = [warning for journal in journals for warning in journal.warnings]
    pairs, wanted = all_versus(views), wanted or Wanted()
    return write_pairs(pairs, views, warnings, directory, wanted, progress)


def write_pairs(
    pairs: Sequence[Versus],
    views: Sequence[View],
    warnings: Sequence[str],
    directory: Path,
    wanted: Wanted,
    progress: Progress | None = None,
) -> Written:
    """A page of given pairs of sides, and of all views together. Raises UnknownFigureError."""
    written = Written(directory)
    known = candidates_of(pairs, views)
    require_known(wanted.only, known)
    (progress or Progress()).show(lambda: f"drawing: {len(pairs)} pairs of sides")
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        sections = comparisons(pairs, views, written, wanted)
    if not sections:
        raise NothingSharedError("the journals share no point that was timed in both")
    _tell_missing(written, wanted, known, sections)
    written.text("index.html", render(sections, [*warnings, *written.problems]))
    return written


def drawings_of(view: View) -> list[Drawing]:
    """One a function of FIGURES."""
    arguments = (view.frame, view)
    styles = styles_of(view)
    return [Drawing(draw, arguments, [view], view.title, view.prefix, styles) for draw in FIGURES]


def figures_of(view: View, wanted: Wanted) -> list[Figure]:
    """The figures asked for, drawn for the medium in force."""
    return [figure for drawing in drawings_of(view) for figure in drawing.figures(wanted)]


def _points(journal: Journal, directory: Path) -> Drawn:
    """The whole frames: their text takes as long as many figures."""
    written = Written(directory)
    lists = ["findings", "time_samples_ns", "phases"]
    points = journal.frame.drop(columns=[c for c in lists if c in journal.frame.columns])
    if len(points) > MOST_PLAIN_ROWS:
        content = gzip.compress(csv_text(points).encode(), compresslevel=1, mtime=0)
        written.bytes("tables/points.csv.gz", content)
    else:
        written.text("tables/points.csv", csv_text(points))
    if len(journal.tuning.trials):
        written.text("tables/tuning_trials.csv", csv_text(journal.tuning.trials))
    return Drawn(files=written.files)


def _section(view: View, written: Written, drawn: list[Drawn]) -> Section:
    figures = take(written, drawn)
    tables: list[PageTable] = []
    summary: list[PageTable] = []
    warned = point_warnings.by_key(view.frame)
    for make in TABLES:
        table = make(view.frame, view)
        if table is not None:
            name = view.prefix + table.name
            write_table(table, name, written)
            (summary if table.name == SUMMARY else tables).append(page_table(name, table, warned))
    return Section(
        anchor=view.prefix or "run",
        title=view.title,
        family=view.family,
        variants=choose.variants(view.frame),
        types=choose.types(view.frame),
        origin=origin(view),
        tiles=tiles(view),
        answers=answers(view),
        summary=summary,
        figures=figures,
        tables=tables,
        provenance=[facts(run) for run in view.runs],
    )
