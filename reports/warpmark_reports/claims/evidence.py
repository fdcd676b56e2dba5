"""Evidence of journals on a point: exact counts, its time, and ratios of two times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..journal.journal import Journal
from .quantity import Quantity, exact

# Five samples leave their median within their extremes at 94 %, six at 97 %.
MIN_SAMPLES = 6
FAULTS = ("wrong", "crashed", "timed_out")
# What axes are worth in journals from before they were added.
ADDED_LATER = {"op": "sum", "offset": 0, "payload": "none", "keys": "dense"}

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Point:
    """A variant with the axes that are named; of other config axes, the best value counts."""

    variant: str
    settings: tuple[tuple[str, int | str], ...] = ()

    def with_(self, **settings: int | str) -> Point:
        """The same with further axes."""
        return Point(self.variant, tuple({**dict(self.settings), **settings}.items()))


def at(variant: str, **settings: int | str) -> Point:
    """`at("reduce/chunked", n=1024, chunk=8)`."""
    return Point(variant, tuple(settings.items()))


class Evidence:
    """The measurements of some journals, found by point. It notes which journals it used."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._rows: dict[tuple[str, str], list[Row]] = defaultdict(list)
        self._used: dict[str, None] = {}
        self._places: dict[tuple[str, str, str], dict[str, set[int]]] = {}
        for row in journal.frame.to_dict("records"):
            backend = str(journal.runs[row["run"]].manifest["backend"])
            name = f"{row['family']}/{row['variant']}"
            self._rows[backend, name].append({str(key): row[key] for key in row})

    def forget(self) -> None:
        """Starts a new note of the journals used."""
        self._used = {}

    def used(self) -> tuple[str, ...]:
        """The names of the journals that answers came from since then."""
        return tuple(self._used)

    def counted(self, point: Point, name: str) -> Quantity | None:
        """An exact count of simt: a counter, or `shared_bytes` of a block. The base config counts
        where several fit, else the first in the journal.
        """
        rows = self._latest(self._found("simt", point))
        if not rows:
            return None
        row = next((each for each in rows if each["is_base"]), rows[0])
        value = row.get("shared_bytes_max" if name == "shared_bytes" else f"counter_{name}")
        if value is None or value != value:  # NaN: that point has no such counter
            return None
        self._note(row)
        return exact(float(value))

    def right(self, point: Point) -> Quantity | None:
        """1 if the oracle accepted what simt made of it, in all configs that fit, else 0."""
        rows = self._latest(self._found("simt", point, ("ok", *FAULTS)))
        if not rows:
            return None
        self._note(rows[0])
        return exact(all(row["status"] == "ok" for row in rows))

    def time(self, point: Point, backend: str = "cuda") -> Quantity | None:
        """The time of one execution, in nanoseconds."""
        rows = self._latest(self._found(backend, point))
        return self._time_of(_best(rows)) if rows else None

    def hours(self, point: Point, backend: str) -> Quantity | None:
        """The time of one execution, in hours."""
        time = self.time(point, backend)
        return time.over(exact(3.6e12)) if time else None

    def ratio(self, above: Point, below: Point, backend: str = "cuda") -> Quantity | None:
        """Time over time, both of the latest run that has both."""
        runs = self._runs_with([above, below], backend)
        if not runs:
            return None
        run = max(runs, key=self._age)
        over, under = (_best(runs[run][point]) for point in (above, below))
        return self._time_of(over).over(self._time_of(under), "×")

    def ratio_of_machines(self, above: Point, below: Point) -> Quantity | None:
        """The time of a CPU, by a run on the host, over that of the card."""
        host, card = self.time(above, "host"), self.time(below)
        return host.over(card, "×") if host and card else None

    def sure(self, points: Iterable[Point], backend: str = "cuda") -> bool:
        """Whether one run has all points, with intervals."""
        return any(
            all(_has_interval(_best(rows)) for rows in found.values())
            for found in self._runs_with(list(points), backend).values()
        )

    def _found(self, backend: str, point: Point, statuses: Iterable[str] = ("ok",)) -> list[Row]:
        """The rows whose named axes have their values, in the problem or in the config."""
        rows = self._rows[backend, point.variant]
        places = set(range(len(rows)))
        for axis, value in point.settings:
            places &= self._with_axis(backend, point.variant, axis).get(str(value), set())
        return [rows[i] for i in sorted(places) if rows[i]["status"] in statuses]

    def _with_axis(self, backend: str, variant: str, axis: str) -> dict[str, set[int]]:
        """The places of a variant's rows by the value of an axis: claims ask for most of them."""
        key = backend, variant, axis
        if key not in self._places:
            found: dict[str, set[int]] = defaultdict(set)
            for i, row in enumerate(self._rows[backend, variant]):
                found[_setting(row, axis)].add(i)
            self._places[key] = found
        return self._places[key]

    def _runs_with(self, points: list[Point], backend: str) -> dict[int, dict[Point, list[Row]]]:
        runs: dict[int, dict[Point, list[Row]]] = defaultdict(dict)
        for point in points:
            for row in self._found(backend, point):
                runs[row["run"]].setdefault(point, []).append(row)
        return {run: found for run, found in runs.items() if len(found) == len(set(points))}

    def _age(self, run: int) -> tuple[str, int]:
        return str(self._journal.runs[run].manifest.get("started_at", "")), run

    def _latest(self, rows: list[Row]) -> list[Row]:
        if not rows:
            return []
        run = max({row["run"] for row in rows}, key=self._age)
        return [row for row in rows if row["run"] == run]

    def _time_of(self, row: Row) -> Quantity:
        self._note(row)
        sure = _has_interval(row)
        low, high = (row["time_ci_lo_ns"], row["time_ci_hi_ns"]) if sure else (None, None)
        return Quantity(row["time_median_ns"], low, high, "ns")

    def _note(self, row: Row) -> None:
        self._used[str(row["journal"])] = None


def _best(rows: list[Row]) -> Row:
    """The fastest, of those with an interval if there are any."""
    return min(rows, key=lambda row: (not _has_interval(row), row["time_median_ns"]))


def _has_interval(row: Row) -> bool:
    return bool(row["time_n"] >= MIN_SAMPLES)


def _setting(row: Row, axis: str) -> str:
    for kind in ("config_", "problem_"):
        value = row.get(kind + axis)
        if value is not None and value == value and str(value) != "<NA>":
            return str(value)
    return str(ADDED_LATER.get(axis, ""))
