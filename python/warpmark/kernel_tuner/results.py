"""What `tune_kernel` returns of a journal."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from warpmark.kernel_tuner.kernels_file import Space

Result: TypeAlias = dict[str, Any]
Metrics: TypeAlias = Mapping[str, Callable[[Mapping[str, Any]], Any] | str]
HIGHER_IS_BETTER = {"time": False, "energy": False, "cost": False, "loss": False, "fitness": True}
RATES = ("/s", "/W", "/J")
RECORDED = ("compile_time", "verification_time", "benchmark_time")


@dataclass(frozen=True)
class Objective:
    """What the best config has the most or the least of."""

    name: str
    higher: bool

    @classmethod
    def of(cls, name: object, higher: bool | None, metrics: Metrics | None) -> Objective:
        """Raises ValueError for what is neither time nor a metric, and if its sense is unknown."""
        known = ["time", *(metrics or {})]
        chosen = "time" if name is None else name
        if not isinstance(chosen, str) or chosen not in known:
            raise ValueError(f"objective: {name!r}; expected one of {', '.join(known)}")
        if higher is None:
            higher = True if chosen.endswith(RATES) else HIGHER_IS_BETTER.get(chosen)
        if not isinstance(higher, bool):
            raise ValueError(
                f"objective_higher_is_better: {higher!r}; expected True or False for objective "
                f"{chosen!r}"
            )
        return cls(chosen, higher)

    def best(self, results: Iterable[Result]) -> Result:
        """The best of them; empty if there is none."""
        choose = max if self.higher else min
        found = list(results)
        return choose(found, key=lambda each: each[self.name]) if found else {}


def read(journal: Path) -> list[dict[str, Any]]:
    """Its events; of a line that was cut off, nothing."""
    events = []
    for line in journal.read_text().splitlines():
        try:
            events.append(json.loads(line))
        except ValueError:
            break
    return events


def of_events(events: Iterable[Mapping[str, Any]], space: Space) -> list[Result]:
    """One for each config that was right: the median of its final measurements, or of all."""
    measured: dict[str, list[Mapping[str, Any]]] = {}
    wrong = set()
    for event in events:
        if event["event"] != "measurement":
            continue
        if event["status"] != "ok":
            wrong.add(event["key"])
        elif _time_ns(event) is not None:
            measured.setdefault(event["key"], []).append(event)
    results = []
    for key, of_key in measured.items():
        if key in wrong:
            continue
        final = [
            each for each in of_key if each.get("tuning", {}).get("phase") == "final"
        ] or of_key
        times = [_time_ns(each) / 1e6 for each in final]
        samples = final[0].get("times_ns", {}).get("samples") if len(final) == 1 else None
        results.append(
            {
                **space.config_of(final[0]["config"]),
                "time": statistics.median(times),
                "times": [each / 1e6 for each in samples] if samples else times,
            }
        )
    return results


def in_order(results: Iterable[Result], space: Space) -> list[Result]:
    """Sorted as the space's configs are."""
    order = {
        (name, value): number
        for name, values in space.values.items()
        for number, value in enumerate(values.values())
    }
    return sorted(results, key=lambda each: [order[name, each[name]] for name in space.values])


def add_metrics(results: Iterable[Result], metrics: Metrics) -> None:
    """Adds each metric, of which later ones may use earlier ones."""
    for result in results:
        for name, metric in metrics.items():
            result[name] = (
                eval(metric, {}, dict(result)) if isinstance(metric, str) else metric(result)
            )


def device_of(manifest: Mapping[str, Any]) -> str:
    """The card's name, or that of the backend."""
    card = manifest.get("card") or {}
    return str(card.get("name") or manifest.get("backend"))


def recorded_ms(result: Mapping[str, Any]) -> float:
    """How long it took to compile, verify and measure the config, where that is recorded."""
    return float(sum(result.get(name) or 0 for name in RECORDED))


def _time_ns(event: Mapping[str, Any]) -> Any:
    return event.get("times_ns", {}).get("median") or event.get("modelled_time_ns")
