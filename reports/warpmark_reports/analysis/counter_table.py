"""Counters of one point per variant, and the ratios derived from them."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from ..base import units
from . import choose

PREFIX = "counter_"


@dataclass(frozen=True)
class Chosen:
    """One row per variant, and the text that says which point it is."""

    rows: pd.DataFrame
    n: int
    text: str


def counter_columns(frame: pd.DataFrame) -> list[str]:
    """The counters in the journal's order."""
    return [column for column in frame.columns if column.startswith(PREFIX)]


def at_usual_point(frame: pd.DataFrame) -> Chosen | None:
    """The largest size that all variants have, at the usual block; None without counters."""
    if f"{PREFIX}warp_instructions" not in frame.columns or choose.SIZE not in frame.columns:
        return None
    ok = frame[(frame["status"] == "ok") & frame[f"{PREFIX}warp_instructions"].notna()]
    if ok.empty:
        return None
    rows, held = choose.pinned(ok)
    type_name = choose.types(rows)[0]
    rows = choose.of_type(rows, type_name)
    n, block = choose.largest_common_size(rows), choose.usual_block(rows)
    if n is None:
        return None
    picked = choose.at_one_point(rows, n, block)
    parts = [f"n = {units.size(n)}", type_name, held]
    if block is not None:
        parts.insert(1, f"block {block} (or the nearest that was run)")
    return Chosen(picked, n, "; ".join(filter(None, parts)))


def derived(rows: pd.DataFrame) -> pd.DataFrame:
    """variant, config and the measures of the counters figure; NaN where a counter is missing."""

    def counter(name: str) -> pd.Series[float]:
        column = f"{PREFIX}{name}"
        if column not in rows.columns:
            return pd.Series(float("nan"), index=rows.index)
        return rows[column]

    requests = counter("global_load_requests") + counter("global_store_requests")
    sectors = counter("global_load_sectors") + counter("global_store_sectors")
    issued = counter("warp_instructions")
    return pd.DataFrame(
        {
            "variant": rows["variant"],
            "config": rows["config_text"],
            "warp_instructions": issued,
            "shared_wavefronts": counter("shared_load_wavefronts")
            + counter("shared_store_wavefronts"),
            "shared_ideal_wavefronts": counter("shared_load_ideal_wavefronts")
            + counter("shared_store_ideal_wavefronts"),
            "global_sectors_per_request": sectors / requests.where(requests > 0),
            "active_lanes": counter("thread_instructions") / issued.where(issued > 0),
            "divergent_branches": counter("divergent_branches"),
            "atomic_serialisation": counter("global_atomic_serialisation"),
        }
    )
