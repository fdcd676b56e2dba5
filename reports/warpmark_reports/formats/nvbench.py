"""nvbench's JSON 1.0: a run for each device, a measurement for each state of each benchmark.

Values are text there, times in seconds. Samples are in separate files if it ran with --jsonbin.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..journal.journal_file import Part
from ..journal.lines import Event
from .nvbench_samples import SAMPLES, samples_of
from .part import axes_of, entries, entry, manifest_of, measurement_of, part_of
from .times import times_of

FAMILY = "nvbench"
KNOWN_MAJOR = 1
GPU = "nv/cold/time/gpu/"
RATE, BYTES = "nv/cold/bw/item_rate", "nv/cold/bw/global/bytes_per_second"
CPU = "nv/cpu_only/time/cpu/"


def nvbench(path: Path, document: Event) -> list[Part]:
    """Raises JournalError if the file is of another version or lacks what every state has."""
    meta = entry(path, "meta", document["meta"])
    version = entry(path, "meta.version", meta.get("version", {}))
    _check_version(path, entry(path, "meta.version.json", version.get("json", {})))
    tool = entry(path, "meta.version.nvbench", version.get("nvbench", {}))
    lines: dict[Any, list[Event]] = {}
    missing: list[str] = []
    for number, given in enumerate(entries(path, "benchmarks", document["benchmarks"])):
        where = f"benchmarks[{number}]"
        benchmark = entry(path, where, given, ("name",))
        for index, state in enumerate(entries(path, f"{where}.states", benchmark.get("states"))):
            place = f"{where}.states[{index}]"
            state = entry(path, place, state)
            line = _measurement(path, place, str(benchmark["name"]), state, missing)
            lines.setdefault(state.get("device"), []).append(line)
    devices = {
        each.get("id"): each
        for i, each in enumerate(entries(path, "devices", document["devices"]))
        if entry(path, f"devices[{i}]", each)
    }
    parts = []
    for device, events in lines.items() or [(None, [])]:
        manifest = manifest_of(
            {
                "name": "nvbench",
                "version": str(tool.get("string", "")),
                "commit": str(tool.get("git_sha", "")),
                "dirty": tool.get("git_is_dirty") is True,
            },
            "cuda",
            _card(devices, device),
            argv=[str(word) for word in meta.get("argv") or []],
            source_schema=f"nvbench JSON {version['json'].get('string', KNOWN_MAJOR)}",
            contract={
                "state": "cold",
                "interval": "95 % interval of the median by order "
                "statistics, of samples taken for independent",
            },
        )
        # It writes its file at the end, so what can be read is complete.
        parts.append(part_of(path, manifest, events, {"event": "end", "complete": True}))
    if missing:
        parts[0].warnings.append(
            f"{path.name}: {len(missing)} files of samples cannot be read, the first is "
            f"{missing[0]}; medians or means have no intervals"
        )
    return parts


def _check_version(path: Path, version: Mapping[str, Any]) -> None:
    if version.get("major") != KNOWN_MAJOR:
        found = shown(version.get("string", version.get("major")))
        raise JournalError(
            path, None, f"meta.version.json is {found}; expected version {KNOWN_MAJOR}"
        )


def _card(devices: Mapping[Any, Mapping[str, Any]], number: Any) -> Event:
    """nvbench writes no UUID: cards of one name in one machine are told apart by their numbers."""
    device = devices.get(number, {})
    version, name = device.get("sm_version"), device.get("name")
    alike = sum(each.get("name") == name for each in devices.values())
    return {
        "name": str(device.get("name", "unknown card")),
        "uuid": f"device {number}" if alike > 1 else None,
        "compute_capability": f"{version // 100}.{version % 100 // 10}"
        if isinstance(version, int)
        else "unknown",
        "multiprocessors": device.get("number_of_sms"),
        "l2_bytes": device.get("l2_cache_size"),
        "memory_bytes": device.get("global_memory_size"),
        "ecc": device.get("ecc_state"),
    }


def _measurement(
    path: Path, where: str, name: str, state: Mapping[str, Any], missing: list[str]
) -> Event:
    axes = [
        entry(path, f"{where}.axis_values", a, ("name",)) for a in state.get("axis_values") or []
    ]
    problem = axes_of([(str(axis["name"]), axis.get("value")) for axis in axes])
    line = measurement_of(FAMILY, name, problem, {}, "cuda")
    if state.get("is_skipped"):
        return {**line, "status": "skipped", "reason": str(state.get("skip_reason", ""))}
    facts = _facts(path, where, state)
    times = _samples(path, facts, missing) or _summary(path, where, facts)
    line |= {"times_ns": times, "state": "cold"}
    return line | _rates(path, where, facts, times["median"])


def _facts(path: Path, where: str, state: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The values of each tag by name."""
    found = {}
    for index, given in enumerate(
        entries(path, f"{where}.summaries", state.get("summaries") or [])
    ):
        place = f"{where}.summaries[{index}]"
        summary = entry(path, place, given, ("tag",))
        data = entries(path, f"{place}.data", summary.get("data") or [])
        found[str(summary["tag"])] = {
            str(each.get("name")): each.get("value")
            for each in (entry(path, place, d) for d in data)
        }
    return found


def _number(path: Path, where: str, facts: Mapping[str, Any], tag: str) -> float | None:
    value = facts.get(tag, {}).get("value")
    if value is None:
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        problem = f"{where}: {tag} is {shown(value)}; expected a number in a text"
        raise JournalError(path, None, problem) from None


def _summary(path: Path, where: str, facts: Mapping[str, Any]) -> Event:
    """The median where this version of nvbench wrote one, else the mean; no interval."""

    def seconds(name: str) -> float | None:
        value = _number(path, where, facts, f"{GPU}{name}")
        value = _number(path, where, facts, f"{CPU}{name}") if value is None else value
        return None if value is None else value * 1e9

    mean, median = seconds("mean"), seconds("median")
    middle = mean if median is None else median
    if middle is None:
        problem = f"{where} has neither {GPU}median nor {GPU}mean, and is not skipped"
        raise JournalError(path, None, problem)
    count = _number(path, where, facts, "nv/cold/sample_size")
    return {"n": count, "median": middle, "mean": mean, "min": seconds("min")}


def _samples(path: Path, facts: Mapping[str, Any], missing: list[str]) -> Event | None:
    """Their summary; those that cannot be used are noted, and the JSON has a mean without them."""
    given = facts.get(SAMPLES, {})
    try:
        samples = samples_of(path, given)
    except JournalError:
        missing.append(str(given.get("filename", SAMPLES)))
        return None
    return None if samples is None else times_of(list(samples * 1e9))


def _rates(path: Path, where: str, facts: Mapping[str, Any], median_ns: float) -> Event:
    """nvbench's rates are over the mean; those of a point here are over its median."""
    mean = _number(path, where, facts, f"{GPU}mean")
    rates: Event = {}
    if mean is None or not median_ns > 0:
        return rates
    if (per_s := _number(path, where, facts, BYTES)) is not None:
        rates["bytes"] = per_s * mean
        rates["throughput_bytes_per_s"] = per_s * mean / median_ns * 1e9
    if (per_s := _number(path, where, facts, RATE)) is not None:
        rates["throughput_elements_per_s"] = per_s * mean / median_ns * 1e9
    return rates
