"""The passes of a merge sort: the time of each, by the length of the runs that it merges."""

from __future__ import annotations

import pandas as pd

from . import choose
from .metric import Metric, usable

RUN, WAYS = "problem_run", "problem_ways"
FIRST_RUN = 4  # one vector: where the passes of the vector merge begin
MIN_RUNS = 3
HALF = 0.5


def passes_of(frame: pd.DataFrame, metric: Metric) -> tuple[pd.DataFrame, str]:
    """variant, type, config, n, run, pairs, time and bandwidth with their intervals, the fraction
    of the variant's best bandwidth, and whether it is the first pass under half of it.

    Of all slices of the problem (n, payload, distribution, …) the one with the most lengths of
    runs, two ways, from FIRST_RUN to n/2; empty if that has fewer than MIN_RUNS. The text says
    which slice.
    """
    rows, held = _longest_sweep(usable(frame, metric))
    if rows.empty:
        return rows, ""
    best = choose.best_configs(rows, metric)
    table = pd.DataFrame(
        {
            "variant": best["variant"],
            "type": best[choose.TYPE] if choose.TYPE in best.columns else "",
            "config": best["config_text"],
            "n": best[choose.SIZE].astype(int),
            "run": best[RUN].astype(int),
            "pairs": pairs_of(best[choose.SIZE].astype(int), best[RUN].astype(int)),
        }
    )
    columns = [metric.cost, metric.cost_lo, metric.cost_hi]
    columns += [metric.shown, metric.shown_lo, metric.shown_hi]
    table[columns] = best[columns]
    by = ["variant", "type"]
    table["fraction_of_best"] = table[metric.shown] / table.groupby(by)[metric.shown].transform(
        "max"
    )
    table["first_under_half"] = False
    for _, line in table.groupby(by, sort=False):
        place = _first_under_half(line)
        if place is not None:
            table.loc[place, "first_under_half"] = True
    return table, held


def pairs_of(n: pd.Series[int], run: pd.Series[int]) -> pd.Series[int]:
    """How many pairs of runs a pass merges, with a last one that is shorter: n/(2 run)."""
    return -(-n // (2 * run))


def _longest_sweep(rows: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    if not {RUN, choose.SIZE} <= set(rows.columns):
        return rows.iloc[0:0], ""
    if WAYS in rows.columns:
        rows = rows[rows[WAYS] == 2]
    rows = rows[(rows[RUN] >= FIRST_RUN) & (2 * rows[RUN] <= rows[choose.SIZE])]
    fixed = [c for c in choose.problem_columns(rows) if c not in (RUN, choose.TYPE)]
    slices = [part for _, part in rows.groupby(fixed, sort=False, dropna=False)]
    if not slices:
        return rows, ""
    chosen = max(slices, key=lambda part: (part[RUN].nunique(), part[choose.SIZE].iloc[0]))
    if chosen[RUN].nunique() < MIN_RUNS:
        return rows.iloc[0:0], ""
    first = chosen.iloc[0]
    named = [c for c in fixed if c != choose.SIZE and pd.notna(first[c])]
    return chosen, ", ".join(f"{c.removeprefix('problem_')} {first[c]}" for c in named)


def _first_under_half(line: pd.DataFrame) -> int | None:
    """The index of the first pass after the best one that is under half of it."""
    line = line.sort_values("run")
    best = line["run"].iloc[int(line["fraction_of_best"].argmax())]
    after = line[(line["run"] > best) & (line["fraction_of_best"] < HALF)]
    return None if after.empty else int(after.index[0])
