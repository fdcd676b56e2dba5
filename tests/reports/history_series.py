"""Invented histories: series with noise, steps and drifts of known size. Never results.

`python history_series.py` prints the tables of docs/history.md; it takes minutes.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import key_journals
import sample_journal
from warpmark_reports.analysis.steps import first_p, steps_of

Values = npt.NDArray[np.float64]
LEVEL = 0.001


def noise(random: np.random.Generator, count: int, spread: float, correlation: float) -> Values:
    """Log values about 0; `correlation`: the correlation of neighbours."""
    fresh = random.standard_normal(count) * math.sqrt(1 - correlation**2)
    values = np.empty(count)
    values[0] = random.standard_normal()
    for i in range(1, count):
        values[i] = correlation * values[i - 1] + fresh[i]
    return spread * values


def false_alarms(count: int, spread: float, correlation: float, repeats: int) -> float:
    """The share of series without a step that show one."""
    random = np.random.default_rng(count)
    p_values = [first_p(np.exp(noise(random, count, spread, correlation))) for _ in range(repeats)]
    return float(np.mean(np.array(p_values) <= LEVEL))


def found_steps(size: float, after: int, correlation: float, repeats: int) -> tuple[float, float]:
    """Of series of 50 values, and `after` more after a step: the share where it is found within
    one commit, and of all found the share whose range holds it. The noise is 1 %.
    """
    random = np.random.default_rng(after)
    near = held = found = 0
    for _ in range(repeats):
        values = noise(random, 50 + after, 0.01, correlation)
        values[50:] += math.log1p(size)
        steps = steps_of(np.exp(values), LEVEL)
        if steps:
            best = min(steps, key=lambda step: abs(step.at - 50))
            found += 1
            near += abs(best.at - 50) <= 1
            held += best.earliest <= 50 <= best.latest
    return near / repeats, held / max(found, 1)


def journal(path: Path, times: dict[str, float], day: int, **manifest: Any) -> Path:
    """A journal of one size of a variant each, its time in ns; day and commit by number."""
    points = [
        key_journals.Point(name, {"type": "u32", "n": 4096}, ns, 4096) for name, ns in times.items()
    ]
    lines = key_journals.journal("copy", points)
    tool = {"version": "0", "commit": commit(day), "dirty": False}
    lines[0] |= {"tool": tool, "started_at": date(day), **manifest}
    return sample_journal.write(path, lines)


def commit(day: int) -> str:
    return f"c{day:03d}" + "0" * 36


def date(day: int) -> str:
    return f"2001-{1 + day // 28:02d}-{1 + day % 28:02d}T00:00:00Z"


def _print_tables() -> None:
    print("| noise, correlation | 10 | 20 | 50 | 100 | 200 |\n|---|--:|--:|--:|--:|--:|")
    for spread, correlation in ((0.01, 0.0), (0.01, 0.5), (0.03, 0.0), (0.03, 0.5)):
        rates = [false_alarms(n, spread, correlation, 1000) for n in (10, 20, 50, 100, 200)]
        print(f"| {spread:.0%}, {correlation} | {' | '.join(f'{rate:.2%}' for rate in rates)} |")
    print("\n| step, correlation | 2 | 3 | 5 | 10 |\n|---|--:|--:|--:|--:|")
    for correlation in (0.0, 0.5):
        for size in (0.05, 0.03, 0.02):
            cells = [found_steps(size, after, correlation, 300) for after in (2, 3, 5, 10)]
            texts = [f"{near:.0%} ({held:.0%})" for near, held in cells]
            print(f"| {size:.0%}, {correlation} | {' | '.join(texts)} |")


if __name__ == "__main__":
    _print_tables()
