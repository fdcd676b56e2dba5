"""From measurement lines made of a foreign format to a part of a journal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..journal.blocks import BLANKED
from ..journal.checks import check_measurement, impossible_time
from ..journal.columns import chunk
from ..journal.journal import Run
from ..journal.journal_file import Part
from ..journal.lines import Event
from ..journal.rows import parameters_text, to_row

SIZE_NAMES = ("n", "elements", "size", "items", "num_items", "num_elements", "numinputs")
TYPE_NAMES = ("t", "type", "keyt", "sampletype")


def manifest_of(tool: Event, backend: str, card: Event, **more: Any) -> Event:
    """A manifest line for a run of another tool."""
    return {
        "event": "manifest",
        "schema": "warpmark/1",
        "tool": {"version": "", "commit": "", **tool},
        "backend": backend,
        "card": card,
        "planned_points": 0,
        **more,
    }


def measurement_of(
    family: str, variant: str, problem: Event, config: Event, backend: str, **more: Any
) -> Event:
    """A measurement line of status ok."""
    return {
        "event": "measurement",
        "key": f"{family}/{variant}[{parameters_text(problem)}][{parameters_text(config)}]",
        "family": family,
        "variant": variant,
        "problem": problem,
        "config": config,
        "is_base": False,
        "backend": backend,
        "status": "ok",
        **more,
    }


def measured_code(commit: str, dirty: bool) -> Event:
    """`measured` of a manifest: the version of the measured code, where a file states it."""
    return {"commit": commit, "dirty": dirty} if commit else {}


def part_of(
    path: Path, manifest: Event, events: list[Event], end: Event | None, torn: bool = False
) -> Part:
    """The part; impossible times are left out with a warning, as in journals."""
    part = Part([Run(path, manifest, end=end, torn=torn)])
    rows = []
    for event in events:
        check_measurement(path, None, event)
        if (wrong := impossible_time(event.get("times_ns") or {})) is not None:
            part.warnings.append(f"{path.name}: {event['key']}: {wrong}: these times are left out")
            event = {**event, "times_ns": None, **dict.fromkeys(BLANKED)}
        rows.append(to_row(event, {}))
    part.measured = [chunk(rows)]
    part.run.present = len({event["key"] for event in events})
    manifest["planned_points"] = part.run.present if end is not None else 0
    return part


def axis_name(name: str) -> str:
    """`Elements{io}` -> n, `T{ct}` -> type, which figures take for size and type; others alike."""
    bare = name.partition("{")[0].strip() or name
    if bare.lower() in SIZE_NAMES:
        return "n"
    return "type" if bare.lower() in TYPE_NAMES else bare


def axes_of(pairs: list[tuple[str, Any]]) -> Event:
    """The axes with numbers as numbers; a second axis of one name keeps its own."""
    found: Event = {}
    for name, value in pairs:
        short, number = axis_name(name), number_of(value)
        is_size = short == "n" and isinstance(number, int) and number >= 0
        if short == "type" or (short == "n" and not is_size) or short in found:
            short = "type" if short == "type" and "type" not in found else name
        found[short] = str(value) if short == "type" else number
    return found


def number_of(value: Any) -> Any:
    """An int or a float where the text is one, else the text."""
    if isinstance(value, bool) or not isinstance(value, str):
        return str(value) if isinstance(value, bool) else value
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


def entry(path: Path, where: str, value: Any, keys: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """The value if it is an object with the keys. Raises JournalError, which says where it is."""
    if not isinstance(value, dict):
        raise JournalError(path, None, f"{where} is {shown(value)}; expected an object")
    for key in keys:
        if value.get(key) is None:
            raise JournalError(path, None, f"{where} is incomplete; expected a key {key!r}")
    return value


def entries(path: Path, where: str, value: Any) -> list[Any]:
    """The value if it is a list. Raises JournalError, which says where it is."""
    if not isinstance(value, list):
        raise JournalError(path, None, f"{where} is {shown(value)}; expected a list")
    return value
