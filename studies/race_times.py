"""When a tuner's best config so far was within a tolerance of the best there is.

A tuner knows only its own measurements: its best so far is what it would answer if it were stopped
then. How good that is, is judged by measurements that are the same for all tuners (`Truth`).
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Config = str  # axis=value, sorted by axis: the same for every tool


def config_of(values: dict[str, Any]) -> Config:
    """One spelling of a config."""
    return ",".join(f"{axis}={int(value)}" for axis, value in sorted(values.items()))


@dataclass
class Run:
    """What one process of a tuner did; seconds since that process was started."""

    tool: str
    seed: int
    wall_s: float
    evaluations: int = 0
    first_s: float = math.inf  # the end of the first evaluation
    incumbents: list[tuple[float, Config]] = field(default_factory=list)  # the best so far
    spent_s: dict[str, float] = field(default_factory=dict)  # on what, where the tool tells
    error: str = ""


def follow(run: Run, evaluations: Iterable[tuple[float, Config, float | None]]) -> Run:
    """Fills a run from its evaluations in order: when it ended, which config, its time or None."""
    best, seen = math.inf, set()
    for at_s, config, time_ns in evaluations:
        seen.add(config)
        run.first_s = min(run.first_s, at_s)
        if time_ns is not None and time_ns < best:
            best = time_ns
            run.incumbents.append((at_s, config))
    run.evaluations = len(seen)
    return run


def lines_of(journal: Path) -> list[dict[str, Any]]:
    """The lines of a journal; a last one that was cut off is left out."""
    lines = []
    for text in journal.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            break
    return lines


def median_ns(line: dict[str, Any]) -> float | None:
    """The time of a measurement, if its result was right; a modelled one where nothing is timed."""
    if line["status"] != "ok":
        return None
    times = line.get("times_ns", {"median": line.get("modelled_time_ns")})
    return None if times["median"] is None else float(times["median"])


def read_warpmark(run: Run, journal: Path) -> Run:
    """A run of `warpmark tune` over one problem. What the process took beyond the journal's own
    clock is added to every time, as if all of it came before.
    """
    lines = lines_of(journal)
    ended = next((line for line in lines if line["event"] == "end"), None)
    if ended is None:
        run.error = "the journal has no end"
        return run
    late = max(0.0, run.wall_s - ended["wall_s"])
    measured = [line for line in lines if line["event"] == "measurement"]
    search = [line for line in measured if line["tuning"]["phase"] == "search"]
    follow(
        run,
        ((line["at_s"] + late, config_of(line["config"]), median_ns(line)) for line in search),
    )
    if not run.evaluations:
        run.error = "nothing was measured"
    for tuned in (line for line in lines if line["event"] == "tuned"):
        winner = next(line for line in measured if line["key"] == tuned["winner"])
        run.incumbents.append((tuned["at_s"] + late, config_of(winner["config"])))
    return run


def read_kernel_tuner(run: Run, file: Path) -> Run:
    """A run of studies/kernel_tuner_run.py."""
    if not file.exists():
        run.error = "no result was written"
        return run
    content = json.loads(file.read_text(encoding="utf-8"))
    found, run.spent_s = content["evaluations"], content.get("spent_s", {})
    if not found:
        run.error = "nothing was measured"
    return follow(
        run, ((each["at_s"], config_of(each["config"]), each["time_ns"]) for each in found)
    )


class Truth:
    """Times of configs from rounds of fresh processes. The best config is chosen by the first half
    of the rounds, and all are judged by the others, so that the luck of being chosen isn't
    counted; with one round it is.
    """

    def __init__(self, rounds: list[dict[Config, float]]) -> None:
        half = len(rounds) // 2
        self.rounds = len(rounds)
        self.judged = self._medians(rounds[half:])
        chosen = self._medians(rounds[:half] or rounds)
        self.best = min((each for each in chosen if each in self.judged), key=chosen.__getitem__)

    @staticmethod
    def _medians(rounds: list[dict[Config, float]]) -> dict[Config, float]:
        configs = {config for each in rounds for config in each}
        return {
            config: statistics.median(each[config] for each in rounds if config in each)
            for config in configs
        }

    @property
    def best_ns(self) -> float:
        """The time of the best config."""
        return self.judged[self.best]

    def loss(self, config: Config) -> float:
        """By which part a config is slower than the best; infinite if it never ran right."""
        return self.judged.get(config, math.inf) / self.best_ns - 1


def runs_of(folder: Path) -> list[Run]:
    """What the runs in a folder did; warpmark's first."""
    found = []
    for about in sorted((folder / "runs").glob("*.about.json")):
        content = json.loads(about.read_text(encoding="utf-8"))
        run = Run(content["tool"], content["seed"], content["wall_s"])
        base = about.name.removesuffix(".about.json")
        if content["status"] != 0:
            run.error = f"exit status {content['status']}"
        elif run.tool == "warpmark":
            read_warpmark(run, about.with_name(base + ".jsonl"))
        else:
            read_kernel_tuner(run, about.with_name(base + ".json"))
        found.append(run)
    return sorted(found, key=lambda run: (run.tool != "warpmark", run.tool, run.seed))


def truth_of(folder: Path) -> Truth:
    """The rounds of a folder."""
    rounds = []
    for journal in sorted(folder.glob("round_*.jsonl")):
        times = {}
        for line in lines_of(journal):
            if line["event"] == "measurement" and (time_ns := median_ns(line)) is not None:
                times[config_of(line["config"])] = time_ns
        rounds.append(times)
    if not any(rounds):
        sys.exit(f"{folder} has no rounds")
    return Truth(rounds)


@dataclass
class Reached:
    """When a run had what; seconds since the process was started, infinite: never."""

    first_s: float  # its best so far was within the tolerance for the first time
    lasting_s: float  # and from then on to its end
    loss: float  # of its answer


def reached(run: Run, truth: Truth, tolerance: float) -> Reached:
    """How long the run took to be within that part of the best time."""
    first, lasting, loss = math.inf, math.inf, math.inf
    for at_s, config in run.incumbents:
        loss = truth.loss(config)
        if loss > tolerance:
            lasting = math.inf
            continue
        first = min(first, at_s)
        lasting = min(lasting, at_s)
    return Reached(first, lasting, loss)


def seconds(values: list[float]) -> str:
    """Median and range; `never` for what did not happen."""
    texts = [f"{value:.1f}" if math.isfinite(value) else "never" for value in summary(values)]
    return f"{texts[1]} ({texts[0]} to {texts[2]})" if len(set(texts)) > 1 else texts[1]


def summary(values: list[float]) -> tuple[float, float, float]:
    """Least, median and greatest. Infinities are ordered, too: the median of two or more of which
    the upper middle one is infinite is infinite.
    """
    return min(values), statistics.median(values), max(values)


def table(runs: list[Run], truth: Truth, tolerance: float) -> str:
    """Markdown: a row for each tool, warpmark first."""
    lines = [
        f"| tool | runs | within {tolerance:.0%} | s to there, median (range) "
        "| and for good | s from the first evaluation's end | evaluations "
        "| s to finish | loss of the answer |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for tool in dict.fromkeys(run.tool for run in runs):
        own = [run for run in runs if run.tool == tool and not run.error]
        failed = sum(run.tool == tool for run in runs) - len(own)
        if not own:
            lines.append(f"| {tool} | 0 ({failed} failed) | | | | | | | |")
            continue
        came = [reached(run, truth, tolerance) for run in own]
        cells = [
            tool,
            f"{len(own)}" + (f" ({failed} failed)" if failed else ""),
            f"{sum(math.isfinite(each.first_s) for each in came)} of {len(own)}",
            seconds([each.first_s for each in came]),
            seconds([each.lasting_s for each in came]),
            seconds([each.first_s - run.first_s for each, run in zip(came, own, strict=True)]),
            f"{statistics.median(run.evaluations for run in own):g}",
            seconds([run.wall_s for run in own]),
            " ".join(f"{each.loss:.1%}" for each in came),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, *spending(runs)])


def spending(runs: list[Run]) -> list[str]:
    """A line for each tool that tells what it spent its time on: medians over its runs."""
    lines = []
    for tool in dict.fromkeys(run.tool for run in runs if run.spent_s and not run.error):
        own = [run.spent_s for run in runs if run.tool == tool and run.spent_s]
        parts = [f"{part} {statistics.median(each[part] for each in own):.1f} s" for part in own[0]]
        lines.append(f"\n{tool}: {', '.join(parts)}")
    return lines


def as_json(runs: list[Run], truth: Truth, tolerance: float) -> dict[str, Any]:
    """All of it, for other programs; null is never."""
    found = []
    for run in runs:
        came = reached(run, truth, tolerance)
        numbers = {
            "wall_s": run.wall_s,
            "first_evaluation_s": run.first_s,
            "reached_s": came.first_s,
            "reached_lasting_s": came.lasting_s,
            "loss": came.loss,
        }
        finite = {key: value if math.isfinite(value) else None for key, value in numbers.items()}
        steps = [[at_s, config, truth.judged.get(config)] for at_s, config in run.incumbents]
        found.append(
            {"tool": run.tool, "seed": run.seed, "error": run.error or None, **finite}
            | {"spent_s": run.spent_s, "evaluations": run.evaluations, "best_so_far": steps}
        )
    return {
        "tolerance": tolerance,
        "rounds": truth.rounds,
        "best": {"config": truth.best, "time_ns": truth.best_ns},
        "runs": found,
    }
