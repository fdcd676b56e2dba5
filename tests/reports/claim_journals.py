"""Invented journals for tests of the claims table: points with the numbers that a test asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import sample_journal
from sample_journal import Line

Axes = Mapping[str, int | str]


def counted(name: str, problem: Axes, config: Axes, counters: Mapping[str, int]) -> Line:
    """A point of simt; `name` is family/variant."""
    return {**_point(name, problem, config, "simt"), "counters": dict(counters), "state": "exact"}


def timed(
    name: str,
    problem: Axes,
    config: Axes,
    ns: float,
    spread: float = 0.01,
    samples: int = 40,
    backend: str = "cuda",
) -> Line:
    """A measured point, whose interval reaches `spread` of the median to either side."""
    low, high = (1 - spread) * ns, (1 + spread) * ns
    times = {"n": samples, "median": ns, "ci_lo": low, "ci_hi": high, "mean": ns}
    return {
        **_point(name, problem, config, backend),
        "times_ns": {**times, "min": low, "p05": low, "p95": high},
        "state": "cold",
    }


def write(path: Path, points: list[Line], started: str = "2000-01-01T00:00:00Z") -> Path:
    """A journal of points that are all of one backend."""
    head = sample_journal.manifest(str(points[0]["backend"]), len(points))
    commit = {"version": "0.0.0", "commit": path.stem, "dirty": False}
    end = {"event": "end", "ended_at": started, "complete": True, "counts": {}, "wall_s": 1.0}
    return sample_journal.write(
        path, [{**head, "tool": commit, "started_at": started}, *points, end]
    )


def _point(name: str, problem: Axes, config: Axes, backend: str) -> Line:
    family, _, variant = name.partition("/")
    texts = [",".join(f"{k}={v}" for k, v in each.items()) for each in (problem, config)]
    return {
        "event": "measurement",
        "key": f"{name}[{texts[0]}][{texts[1]}]",
        "family": family,
        "variant": variant,
        "problem": dict(problem),
        "config": dict(config),
        "is_base": False,
        "level": 1,
        "backend": backend,
        "status": "ok",
        "bytes": 4,
        "ops": 1,
        "launches": 1,
        "resources": [],
        "wall_s": 0.01,
    }
