"""Values of axes as words of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Value: TypeAlias = int | str | bool
Axes: TypeAlias = Mapping[str, Value | Iterable[Value]]


def words_of(axes: Axes | None, option: str) -> list[str]:
    """`["-p", "n=1024,4096", "-p", "type=i32"]` of `{"n": [1024, 4096], "type": "i32"}`.

    A text is as on the command line: `"2^10..2^20"`, `"all"`.
    """
    words: list[str] = []
    for name, values in (axes or {}).items():
        given = [values] if isinstance(values, (int, str)) else list(values)
        texts = [str(int(each)) if isinstance(each, bool) else str(each) for each in given]
        if not texts:
            raise ValueError(f"{name}: no value; expected at least one")
        words += [option, f"{name}={','.join(texts)}"]
    return words


def option_words(options: Mapping[str, object]) -> list[str]:
    """`["--time-per-point", "1s", "--mutants"]` of `{"time_per_point": "1s", "mutants": True}`."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words
