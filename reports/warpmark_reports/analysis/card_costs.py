"""What an hour of a card costs and what it draws, as a user gives it in a TOML file."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ..base.errors import CardCostError, JournalError, shown
from ..base.inputs import read_input
from ..base.limits import Limits
from ..base.suggest import did_you_mean

MAX_BYTES = 1 << 20
MAX_CURRENCY = 8  # characters, on an axis
TOP_KEYS = ("currency", "card")
CARD_KEYS = ("name", "price_per_hour", "watts")


@dataclass(frozen=True)
class CardCost:
    """The cards whose name matches a pattern; None: not known."""

    pattern: str
    price_per_hour: float | None = None
    watts: float | None = None


@dataclass(frozen=True)
class CardCosts:
    """The first pattern that matches a card's name counts. `file` is None without a file."""

    currency: str = ""
    cards: tuple[CardCost, ...] = ()
    file: Path | None = None

    def of(self, name: str) -> CardCost:
        """Of the card of this name; without price and watts if none is given."""
        return next((c for c in self.cards if fnmatchcase(name, c.pattern)), CardCost(name))

    def unused(self, names: Sequence[str]) -> list[str]:
        """The patterns that match none of the names."""
        return [
            each.pattern for each in self.cards
            if not any(fnmatchcase(name, each.pattern) for name in names)
        ]  # fmt: skip


NO_COSTS = CardCosts()

_costs: ContextVar[CardCosts | None] = ContextVar("costs", default=None)


def current_costs() -> CardCosts:
    """Those that figures are drawn with."""
    return _costs.get() or NO_COSTS


@contextmanager
def with_costs(costs: CardCosts) -> Iterator[None]:
    """Figures drawn in this context show what these say."""
    token = _costs.set(costs)
    try:
        yield
    finally:
        _costs.reset(token)


def read_card_costs(path: Path) -> CardCosts:
    """Raises CardCostError, which names file, place, value and what was expected."""
    try:
        content = read_input(path, Limits(MAX_BYTES))
        table = tomllib.loads(content.decode())
    except JournalError as error:
        raise CardCostError(str(error).replace("expected a journal", "expected prices")) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardCostError(f"{path}: no TOML: {error}") from None
    _require_keys(f"{path}", table, TOP_KEYS)
    entries = table.get("card")
    if (
        not isinstance(entries, list)
        or not entries
        or not all(isinstance(e, dict) for e in entries)
    ):
        raise CardCostError(f"{path}: no [[card]]; expected one with a name, price_per_hour, watts")
    cards = tuple(_card(f"{path}: card {i}", each) for i, each in enumerate(entries, start=1))
    currency = table.get("currency", "")
    if not isinstance(currency, str) or not currency.isprintable() or len(currency) > MAX_CURRENCY:
        problem = f"currency is {shown(currency)}; expected a text such as EUR"
        raise CardCostError(f"{path}: {problem}")
    if not currency and any(each.price_per_hour is not None for each in cards):
        raise CardCostError(f"{path}: no currency; expected the one of price_per_hour, such as EUR")
    return CardCosts(currency, cards, path)


def _card(place: str, entry: Mapping[str, Any]) -> CardCost:
    _require_keys(place, entry, CARD_KEYS)
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        raise CardCostError(f"{place}: name is {shown(name)}; expected a name or a pattern (*, ?)")
    price, watts = (_positive(place, entry, key) for key in CARD_KEYS[1:])
    if price is None and watts is None:
        raise CardCostError(f"{place}: neither price nor power; expected price_per_hour or watts")
    return CardCost(name, price, watts)


def _positive(place: str, entry: Mapping[str, Any], key: str) -> float | None:
    value = entry.get(key)
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:
        raise CardCostError(f"{place}: {key} is {shown(value)}; expected a number above zero")
    return float(value)


def _require_keys(place: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            problem = f"{place}: unknown key {key!r}{did_you_mean(key, known)}"
            raise CardCostError(f"{problem}; expected {', '.join(known)}")
