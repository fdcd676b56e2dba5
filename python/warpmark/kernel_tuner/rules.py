"""The configs that Kernel Tuner's `restrictions` allow."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from warpmark.kernel_tuner import functions
from warpmark.kernel_tuner.kernels_file import Space, Value
from warpmark.kernel_tuner.restrictions import UntranslatableError, translated

Restriction: TypeAlias = str | Callable[[Any], Any]
MAX_ENUMERATED = 1_000_000  # configs for which a restriction is evaluated in Python


class Rules:
    """Restrictions as constraints of a kernels file, where they can be translated, and in Python.

    `why_not` is the reason where they cannot.
    """

    def __init__(
        self, restrictions: Restriction | Sequence[Restriction] | None, space: Space
    ) -> None:
        self.space = space
        if restrictions is None:
            self.given: list[Restriction] = []
        elif isinstance(restrictions, str) or callable(restrictions):
            self.given = [restrictions]
        else:
            self.given = list(restrictions)
        for each in self.given:
            if not isinstance(each, str) and not callable(each):
                raise ValueError(
                    f"restrictions: {each!r}; expected texts and functions of a config"
                )
        self.why_not = ""
        self.constraints: list[str] = []
        try:
            self.constraints = [_constraint(each, space) for each in self.given]
        except UntranslatableError as error:
            self.why_not = str(error)

    @property
    def translated(self) -> bool:
        """Whether the constraints say all."""
        return not self.why_not

    def require_translated(self, strategy: str) -> None:
        """Raises ValueError if they do not."""
        if self.why_not:
            raise ValueError(
                f"strategy: {strategy!r} with restrictions that cannot be translated "
                f"({self.why_not}); expected restrictions as texts with integers, comparisons, "
                "and, or, not, in, min and max"
            )

    def configs(self) -> Iterator[dict[str, Value]]:
        """The allowed configs, in the order of the values.

        Raises ValueError if there are too many to look at each.
        """
        values = self.space.values
        count = math.prod(map(len, values.values()))
        for number, config in enumerate(
            itertools.product(*(each.values() for each in values.values()))
        ):
            if number == MAX_ENUMERATED:
                raise ValueError(
                    f"restrictions: a space of {count} configs; expected at most {MAX_ENUMERATED} "
                    "where each is looked at in Python (functions, a cache)"
                )
            named = dict(zip(values, config, strict=True))
            if all(_allows(each, named) for each in self.given):
                yield named


def _allows(restriction: Restriction, config: Mapping[str, Value]) -> bool:
    if isinstance(restriction, str):
        return bool(eval(restriction, {}, dict(config)))
    return bool(restriction(config))


def _constraint(restriction: Restriction, space: Space) -> str:
    if isinstance(restriction, str):
        text = restriction
        try:
            return translated(text, space.values)
        except UntranslatableError:
            return _constraint(lambda config: eval(text, {}, config), space)
    cases = functions.table(restriction, space.values, "restrictions")
    return functions.expression(
        {each: bool(allowed) for each, allowed in cases.items()}, "restrictions"
    )
