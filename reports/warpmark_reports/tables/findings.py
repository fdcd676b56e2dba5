"""Findings of the interpreter in kernels."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd

from ..analysis.views import View
from ..base import units
from .table import Column, Table

KINDS = ("kind", "type", "code", "name")
MESSAGES = ("message", "text", "detail")


def findings(frame: pd.DataFrame, view: View) -> Table | None:  # noqa: ARG001 the tables' signature
    """One row per variant and finding, with the number of points that have it."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for variant, key, items in zip(frame["variant"], frame["key"], frame["findings"], strict=True):
        for item in items:
            kind, text = _first(item, KINDS), _first(item, MESSAGES)
            line = item.get("line")
            where = f"line {line}: " if line is not None else ""
            text = where + (text or json.dumps(item, sort_keys=True))
            row = found.setdefault(
                (variant, kind, text),
                {"variant": variant, "kind": kind, "finding": text, "points": 0, "first": key},
            )
            row["points"] += 1
    if not found:
        return None
    columns = (
        Column("variant", "variant"),
        Column("kind", "kind"),
        Column("finding", "finding"),
        Column("points", "points", units.grouped),
        Column("first", "first point"),
    )
    return Table("findings", "Findings", "", columns, pd.DataFrame(list(found.values())))


def _first(item: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((str(item[key]) for key in keys if item.get(key) is not None), "")
