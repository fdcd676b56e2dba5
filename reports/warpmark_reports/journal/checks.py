"""What a line must hold to be used, derived from the journal's JSON Schema.

The schema says what the program writes. The reader accepts more, because journals of other
versions and the results of other tools lack keys, use other words, and write null for what they
do not know.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema

from ..base.errors import JournalError, shown
from ..base.limits import MAX_NAME_CHARACTERS
from .lines import Event

SCHEMA = Path(__file__).with_name("journal.schema.json")  # links to bench/journal
KNOWN_SCHEMAS = ("warpmark/1",)
STATUSES = ("ok", "wrong", "crashed", "timed_out", "failed", "skipped")
TIME_KEYS = ("n", "median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95")
MAX_INTEGER = 2**63 - 1
MAX_NUMBER = 2.0**1000  # about where doubles end

REQUIRED = {
    "manifest": ("tool", "backend", "card", "planned_points"),
    "measurement": ("key", "family", "variant", "problem", "config", "status"),
}
NAMES = ("key", "family", "variant")
# Other objects and lists are only checked to be such; what is unusable in them is ignored.
CHECKED_WITHIN = (
    *("problem", "config", "times_ns", "counters", "hardware_counters", "phases"),
    *("ceilings", "contract"),
)
TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
}

Schema = dict[str, Any]


def check_manifest(path: Path, line: int, event: Event) -> None:
    """Raises JournalError unless the event is a manifest of a known schema."""
    if event.get("event") != "manifest":
        found = shown(event.get("event"))
        raise JournalError(path, line, f'event is {found}; expected "manifest" in the first line')
    if event.get("schema") not in KNOWN_SCHEMAS:
        known = " or ".join(f'"{schema}"' for schema in KNOWN_SCHEMAS)
        found = shown(event.get("schema"))
        raise JournalError(path, line, f"schema is {found}; expected {known}")
    _check(path, line, "manifest", event)


def check_measurement(path: Path, line: int | None, event: Event) -> None:
    """Raises JournalError unless the event has what every figure and table needs."""
    _check(path, line, "measurement", event)
    samples = (event.get("times_ns") or {}).get("samples") or []
    if not all(map(is_number, samples)):
        problem = f"times_ns.samples is {shown(samples)}; expected finite numbers"
        raise JournalError(path, line, problem)


def _check(path: Path, line: int | None, name: str, event: Event) -> None:
    try:
        _validator(name)(event)
    except fastjsonschema.JsonSchemaValueException as error:
        raise JournalError(path, line, _problem(name, error)) from None


@cache
def _validator(name: str) -> Callable[[Event], Any]:
    """The check of one kind of line, compiled once per process."""
    definitions = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    schema = _tolerant(definitions[name], definitions)
    properties = schema["properties"]
    schema["required"] = list(REQUIRED[name])
    for key in REQUIRED[name]:
        properties[key]["type"] = [kind for kind in properties[key]["type"] if kind != "null"]
    if name == "measurement":
        properties["status"] = {"enum": list(STATUSES)}
        for key in NAMES:
            properties[key] |= {"minLength": 1, "maxLength": MAX_NAME_CHARACTERS}
        for key in ("problem", "config"):
            properties[key]["propertyNames"] = {"maxLength": MAX_NAME_CHARACTERS}
            properties[key]["additionalProperties"]["maxLength"] = MAX_NAME_CHARACTERS
        launch = properties["phases"]["items"]
        launch["required"] = ["phases"]
        launch["properties"]["phases"]["type"] = ["array"]
        for number in properties["times_ns"]["properties"].values():
            for bound in ("minimum", "maximum"):  # `impossible_time` is more lenient
                number.pop(bound, None)
    validate: Callable[[Event], Any] = fastjsonschema.compile(schema, use_default=False)
    return validate


def _tolerant(
    schema: Schema, definitions: Schema, *, is_nullable: bool = True, is_deep: bool = True
) -> Schema:
    """What a reader accepts of what the schema describes, without references."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name == "count":
            return {**definitions[name], "type": ["integer"]}
        schema = definitions[name]
    kinds = schema.get("type", "string" if {"enum", "const"} & schema.keys() else [])
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    if not kinds and "allOf" in schema:
        kinds = ["object"]
    kinds = ["number" if kind == "integer" else kind for kind in kinds]
    if is_nullable and kinds and "null" not in kinds:
        kinds.append("null")
    tolerant: Schema = {"type": kinds} if kinds else {}
    if "number" in kinds:
        given: Schema = {
            key: schema[key] for key in ("exclusiveMinimum", "maximum") if key in schema
        }
        tolerant |= {"minimum": -given.get("maximum", MAX_NUMBER), "maximum": MAX_NUMBER, **given}
    if "properties" in schema and is_deep:
        tolerant["properties"] = {
            key: _tolerant(value, definitions, is_deep=key in CHECKED_WITHIN)
            for key, value in schema["properties"].items()
        }
    if "additionalProperties" in schema and is_deep:
        value = schema["additionalProperties"]
        tolerant["additionalProperties"] = _tolerant(value, definitions, is_nullable=False)
    if "items" in schema:
        item = _tolerant(schema["items"], definitions, is_nullable=False, is_deep=is_deep)
        tolerant["items"] = item
    return tolerant


def _problem(name: str, error: fastjsonschema.JsonSchemaValueException) -> str:
    place = str(error.name).removeprefix("data").lstrip(".")
    if error.rule == "required":
        missing = next(key for key in error.rule_definition if key not in error.value)
        expected = ", ".join(error.rule_definition)
        return f"{place or f'a {name} line'} has no {missing!r}; expected {expected}"
    if error.rule in ("maxLength", "propertyNames"):
        # Names are compared, sorted and drawn many times, and cannot be cut: they would be others.
        text = error.value if error.rule == "maxLength" else max(error.value, key=len)
        length = f"{shown(text)} of {len(text)} characters or more"
        return f"{place} has {length}; expected at most {MAX_NAME_CHARACTERS}"
    return f"{place} is {shown(error.value)}; expected {_expected(error.definition)}"


def _expected(definition: Schema) -> str:
    if "enum" in definition:
        return f"one of {', '.join(definition['enum'])}"
    text = " or ".join(TYPES[kind] for kind in definition["type"] if kind != "null")
    if "exclusiveMinimum" in definition:
        return f"{text} above {definition['exclusiveMinimum']}"
    if definition["type"] == ["integer"]:
        return f"{text} from 0 to 2^63 - 1"
    if "items" in definition:
        return f"{text} of {TYPES[definition['items']['type'][0]].split(maxsplit=1)[1]}s"
    return text


def impossible_time(times: Mapping[str, Any]) -> str | None:
    """What is wrong with the times of a right result, in words; None if nothing is."""
    median = times.get("median")
    if not times:
        return None
    for key in TIME_KEYS:
        value, above = times.get(key), key in ("n", "median")
        if value is not None and not (
            is_number(value) and (value > 0 or (not above and value == 0))
        ):
            expected = "a number above 0" if above else "a number of at least 0"
            return f"times_ns.{key} is {shown(value)}; expected {expected}"
    low, high = times.get("ci_lo"), times.get("ci_hi")
    if median is None:
        return "times_ns has no median"
    if low is not None and high is not None and not low <= median <= high:
        return f"times_ns has its median {shown(median)} outside of {shown(low)} to {shown(high)}"
    return None


def is_number(value: object) -> bool:
    """A finite number within the range of a double, which true and false are not."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER
