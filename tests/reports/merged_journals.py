"""Shards of the sample journal, and journals as `warpmark merge` writes them."""

from __future__ import annotations

import random

import sample_journal
from sample_journal import Line


def shards(lines: list[Line], count: int, *, cards: bool = False) -> list[list[Line]]:
    """The lines as runs of `count` shards; with `cards` each on a card of its own."""
    manifest, *points, end = lines
    problems = sorted({str(point["problem"]) for point in points})
    found = []
    for index in range(count):
        own = [p for p in points if problems.index(str(p["problem"])) % count == index]
        shard = {"index": index + 1, "count": count}
        head = {**manifest, "shard": shard, "planned_points": len(own)}
        if cards:
            head["card"] = {**manifest["card"], "uuid": f"GPU-{index}"}
        found.append([head, *own, end])
    return found


def merged(runs: list[list[Line]]) -> list[Line]:
    """The journal of all runs, its lines sorted by key."""
    parts, points = [], []
    for index, (manifest, *own, end) in enumerate(runs):
        parts.append({**manifest, "end": {k: v for k, v in end.items() if k != "event"}})
        points += [{**point, "part": index} for point in own]
    points.sort(key=lambda point: (str(point.get("key")), point.get("at_s", 0)))
    head = {**runs[0][0], "planned_points": len(points), "parts": parts}
    head.pop("shard", None)
    return [head, *points, runs[0][-1]]


def shuffled(lines: list[Line]) -> list[Line]:
    """The same lines in the order of another plan."""
    manifest, *points, end = lines
    random.Random(1).shuffle(points)
    return [manifest, *points, end]


def sample(backend: str = "cuda") -> list[Line]:
    """A small journal with ties: two variants of one level, and equal times."""
    lines = sample_journal.lines(backend, sizes=(2**10, 2**20), blocks=(64, 256))
    for line in lines[1:-1]:
        line["level"] = line["level"] // 2
        if line["variant"] == "shuffle_xor" and "times_ns" in line:
            line["times_ns"] = dict.fromkeys(line["times_ns"], 5000.0) | {"n": 20}
    return lines
