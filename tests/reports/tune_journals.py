"""An invented journal of a tuning: its shape is a real one's, its numbers are easy to follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis.views import View, views_of

Line = dict[str, Any]
WINNER = "shuffle_xor"


def key(variant: str, n: int, config: str) -> str:
    return f"reduce/{variant}[type=i32,n={n}][{config}]"


def trial(
    variant: str,
    config: dict[str, Any],
    time_ns: float,
    phase: str = "search",
    beaten: bool = False,
    **more: Any,
) -> Line:
    """One measurement; `n` (default 1024), `round`, `status` and others among `more`."""
    n = more.pop("n", 1024)
    label = {"phase": phase}
    if "round" in more:
        label["round"] = more.pop("round")
    text = ",".join(f"{axis}={value}" for axis, value in config.items())
    times = dict.fromkeys(("median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95"), time_ns)
    return {
        "event": "measurement",
        "key": key(variant, n, text),
        "family": "reduce",
        "variant": variant,
        "problem": {"type": "i32", "n": n},
        "config": config,
        "is_base": config == {"block": 256, "items": 4},
        "backend": "cuda",
        "status": "ok",
        "bytes": 4 * n,
        "times_ns": {"n": 5 if beaten else 25, **times},
        "throughput_bytes_per_s": 4 * n / time_ns * 1e9,
        "fraction_of_ceiling": 0.01,
        "stop_reason": "beaten" if beaten else "precision",
        "busy_ns": 1e6,
        "tuning": label,
        **more,
    }


def tuned(n: int = 1024, **more: Any) -> Line:
    return {
        "event": "tuned",
        "problem": f"reduce[type=i32,n={n}]",
        "winner": key(WINNER, n, "block=128,items=8"),
        "time_ns": 1000.0,
        "base": key(WINNER, n, "block=256,items=4"),
        "base_kept": False,
        "gain": {"median": 1.25, "ci_lo": 1.2, "ci_hi": 1.3, "confidence": 0.96875},
        "library": key("vendor_cub", n, ""),
        "over_library": {"median": 1.5, "ci_lo": 1.45, "ci_hi": 1.6, "confidence": 0.96875},
        "equals": 2,
        "configs": 40,
        "evaluations": 12,
        "search_busy_s": 0.012,
        "finals_busy_s": 0.008,
        **more,
    }


def search() -> list[Line]:
    """A base, a library, another variant, and nine configs of the winner's."""
    lines = [
        trial(WINNER, {"block": 256, "items": 4}, 1250.0),
        trial("vendor_cub", {}, 900.0),  # lucky: it is no candidate all the same
        trial("tree_sequential", {"block": 256}, 1990.0, beaten=True),
        trial("tree_sequential", {"block": 128}, 500.0, status="wrong", reason="bad"),
    ]
    for block, slow in ((64, 1.3), (128, 1.0), (256, 1.1), (512, 8.0)):
        for items, factor in ((4, 1.2), (8, 1.0)):
            if (block, items) != (256, 4):
                time = 990.0 * slow * factor
                lines.append(
                    trial(WINNER, {"block": block, "items": items}, time, beaten=time > 1000)
                )
    return lines


def finals() -> list[Line]:
    """Six rounds whose median round of the winner, the lower of the middle two, took 1000 ns."""
    times = (1003.0, 1000.0, 998.0, 1001.0, 999.0, 1004.0)
    lines = []
    for number, time in enumerate(times, start=1):
        for variant, config, factor in (
            (WINNER, {"block": 128, "items": 8}, 1.0),
            (WINNER, {"block": 256, "items": 4}, 1.25),
            ("vendor_cub", {}, 1.5),
        ):
            lines.append(trial(variant, config, time * factor, "final", round=number))
    return lines


def journal(*more: Line, ended: bool = True) -> list[Line]:
    """Search, finals and result, what else is given, and the end."""
    lines = [sample_journal.manifest("cuda", 0), *search()]
    if ended:
        lines += [*finals(), trial(WINNER, {"block": 128, "items": 8}, 70.0, "cross", n=2048)]
        lines.append(tuned())
    end = {"event": "end", "complete": ended, "reason": "interrupted", "counts": {}}
    return [*lines, *more, end]


def view_of(path: Path, lines: list[Line]) -> View:
    return views_of(load(sample_journal.write(path / "tune.jsonl", lines)))[0]
