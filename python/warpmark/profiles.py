"""Profiles: which config is fastest from which size on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

SCHEMA = "warpmark-profile/1"
SET_SCHEMA = "warpmark-profiles/1"  # of several kinds of cards


@dataclass(frozen=True)
class BestConfig:
    """A variant and the values of its config axes."""

    family: str
    variant: str
    config: Mapping[str, int | str]
    largest_loss: float  # of the profile's thresholds at the sizes that were tuned, e.g. 0.02


def best_config(
    profile: str | PathLike[str] | Mapping[str, Any],
    problem: Mapping[str, int | str],
    card: str | None = None,
    *,
    modelled: bool = False,
) -> BestConfig:
    """What a profile selects for a problem: `{"family": "reduce", "type": "f32", "n": 2**20}`, and
    other axes where the profile has several problems of that family and type. `card`: the name of
    the card, needed for a file with profiles of several. `modelled=True` takes a profile of
    modelled times, too, whose card is called "NAME (modelled)".

    Raises ValueError for a file that is no profile, and LookupError for a card or a problem that it
    does not have, with those that it has.
    """
    content = _of_card(_read(profile), card)
    if "modelled" in content["card"] and not modelled:
        name = content["card"]["name"]
        raise LookupError(f"card: {name!r} was not measured; expected modelled=True to use it")
    wanted = dict(problem)
    try:
        n = int(wanted.pop("n"))
    except KeyError:
        raise LookupError("problem: no n; expected a number of elements") from None
    entries = [entry for entry in content["entries"] if _has(entry, wanted)]
    if len(entries) != 1:
        known = "; ".join(_name(entry) for entry in entries or content["entries"])
        trouble = "several entries fit" if entries else "no entry fits"
        raise LookupError(f"{wanted}: {trouble}; expected one of: {known}")
    (entry,) = entries
    used = [each["use"] for each in entry["thresholds"] if each["from"] <= n][-1]
    return BestConfig(entry["family"], used["variant"], used["config"], entry["worst_loss"])


def _read(profile: str | PathLike[str] | Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The profiles of a file: one, or those of a set."""
    if isinstance(profile, Mapping):
        content: Any = profile
        name = "profile"
    else:
        name = str(profile)
        try:
            content = json.loads(Path(profile).read_text())
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise ValueError(f"{name}: not JSON ({error}); expected a profile") from error
    schema = content.get("schema") if isinstance(content, Mapping) else None
    if isinstance(content, Mapping) and schema == SET_SCHEMA:
        return list(content["profiles"])
    if not isinstance(content, Mapping) or schema != SCHEMA:
        raise ValueError(f"{name}: schema is {schema!r}; expected {SCHEMA!r}")
    return [content]


def _of_card(profiles: list[Mapping[str, Any]], card: str | None) -> Mapping[str, Any]:
    """The only profile, or the one of the card of this name."""
    found = [each for each in profiles if card is None or each["card"]["name"] == card]
    if len(found) == 1:
        return found[0]
    known = ", ".join(repr(each["card"]["name"]) for each in profiles)
    trouble = "several cards" if found else f"no profile of {card!r}"
    raise LookupError(f"card: {trouble}; expected one of: {known}")


def _has(entry: Mapping[str, Any], wanted: Mapping[str, int | str]) -> bool:
    known = {"family": entry["family"], "type": entry["type"], **entry["problem"]}
    return all(key in known and known[key] == value for key, value in wanted.items())


def _name(entry: Mapping[str, Any]) -> str:
    axes = ", ".join(f"{key}={value}" for key, value in entry["problem"].items())
    return f"family={entry['family']}, type={entry['type']}" + (f", {axes}" if axes else "")
