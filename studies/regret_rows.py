"""What tuning found and took, against an exhaustive sweep, problem by problem.

Reads journals of `warpmark run` (sweeps, and rounds in which some points were measured again) and
of `warpmark tune`.
"""

from __future__ import annotations

import json
import math
import statistics
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paired_ratios import Line, interval_of_median

Times = dict[str, float]  # of a key, median in ns


@dataclass
class Sweep:
    """A problem's exhaustive sweep."""

    configs: set[str] = field(default_factory=set)  # tried, whatever came of it
    times: Times = field(default_factory=dict)
    busy_s: float = 0

    def fastest(self, at_least: int, within: float, at_most: int) -> list[str]:
        """Keys of the first `at_least`, and more of those within that part of the best."""
        ranked = sorted(self.times, key=self.times.__getitem__)
        near = [key for key in ranked if self.times[key] <= self.times[ranked[0]] * (1 + within)]
        return ranked[: min(at_most, max(at_least, len(near)))]


def lines_of(journals: list[Path]) -> list[Line]:
    """Every line of all journals."""
    return [
        json.loads(text)
        for journal in journals
        for text in journal.read_text(encoding="utf-8").splitlines()
    ]


def name_of(line: Line) -> str:
    """The problem of a measurement as `tuned` names it."""
    return f"{line['family']}[{line['key'].split('[')[1].rstrip(']')}]"


def time_of(line: Line) -> float | None:
    """The median in ns, where the result was right and timed."""
    return line["times_ns"]["median"] if line["status"] == "ok" and "times_ns" in line else None


def sweeps_of(lines: list[Line]) -> dict[str, Sweep]:
    """The sweep of each problem. Library calls are no configs of ours."""
    sweeps: dict[str, Sweep] = defaultdict(Sweep)
    for line in lines:
        if line.get("event") != "measurement" or line["variant"].startswith("vendor_"):
            continue
        sweep = sweeps[name_of(line)]
        sweep.configs.add(line["key"])
        sweep.busy_s += line.get("busy_ns", 0) * 1e-9
        time_ns = time_of(line)
        if time_ns is not None:
            sweep.times[line["key"]] = min(time_ns, sweep.times.get(line["key"], time_ns))
    return sweeps


def tunings_of(lines: list[Line]) -> dict[str, Line]:
    """The `tuned` event of each problem."""
    return {line["problem"]: line for line in lines if line.get("event") == "tuned"}


def choose(
    sweeps: dict[str, Sweep], tunings: list[dict[str, Line]], top: tuple[int, float, int]
) -> list[str]:
    """Keys to be measured again: problems that were swept and tuned, each key once."""
    keys: list[str] = []
    for problem, sweep in sweeps.items():
        if all(problem in tuned for tuned in tunings) and sweep.times:
            keys += [tuned[problem]["winner"] for tuned in tunings]
            keys += sweep.fastest(*top)
    return list(dict.fromkeys(keys))


def rounds_of(folder: Path) -> dict[str, list[Times]]:
    """For each problem the times of each round."""
    rounds: dict[str, list[Times]] = defaultdict(list)
    for journal in sorted(folder.glob("round_*.jsonl")):
        own: dict[str, Times] = defaultdict(dict)
        for line in lines_of([journal]):
            if line.get("event") == "measurement" and (time_ns := time_of(line)) is not None:
                own[name_of(line)][line["key"]] = time_ns
        for problem, times in own.items():
            rounds[problem].append(times)
    return rounds


def medians(rounds: list[Times]) -> Times:
    """Of what is in every round."""
    keys = set.intersection(*(set(each) for each in rounds)) if rounds else set()
    return {key: statistics.median(each[key] for each in rounds) for key in sorted(keys)}


def ratios_to_best(winner: str, rounds: list[Times]) -> list[float]:
    """The winner's time over the best config's in each round, the best by the other rounds."""
    ratios = []
    for number, judged in enumerate(rounds):
        others = medians(rounds[:number] + rounds[number + 1 :]) or judged
        best = min((key for key in others if key in judged), key=others.__getitem__)
        ratios.append(judged[winner] / judged[best])
    return ratios


def row_of(
    problem: str, sweep: Sweep, tuned: Line, second: Line | None, rounds: list[Times]
) -> dict[str, Any] | None:
    """The row of a problem; None if the rounds lack a winner."""
    again = medians(rounds)
    winner = tuned["winner"]
    if winner not in again or (second and second["winner"] not in again):
        return None
    best = min(again, key=again.__getitem__)
    ratios = ratios_to_best(winner, rounds)
    interval = [each - 1 for each in interval_of_median(ratios)]
    row = {
        "name": problem,
        "family": problem.split("[")[0],
        "problem": axes_of(problem),
        "swept": len(sweep.configs),
        "configs": tuned["configs"],
        "evaluated": tuned["evaluations"],
        "best": best,
        "best_ns": again[best],
        "winner": winner,
        "winner_ns": again[winner],
        "rounds": len(rounds),
        "regret": statistics.median(ratios) - 1,
        "regret_interval": interval if all(map(math.isfinite, interval)) else None,
        "regret_at_most": again[winner] / again[best] - 1,
        "sweep_s": sweep.busy_s,
        "search_s": tuned["search_busy_s"],
        "tuning_s": tuned["search_busy_s"] + tuned["finals_busy_s"],
        "share_of_search": share(tuned["search_busy_s"], sweep),
        "share": share(tuned["search_busy_s"] + tuned["finals_busy_s"], sweep),
    }
    if second:
        pairs = [each[second["winner"]] / each[winner] for each in rounds]
        row |= {"second": second["winner"], "second_by": statistics.median(pairs) - 1}
    return row


def share(part_s: float, sweep: Sweep) -> float:
    """Of the sweep's time."""
    return part_s / sweep.busy_s if sweep.busy_s else float("inf")


def axes_of(problem: str) -> dict[str, Any]:
    """The axes that a problem's name holds; whole numbers as such."""
    pairs = (pair.split("=") for pair in problem.split("[")[1].rstrip("]").split(","))
    return {axis: int(value) if value.isdigit() else value for axis, value in pairs}
