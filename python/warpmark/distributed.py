"""A sweep on the workers of a Dask cluster, one shard per task.

Any client of `dask.distributed` will do: of a LocalCluster, of dask-jobqueue's clusters for Slurm,
PBS, LSF and HTCondor, of dask-cuda's. Workers and client share the folder of the journals.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from warpmark.programs import USAGE, CommandError, Progress, opened_bar, why_it_failed
from warpmark.shard_runner import ShardResult, run_shard
from warpmark.shards import Missing, Shard, ShardedSweep, State

if TYPE_CHECKING:
    from distributed import Client

    from warpmark_reports import Journal

# `run` had a worker for each shard: all right, some point wrong, stopped before its last point.
ENDED = (0, 1, 5)
OUT_OF_BUDGET = "the budget"  # how a journal says that --budget was used up
_one_shard = threading.Lock()  # of each process


class ShardsFailedError(CommandError):
    """Shards that did not end, by number, each with its reason; all others are in the journal
    `merged`. Calling `dask_run` again runs what is missing.
    """

    def __init__(self, reasons: dict[int, str], merged: Path | None) -> None:
        lines = [f"shard {index}: {reason}" for index, reason in sorted(reasons.items())]
        where = f"the others are in {merged}" if merged else "no other has begun"
        super().__init__("\n".join([*lines, where]), 1)
        self.reasons = reasons
        self.merged = merged

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes."""
        return type(self), (self.reasons, self.merged)


def dask_run(
    client: Client,
    arguments: str | Sequence[str],
    *,
    shards: int = 16,
    folder: str | PathLike[str],
    journal: str | PathLike[str] | None = None,
    resources: dict[str, float] | None = None,
    retries: int = 3,
    progress: Progress = None,
) -> Journal:
    """Verifies and measures the points of a sweep on a Dask cluster, as `warpmark.run` does on one
    machine.

    `arguments` are words of `warpmark run`, or one text with them. Problems are divided into
    `shards`, each of which is one task and has a journal in `folder`. Called again with the same
    folder, only what is missing is measured. `resources` is what a shard takes of a worker:
    `{"GPU": 1}` with workers started with `--resources GPU=1`, each of which sees one card. A
    process runs one shard at a time, except on the interpreter. A shard whose worker is lost goes
    on elsewhere, where its journal can be continued, else starts again; so does one whose program
    ended by a signal, up to `retries` times. The merged journal is written to `journal`, else to
    `merged.jsonl` in the folder. `progress` counts shards, and is as for `run`.

    Raises CommandError for a selection or value that is not known, and for journals of other
    arguments in the folder; ShardsFailedError, once all others ended, for shards that did not end;
    ValueError for resources that no worker has.
    """
    sweep = ShardedSweep(arguments, shards, folder)
    _require_resources(client, resources)
    sweep.folder.mkdir(parents=True, exist_ok=True)
    states = {shard: shard.state for shard in sweep}  # refuses journals of other arguments early
    waiting = [shard for shard in sweep if states[shard] is not State.COMPLETE]
    reasons = _run_all(client, waiting, resources, retries, progress)
    if refused := [text for text, status in reasons.values() if status == USAGE]:
        raise CommandError(refused[0], USAGE)
    for shard in sweep:
        if shard.index not in reasons and shard.state is State.ABSENT:
            raise CommandError(
                f"{shard.journal}: the worker of shard {shard.name} wrote it, but it is not here; "
                "expected a folder that workers and client share",
                USAGE,
            )
    failed = {index: text for index, (text, _) in reasons.items()}
    missing = sweep.merge(journal) if sweep.journals() else Missing((), (), "")
    merged = Path(journal) if journal is not None else sweep.merged
    if failed:
        raise ShardsFailedError(failed, merged if sweep.journals() else None)
    if missing.reasons and not missing.shards and not missing.points:
        raise CommandError(missing.reasons, 1)
    from warpmark_reports import load

    return load(merged)


def _require_resources(client: Client, resources: dict[str, float] | None) -> None:
    """A cluster that starts workers later may have none yet; else Dask would wait forever."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    for name, amount in (resources or {}).items():
        if workers and not any(each["resources"].get(name, 0) >= amount for each in workers):
            raise ValueError(
                f"resources: no worker has {amount:g} of {name}; expected workers that were "
                f"started with `--resources {name}={amount:g}`"
            )


def _run_all(
    client: Client,
    shards: list[Shard],
    resources: dict[str, float] | None,
    retries: int,
    progress: Progress,
) -> dict[int, tuple[str, int]]:
    """Runs shards, and returns why and with which exit status some did not end."""
    from distributed import as_completed

    token = uuid4().hex[:8]  # a shard that failed before is a new task
    numbers = {}
    futures = []
    for shard in shards:
        key = f"warpmark-{token}-{shard.index}"
        numbers[key] = shard.index
        futures.append(
            client.submit(_task, shard, key=key, resources=resources, retries=retries, pure=False)
        )
    reasons: dict[int, tuple[str, int]] = {}
    bar = opened_bar(progress, len(futures)) if futures else None
    try:
        for future in as_completed(futures):
            reason = _why_it_failed(future)
            if reason is not None:
                reasons[numbers[future.key]] = reason
                if reason[1] == USAGE:  # as all others would
                    break
            if bar is not None:
                bar.update(1)
    finally:
        client.cancel(futures)
        if bar is not None:
            bar.close()
    return reasons


def _why_it_failed(future: Any) -> tuple[str, int] | None:
    error = future.exception()
    if isinstance(error, CommandError):
        return str(error), error.status
    if error is not None:
        return f"{type(error).__name__}: {error}", 1
    result: ShardResult = future.result()
    if result.status != USAGE:
        return None
    return why_it_failed(result.errors, USAGE), USAGE


def _task(shard: Shard) -> ShardResult:
    """On a worker. What is raised is tried again by Dask; bad usage is not."""
    with nullcontext() if shard.sweep.interprets else _one_shard:
        try:
            result = run_shard(shard)
        except CommandError as error:
            if error.status == USAGE:
                return ShardResult(USAGE, str(error))
            raise
    cut = bool(result.stop_reason) and not result.stop_reason.startswith(OUT_OF_BUDGET)
    if result.status not in (*ENDED, USAGE) or cut:
        why = result.stop_reason or why_it_failed(result.errors, result.status)
        raise CommandError(f"exit status {result.status}: {why}", result.status)
    return result
