"""The command line: `python -m warpmark_reports.compare A B`."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..base.command_line import Parser
from ..base.input_options import add_limit_option
from ..page.figure_selection import add_figure_options

MAX_ROWS = 30
EXAMPLE = """Examples:
  warpmark compare before.jsonl after.jsonl
  warpmark compare --base a1.jsonl a2.jsonl a3.jsonl --head b1.jsonl b2.jsonl b3.jsonl
  warpmark compare nvbench_before.json nvbench_after.json --markdown comment.md -o changes
Exit status: 0 whatever it finds, 1 a selected figure could not be drawn, 2 bad input,
5 nothing in common"""


def main(argv: list[str] | None = None) -> int:
    """Compares two sides; 0 whatever it finds, 1 if a selected figure could not be drawn,
    2 for bad input, 5 for nothing in common.
    """
    parser = _parser()
    arguments = parser.parse_args(argv)
    base, head = _sides(parser, arguments)
    from .command import compare  # pandas takes half a second: not for help and wrong words

    return compare(arguments, base, head)


def _parser() -> Parser:
    parser = Parser(
        prog="warpmark compare",
        usage="warpmark compare [OPTIONS] BASE HEAD\n"
        "       warpmark compare [OPTIONS] --base FILE... --head FILE...",
        description="Two sides of stored journals, point by point; unpaired and advisory: it "
        "never fails a build.",
        epilog=EXAMPLE,
    )
    parser.add_argument("journals", nargs="*", type=Path, metavar="JOURNAL", help="base and head")
    for side in ("--base", "--head"):
        help_text = "journals of this side, one per round"
        parser.add_argument(side, nargs="+", type=Path, default=[], metavar="FILE", help=help_text)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print a CSV row per point")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write Markdown")
    parser.add_argument("--rows", type=int, default=MAX_ROWS, metavar="COUNT",
                        help="points to show, worst first; 0: all [30]")  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="also draw figures there")
    add_figure_options(parser)
    add_limit_option(parser)
    return parser


def _sides(parser: Parser, arguments: argparse.Namespace) -> tuple[list[Path], list[Path]]:
    """The files of both sides; ends with status 2 unless there are two sides."""
    given, base, head = arguments.journals, arguments.base, arguments.head
    if arguments.rows < 0:
        parser.error(f"--rows {arguments.rows}: expected 0 or more")
    for name in ("only", "format", "column"):
        if getattr(arguments, name) and not arguments.output:
            parser.error(f"--{name}: expected also a folder for the figures, as in -o changes")
    if base or head:
        if given:
            parser.error(f"{given[0]} is on no side: either A B, or --base and --head")
        if not (base and head):
            parser.error(f"--{'head' if base else 'base'} is missing: which are its journals?")
        return base, head
    if len(given) != 2:
        parser.error(f"{len(given)} journals; it takes two, A B, or --base A… --head B…")
    return given[:1], given[1:]
