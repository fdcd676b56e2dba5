"""Google Benchmark's JSON: real time per name, with the repetitions as samples."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..journal.checks import is_number
from ..journal.journal_file import Part
from ..journal.lines import Event
from .part import (
    axes_of,
    entries,
    entry,
    manifest_of,
    measured_code,
    measurement_of,
    number_of,
    part_of,
)
from .times import times_of

FAMILY = "google_benchmark"
UNITS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
# Parts of a name that are about how it was measured.
MODIFIERS = re.compile(
    r"real_time|process_time|manual_time|(min_time|min_warmup_time|iterations|repeats):.*"
)
COMPLEXITY = ("BigO", "RMS")  # aggregates over sizes, which are no times
COMMIT = re.compile(r"[0-9a-f]{7,64}")
SLASH = re.compile(r"/(?![^<]*>)")  # not within the arguments of a template


def google_benchmark(path: Path, document: Event) -> list[Part]:
    """Raises JournalError if an entry lacks its name, time or unit."""
    context = entry(path, "context", document["context"])
    groups: dict[str, list[Event]] = {}
    for number, given in enumerate(entries(path, "benchmarks", document["benchmarks"])):
        where = f"benchmarks[{number}]"
        row = entry(path, where, given, ("name",))
        groups.setdefault(str(row.get("run_name", row["name"])), []).append({**row, "_": where})
    lines = [
        _measurement(path, name, rows)
        for name, rows in groups.items()
        if not all(row.get("aggregate_name") in COMPLEXITY for row in rows)
    ]
    executable = context.get("executable")
    manifest = manifest_of(
        {"name": "Google Benchmark", "version": str(context.get("library_version", ""))},
        "host",
        {"name": str(context.get("host_name", "unknown host"))},
        argv=[str(executable)] if executable else [],
        source_schema=f"Google Benchmark JSON {context.get('json_schema_version', '')}".strip(),
        started_at=str(context.get("date", "")),
        host={
            "name": str(context.get("host_name", "")),
            # Its clock differs from run to run, and this text identifies the machine.
            "cpu": f"{context.get('num_cpus', '?')} CPUs",
        },
        contract={
            "state": "hot",
            "clock": "real time of an iteration, the mean of a repetition",
            "interval": "95 % interval of the median of the repetitions, order statistics",
        },
        measured=_commit(path, context),
    )
    return [part_of(path, manifest, lines, {"event": "end", "complete": True})]


def _commit(path: Path, context: Mapping[str, Any]) -> Event:
    """What `--benchmark_context=commit=HASH` added."""
    commit = context.get("commit", "")
    if commit and not (isinstance(commit, str) and COMMIT.fullmatch(commit)):
        problem = f"context.commit is {shown(commit)}; expected 7 to 64 hexadecimal digits"
        raise JournalError(path, None, problem)
    return measured_code(commit, False)


def _measurement(path: Path, name: str, rows: list[Event]) -> Event:
    benchmark, axes = _parsed(name)
    line = measurement_of(FAMILY, benchmark, axes, {}, "host")
    failed = next((row for row in rows if row.get("error_occurred") or row.get("skipped")), None)
    if failed is not None:
        reason = failed.get("error_message") or failed.get("skip_message") or "no reason given"
        skipped = failed.get("skipped") and not failed.get("error_occurred")
        return {**line, "status": "skipped" if skipped else "failed", "reason": str(reason)}
    own = [row for row in rows if row.get("run_type", "iteration") == "iteration"]
    if own:
        times = times_of([_time(path, row) for row in own], keep=len(own) > 1)
    else:
        by_name = {str(row.get("aggregate_name")): row for row in rows}
        found = by_name.get("median", by_name.get("mean"))
        if found is None:
            problem = f"{rows[0]['_']} has neither an iteration nor a median or mean of its name"
            raise JournalError(path, None, problem)
        own = [found]
        times = {"n": number_of(found.get("repetitions")), "median": _time(path, found)}
    line["times_ns"] = times
    for key, name_here in (
        ("bytes_per_second", "throughput_bytes_per_s"),
        ("items_per_second", "throughput_elements_per_s"),
    ):
        rates = sorted(float(row[key]) for row in own if is_number(row.get(key)))
        if rates:
            line[name_here] = rates[len(rates) // 2]
            if key == "bytes_per_second":
                line["bytes"] = rates[len(rates) // 2] * times["median"] * 1e-9
    return line


def _time(path: Path, row: Mapping[str, Any]) -> float:
    unit, value = row.get("time_unit", "ns"), row.get("real_time")
    if unit not in UNITS:
        found = shown(unit)
        raise JournalError(
            path, None, f"{row['_']}.time_unit is {found}; expected one of {', '.join(UNITS)}"
        )
    if not is_number(value):
        problem = f"{row['_']}.real_time is {shown(value)}; expected a number"
        raise JournalError(path, None, problem)
    return float(value) * UNITS[unit]  # type: ignore[arg-type]


def _parsed(name: str) -> tuple[str, Event]:
    """`BM_copy<int>/1024/threads:4` -> its function, and its arguments as axes.

    A first argument without a name is the size.
    """
    function, *parts = SLASH.split(name)
    pairs: list[tuple[str, Any]] = []
    for part in parts:
        if MODIFIERS.fullmatch(part):
            continue
        axis, colon, value = part.rpartition(":")
        bare = "n" if not pairs else f"argument_{len(pairs) + 1}"
        pairs.append((axis if colon else bare, value))
    return function, axes_of(pairs)
