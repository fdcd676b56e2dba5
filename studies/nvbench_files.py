"""Writes a run of a suite as nvbench's `--jsonbin FILE` would: JSON 1.0, and files of samples.

Every point is a state of one benchmark, told apart by a string axis. Its value is the point's place
in the suite: keys hold `|` and `=`, which tables and names of states have uses for.
"""

from __future__ import annotations

import json
import math
import statistics
import struct
from pathlib import Path
from typing import Any

from rounds_pairs import Side

BENCHMARK = "warpmark_points"
AXIS = "Point"
# Scripts refuse to compare runs of unlike devices; these were measured on one.
DEVICE = {"id": 0, "name": "the card of the rounds"}
MIN_SAMPLES = 5  # below, nvbench has no standard deviation


def axis_value(place: int) -> str:
    """The axis value of the point at that place in the suite; no number, so tables keep it."""
    return f"p{place}"


def summary(tag: str, **values: float | str) -> dict[str, Any]:
    """A summary; as in nvbench's files numbers are text."""
    types = {int: "int64", float: "float64", str: "string"}
    data = [
        {"name": name, "type": types[type(value)], "value": str(value)}
        for name, value in values.items()
    ]
    return {"tag": tag, "name": tag, "data": data}


def quantile(ordered: list[float], share: float) -> float:
    """The sample at the nearest rank, as nvbench's summaries have it; halves go up."""
    return ordered[math.floor(share * (len(ordered) - 1) + 0.5)]


def deviation(samples: list[float]) -> float:
    """Standard deviation of a sample; infinite for few, which is nvbench's sign for unknown."""
    return statistics.stdev(samples) if len(samples) >= MIN_SAMPLES else math.inf


def time_summaries(samples_s: list[float]) -> list[dict[str, Any]]:
    """What nvbench sums up of isolated GPU times in seconds, as far as scripts compare it."""
    ordered = sorted(samples_s)
    mean = statistics.fmean(ordered)
    spread = deviation(ordered)
    q1, median, q3 = (quantile(ordered, share) for share in (0.25, 0.5, 0.75))
    values = {"min": ordered[0], "max": ordered[-1], "mean": mean}
    values |= {"stdev/absolute": spread, "stdev/relative": spread / mean}
    values |= {"q1": q1, "median": median, "q3": q3, "iqr/absolute": q3 - q1}
    if len(ordered) >= MIN_SAMPLES:
        values["iqr/relative"] = (q3 - q1) / median
    return [summary(f"nv/cold/time/gpu/{name}", value=value) for name, value in values.items()]


def float32(values: list[float]) -> bytes:
    """Little-endian float32, without a header."""
    return struct.pack(f"<{len(values)}f", *values)


def sidecar(file: Path, suffix: str, place: int, values: list[float]) -> dict[str, str | int]:
    """Writes one array next to the JSON file; its name from there, and its length."""
    name = f"{file.name}{suffix}/{place}.bin"
    (file.parent / name).write_bytes(float32(values))
    return {"filename": name, "size": len(values)}


def state(file: Path, place: int, side: Side) -> dict[str, Any]:
    """A point's state. Where the clock is not known its summary and its sidecar are left out."""
    samples_s = [value * 1e-9 for value in side.samples_ns]
    times = sidecar(file, "-bin", place, samples_s)
    summaries = [
        summary("nv/cold/sample_size", value=len(samples_s)),
        *time_summaries(samples_s),
        summary("nv/json/bin:nv/cold/sample_times", **times),
    ]
    if side.clock_hz is not None:
        # warpmark reads one clock for a side, nvbench one for each sample.
        clocks = sidecar(file, "-freqs-bin", place, [side.clock_hz] * len(samples_s))
        summaries.append(summary("nv/cold/sm_clock_rate/mean", value=side.clock_hz))
        summaries.append(summary("nv/json/freqs-bin:nv/cold/sample_freqs", **clocks))
    return {
        "name": f"Device={DEVICE['id']} {AXIS}={axis_value(place)}",
        "device": DEVICE["id"],
        "type_config_index": 0,
        "axis_values": [{"name": AXIS, "type": "string", "value": axis_value(place)}],
        "summaries": summaries,
        "is_skipped": False,
    }


def write_run(file: Path, sides: list[Side]) -> None:
    """Writes FILE, and the folders FILE-bin and FILE-freqs-bin with an array for each side."""
    for suffix in ("-bin", "-freqs-bin"):
        file.with_name(file.name + suffix).mkdir()
    values = [
        {"input_string": axis_value(place), "description": "", "value": axis_value(place)}
        for place in range(len(sides))
    ]
    benchmark = {
        "name": BENCHMARK,
        "index": 0,
        "devices": [DEVICE["id"]],
        "axes": [{"name": AXIS, "type": "string", "flags": "", "values": values}],
        "states": [state(file, place, side) for place, side in enumerate(sides)],
    }
    version = {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}
    meta = {"argv": [], "version": {"json": version}}
    root = {"meta": meta, "devices": [DEVICE], "benchmarks": [benchmark]}
    file.write_text(json.dumps(root), encoding="utf-8")
