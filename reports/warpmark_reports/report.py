"""Writes a whole report: figures with their data, tables, and the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import matplotlib
import pandas as pd

from . import style
from .answers import Answer, answers
from .draw import to_inline, to_png, to_svg
from .figures import FIGURES
from .page import PageFigure, Section, render
from .provenance import facts
from .reader import Journal
from .tables import TABLES, Table
from .views import View, views_of


@dataclass
class Written:
    """The files of a report in the order of writing, and the answers of each view."""

    directory: Path
    files: list[Path] = field(default_factory=list)
    answers: list[tuple[str, list[Answer]]] = field(default_factory=list)

    def text(self, name: str, content: str) -> None:
        """Writes a text file below the directory."""
        self.bytes(name, content.encode())

    def bytes(self, name: str, content: bytes) -> None:
        """Writes a file below the directory."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.files.append(path)


def write_report(journal: Journal, directory: Path) -> Written:
    """index.html, figures/*.{png,svg,csv} and tables/*.csv in the directory, which is made."""
    written = Written(directory)
    sections = []
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        for view in views_of(journal):
            section = _section(view, written)
            sections.append(section)
            written.answers.append((view.title, section.answers))
    lists = ["findings", "time_samples_ns", "phases"]
    points = journal.frame.drop(columns=[c for c in lists if c in journal.frame.columns])
    written.text("tables/points.csv", _csv(points))
    if len(journal.tuning.trials):
        written.text("tables/tuning_trials.csv", _csv(journal.tuning.trials))
    written.text("index.html", render(sections, journal.warnings))
    return written


def _section(view: View, written: Written) -> Section:
    figures = []
    for draw in FIGURES:
        for figure in draw(view.frame, view):
            name = view.prefix + figure.name
            svg = to_svg(figure.sheet)
            written.bytes(f"figures/{name}.png", to_png(figure.sheet))
            written.text(f"figures/{name}.svg", svg)
            written.text(f"figures/{name}.csv", _csv(figure.data))
            inline = to_inline(svg, name, f"{figure.title}. {figure.alt}")
            figures.append(PageFigure(name, figure.title, inline))
    tables: list[tuple[str, Table]] = []
    for make in TABLES:
        table = make(view.frame, view)
        if table is not None:
            name = view.prefix + table.name
            written.text(f"tables/{name}.csv", _csv(table.frame))
            tables.append((name, table))
    anchor = view.prefix or "run"
    provenance = [facts(run) for run in view.runs]
    return Section(anchor, view.title, answers(view), figures, tables, provenance)


def _csv(frame: pd.DataFrame) -> str:
    return frame.to_csv(index=False, lineterminator="\n", float_format="%.10g")
