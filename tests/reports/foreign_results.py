"""Small files of other tools, in the shape of real ones with numbers that are easy to follow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

Document = dict[str, Any]


def summary(tag: str, value: object, name: str = "value") -> Document:
    return {"tag": tag, "data": [{"name": name, "type": "float64", "value": str(value)}]}


def state(n: int, type_name: str, mean_s: float, device: int = 0, **more: Any) -> Document:
    """A timed state of nvbench, of 4 n bytes; with `median_s` as newer versions write it."""
    median = more.pop("median_s", None)
    facts = [
        summary("nv/cold/sample_size", 100),
        summary("nv/cold/time/gpu/mean", mean_s),
        summary("nv/cold/bw/item_rate", n / mean_s),
        summary("nv/cold/bw/global/bytes_per_second", 4 * n / mean_s),
    ]
    if median is not None:
        facts.append(summary("nv/cold/time/gpu/median", median))
    return {
        "name": f"Device={device} T={type_name} Elements={n}",
        "device": device,
        "axis_values": [
            {"name": "T{ct}", "type": "string", "value": type_name},
            {"name": "Elements{io}", "type": "int64", "value": str(n)},
        ],
        "summaries": facts,
        "is_skipped": False,
        **more,
    }


def nvbench(states: list[Document], devices: int = 1, major: int = 1) -> Document:
    return {
        "meta": {
            "argv": ["bench", "--json", "out.json"],
            "version": {
                "json": {"major": major, "minor": 0, "patch": 0, "string": f"{major}.0.0"},
                "nvbench": {"string": "0.2.0", "git_sha": "66212f1", "git_is_dirty": False},
            },
        },
        "devices": [
            {"id": i, "name": f"Card {i}", "sm_version": 900, "number_of_sms": 132}
            for i in range(devices)
        ],
        "benchmarks": [{"name": "sum", "index": 0, "axes": [], "states": states}],
    }


def with_samples(folder: Path, document: Document, samples_ns: list[float]) -> Document:
    """The state with a sidecar `out.json-bin/0.bin` in the folder."""
    (folder / "out.json-bin").mkdir(exist_ok=True)
    seconds = np.array(samples_ns) * 1e-9
    (folder / "out.json-bin" / "0.bin").write_bytes(seconds.astype("<f4").tobytes())
    tag = "nv/json/bin:nv/cold/sample_times"
    bulk = summary(tag, "out.json-bin/0.bin", "filename")
    bulk["data"].append({"name": "size", "type": "int64", "value": str(len(samples_ns))})
    return {**document, "summaries": [*document["summaries"], bulk]}


def google_row(name: str, time: float, unit: str = "us", **more: Any) -> Document:
    return {
        "name": name,
        "run_name": name,
        "run_type": "iteration",
        "repetitions": 1,
        "iterations": 1000,
        "real_time": time,
        "cpu_time": time * 0.5,
        "time_unit": unit,
        **more,
    }


def google(rows: list[Document]) -> Document:
    context = {
        "date": "2000-01-01T00:00:00+00:00",
        "host_name": "sample",
        "executable": "./bench",
        "num_cpus": 2,
        "mhz_per_cpu": 2000,
        "library_version": "v1.9.5",
        "json_schema_version": 1,
    }
    return {"context": context, "benchmarks": rows}


def pytest_row(name: str, seconds: list[float], params: Document | None = None) -> Document:
    """A benchmark as pytest-benchmark 5 writes it with --benchmark-json, of one file."""
    param = "-".join(str(value) for value in params.values()) if params else None
    test = f"{name}[{param}]" if params else name
    return {
        "group": None,
        "name": test,
        "fullname": f"tests/test_sum.py::{test}",
        "params": params,
        "param": param,
        "extra_info": {},
        "options": {"disable_gc": False, "timer": "perf_counter", "min_rounds": 5},
        "stats": {
            "min": min(seconds),
            "mean": float(np.mean(seconds)),
            "rounds": len(seconds),
            "median": float(np.median(seconds)),
            "data": seconds,
            "iterations": 1,
        },
    }


def pytest_benchmark(rows: list[Document], **commit: object) -> Document:
    return {
        "machine_info": {
            "node": "sample",
            "machine": "x86_64",
            "system": "Linux",
            "release": "6.1",
            "cpu": {"brand_raw": "Sample CPU", "count": 2, "hz_actual": [2000000000, 0]},
        },
        "commit_info": {"id": "4f1c2ab", "dirty": False, "project": "sums", **commit},
        "benchmarks": rows,
        "datetime": "2001-02-03T04:05:06.700000+00:00",
        "version": "5.3.1",
    }


def cache() -> Document:
    """Of Kernel Tuner: four configs, of which one was not valid and one did not compile."""
    return {
        "schema_version": "1.1.0",
        "device_name": "Card 0",
        "kernel_name": "convolve",
        "problem_size": [64, 32],
        "tune_params_keys": ["block", "tile"],
        "tune_params": {"block": [32, 64], "tile": [1, 2]},
        "objective": "time",
        "cache": {
            "32,1": {"block": 32, "tile": 1, "time": 2.5, "times": [2.0, 2.2, 2.1, 2.4, 2.3, 4.0]},
            "32,2": {"block": 32, "tile": 2, "time": 1.5},
            "64,1": {"block": 64, "tile": 1, "time": "InvalidConfig"},
            "64,2": {"block": 64, "tile": 2, "time": "CompilationFailedConfig"},
        },
    }


def cache_lines(document: Document) -> str:
    """As Kernel Tuner writes it: an entry per line, the closing brackets last."""
    head = json.dumps({**document, "cache": {}})[:-2]
    entries = [f"{json.dumps(key)}: {json.dumps(e)}" for key, e in document["cache"].items()]
    return head + "\n" + ",\n".join(entries) + "}\n}"


def write(path: Path, document: Document) -> Path:
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    return path
