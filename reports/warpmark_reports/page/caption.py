"""The caption file of a figure: what it shows, its data, and the command that draws it again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from ..figures import Figure
from ..plot.medium import COLUMNS
from .figure_selection import FigureSelection


def caption(
    figure: Figure, name: str, journals: Sequence[Path], data: str, selection: FigureSelection
) -> str:
    """Plain text: sentences, then the file of the data, then the command.

    Journals are named without their folders, so that a caption depends only on them.
    """
    words = figure.sheet.words
    # The origin, over one line or more, then a line that begins a sentence.
    footer = re.sub(r"\n(?=ba(nd|r)s: )", ". ", words.footer).replace("\n", " ")
    drawn = f"Drawn: {figure.sampled}" if figure.sampled else ""
    sentences = [figure.title, words.subtitle, figure.alt.rstrip("."), drawn, footer]
    medium = figure.sheet.medium.name
    report = ("warpmark", "report", *(path.name for path in journals))
    command = [*(selection.command or report), *["--compare"] * selection.compare, "--only", name]
    if medium in COLUMNS:
        command += ["--column", medium]
    command += ["--all-lines"] * selection.all_lines
    if selection.costs.file is not None:
        command += ["--card-cost", selection.costs.file.name]
    for ending in selection.formats:
        command += ["--format", ending]
    return "\n".join(
        [
            ". ".join(filter(None, sentences)) + ".",
            f"Data: {data}",
            f"Drawn by: {shlex.join(command)}",
            "",
        ]
    )
