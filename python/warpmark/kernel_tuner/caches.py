"""Kernel Tuner's cache files: the results of configs, by their values."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from warpmark.kernel_tuner import results
from warpmark.kernel_tuner.kernels_file import Space
from warpmark.kernel_tuner.results import Result

ERRORS = ("ErrorConfig", "InvalidConfig", "CompilationFailedConfig", "RuntimeFailedConfig")
T4_ERRORS = {"compile": ERRORS[2], "runtime": ERRORS[3], "constraints": ERRORS[1]}
MS_PER_UNIT = {"s": 1e3, "seconds": 1e3, "ms": 1, "milliseconds": 1, "us": 1e-3, "ns": 1e-6, "": 1}
UNKNOWN = "unknown"
SCHEMA_VERSION = "1.1.0"
UNKNOWN_TIMES = ("compile_time", "verification_time", "strategy_time", "framework_time")


def path_of(name: str | Path) -> Path:
    """The file: Kernel Tuner appends `.json` to other names."""
    path = Path(name)
    return path if path.suffix == ".json" else path.with_name(path.name + ".json")


def key_of(values: Iterable[Any]) -> str:
    """The key of a config in a cache file."""
    return ",".join(map(str, values))


def is_valid(entry: Mapping[str, Any]) -> bool:
    """Whether the config was measured, and is not there as an error."""
    return not any(isinstance(each, str) and each in ERRORS for each in entry.values())


def read(
    path: Path, kernel_name: str, problem_size: object, tune_params: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """The file's contents; one that was not closed is read as if it were. Results in the T4 format
    are read, too, and say nothing of kernel and size.

    Raises FileNotFoundError, and ValueError for a file that is no cache or that is of another
    kernel, problem size or other parameters.
    """
    try:
        content = _parsed(path.read_text().strip())
        if "results" in content:
            entries = {
                key_of(each[name] for name in tune_params): each
                for each in _of_t4(content, tune_params)
            }
            return {**new(UNKNOWN, kernel_name, problem_size, tune_params), "cache": entries}
        entries = content["cache"]
        found = (content["kernel_name"], list(content["tune_params_keys"]))
    except (ValueError, KeyError, TypeError):
        raise ValueError(
            f"cache: {path} is no file of such configs; expected a cache of Kernel Tuner, or T4 "
            "results"
        ) from None
    expected = (kernel_name, list(tune_params))
    for what, one, other in zip(("kernel", "parameters"), found, expected, strict=True):
        if one != other:
            raise ValueError(f"cache: {path} has {what} {one}; expected {other}")
    size = content.get("problem_size")
    if not callable(problem_size) and size is not None and _plain(size) != _plain(problem_size):
        raise ValueError(f"cache: {path} has problem_size {size}; expected {problem_size}")
    assert isinstance(entries, dict)
    return dict(content)


def _of_t4(content: Mapping[str, Any], tune_params: Iterable[str]) -> Iterator[Result]:
    for each in content["results"]:
        entry = {name: each["configuration"][name] for name in tune_params}
        for measured in each["measurements"]:
            value = measured["value"]
            if measured["name"] == "time" and not isinstance(value, str):
                value *= MS_PER_UNIT[measured["unit"]]
            entry[measured["name"]] = value
        if each["invalidity"] != "correct":
            entry["time"] = T4_ERRORS.get(each["invalidity"], ERRORS[0])
        yield entry


def new(
    device: str, kernel_name: str, problem_size: object, tune_params: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """The contents of a file without results."""
    return {
        "schema_version": SCHEMA_VERSION,
        "device_name": device,
        "kernel_name": kernel_name,
        "problem_size": "callable" if callable(problem_size) else _plain(problem_size),
        "tune_params_keys": list(tune_params),
        "tune_params": {name: _plain(values) for name, values in tune_params.items()},
        "objective": "time",
        "cache": {},
    }


def write(path: Path, content: Mapping[str, Any]) -> None:
    """Replaces the file: a line per config, and an end that Kernel Tuner can take off and append
    to.
    """
    head = json.dumps({name: value for name, value in content.items() if name != "cache"})
    lines = (f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in content["cache"].items())
    temporary = path.with_name(path.name + ".part")
    temporary.write_text(head[:-1] + ', "cache": {\n' + ",\n".join(lines) + "}\n}")
    temporary.replace(path)


class Known:
    """The results in a cache file, which are not measured again, and where new ones go."""

    def __init__(
        self,
        name: str | Path | None,
        kernel_name: str,
        problem_size: object,
        tune_params: Mapping[str, Sequence[Any]],
    ) -> None:
        self.path = None if name is None else path_of(name)
        self.content = new("", kernel_name, problem_size, tune_params)
        if self.path is not None and self.path.exists():
            self.content = read(self.path, kernel_name, problem_size, tune_params)

    @property
    def entries(self) -> dict[str, Result]:
        """The results by their keys."""
        return self.content["cache"]  # type: ignore[no-any-return]

    @property
    def device(self) -> str:
        """The name of the card that they are of."""
        return str(self.content["device_name"])

    def entry(self, config: Mapping[str, Any]) -> Result | None:
        """What the file has of a config."""
        return self.entries.get(key_of(config.values()))

    def store(self, events: Sequence[Mapping[str, Any]], space: Space, journal: Path) -> None:
        """Adds what a journal has, and writes the file.

        Raises ValueError if the file's results are of another card; then the journal is kept beside
        it.
        """
        if self.path is None or not events:
            return
        device = results.device_of(events[0])
        if self.entries and self.device != device:
            kept = self.path.with_name(f"{self.path.name}.{events[0]['started_at']}.jsonl")
            shutil.copy(journal, kept)
            raise ValueError(
                f"cache: {self.path} has results of {self.device}; expected those of {device}, or "
                f"another file; what was measured is in {kept}"
            )
        self.content["device_name"] = device
        right = {key_of(_values(each, space)): each for each in results.of_events(events, space)}
        for event in events:
            if event["event"] == "measurement":
                config = space.config_of(event["config"])
                key = key_of(config.values())
                found = right.get(key, {**config, "time": _error(event)})
                self.entries[key] = {
                    **found,
                    **dict.fromkeys(UNKNOWN_TIMES, 0),
                    "benchmark_time": 1000 * event.get("wall_s", 0),
                    "timestamp": events[0].get("started_at", ""),
                }
        write(self.path, self.content)


def _values(config: Mapping[str, Any], space: Space) -> list[Any]:
    return [config[name] for name in space.values]


def _error(event: Mapping[str, Any]) -> str:
    names = {"skipped": "InvalidConfig", "failed": "CompilationFailedConfig"}
    return names.get(event["status"], "RuntimeFailedConfig")


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:  # of a tuning that was interrupted
        return json.loads(text.removesuffix(",") + "}}")


def _plain(values: Any) -> list[Any]:
    listed = [values] if isinstance(values, (int, str, np.integer)) else list(values)
    return [each.item() if isinstance(each, np.generic) else each for each in listed]
