"""The files of a report and their names."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from ..base.files import write_file
from ..figures import Figure
from ..plot.image_export import write_as
from ..plot.medium import SCREEN
from ..plot.style import LineStyle
from ..tables.table import Table
from ..tables.texts import latex, markdown
from .caption import caption
from .figure_selection import FigureSelection
from .headline import Headline
from .hover import spots_of
from .html_page import PageFigure
from .inline_svg import compact_inline


@dataclass
class ReportFiles:
    """The files of a report in the order of writing, and the headlines of each view."""

    directory: Path
    files: list[Path] = field(default_factory=list)
    headlines: list[tuple[str, list[Headline]]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    compact: dict[str, list[str]] = field(default_factory=dict)  # lines below a view's headlines

    def text(self, name: str, content: str) -> None:
        """Writes a text file below the directory."""
        self.bytes(name, content.encode())

    def bytes(self, name: str, content: bytes) -> None:
        """Writes a file below the directory."""
        path = self.directory / name
        write_file(path, content)
        self.files.append(path)


def write_figures(
    figures: list[Figure],
    journals: list[Path],
    report_files: ReportFiles,
    selection: FigureSelection,
    prefix: str,
    styles: dict[str, LineStyle],
) -> list[PageFigure]:
    """Each figure's files, with its data and its caption, and what the page shows of it.

    `styles`: the look of each variant, by which points of the page are named.
    """
    shown = []
    for figure in figures:
        name, medium = prefix + figure.name, figure.sheet.medium
        folder, endings = f"{medium.name}_column", selection.on_paper
        if medium is SCREEN:
            folder, endings = "figures", selection.on_screen
        files = {ending: write_as(figure.sheet, ending) for ending in endings}
        for ending, content in files.items():
            report_files.bytes(f"{folder}/{name}.{ending}", content)
        data = f"{name}.csv" if medium is SCREEN else f"../figures/{name}.csv"
        report_files.text(f"{folder}/{name}.txt", caption(figure, name, journals, data, selection))
        if medium is SCREEN:
            report_files.text(f"figures/{name}.csv", csv_text(figure.data))
            inline = compact_inline(files["svg"].decode(), name, f"{figure.title}. {figure.alt}")
            spots, count = spots_of(figure.sheet, styles)
            shown.append(
                PageFigure(
                    name, figure.title, inline, spots, (*files, "csv", "txt"),
                    _sampled(figure, len(spots), count),
                )
            )  # fmt: skip
    return shown


def _sampled(figure: Figure, spots: int, marks: int) -> str:
    texts = [f"Drawn: {figure.sampled}." if figure.sampled else ""]
    if spots < marks:
        texts.append(f"Values to point at: of {spots} of {marks} marks, evenly spread.")
    return " ".join(filter(None, texts))


def write_table(table: Table, name: str, report_files: ReportFiles) -> None:
    """Writes a table as CSV with all columns, and as Markdown and LaTeX as shown."""
    report_files.text(f"tables/{name}.csv", csv_text(table.frame))
    report_files.text(f"tables/{name}.md", markdown(table))
    report_files.text(f"tables/{name}.tex", latex(table))


def csv_text(frame: pd.DataFrame) -> str:
    """The same bytes for the same numbers."""
    return frame.to_csv(index=False, lineterminator="\n", float_format="%.10g")
