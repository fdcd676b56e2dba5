"""Reads results of nvbench and warpmark and compares their wall times and medians."""

from __future__ import annotations

import json
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TOOLS = ("nvbench", "warpmark")
RESULT_NAME = {"nvbench": "nvbench_{}.json", "warpmark": "warpmark_{}.jsonl"}
PROCESSES = "processes.jsonl"  # a line for each process that finished

MIN_WALL_RATIO = 30.0
LARGE_N = 2**22


class ToolError(Exception):
    """A tool failed or left something unreadable; the message says which and what."""


@dataclass(frozen=True)
class Process:
    """One finished process: seconds on the wall, and each size's median in ns."""

    tool: str
    run: int
    wall_s: float
    medians_ns: dict[int, float]
    samples: dict[int, int]


@dataclass(frozen=True)
class Repeated:
    """Medians of one size over the processes of one tool."""

    medians_ns: list[float]

    @property
    def median_ns(self) -> float:
        """Median of the processes' medians; NaN of none."""
        return statistics.median(self.medians_ns) if self.medians_ns else float("nan")

    @property
    def spread(self) -> float | None:
        """(largest - smallest) / median; None for fewer than two processes."""
        if len(self.medians_ns) < 2:
            return None
        return (max(self.medians_ns) - min(self.medians_ns)) / self.median_ns


@dataclass(frozen=True)
class Row:
    """One size: both tools, and what is missed. No verdict (None) before both have a spread."""

    n: int
    nvbench: Repeated
    warpmark: Repeated
    missed: list[str] | None


def largest_spread(n: int) -> float:
    """The bar for warpmark's spread at a size."""
    return 0.01 if n >= LARGE_N else 0.02


def nvbench_medians(text: str) -> tuple[dict[int, float], dict[int, int]]:
    """Medians in ns and numbers of samples of the cold measurements, by size.

    Of nvbench's JSON 1.0, which holds every value as text and times in seconds. Its median is the
    sample of rank round((samples - 1) / 2). States that nvbench skipped are left out. Raises
    ToolError for any other without a median.
    """
    medians, samples = {}, {}
    for benchmark in json.loads(text)["benchmarks"]:
        for state in benchmark["states"]:
            axes = {axis["name"]: axis["value"] for axis in state["axis_values"]}
            summaries = {
                summary["tag"]: value["value"]
                for summary in state.get("summaries") or []
                for value in summary.get("data") or []
                if value["name"] == "value"
            }
            if state.get("is_skipped"):
                continue
            if "nv/cold/time/gpu/median" not in summaries:
                raise ToolError(f"nvbench: state {state['name']} has no median")
            n = int(axes["Elements"])
            medians[n] = float(summaries["nv/cold/time/gpu/median"]) * 1e9
            samples[n] = int(summaries["nv/cold/sample_size"])
    return medians, samples


def warpmark_medians(text: str) -> tuple[dict[int, float], dict[int, int]]:
    """The same of a warpmark journal, which must hold one point of each size, all of them right."""
    medians: dict[int, float] = {}
    samples: dict[int, int] = {}
    for line in filter(None, text.splitlines()):
        event = json.loads(line)
        if event.get("event") != "measurement":
            continue
        if event["status"] != "ok":
            raise ToolError(f"warpmark: {event['key']}: {event['status']} {event.get('reason')}")
        n = int(event["problem"]["n"])
        if n in medians:
            raise ToolError(f"warpmark: more than one point has n={n}, the last {event['key']}")
        if "times_ns" not in event:
            raise ToolError(f"warpmark: {event['key']}: backend {event['backend']} has no times")
        medians[n] = float(event["times_ns"]["median"])
        samples[n] = int(event["times_ns"]["n"])
    return medians, samples


READERS = {"nvbench": nvbench_medians, "warpmark": warpmark_medians}


def read_processes(folder: Path) -> tuple[list[Process], list[str]]:
    """The finished processes that a folder keeps, and what makes results of others unusable.

    Raises ToolError if the folder lists no processes.
    """
    result, troubles = [], []
    listing = folder / PROCESSES
    if not listing.exists():
        raise ToolError(f"{listing}: no such file; --out FOLDER makes it")
    for line in listing.read_text().splitlines():
        kept = json.loads(line)
        path = folder / RESULT_NAME[kept["tool"]].format(kept["run"])
        try:
            medians, samples = READERS[kept["tool"]](path.read_text())
        except (ToolError, OSError, ValueError, KeyError) as problem:
            troubles.append(f"{path}: {problem!r}")
            continue
        result.append(Process(kept["tool"], kept["run"], kept["wall_s"], medians, samples))
    return result, troubles


