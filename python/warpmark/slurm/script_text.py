"""What both scripts have: lines of sbatch, quoting, and the environment of the program."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping, Sequence

from warpmark.programs import NAME

from .errors import SlurmError

PLAIN_WORD = re.compile(r"[\w@%+=:,./\[\]^~-]+", re.ASCII)


def sbatch_line(words: Sequence[str]) -> str:
    """A line of options for sbatch, which reads quotes, backslashes and comments itself.

    Raises SlurmError for a word with a line break.
    """
    return "#SBATCH " + " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if not word.isprintable():
        raise SlurmError(f"sbatch: {word!r}: expected printable characters")
    if PLAIN_WORD.fullmatch(word):
        return word
    # The value alone, so that the name stays readable.
    name, equals, value = word.partition("=")
    if not (equals and PLAIN_WORD.fullmatch(name)):
        name, equals, value = "", "", word
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}{equals}"{escaped}"'


def output_pattern(path: str) -> str:
    """A path as sbatch's `--output` takes it, where "%" begins a replacement."""
    return path.replace("%", "%%")


def environment_lines(variables: Mapping[str, str] = os.environ) -> list[str]:
    """Exports of the program's variables, so that a task has them under `--export=NONE`, too."""
    prefix = f"{NAME.upper()}_"
    own = {name: value for name, value in sorted(variables.items()) if name.startswith(prefix)}
    own.pop(f"{prefix}PROGRAM", None)  # The script calls it by its path.
    return [f"export {name}={shlex.quote(value)}" for name, value in own.items()]
