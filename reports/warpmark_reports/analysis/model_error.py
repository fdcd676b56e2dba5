"""Error of modelled times against a card's, per family (model_errors.json).

The program has the same file in it, docs/model.md has it as a table, and studies/model_errors.py
makes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..base import units

FILE = Path(__file__).with_name("model_errors.json")


@dataclass(frozen=True)
class ModelError:
    """Medians over points of the larger of modelled / measured and its reciprocal: the least and
    the greatest over the sizes. `is_known` is False where no points were compared; then the ends
    are those of all families.
    """

    family: str
    low: float
    high: float
    sizes: tuple[int, ...]
    card: str
    is_known: bool = True

    def sentence(self) -> str:
        """The error in words, without a full stop."""
        if not self.is_known:
            return (
                f"the error of the model is not known for {self.family} (medians of other "
                f"families: up to {self.high:.2f}×)"
            )
        ends = dict.fromkeys(f"{end:.2f}" for end in (self.low, self.high))
        return (
            f"median error of the model for {self.family}: {' to '.join(ends)}× "
            f"({self.card}, n = {units.size_range(list(self.sizes))})"
        )


@cache
def _table() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def model_error(family: str) -> ModelError:
    """The error for a family; if it was never compared, the extremes of all families."""
    card, families = str(_table()["card"]), _table()["families"]
    known = families.get(family)
    entries = known or [each for sizes in families.values() for each in sizes]
    medians = [float(each["median"]) for each in entries]
    sizes = tuple(int(each["n"]) for each in known or [])
    return ModelError(family, min(medians), max(medians), sizes, card, is_known=known is not None)