def compare(processes: list[Process]) -> list[Row]:
    """The rows of all sizes that any process measured."""
    rows = []
    for n in sorted({n for each in processes for n in each.medians_ns}):
        ours, theirs = (
            Repeated([p.medians_ns[n] for p in processes if p.tool == tool and n in p.medians_ns])
            for tool in ("warpmark", "nvbench")
        )
        missed: list[str] | None = None
        if ours.spread is not None and theirs.spread is not None:
            missed = ["above nvbench's"] if ours.spread > theirs.spread else []
            if ours.spread > largest_spread(n):
                missed.append(f"above {largest_spread(n):.0%}")
        rows.append(Row(n, theirs, ours, missed))
    return rows


def walls(processes: list[Process]) -> dict[str, list[float]]:
    """Seconds on the wall of each tool's processes."""
    return {tool: [p.wall_s for p in processes if p.tool == tool] for tool in TOOLS}


def wall_ratio(processes: list[Process]) -> float | None:
    """Mean wall time of an nvbench process over that of a warpmark process; None without both."""
    seconds = walls(processes)
    if not all(seconds.values()):
        return None
    return statistics.mean(seconds["nvbench"]) / statistics.mean(seconds["warpmark"])


def wall_table(processes: list[Process]) -> str:
    """Markdown: wall time of each process, their means, the ratio and its verdict."""
    lines = ["| process | nvbench, s | warpmark, s | ratio |", "|---|---|---|---|"]
    seconds = {(p.tool, p.run): p.wall_s for p in processes}
    for run in sorted({p.run for p in processes}):
        both = [seconds.get((tool, run)) for tool in TOOLS]
        cells = ["–" if each is None else f"{each:.2f}" for each in both]
        ratio = f"{both[0] / both[1]:.1f}" if both[0] and both[1] else "–"
        lines.append(f"| {run} | {cells[0]} | {cells[1]} | {ratio} |")
    ratio_of_means = wall_ratio(processes)
    if ratio_of_means is not None:
        means = [f"{statistics.mean(each):.2f}" for each in walls(processes).values()]
        met = "met" if ratio_of_means >= MIN_WALL_RATIO else "missed"
        verdict = f"{ratio_of_means:.1f}, at least {MIN_WALL_RATIO:.0f}: {met}"
        lines.append(f"| mean | {means[0]} | {means[1]} | {verdict} |")
    return "\n".join(lines)


def spread_table(rows: list[Row]) -> str:
    """Markdown: median and spread of both tools at each size, and the verdicts."""
    lines = [
        "| n | nvbench, µs | spread | warpmark, µs | spread | warpmark / nvbench | bar | verdict |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = [f"2^{row.n.bit_length() - 1}" if row.n & (row.n - 1) == 0 else str(row.n)]
        for each in (row.nvbench, row.warpmark):
            cells.append(f"{each.median_ns / 1e3:.3f}" if each.medians_ns else "–")
            cells.append("–" if each.spread is None else f"{each.spread:.2%}")
        ratio = row.warpmark.median_ns / row.nvbench.median_ns
        cells += ["–" if ratio != ratio else f"{ratio:.3f}", f"{largest_spread(row.n):.0%}"]
        cells.append("–" if row.missed is None else ", ".join(row.missed) or "met")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def machine_readable(processes: list[Process], rows: list[Row]) -> dict[str, Any]:
    """Both tables and all medians, for a JSON file. Times in ns and s, ratios as fractions."""

    def one(each: Repeated) -> dict[str, Any]:
        median = each.median_ns if each.medians_ns else None
        return {"median_ns": median, "spread": each.spread, "medians_ns": each.medians_ns}

    return {
        "wall_s": walls(processes),
        "wall_ratio": wall_ratio(processes),
        "samples": [{"tool": p.tool, "run": p.run, "samples": p.samples} for p in processes],
        "sizes": [
            {
                "n": row.n,
                "nvbench": one(row.nvbench),
                "warpmark": one(row.warpmark),
                "largest_spread": largest_spread(row.n),
                "missed": row.missed,
            }
            for row in rows
        ],
    }


def exit_code(processes: list[Process], rows: list[Row], min_processes: int) -> int:
    """0, 1 or 5, as the program's description says; `min_processes`: processes of each tool."""
    ratio = wall_ratio(processes)
    if (ratio is not None and ratio < MIN_WALL_RATIO) or any(row.missed for row in rows):
        return 1
    counts = [len(r.medians_ns) for row in rows for r in (row.nvbench, row.warpmark)]
    return 0 if ratio is not None and counts and min(counts) >= min_processes else 5
