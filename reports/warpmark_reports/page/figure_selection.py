"""Which figures a report draws, in which formats, and for which column of a paper."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from ..analysis.card_costs import NO_COSTS, CardCosts
from ..base.command_line import one_of
from ..plot.medium import COLUMNS, Medium

ON_SCREEN = ("svg",)  # what the page shows
FORMATS = (*ON_SCREEN, "png", "pdf")


@dataclass(frozen=True)
class FigureSelection:
    """`formats` come besides the SVG of the screen; with a `column` they are drawn for it,
    PDF if none is named. `only`: patterns of figures' names; none: all.
    """

    formats: tuple[str, ...] = ()
    column: Medium | None = None
    only: tuple[str, ...] = ()
    compare: bool = False  # each journal is a side of its own
    all_lines: bool = False  # none of a figure with many is grey
    command: tuple[str, ...] = ()  # that draws the figures again; none: a report of the journals
    costs: CardCosts = NO_COSTS

    @property
    def on_screen(self) -> tuple[str, ...]:
        """The endings of the files in figures/."""
        if self.column is not None:
            return ON_SCREEN
        return tuple(dict.fromkeys((*ON_SCREEN, *self.formats)))

    @property
    def on_paper(self) -> tuple[str, ...]:
        """The endings of the files drawn for the column."""
        return (self.formats or ("pdf",)) if self.column is not None else ()

    def figure(self, name: str, prefix: str = "") -> bool:
        """Whether a figure is selected, by its name with or without the view's prefix."""
        names = (name, prefix + name)
        return not self.only or any(fnmatchcase(n, p) for n in names for p in self.only)

    def function(self, draw: Any) -> bool:
        """Whether a function may draw a selected figure; its module is named as its figures."""
        name = draw.__module__.rpartition(".")[2]
        return not self.only or any(name in p or not _plain(p) for p in self.only)


def _plain(pattern: str) -> bool:
    return not any(letter in pattern for letter in "*?[")


def add_figure_options(parser: ArgumentParser) -> None:
    """--only, --format, --column and --all-lines."""
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="draw only the figures of this name or pattern (*, ?), which docs/figures.md lists; "
        "may be given again",
    )
    parser.add_argument(
        "--format",
        action="append",
        default=[],
        type=one_of(FORMATS),
        metavar="FORMAT",
        help="a format besides SVG, or that of figures for --column: svg, png, pdf; may be given "
        "again",
    )
    parser.add_argument(
        "--column",
        type=one_of(COLUMNS),
        metavar="COLUMN",
        help="draw the figures also for a paper: single (3.5 in wide) or double (7.16 in), title "
        "and footer in a caption file each; PDF unless --format is given",
    )
    parser.add_argument(
        "--all-lines",
        action="store_true",
        help="give every line its colour; without it a figure of more than ten lines has only "
        "those of the fastest variants and of baselines in colour, the others grey",
    )


def selection_of(
    arguments: Namespace,
    compare: bool = False,
    command: tuple[str, ...] = (),
    costs: CardCosts | None = None,
) -> FigureSelection:
    """The selection of those options."""
    column = COLUMNS[arguments.column] if arguments.column else None
    return FigureSelection(
        tuple(arguments.format),
        column,
        tuple(arguments.only),
        compare,
        arguments.all_lines,
        command,
        costs or NO_COSTS,
    )
