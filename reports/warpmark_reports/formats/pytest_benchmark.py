"""pytest-benchmark's JSON: seconds of each round in `data`, or their summary alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..journal.checks import is_number
from ..journal.journal_file import Part
from ..journal.lines import Event
from .part import axes_of, entries, entry, manifest_of, measured_code, measurement_of, part_of
from .times import times_of

FAMILY = "pytest_benchmark"
S = 1e9  # ns
ROUNDING = 1e-9  # relative, of a median computed again
UNKNOWN_COMMITS = ("unversioned", "unknown")


def pytest_benchmark(path: Path, document: Event) -> list[Part]:
    """Raises JournalError if an entry lacks its name or times, or contradicts itself."""
    machine = entry(path, "machine_info", document["machine_info"])
    lines, timers = [], set()
    for number, given in enumerate(entries(path, "benchmarks", document["benchmarks"])):
        where = f"benchmarks[{number}]"
        row = entry(path, where, given, ("fullname", "stats"))
        lines.append(_measurement(path, where, row))
        options = entry(path, f"{where}.options", row.get("options") or {})
        timers.add(str(options.get("timer", "an unknown timer")))
    host = _host(machine)
    manifest = manifest_of(
        {"name": "pytest-benchmark", "version": str(document.get("version", ""))},
        "host",
        {"name": host["name"] or "unknown host"},
        source_schema="pytest-benchmark JSON",
        started_at=str(document.get("datetime") or ""),
        host=host,
        contract={
            "state": "hot",
            "clock": f"{', '.join(sorted(timers))}: the mean of a round",
            "interval": "95 % interval of the median of the rounds, order statistics",
        },
        measured=_commit(path, document.get("commit_info")),
    )
    return [part_of(path, manifest, lines, {"event": "end", "complete": True})]


def _host(machine: Mapping[str, Any]) -> Event:
    """Without the processor's present clock, since this identifies the machine."""
    given = machine.get("cpu")
    cpu = given if isinstance(given, dict) else {}
    model = (
        cpu.get("brand_raw") or cpu.get("brand") or machine.get("machine") or "unknown processor"
    )
    return {
        "name": str(machine.get("node") or ""),
        "cpu": f"{cpu.get('count', '?')} CPUs, {model}",
        "os": f"{machine.get('system', '')} {machine.get('release', '')}".strip(),
    }


def _commit(path: Path, given: Any) -> Event:
    """Of the working directory of pytest; none outside of a repository."""
    info = entry(path, "commit_info", given if given is not None else {})
    commit = str(info.get("id") or "")
    known = "error" not in info and commit not in UNKNOWN_COMMITS
    return measured_code(commit, info.get("dirty") is True) if known else {}


def _measurement(path: Path, where: str, row: Mapping[str, Any]) -> Event:
    name, axes = _named(path, where, row)
    line = measurement_of(FAMILY, name, axes, {}, "host")
    return {**line, "times_ns": _times(path, f"{where}.stats", row["stats"])}


def _named(path: Path, where: str, row: Mapping[str, Any]) -> tuple[str, Event]:
    """`tests/test_sum.py::test_add[64-f32]` -> tests.test_sum::test_add and its parameters as axes.

    Parameters that are no numbers and texts are not in the file as such: their id is an axis then.
    """
    fullname, param = str(row["fullname"]), row.get("param")
    ending = f"[{param}]"
    bare = fullname.removesuffix(ending) if param is not None else fullname
    file, colons, test = bare.partition("::")
    name = file.removesuffix(".py").replace("/", ".") + colons + test
    if param is None:
        return name, {}
    params = entry(path, f"{where}.params", row.get("params") or {})
    simple = [(str(key), value) for key, value in params.items() if _is_simple(value)]
    if not params or len(simple) < len(params):
        return name, axes_of([("param", str(param))])
    return name, axes_of(sorted(simple))


def _is_simple(value: Any) -> bool:
    """A text that stands for another object is none."""
    if isinstance(value, str):
        return not value.startswith("UNSERIALIZABLE[")
    return isinstance(value, bool) or is_number(value)


def _times(path: Path, where: str, given: Any) -> Event:
    stats = entry(path, where, given)
    data = stats.get("data")
    if data is None:
        return _summary(path, where, stats)
    samples = entries(path, f"{where}.data", data)
    wrong = [each for each in samples if not is_number(each)]
    if wrong or not samples:
        problem = f"{where}.data holds {shown(wrong[0])}; expected numbers" if samples else (
            f"{where}.data is empty; expected a time per round"
        )  # fmt: skip
        raise JournalError(path, None, problem)
    rounds = stats.get("rounds", len(samples))
    if rounds != len(samples):
        problem = f"{where}.rounds is {shown(rounds)}, but {where}.data has {len(samples)} times"
        raise JournalError(path, None, f"{problem}; expected one per round")
    times = times_of([each * S for each in samples])
    median = stats.get("median")
    if median is not None and not _is_near(median, times["median"] / S):
        problem = f"{where}.median is {shown(median)}, but that of {where}.data is"
        raise JournalError(path, None, f"{problem} {times['median'] / S:.9g}; expected the same")
    return times


def _is_near(given: Any, computed: float) -> bool:
    return is_number(given) and abs(given - computed) <= ROUNDING * abs(computed)


def _summary(path: Path, where: str, stats: Mapping[str, Any]) -> Event:
    """What --benchmark-autosave keeps without --benchmark-save-data; no interval."""
    for key in ("median", "rounds"):
        if not is_number(stats.get(key)):
            problem = f"{where}.{key} is {shown(stats.get(key))}; expected a number"
            raise JournalError(path, None, problem)
    known = {key: stats[key] * S for key in ("median", "mean", "min") if is_number(stats.get(key))}
    return {"n": int(stats["rounds"]), **known}
