"""Counters of block 0 between its barriers, from journals of `run --phases` on simt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from . import choose

PHASES = "phases"
SHARED = ("load", "store", "atomic")
MAX_STEPS = 48
MIN_STEPS = 6  # with requests to shared memory: fewer are no tree or sweep


@dataclass(frozen=True)
class Line:
    """One variant, or one padding of it."""

    label: str
    variant: str
    padded: int  # 0 for the first of its paddings
    steps: pd.DataFrame


def steps_of(launches: Any) -> pd.DataFrame:
    """One row per phase of the launch with the most shared wavefronts; empty without phases.

    step (from 0), worst_degree (wavefronts of the worst group of lanes; NaN without a request),
    wavefronts and ideal (of all requests of the phase), requests.
    """
    if not isinstance(launches, list) or not launches:
        return pd.DataFrame(columns=["step", "worst_degree", "wavefronts", "ideal", "requests"])
    tables = [_table(launch[PHASES]) for launch in launches]
    return max(tables, key=lambda table: float(table["wavefronts"].sum()))


def _table(phases: list[dict[str, int]]) -> pd.DataFrame:
    def total(phase: dict[str, int], counter: str) -> int:
        return sum(phase.get(f"shared_{kind}_{counter}", 0) for kind in SHARED)

    return pd.DataFrame(
        {
            "step": range(len(phases)),
            "worst_degree": [phase.get("shared_worst_degree", float("nan")) for phase in phases],
            "wavefronts": [total(phase, "wavefronts") for phase in phases],
            "ideal": [total(phase, "ideal_wavefronts") for phase in phases],
            "requests": [total(phase, "requests") for phase in phases],
        }
    )


def lines_of(rows: pd.DataFrame, block: int | None) -> list[Line]:
    """At this block: each variant once for every value of its padding axis, other axes at base."""
    lines = []
    for name in choose.variants(rows):
        own = rows[rows["variant"] == name].sort_values("is_base", ascending=False, kind="stable")
        if block is not None and own[choose.BLOCK].notna().any():
            own = own[own[choose.BLOCK] == block]
        padding = [c for c in own.columns if c.startswith("config_pad") and own[c].notna().any()]
        own = _others_as_first(own, padding)
        own = own.sort_values(padding, kind="stable") if padding else own.iloc[:1]
        for index, (_, row) in enumerate(own.iterrows()):
            steps = steps_of(row[PHASES])[:MAX_STEPS]
            if (steps["requests"] > 0).sum() < MIN_STEPS:
                continue
            pads = [f"{c.removeprefix('config_')}={row[c]}" for c in padding]
            lines.append(Line(" ".join([name, *pads]), name, index, steps))
    return lines


def merged(lines: list[Line]) -> list[Line]:
    """One line for all that are equal at every step; padded ones last, to be drawn on top."""
    groups: list[list[Line]] = []
    for line in lines:
        like = next((each for each in groups if each[0].steps.equals(line.steps)), None)
        if like is None:
            groups.append([line])
        else:
            like.append(line)
    shown = []
    for group in groups:
        first = max(group, key=lambda line: line.padded)
        others = [line.label for line in group if line is not first]
        shown.append(replace(first, label="\n= ".join([first.label, *others])))
    return sorted(shown, key=lambda line: line.padded)


def largest_common_block(rows: pd.DataFrame) -> int | None:
    """The largest block that most variants have: it has the most steps."""
    if choose.BLOCK not in rows.columns or rows[choose.BLOCK].dropna().empty:
        return None
    counts = rows.groupby(choose.BLOCK)["variant"].nunique()
    return int(counts[counts == counts.max()].index.max())


def _others_as_first(own: pd.DataFrame, padding: list[str]) -> pd.DataFrame:
    """The rows that differ from the first one only in padding; one per padding."""
    for column in own.columns:
        if column.startswith("config_") and column not in [*padding, "config_text"]:
            first = own[column].iloc[:1]
            if first.notna().all():
                own = own[own[column].isin(first)]
    return own.drop_duplicates(padding) if padding else own
