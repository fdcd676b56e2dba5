"""Files that Kernel Tuner's scripts write: results in the T4 format, and what they ran on."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import warpmark
from warpmark.kernel_tuner.caches import UNKNOWN_TIMES

T4_VERSION = "1.0.0"
NOT_MEASURED = ("times", "timestamp", "benchmark_time", *UNKNOWN_TIMES)


def store_output_file(
    output_filename: str | Path,
    results: Sequence[Mapping[str, Any]],
    tune_params: Mapping[str, Any],
    objective: str = "time",
) -> None:
    """Writes results of `tune_kernel` in the T4 format of the AutoTuning Association."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    content = {
        "schema_version": T4_VERSION,
        "results": [
            {
                "timestamp": result.get("timestamp", now),
                "configuration": {name: result[name] for name in tune_params},
                "times": {"runtimes": list(result["times"])},
                "invalidity": "correct",
                "correctness": 1,
                "measurements": [
                    {"name": name, "value": value, "unit": "ms" if name == "time" else ""}
                    for name, value in result.items()
                    if name not in tune_params and name not in NOT_MEASURED
                ],
                "objectives": [objective],
            }
            for result in results
        ],
    }
    Path(output_filename).write_text(json.dumps(content, indent=2) + "\n")


def store_metadata_file(metadata_filename: str | Path) -> None:
    """Writes what the results were measured with."""
    content = {
        "schema_version": T4_VERSION,
        "tuner": {"name": "warpmark", "version": warpmark.__version__},
        "operating_system": platform.platform(),
        "python": platform.python_version(),
    }
    Path(metadata_filename).write_text(json.dumps(content, indent=2) + "\n")
