"""Flattens a measurement line to one row of the tidy frame."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from .checks import TIME_KEYS, is_number
from .column_names import HARDWARE
from .lines import Event

STATES = (
    "verify",
    "clocks",
    "warm_up",
    "before",
    "during",
    "ecc_errors",
    "profiler",
    "reproducible",
)
FLATTENED = frozenset(
    (
        *("event", "problem", "config", "times_ns", "counters", "hardware_counters"),
        *("resources", "tuning", "processes", "energy", "latency", *STATES),
    )
)
ENERGY = {
    **{"joules": "energy_j", "ci_lo": "energy_ci_lo_j", "ci_hi": "energy_ci_hi_j"},
    **{
        key: f"energy_{key}"
        for key in ("spans", "executions", "mean_power_w", "idle_power_w", "state", "source")
    },
}
LATENCIES = ("enqueue", "end_to_end", "graph_launch")
TIMES = {key: "time_n" if key == "n" else f"time_{key}_ns" for key in TIME_KEYS}

# Counted machines have no clock: the time they report comes from a model.
MODELLED_BACKENDS = ("simt",)


def to_row(event: Event, ceilings: Mapping[str, Any]) -> dict[str, Any]:
    """One row of a checked measurement: scalars keep their key, nested objects become problem_*,
    config_*, time_*_ns, before_clocks_sm_hz, …
    """
    row = {key: value for key, value in event.items() if key not in FLATTENED}
    if "rung" in row:  # the name of `level` in older journals
        row.setdefault("level", row.pop("rung"))
    for name in ("problem", "config"):
        for key, value in event[name].items():
            row[f"{name}_{key}"] = value
    for name in STATES:
        _flatten(row, name, event.get(name))
    for key, value in (event.get("counters") or {}).items():
        row[f"counter_{key}"] = value
    for metric, value in (event.get("hardware_counters") or {}).items():
        row[f"{HARDWARE}{metric}"] = value
    if isinstance(tuning := event.get("tuning"), dict):
        row["tuning_phase"] = str(tuning.get("phase", ""))
        row["tuning_round"] = tuning.get("round")
    row["problem_text"] = parameters_text(event["problem"])
    row["config_text"] = parameters_text(event["config"])
    row["findings"] = event.get("findings") or []
    row.update(_times(event))
    row.update(_energy(event))
    row.update(_latency(event))
    row.update(_processes(event.get("processes")))
    row.update(_rates(row, ceilings))
    row.update(_resources(event.get("resources") or []))
    if "modelled_time_ns" in row:
        row["modelled_throughput_bytes_per_s"] = _ratio(
            row.get("bytes"), row["modelled_time_ns"], 1e9
        )
    row["warp_instructions_per_element"] = _ratio(
        row.get("counter_warp_instructions"), row.get("problem_n")
    )
    return row


def _flatten(row: dict[str, Any], name: str, state: Any) -> None:
    for key, value in state.items() if isinstance(state, dict) else ():
        if isinstance(value, dict):
            row.update((f"{name}_{key}_{inner}", each) for inner, each in value.items())
        else:
            row[f"{name}_{key}"] = value


def parameters_text(parameters: Mapping[str, Any]) -> str:
    """A problem or config as `axis=value,…`."""
    return ",".join(f"{key}={value}" for key, value in parameters.items())


def _times(event: Event) -> dict[str, Any]:
    times = event.get("times_ns") or {}
    if not times:
        return {"time_kind": "none"}
    modelled = event.get("backend") in MODELLED_BACKENDS
    columns: dict[str, Any] = {"time_kind": "modelled" if modelled else "measured"}
    for key, column in TIMES.items():
        columns[column] = times.get(key)
    if times.get("n") == 1:  # one sample has no interval, even if its ends are given
        columns["time_ci_lo_ns"] = columns["time_ci_hi_ns"] = None
    if "samples" in times:
        columns["time_samples_ns"] = np.array(times["samples"] or [], dtype=np.float64)
    return columns


def _energy(event: Event) -> dict[str, Any]:
    """energy_j with its interval, and what it was measured of; nothing without it."""
    energy = event.get("energy")
    if not isinstance(energy, dict) or not is_number(energy.get("joules")):
        return {}
    return {column: energy.get(key) for key, column in ENERGY.items()}


def _latency(event: Event) -> dict[str, Any]:
    """latency_enqueue_ns with its interval, …; nothing without it."""
    latency = event.get("latency")
    columns: dict[str, Any] = {}
    if not isinstance(latency, dict):
        return columns
    for name in LATENCIES:
        times = latency.get(f"{name}_ns")
        if isinstance(times, dict):
            columns[f"latency_{name}_ns"] = times.get("median")
            for end in ("ci_lo", "ci_hi"):
                columns[f"latency_{name}_{end}_ns"] = times.get(end)
    return columns


def _processes(pool: Any) -> dict[str, Any]:
    """Of a point that was measured in several processes: their medians and deviations."""
    if not isinstance(pool, dict):
        return {}
    columns = {
        name: pool[key] if is_number(pool.get(key)) else None
        for name, key in (
            ("process_count", "n"),
            ("between_processes", "between"),
            ("within_processes", "within"),
        )
    }
    medians = pool.get("medians")
    if isinstance(medians, list) and all(is_number(each) and each > 0 for each in medians):
        columns["process_medians_ns"] = np.array(medians, dtype=np.float64)
    return columns


def _rates(row: Mapping[str, Any], ceilings: Mapping[str, Any]) -> dict[str, Any]:
    """Throughput with its interval (bytes/s), and what the journal left to derive."""
    amount = row.get("bytes")
    given = row.get("throughput_bytes_per_s")
    throughput = given if given is not None else _ratio(amount, row.get("time_median_ns"), 1e9)
    fraction = row.get("fraction_of_ceiling")
    if fraction is None:
        ceiling = f"{row.get('ceiling') or 'read'}_bytes_per_s"
        fraction = _ratio(throughput, ceilings.get(ceiling))
    return {
        "throughput_bytes_per_s": throughput,
        "throughput_ci_lo_bytes_per_s": _ratio(amount, row.get("time_ci_hi_ns"), 1e9),
        "throughput_ci_hi_bytes_per_s": _ratio(amount, row.get("time_ci_lo_ns"), 1e9),
        "fraction_of_ceiling": fraction,
    }


def _resources(kernels: list[dict[str, Any]]) -> dict[str, Any]:
    """A point may launch several kernels: the most of what they use, both ends of occupancy."""

    def values(key: str) -> list[float]:
        return [kernel[key] for kernel in kernels if is_number(kernel.get(key))]

    occupancies = values("occupancy")
    spills = [*values("spill_store_bytes"), *values("spill_load_bytes")]
    return {
        "registers_max": max(values("registers"), default=None),
        "shared_bytes_max": max(values("shared_bytes"), default=None),
        "spill_bytes": sum(spills) if spills else None,
        "occupancy_min": min(occupancies, default=None),
        "occupancy_max": max(occupancies, default=None),
    }


def _ratio(above: Any, below: Any, scale: float = 1.0) -> float:
    if not isinstance(above, int | float) or not isinstance(below, int | float) or not below:
        return math.nan
    return above / below * scale
