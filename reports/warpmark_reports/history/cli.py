"""The command line: `python -m warpmark_reports.history VERB …`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from ..base.command_line import USAGE, Parser, fail
from ..base.errors import USER_ERRORS, JournalError
from ..base.input_options import add_limit_option
from ..page.figure_selection import add_figure_options, selection_of
from .accepting import accept
from .adding import AddRequest, add
from .index import open_index, rebuild
from .judge import accepted_of, judge
from .series import Series, all_series
from .store import Store
from .text_output import entry_lines, judgement_lines, series_lines

OK, FOUND, NOTHING = 0, 1, 5
DEFAULT = Path(".warpmark-history")
EXAMPLE = """Examples:
  warpmark history add nightly.jsonl --release v1.2
  warpmark history list
  warpmark history show 'reduce/tree*'
  warpmark history check --fail
  warpmark history accept 'reduce/tree*' --at 4f1c2ab --reason 'exact sums cost this'
  warpmark history report -o history
Exit status: 0, 1 `check --fail` found something, 2 bad input, 5 no such point"""


def main(argv: list[str] | None = None) -> int:
    """Returns 0; 1 if `check --fail` finds something; 2 for bad input; 5 for nothing found."""
    arguments = _parser().parse_args(argv)
    store = Store(arguments.store)
    try:
        if arguments.verb != "add" and not store.folder.is_dir():
            problem = (
                "is no folder; `warpmark history add JOURNAL` makes one, --store names another"
            )
            raise JournalError(store.folder, None, problem)
        return int(arguments.run(store, arguments))
    except USER_ERRORS as error:
        return fail(error)


def _parser() -> Parser:
    parser = Parser(
        prog="warpmark history",
        description="Journals kept by card and commit; steps and drifts of their times; advisory.",
        epilog=EXAMPLE,
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    adding = _verb(verbs, "add", _add, "keep a journal")
    adding.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL")
    adding.add_argument("--commit", default="", help="the measured code's; default: the manifest's")
    adding.add_argument("--release", default="", metavar="TAG", help="this commit is a release")
    adding.add_argument("--date", default="", help="its place in the order; default: its start")
    add_limit_option(adding)
    _verb(verbs, "list", _list, "the journals, by date")
    _verb(verbs, "reindex", _reindex, "make the index anew from the files")
    showing = _verb(verbs, "show", _show, "the series of points")
    checking = _verb(verbs, "check", _check, "find steps and drifts")
    checking.add_argument("--fail", action="store_true", help="exit 1 if there are any")
    checking.add_argument("--all", action="store_true", help="also settled and faster steps")
    accepting = _verb(verbs, "accept", _accept, "make open steps the new level")
    accepting.add_argument("--at", default="", metavar="COMMIT", help="only steps at this commit")
    accepting.add_argument("--reason", required=True, help="why this is right; it is recorded")
    drawing = _verb(verbs, "report", _report, "draw series with their steps")
    drawing.add_argument("-o", "--output", type=Path, default=Path("history"), metavar="DIR")
    add_figure_options(drawing)
    for each in (showing, checking, accepting, drawing):
        each.add_argument("points", nargs="?" if each is not accepting else None, default="*",
                          metavar="POINTGLOB", help="as in 'reduce/tree*'")  # fmt: skip
        each.add_argument("--card", default="*", metavar="GLOB", help="of its name and UUID")
    return parser


def _verb(
    verbs: argparse._SubParsersAction[Parser],
    name: str,
    run: Callable[[Store, argparse.Namespace], int],
    text: str,
) -> Parser:
    parser = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument("--store", type=Path, default=DEFAULT, metavar="DIR", help=f"[{DEFAULT}]")
    parser.set_defaults(run=run)
    return parser


def _add(store: Store, arguments: argparse.Namespace) -> int:
    request = AddRequest(arguments.commit, arguments.release, arguments.date, arguments.limits)
    for path in arguments.journals:
        print(add(store, path, request))
    return OK


def _list(store: Store, _: argparse.Namespace) -> int:
    with open_index(store) as index:
        print("\n".join(entry_lines(index)))
    return OK


def _reindex(store: Store, _: argparse.Namespace) -> int:
    broken = rebuild(store)
    for error in broken:
        print(f"error: {error}", file=sys.stderr)
    with open_index(store) as index:
        (count,) = index.execute("SELECT count(*) FROM entries").fetchone()
    journals = "journal" if count == 1 else "journals"
    print(f"{count} {journals} in the index" + (f", {len(broken)} left out" if broken else ""))
    return USAGE if broken else OK


def _show(store: Store, arguments: argparse.Namespace) -> int:
    every = _series(store, arguments)
    print("\n".join(line for series in every for line in series_lines(series)).rstrip())
    return OK if every else NOTHING


def _check(store: Store, arguments: argparse.Namespace) -> int:
    every = _series(store, arguments)
    if not every:
        return NOTHING
    with open_index(store) as index:
        judgement = judge(every, accepted_of(index))
    print("\n".join(judgement_lines(judgement, arguments.all, sys.stdout.isatty())))
    return FOUND if arguments.fail and judgement.bad else OK


def _accept(store: Store, arguments: argparse.Namespace) -> int:
    chosen = _series(store, arguments)
    if not chosen:
        return NOTHING
    taken = accept(store, chosen, arguments.at, arguments.reason)
    print("\n".join(f"accepted {text}" for text in taken))
    return OK


def _report(store: Store, arguments: argparse.Namespace) -> int:
    from .figures import write_history  # matplotlib takes a second

    every = _series(store, arguments)
    if not every:
        return NOTHING
    with open_index(store) as index:
        judgement = judge(every, accepted_of(index))
    command = ("python", "-m", "warpmark_reports.history", "report", arguments.points)
    selection = selection_of(arguments, command=command)
    for file in write_history(every, judgement, arguments.output, selection):
        print(f"wrote {file}")
    return OK


def _series(store: Store, arguments: argparse.Namespace) -> list[Series]:
    with open_index(store) as index:
        found = all_series(index, arguments.points, arguments.card)
    if not found:
        print(
            f"error: no point like {arguments.points} on a card like {arguments.card} "
            f"in {store.folder}",
            file=sys.stderr,
        )
    return found
