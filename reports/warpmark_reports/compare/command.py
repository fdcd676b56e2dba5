"""What `warpmark compare` does once its words are understood."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..base.command_line import fail
from ..base.errors import USER_ERRORS
from ..base.files import write_file
from ..base.progress import Progress, on_stderr
from ..page.figure_selection import selection_of
from ..page.report_files import csv_text
from .cautions import cautions
from .outcome import Outcome, outcome_of
from .sides import sides_of
from .text_output import document, lines

OK, NOT_DRAWN, NOTHING_SHARED = 0, 1, 5


def compare(arguments: argparse.Namespace, base: list[Path], head: list[Path]) -> int:
    """Compares two sides; returns the exit status."""
    progress = on_stderr(quiet=arguments.quiet)
    try:
        sides = sides_of(base, head, arguments.limits, progress)
        progress.clear()
        if not sides.pairs:
            print(_nothing(len(sides.only_base), len(sides.only_head)), file=sys.stderr)
            return NOTHING_SHARED
        outcome = outcome_of(sides, cautions(sides.base, sides.head))
        _show(outcome, arguments)
        if arguments.output:
            return _draw(outcome, arguments, base, head, progress)
    except USER_ERRORS as error:
        return fail(error, progress)
    return OK


def _nothing(base: int, head: int) -> str:
    return (
        f"error: nothing in common: base has {base} timed points, head {head}, and none of the "
        "same family, variant, problem and config; counts of simt are no times"
    )


def _show(outcome: Outcome, arguments: argparse.Namespace) -> None:
    if arguments.json:
        print(outcome.json())
    elif arguments.csv:
        print(csv_text(outcome.table), end="")
    else:
        print("\n".join(lines(outcome, arguments.rows)))
    if arguments.json or arguments.csv:
        for text in outcome.warnings:
            print(f"warning: {text}", file=sys.stderr)
    if arguments.markdown:
        write_file(arguments.markdown, document(outcome).encode())


def _draw(
    outcome: Outcome,
    arguments: argparse.Namespace,
    base: list[Path],
    head: list[Path],
    progress: Progress,
) -> int:
    from ..page.report import write_pairs  # matplotlib takes a second

    sides, directory = outcome.sides, arguments.output
    names = [*("--base", *(p.name for p in base)), *("--head", *(p.name for p in head))]
    command = ("warpmark", "compare", *names)
    selection = selection_of(arguments, command=command)
    report_files = write_pairs(
        sides.pairs, sides.views, outcome.warnings, directory, selection, progress
    )
    progress.clear()
    print(f"wrote {report_files.files[-1]}", file=sys.stderr)
    for problem in report_files.problems:
        print(f"warning: {problem}", file=sys.stderr)
    return NOT_DRAWN if report_files.problems else OK
