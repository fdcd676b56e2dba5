"""Command lines in the style of the other verbs of `warpmark`: usage, help and errors."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from .errors import os_error_text
from .progress import Progress
from .suggest import did_you_mean

USAGE = 2
DESCRIBE = "--describe"


def one_of(names: Iterable[str]) -> Callable[[str], str]:
    """A `type` of an option that takes one of these names."""
    known = tuple(names)

    def check(text: str) -> str:
        if text not in known:
            expected = f"expected {', '.join(known[:-1])} or {known[-1]}"
            raise argparse.ArgumentTypeError(f"'{text}': {expected}{did_you_mean(text, known)}")
        return text

    return check


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """ "Usage:" as the verbs of the program have it."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Begins with a capital letter."""
        super().add_usage(usage, actions, groups, "Usage: " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """One line `error: …` and status 2 for a wrong command; options have no short forms."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", _Formatter)
        super().__init__(allow_abbrev=False, **options)
        self._positionals.title, self._optionals.title = "Positionals", "Options"
        self.add_argument("-q", "--quiet", action="store_true", help="show no progress")

    def error(self, message: str) -> NoReturn:
        """Ends the program with status 2."""
        text = message.removeprefix("argument ")
        print(f"error: {text}; see {self.prog} --help", file=sys.stderr)
        sys.exit(USAGE)

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Refuses what it does not know, and says what may have been meant."""
        if (sys.argv[1:] if args is None else list(args)) == [DESCRIBE]:
            print(json.dumps(self.described()))
            sys.exit(0)
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            word = unknown[0].partition("=")[0]
            if word.startswith("-"):
                known = self._options_of_all_verbs()
                self.error(f"unknown option '{word}'{did_you_mean(word, known)}")
            self.error(f"unexpected argument '{word}'")
        return found

    def described(self) -> dict[str, Any]:
        """What completions and manual pages are made of, as the program's verbs describe theirs."""
        verbs = [each for each in self._actions if isinstance(each, argparse._SubParsersAction)]
        usage = self.format_usage().replace("Usage: ", "").strip().splitlines()
        return {
            "name": self.prog.rpartition(" ")[2],
            "text": (self.description or "").rstrip("."),
            "usage": ("\n" if self.usage else " ").join(map(str.strip, usage)),
            "options": [
                _option(action)
                for action in self._actions
                if not isinstance(action, argparse._SubParsersAction)
            ],
            "verbs": [parser.described() for each in verbs for parser in each.choices.values()],
            "footer": self.epilog or "",
        }

    def _options_of_all_verbs(self) -> list[str]:
        own = [name for action in self._actions for name in action.option_strings]
        verbs = [each for each in self._actions if isinstance(each, argparse._SubParsersAction)]
        for each in verbs:
            for parser in each.choices.values():
                own += parser._option_string_actions
        return [name for name in own if name.startswith("--")]


def _option(action: argparse.Action) -> dict[str, Any]:
    names = action.option_strings or [str(action.metavar or action.dest)]
    value = "|".join(map(str, action.choices)) if action.choices else action.metavar
    return {
        "names": names,
        "value": "" if action.nargs == 0 else str(value or "TEXT"),
        "default": "",  # it is in the text
        "text": action.help or "",
        "repeated": isinstance(action.nargs, str) and action.nargs in "*+",
        "required": action.required,
    }


def fail(error: Exception, progress: Progress | None = None) -> int:
    """Prints one line about an error that a user can cause; returns the exit status."""
    if progress is not None:
        progress.clear()
    text = os_error_text(error) if isinstance(error, OSError) else str(error)
    print(f"error: {text}", file=sys.stderr)
    return USAGE
