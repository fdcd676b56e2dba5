"""From invented points to a view, and from a drawn sheet back to what it says."""

from __future__ import annotations

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

import key_journals
import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis.views import View, views_of


def view_of(
    path: Path, family: str, points: list[key_journals.Point], backend: str = "cuda"
) -> View:
    lines = key_journals.journal(family, points, backend)
    return views_of(load(sample_journal.write(path / "journal.jsonl", lines)))[0]


def title_of(axes: Axes) -> str:
    """A panel's title, wherever the style in force puts it."""
    return axes.get_title("left") or axes.get_title()


def texts_of(sheet: Figure) -> str:
    """Everything that is written on a sheet and in its panels, but for the ticks."""
    written = [text.get_text() for text in sheet.texts]
    for axes in sheet.axes:
        written += [text.get_text() for text in axes.texts]
        written += [title_of(axes), axes.get_xlabel(), axes.get_ylabel()]
        written += [above.get_xlabel() for above in axes.child_axes]
    return "\n".join(written)
