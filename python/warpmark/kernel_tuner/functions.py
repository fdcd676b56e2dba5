"""Python functions of tunable parameters as expressions of a kernels file, by their values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from warpmark.kernel_tuner.restrictions import UntranslatableError

MAX_CALLS = 4096
MAX_CHARACTERS = 4000  # of an expression in a kernels file
Combination = tuple[tuple[str, int | str], ...]  # names and texts of values


class _Config(dict[str, Any]):
    """A config that notes which of its values are read."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        if name in self:
            self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        if name not in self:
            return default
        return self[name]

    def __iter__(self) -> Iterator[str]:  # also called by dict(config) and f(**config)
        self.read.update(super().keys())
        return super().__iter__()

    def keys(self) -> Any:
        self.read.update(super().keys())
        return super().keys()

    def values(self) -> Any:
        self.read.update(super().keys())
        return super().values()

    def items(self) -> Any:
        self.read.update(super().keys())
        return super().items()


def table(
    function: Callable[[Any], Any], space: Mapping[str, Mapping[int | str, Any]], subject: str
) -> dict[Combination, Any]:
    """The function's results by the values of the parameters that it reads; None where it raises.

    Raises UntranslatableError if it reads parameters with more than MAX_CALLS combinations.
    """
    read: list[str] = []
    while True:
        count = math.prod(len(space[name]) for name in read)
        if count > MAX_CALLS:
            raise UntranslatableError(
                f"{subject}: a function of {', '.join(read)}, which have {count} combinations; "
                f"expected at most {MAX_CALLS}"
            )
        results: dict[Combination, Any] = {}
        for values in itertools.product(*(space[name] for name in read)):
            combination = tuple(zip(read, values, strict=True))
            chosen = {name: next(iter(texts)) for name, texts in space.items()} | dict(combination)
            config = _Config({name: space[name][text] for name, text in chosen.items()})
            try:
                results[combination] = function(config)
            except (ArithmeticError, ValueError):  # may hold for configs that are not allowed
                results[combination] = None
            if not config.read <= set(read):
                read = [name for name in space if name in config.read or name in read]
                break
        else:
            return results


def condition(combination: Combination) -> str:
    """`(x == 1 && y == 'a')` of `(("x", 1), ("y", "a"))`."""
    sides = [
        f"{name} == {text}" if isinstance(text, int) else f"{name} == '{text}'"
        for name, text in combination
    ]
    return "(" + " && ".join(sides) + ")" if sides else "1"


def expression(results: Mapping[Combination, int | bool | None], subject: str) -> str:
    """A sum over the combinations, with the function's value in each and 0 where it has none.

    Raises UntranslatableError if it is longer than a kernels file allows.
    """
    by_value: dict[int, list[str]] = {}
    for combination, value in results.items():
        if value is not None and int(value) != 0:
            by_value.setdefault(int(value), []).append(condition(combination))
    if len(by_value) == 1 and len(next(iter(by_value.values()))) == len(results):
        return str(next(iter(by_value)))
    terms = [
        f"{value} * (" + " || ".join(conditions) + ")" for value, conditions in by_value.items()
    ]
    text = "(" + " + ".join(terms) + ")" if terms else "0"
    if len(text) > MAX_CHARACTERS:
        raise UntranslatableError(
            f"{subject}: a function with {len(results)} cases; expected fewer, or a text"
        )
    return text
