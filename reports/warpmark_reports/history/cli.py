"""The command line: `python -m warpmark_reports.history VERB …`."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..base.command_line import Parser
from ..base.input_options import add_limit_option
from ..page.figure_selection import add_figure_options

DEFAULT = Path(".warpmark-history")
EXAMPLE = """Examples:
  warpmark history add nightly.jsonl --release v1.2
  warpmark history add bench.json --commit 4f1c2ab --date 2026-01-31 --card 'H100 GPU-1'
  warpmark history list
  warpmark history show 'reduce/tree*'
  warpmark history check --fail
  warpmark history accept 'reduce/tree*' --at 4f1c2ab --reason 'exact sums cost this'
  warpmark history report -o history
  warpmark history report --html history.html --commit-url 'https://example.com/commit/{commit}'
Exit status: 0, 1 `check --fail` found something, 2 bad input, 5 no such point"""


def main(argv: list[str] | None = None) -> int:
    """Returns 0; 1 if `check --fail` finds something; 2 for bad input; 5 for nothing found."""
    arguments = _parser().parse_args(argv)
    from .verbs import execute  # pandas takes half a second: not for help and wrong words

    return execute(arguments)


def _parser() -> Parser:
    parser = Parser(
        prog="warpmark history",
        description="Journals kept by card and commit; steps and drifts of their times; advisory.",
        epilog=EXAMPLE,
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    adding = _verb(verbs, "add", "keep journals, or results of nvbench, Google Benchmark or pytest")
    adding.add_argument("journals", nargs="+", type=Path, metavar="FILE")
    adding.add_argument("--commit", default="", help="the measured code's; default: the file's")
    adding.add_argument("--release", default="", metavar="TAG", help="this commit is a release")
    adding.add_argument("--date", default="", help="its place in the order; default: its start")
    adding.add_argument("--card", default="", metavar="NAME",
                        help="the card's or machine's, where the file has no UUID")  # fmt: skip
    add_limit_option(adding)
    _verb(verbs, "list", "the journals, by date")
    forgetting = _verb(verbs, "forget", "delete old journals")
    forgetting.add_argument("--before", required=True, metavar="DATE", help="of their start, UTC")
    _verb(verbs, "reindex", "make the index anew from the files")
    showing = _verb(verbs, "show", "the series of points")
    checking = _verb(verbs, "check", "find steps and drifts")
    checking.add_argument("--fail", action="store_true", help="exit 1 if there are any")
    checking.add_argument("--all", action="store_true", help="also settled and faster steps")
    accepting = _verb(verbs, "accept", "make open steps the new level")
    accepting.add_argument("--at", default="", metavar="COMMIT", help="only steps at this commit")
    accepting.add_argument("--reason", required=True, help="why this is right; it is recorded")
    drawing = _verb(verbs, "report", "draw series with their steps")
    drawing.add_argument("-o", "--output", type=Path, metavar="DIR",
                         help="for figures [history, unless --html is given]")  # fmt: skip
    drawing.add_argument("--html", type=Path, metavar="FILE",
                         help="a page: judgements, a figure of each series")  # fmt: skip
    drawing.add_argument("--commit-url", default="", metavar="URL",
                         help="--html: where commits are shown, with {commit} in it")  # fmt: skip
    add_figure_options(drawing)
    for each in (showing, checking, accepting, drawing):
        each.add_argument("points", nargs="?" if each is not accepting else None, default="*",
                          metavar="POINTGLOB", help="as in 'reduce/tree*'")  # fmt: skip
        each.add_argument("--card", default="*", metavar="GLOB", help="of its name and UUID")
    return parser


def _verb(
    verbs: argparse._SubParsersAction[Parser],
    name: str,
    text: str,
) -> Parser:
    parser = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument("--store", type=Path, default=DEFAULT, metavar="DIR", help=f"[{DEFAULT}]")
    return parser
