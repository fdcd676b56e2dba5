"""Journals of callables: lines of the schema that the program's journals have."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from warpmark.callable_arrays import Difference
    from warpmark.session_library import Result

Line = dict[str, Any]
OF_TIMES = ("times_ns", "throughput_bytes_per_s", "throughput_elements_per_s")


def key(family: str, variant: str, problem: Mapping[str, int | str]) -> str:
    """As the program writes it."""
    values = ",".join(f"{name}={value}" for name, value in problem.items())
    return f"{family}/{variant}[{values}][]"


def manifest_line(text: str) -> Line:
    """The library's manifest, with this process's command line."""
    line: Line = json.loads(text)
    line["argv"] = list(sys.argv)
    return line


def measurement_line(
    result: Result | None,
    family: str,
    variant: str,
    problem: Mapping[str, int | str],
    difference: Difference | None,
) -> Line:
    """The line of one measurement; `result` None: it was wrong before timing."""
    line: Line = {"event": "measurement"}
    if result is not None:
        line = json.loads(result.line)
    else:
        line |= {"backend": "cuda", "wall_s": 0.0, "bytes": 0, "ops": 0, "launches": 0}
    line |= {
        "key": key(family, variant, problem),
        "family": family,
        "variant": variant,
        "problem": dict(problem),
        "config": {},
        "is_base": True,
        "status": "ok" if difference is None else "wrong",
    }
    if difference is None:
        line["times_ns"]["samples"] = list(result.samples_ns[: result.samples]) if result else []
        if not line["bytes"]:  # no one has said what it must move
            line.pop("throughput_bytes_per_s", None)
        if isinstance(n := problem.get("n"), int) and line["times_ns"]["median"] > 0:
            line["throughput_elements_per_s"] = n / line["times_ns"]["median"] * 1e9
        return line
    for name in OF_TIMES:
        line.pop(name, None)
    told = asdict(difference)
    line["verify"] = {
        "ok": False,
        "buffer": told["buffer"],
        "first_bad_index": told["index"],
        "expected": told["expected"],
        "got": told["got"],
        "tolerance": told["tolerance"],
    }
    return line


def write_journal(path: Path, lines: Sequence[tuple[Line, Line]]) -> None:
    """Appends measurements, each given with its manifest, to a journal; a new one begins with the
    first manifest.

    Raises ValueError if the file is there and is no journal of callables of the same card and
    contract.
    """
    if not lines:
        return
    manifest = lines[0][0]
    if path.exists() and path.stat().st_size:
        with path.open(encoding="utf-8") as file:
            _require_same(path, file.readline(), manifest)
    else:
        path.write_text(json.dumps(manifest) + "\n", encoding="utf-8")
    for other, _ in lines:
        _require_same(path, json.dumps(manifest), other)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for _, line in lines)


def _require_same(path: Path, first_line: str, manifest: Line) -> None:
    try:
        found = json.loads(first_line)
        card, contract = found["card"]["uuid"], found["contract"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path}: expected a journal of warpmark, or no file") from None
    if card != manifest["card"]["uuid"]:
        raise ValueError(f"{path}: of card {card}; expected {manifest['card']['uuid']}")
    for name, value in manifest["contract"].items():
        if contract.get(name) != value:
            raise ValueError(
                f"{path}: its contract has {name}={contract.get(name)!r}; expected {value!r}, "
                "or another file"
            )


@contextmanager
def temporary_journal(lines: Sequence[tuple[Line, Line]]) -> Iterator[Path]:
    """A journal for as long as it is read."""
    with tempfile.TemporaryDirectory(prefix="warpmark-callables-") as folder:
        path = Path(folder) / "callables.jsonl"
        for number, (manifest, line) in enumerate(lines):
            if number == 0:
                path.write_text(json.dumps(manifest) + "\n", encoding="utf-8")
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        yield path
