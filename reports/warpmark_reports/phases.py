"""What block 0 of a launch did between its barriers, as journals of simt have it if asked."""

from __future__ import annotations

from typing import Any

import pandas as pd

PHASES = "phases"
SHARED = ("load", "store", "atomic")


def steps_of(launches: Any) -> pd.DataFrame:
    """One row a phase of the launch with the most shared wavefronts; empty without phases.

    step (from 0), worst_degree (wavefronts of the worst group of lanes; NaN without a request),
    wavefronts and ideal (of all requests of the phase), requests.
    """
    if not isinstance(launches, list) or not launches:
        return pd.DataFrame(columns=["step", "worst_degree", "wavefronts", "ideal", "requests"])
    tables = [_table(launch[PHASES]) for launch in launches]
    return max(tables, key=lambda table: float(table["wavefronts"].sum()))


def _table(phases: list[dict[str, int]]) -> pd.DataFrame:
    def total(phase: dict[str, int], what: str) -> int:
        return sum(phase.get(f"shared_{kind}_{what}", 0) for kind in SHARED)

    return pd.DataFrame(
        {
            "step": range(len(phases)),
            "worst_degree": [phase.get("shared_worst_degree", float("nan")) for phase in phases],
            "wavefronts": [total(phase, "wavefronts") for phase in phases],
            "ideal": [total(phase, "ideal_wavefronts") for phase in phases],
            "requests": [total(phase, "requests") for phase in phases],
        }
    )
