"""Constants of a card from its card file (simt/cards/*.json), by the card's name."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

PACKAGES = Path(__file__).resolve().parents[2]
FOLDERS = (PACKAGES / "warpmark" / "cards", PACKAGES.parent / "simt" / "cards")  # wheel, checkout
LANES = 32
CLASSES = {"i": "integer", "u": "integer", "f32": "float32", "f64": "float64"}


@cache
def constants(card: str) -> dict[str, float]:
    """The card's constants in the units of their names; {} without a file.

    Files are looked for in $WARPMARK_CARDS, else in the wheel or the checkout that the package is
    part of.
    """
    named = os.environ.get("WARPMARK_CARDS")
    for path in _files([Path(named)] if named else FOLDERS):
        content = json.loads(path.read_text(encoding="utf-8"))
        if content.get("name") == card:
            found = {name: each["value"] for name, each in _newest(content)["constants"].items()}
            return {**found, "multiprocessors": float(content["multiprocessors"])}
    return {}


def _newest(content: dict[str, Any]) -> dict[str, Any]:
    """The newest calibration of a card file; older files are one calibration."""
    calibrations: list[dict[str, Any]] = content.get("calibrations") or [content]
    return max(calibrations, key=lambda one: str(one.get("measured_at", "")))


def _files(folders: Iterable[Path]) -> list[Path]:
    return [path for folder in folders for path in sorted(folder.glob("*.json"))]


def operations_per_s(card: str, type_name: str) -> tuple[str, float] | None:
    """What all lanes of a card can do in a second on elements of a type, and in which units."""
    known = constants(card)
    kind = CLASSES.get(type_name) or CLASSES.get(type_name[:1])
    if kind is None or f"{kind}_per_cycle" not in known or "sm_clock_hz" not in known:
        return None
    warps = known[f"{kind}_per_cycle"] * known["multiprocessors"] * known["sm_clock_hz"]
    return kind, warps * LANES
