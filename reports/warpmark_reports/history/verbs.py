"""What the verbs of `warpmark history` do once their words are understood."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..base.command_line import USAGE, fail
from ..base.errors import USER_ERRORS, JournalError
from ..base.files import write_file
from ..page.figure_selection import selection_of
from ..tables.terminal import shows_colors
from .accepting import accept
from .adding import AddRequest, add
from .forgetting import forget
from .index import open_index, rebuild
from .judge import accepted_of, judge, reasons_of
from .series import Series, all_series
from .store import Store
from .text_output import entry_lines, judgement_lines, series_lines

FIGURES = Path("history")
OK, FOUND, NOTHING = 0, 1, 5


def execute(arguments: argparse.Namespace) -> int:
    """Executes a verb; returns the exit status."""
    store = Store(arguments.store)
    try:
        if arguments.verb != "add" and not store.folder.is_dir():
            problem = (
                "is no folder; `warpmark history add JOURNAL` makes one, --store names another"
            )
            raise JournalError(store.folder, None, problem)
        return int(VERBS[arguments.verb](store, arguments))
    except USER_ERRORS as error:
        return fail(error)


def _add(store: Store, arguments: argparse.Namespace) -> int:
    request = AddRequest(
        arguments.commit, arguments.release, arguments.date, arguments.card, arguments.limits
    )
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


def _forget(store: Store, arguments: argparse.Namespace) -> int:
    count = forget(store, arguments.before)
    print(f"deleted {count} journal{'' if count == 1 else 's'} from before {arguments.before}")
    return OK


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
    print("\n".join(judgement_lines(judgement, arguments.all, shows_colors())))
    return FOUND if arguments.fail and judgement.bad else OK


def _accept(store: Store, arguments: argparse.Namespace) -> int:
    chosen = _series(store, arguments)
    if not chosen:
        return NOTHING
    taken = accept(store, chosen, arguments.at, arguments.reason)
    print("\n".join(f"accepted {text}" for text in taken))
    return OK


def _report(store: Store, arguments: argparse.Namespace) -> int:
    from .page import commit_links, history_page  # matplotlib takes a second

    links = commit_links(arguments.commit_url)
    every = _series(store, arguments)
    if not every:
        return NOTHING
    with open_index(store) as index:
        judgement, reasons = judge(every, accepted_of(index)), reasons_of(index)
    if arguments.html is not None:
        write_file(arguments.html, history_page(every, judgement, reasons, links).encode())
        print(f"wrote {arguments.html}")
        if arguments.output is None:
            return OK
    from .figures import write_history

    command = ("warpmark", "history", "report", arguments.points)
    selection = selection_of(arguments, command=command)
    output = arguments.output or FIGURES
    for file in write_history(every, judgement, output, selection):
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


VERBS = {
    "add": _add,
    "list": _list,
    "forget": _forget,
    "reindex": _reindex,
    "show": _show,
    "check": _check,
    "accept": _accept,
    "report": _report,
}
