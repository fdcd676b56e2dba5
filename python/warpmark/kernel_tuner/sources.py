"""The source of a kernel, as Kernel Tuner takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from warpmark.inspection import SOURCE
from warpmark.kernel_tuner import functions
from warpmark.kernel_tuner.kernels_file import Space

PREFIX = "warpmark_value_of_"  # of macros that the compiler gets as options
Source: TypeAlias = str | Path | Sequence[str | Path] | Callable[[Any], str]


def text_of(source: Source, space: Space) -> tuple[str, list[str]]:
    """The text, and the folders of what it includes.

    A list is a file and those that it includes. A function is called for each config, and the
    preprocessor selects among its texts.
    """
    if callable(source):
        return _selected(source, space), []
    if isinstance(source, str) and ("\n" in source or "{" in source):
        return source, []
    files = [source] if isinstance(source, (str, Path)) else list(source)
    if not files or not all(isinstance(each, (str, Path)) for each in files):
        raise ValueError(
            f"kernel_source: {source!r}; expected a file's name, its text, a list of files or a "
            "function of a config"
        )
    paths = [Path(each) for each in files]
    for path in paths:
        if not path.is_file():
            raise FileNotFoundError(f"{path}: no such file; expected a .cu file, or its text")
    folders = dict.fromkeys(str(path.resolve().parent) for path in paths)
    return paths[0].read_text(), list(folders)


def name_of(source: Source) -> str:
    """What errors call it: the (first) file, or `<source>` for a text."""
    if callable(source) or (isinstance(source, str) and ("\n" in source or "{" in source)):
        return SOURCE
    return str(source if isinstance(source, (str, Path)) else source[0])


def with_macros(text: str, names: Iterable[str]) -> str:
    """The text with macros for those of the options, which are not defined under these names
    because the compiler's own headers come first and may use them.
    """
    lines = "".join(f"#define {name} {PREFIX}{name}\n" for name in names)
    return f"{lines}#line 1\n{text}"


def _selected(source: Callable[[Any], str], space: Space) -> str:
    conditions: dict[str, list[str]] = {}
    for combination, text in functions.table(source, space.values, "kernel_source").items():
        chosen = tuple((name, value) for name, value in combination if len(space.values[name]) > 1)
        if any(isinstance(value, str) for _, value in chosen):
            raise ValueError(
                "kernel_source: a function of a parameter whose values are not integers, which "
                "the preprocessor cannot compare; expected integers, or one value"
            )
        if text is not None:
            conditions.setdefault(str(text), []).append(functions.condition(chosen))
    parts = [
        f"#{'el' if index else ''}if {' || '.join(of_text)}\n#line 1\n{text}\n"
        for index, (text, of_text) in enumerate(conditions.items())
    ]
    return "".join(parts) + "#endif\n"
