"""Small journals of every family, made of parts of the published ones."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import determinism_journals
import energy_journals
import sample_journal
import tune_journals
from warpmark_reports import load
from warpmark_reports.analysis.views import View, views_of

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "results"
Line = dict[str, Any]
Keep = Callable[[Line], bool]


def part_of(folder: Path, source: str, keep: Keep, **manifest: Any) -> Path:
    """A journal of the measurements that are kept, and of all other events."""
    lines = [line for line in _lines(source) if line["event"] != "measurement" or keep(line)]
    lines[0] = {**lines[0], **manifest}
    name = f"{Path(source).name.split('.')[0]}_{len(list(folder.iterdir()))}.jsonl"
    return sample_journal.write(folder / name, lines)


@lru_cache(maxsize=8)
def _lines(source: str) -> list[Line]:
    """Of a published journal, of which several parts are asked for: not to be changed."""
    with gzip.open(RESULTS / source, "rt") as file:
        return [json.loads(line) for line in file]


def of(family: str, *exponents: int, **axes: tuple[Any, ...]) -> Keep:
    """Keeps the points of a family whose n is 2 to one of the exponents, if there are any, and
    whose axes of problem or config have one of the values.
    """

    def keep(line: Line) -> bool:
        values = {**line["config"], **line["problem"], "variant": line["variant"]}
        return (
            line["family"] == family
            and (not exponents or values["n"] in [2**e for e in exponents])
            and all(values.get(axis) in allowed for axis, allowed in axes.items())
        )

    return keep


def views(folder: Path) -> Iterator[tuple[str, View]]:
    """A name and a view of every family that there are results of, and of what needs more."""
    reduce = part_of(folder, "h200/variants.jsonl.gz", of("reduce", 10, 16, 28))
    counts = part_of(
        folder,
        "h200/counts_reduce.jsonl.gz",
        of("reduce", block=(64, 256), variant=SOME_REDUCTIONS),
    )
    model = part_of(folder, "modelled/reduce_and_scan.jsonl.gz", of("reduce"))
    groups: dict[str, list[Path]] = {
        "reduce": [reduce],
        "reduce counted": [counts],
        "reduce modelled": [
            part_of(folder, "h100/cub35/ladder_reduce.jsonl.gz", of("reduce", 16)),
            model,
        ],
        "scan": [part_of(folder, "h200/variants.jsonl.gz", of("scan", 10, 19, 28))],
        "copy": [part_of(folder, "h200/variants.jsonl.gz", of("copy"))],
        "sort": [part_of(folder, "h200/sort.jsonl.gz", of("sort", 12, 14, 20, 26))],
        "count": [part_of(folder, "h200/count.jsonl.gz", of("count", 10, 14, 22))],
        "count by entropy": [part_of(folder, "h200/entropy.jsonl.gz", of("count"))],
        "count by bins": [
            part_of(folder, "h100/cub35/count_bins.jsonl.gz", of("count", dist=("uniform",))),
        ],
        "article": [part_of(folder, "h200/ladder.jsonl.gz", of("count"))],
        "merge": [part_of(folder, "h200/passes.jsonl.gz", of("merge", run=RUNS))],
        "partition": [
            part_of(folder, "h200/partition_small.jsonl.gz", of("partition", 12, 18)),
        ],
        "deinterleave": [
            part_of(folder, "h200/exchange_full.jsonl.gz", of("deinterleave", width=(8, 32))),
        ],
    }
    for name, paths in groups.items():
        yield name, views_of(load(*paths))[0]
    yield "energy", views_of(load(energy_journals.journal(folder)))[0]
    levels = determinism_journals.journal(folder, determinism_journals.LEVELS)
    yield "levels of determinism", views_of(load(levels))[0]
    yield "tuned", tune_journals.view_of(folder, tune_journals.journal())


def compared(folder: Path) -> Iterator[tuple[str, list[View]]]:
    """Names and views to be set against each other: cards, commits, times and counts."""
    keep = of("reduce", 14, 20, 24, block=(256,))
    one = part_of(folder, "h200/four_cards_one.jsonl.gz", keep)
    commits = [
        part_of(
            folder,
            "h200/four_cards_one.jsonl.gz",
            keep,
            started_at=f"2026-11-2{i}T00:00:00Z",
            tool={"version": "0", "commit": f"{i}" * 12, "dirty": False},
        )
        for i in range(3)
    ]
    card = {"name": "Other Card", "uuid": "GPU-other"}
    other = part_of(folder, "h200/four_cards_all.jsonl.gz", keep, card=card)
    yield "two cards", _all_views([one, other])
    yield "three commits", _all_views(commits)
    counted = of("reduce", block=(64, 256), variant=SOME_REDUCTIONS)
    times = part_of(folder, "h200/variants.jsonl.gz", of("reduce", 10, 16))
    counts = part_of(folder, "h200/counts_reduce.jsonl.gz", counted)
    yield "times and counts", _all_views([times, counts])


def _all_views(paths: list[Path]) -> list[View]:
    return [view for path in paths for view in views_of(load(path))]


SOME_REDUCTIONS = (
    "serial_thread", "chunked", "strided", "tree_interleaved_divergent", "tree_sequential",
    "shuffle_xor", "atomic_single_cell", "cluster",
)  # fmt: skip
RUNS = tuple(4**power for power in range(1, 12))
