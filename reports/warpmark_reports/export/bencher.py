"""Bencher Metric Format: https://bencher.dev/docs/reference/bencher-metric-format

A JSON object of benchmarks, each an object of measures, each with `value` and, where there is an
interval, `lower_value` and `upper_value`.
"""

from __future__ import annotations

import json
from typing import Any

from ..analysis.journal_comparison import sorted_text
from ..analysis.metric import MEASURED, usable
from ..base.errors import JournalError
from ..journal.frame import records
from ..journal.journal import Journal, Run
from ..journal.run_names import card_of, contract_of

LATENCY = "latency"  # built into Bencher, in ns
# Of these the unit is made in Bencher once; a rate falls as its time rises.
RATES = {
    "bytes-per-second": "throughput_bytes_per_s",
    "elements-per-second": "throughput_elements_per_s",
}
MAX_NAME = 1024  # characters of a benchmark

Metrics = dict[str, dict[str, dict[str, float]]]


def bencher_metrics(journal: Journal) -> Metrics:
    """The timed points by name. A name is `family/variant[problem][config]` with sorted axes, so
    it is the same in each journal.

    Raises JournalError if there are none; or if points are of several cards, contracts or commits,
    which Bencher tells apart by testbeds, branches and hashes given with a report, not within it.
    """
    rows = usable(journal.frame, MEASURED)
    path = journal.runs[0].path
    if rows.empty:
        problem = "has no point with a measured time; expected latencies to export"
        raise JournalError(path, None, problem)
    metrics: Metrics = {}
    origins: dict[tuple[str, ...], str] = {}
    for row in records(rows.drop_duplicates(["run", "key"], keep="last")):
        run = journal.runs[int(row.run)]
        origins.setdefault(_origin(run, getattr(row, "card_uuid", None)), run.name)
        problem, config = sorted_text(row.problem_text), sorted_text(row.config_text)
        name = f"{row.family}/{row.variant}[{problem}][{config}]"
        if len(name) > MAX_NAME:
            problem = f"has a point with a name of {len(name)} characters"
            raise JournalError(run.path, None, f"{problem}; expected up to {MAX_NAME} for Bencher")
        if name in metrics and len(origins) == 1:
            problem = f"has {name} again, which another journal has; expected each point once"
            raise JournalError(run.path, None, problem)
        metrics[name] = _measures(row)
    if len(origins) > 1:
        first, second = list(origins)[:2]
        found = next(f"{a!r} and {b!r}" for a, b in zip(first, second, strict=True) if a != b)
        problem = f"and {origins[second]} are of {found}; expected one card, contract and commit"
        raise JournalError(path, None, f"{problem}: export each by itself")
    return metrics


def bencher_text(metrics: Metrics) -> str:
    """The file, in the order of the points."""
    return json.dumps(metrics, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _origin(run: Run, uuid: object) -> tuple[str, ...]:
    version = run.version
    dirty = " with local changes" if version.get("dirty") else ""
    return card_of(run, uuid), contract_of(run), f"commit {version.get('commit')}{dirty}"


def _measures(row: Any) -> dict[str, dict[str, float]]:
    median, low, high = (
        getattr(row, name) for name in (MEASURED.cost, MEASURED.cost_lo, MEASURED.cost_hi)
    )
    measures = {LATENCY: _metric(median, low, high)}
    for slug, column in RATES.items():
        rate = getattr(row, column, None)
        if rate is not None and rate == rate:
            measures[slug] = _metric(rate, rate * median / high, rate * median / low)
    return measures


def _metric(value: float, low: float, high: float) -> dict[str, float]:
    """Ends that are not known (NaN) are left out."""
    metric = {"value": float(value)}
    metric |= {"lower_value": float(low)} if low == low else {}
    metric |= {"upper_value": float(high)} if high == high else {}
    return metric
