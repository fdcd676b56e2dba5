"""Performance variables out of a journal, and the references of ReFrame made of them.

`python -m warpmark.reframe_references merged.jsonl --system daint:gpu -o references.json` writes
the references of one partition, and keeps those of others in the file.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from warpmark.programs import USAGE

# The value, how far below and how far above it may be as a part of it (None: any), the unit.
Reference: TypeAlias = tuple[float, float | None, float | None, str]
References: TypeAlias = dict[str, dict[str, Reference]]

TIME = "time"
SCOPES = ("variant", "point")
TIME_TOLERANCE = 0.05


@dataclass(frozen=True)
class Performance:
    """A performance variable: its value and unit, and whether it is the same in every run."""

    value: float
    unit: str
    is_exact: bool


def performance(
    journal: str | PathLike[str], quantity: str = TIME, per: str = "variant"
) -> dict[str, Performance]:
    """The performance variables of a journal's points with status `ok`, by name.

    `quantity` is `time`, which is the median in ns, or modelled where the journal is of the
    interpreter; or a counter such as `global_load_sectors`. Per `variant` there is one for each
    variant and problem, the least of its configs; per `point` one for each point. Raises ValueError
    for a file that is no journal, and for a quantity that no point has.
    """
    if per not in SCOPES:
        raise ValueError(f"per={per}: expected one of {', '.join(SCOPES)}")
    found: dict[str, Performance] = {}
    known: set[str] = {TIME}
    count = 0
    for point in _points(Path(journal)):
        count += 1
        known |= point.get("counters", {}).keys()
        value = _value(point, quantity)
        if value is None:
            continue
        key = str(point["key"])
        name = (key if per == "point" else key[: key.index("]") + 1]).replace(":", ";")
        if name not in found or value.value < found[name].value:
            found[name] = value
    if count and not found:
        raise ValueError(
            f"{journal}: no point has the quantity {quantity}; "
            f"expected one of {', '.join(sorted(known))}"
        )
    return found


def references(
    variables: Mapping[str, Performance], tolerance: float | None = None
) -> dict[str, Reference]:
    """References out of performance variables: values that may be greater by `tolerance`, a part
    of the value, and less by anything. Without `tolerance` it is 5 % for measured times and 0 for
    counters and modelled times. Raises ValueError for a tolerance below 0.
    """
    if tolerance is not None and not (tolerance >= 0 and math.isfinite(tolerance)):
        raise ValueError(f"tolerance {tolerance:g}: expected 0 or more")

    def above(variable: Performance) -> float:
        if tolerance is not None:
            return tolerance
        return 0.0 if variable.is_exact else TIME_TOLERANCE

    return {
        name: (variable.value, None, above(variable), variable.unit)
        for name, variable in variables.items()
    }


def read_references(path: str | PathLike[str]) -> References:
    """The references of a file, by `system:partition`. Raises ValueError for a file of another
    kind, and OSError for none.
    """
    expected = 'expected {"system:partition": {"name": [value, lower, upper, "unit"]}}'
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        result = {
            str(system): {str(name): _reference(each) for name, each in named.items()}
            for system, named in content.items()
        }
    except (ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: {error}; {expected}") from error
    return result


def _reference(content: Any) -> Reference:
    value, lower, upper, unit = content
    part = [None if each is None else float(each) for each in (lower, upper)]
    return float(value), part[0], part[1], str(unit)


def _points(journal: Path) -> Iterator[dict[str, Any]]:
    with journal.open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
                event = line["event"]
            except (ValueError, TypeError, KeyError) as error:
                raise ValueError(
                    f"{journal}:{number}: no line of a journal; expected JSON with an event"
                ) from error
            if event == "measurement" and line.get("status") == "ok":
                yield line


def _value(point: Mapping[str, Any], quantity: str) -> Performance | None:
    if quantity != TIME:
        value = point.get("counters", {}).get(quantity)
        return None if value is None else Performance(float(value), "count", True)
    if median := (point.get("times_ns") or {}).get("median"):
        return Performance(float(median), "ns", False)
    modelled = point.get("modelled_time_ns")
    return None if modelled is None else Performance(float(modelled), "ns", True)


def main() -> int:
    """The command `python -m warpmark.reframe_references`; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m warpmark.reframe_references",
        description="Write references of ReFrame out of a journal.",
        epilog="Exit status: 0 success, 2 bad usage.",
    )
    parser.add_argument("journal", help="the merged journal")
    parser.add_argument("--system", required=True, metavar="SYSTEM:PARTITION")
    parser.add_argument("--quantity", default=TIME, help="time (default), or a counter")
    parser.add_argument("--per", default="variant", choices=SCOPES, help="default: variant")
    parser.add_argument(
        "--tolerance", type=float, help="as a part; default: 0.05 for measured times, else 0"
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="changed or written")
    given = parser.parse_args()
    try:
        if given.system.count(":") != 1:
            raise ValueError(f"--system {given.system}: expected SYSTEM:PARTITION")
        output = Path(given.output)
        kept = read_references(output) if output.exists() else {}
        variables = performance(given.journal, given.quantity, given.per)
        kept[given.system] = references(variables, given.tolerance)
        output.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    print(f"{output}: {len(kept[given.system])} references of {given.system}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
