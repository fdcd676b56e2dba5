"""Shards on a real cluster of Dask: two worker processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster
from tests.clusters.sweeps import ARGUMENTS, FAULTY, PACKAGES, PROGRAM, SHARDS, events_of, points_of

import warpmark
from warpmark.distributed import ShardsFailedError, dask_run
from warpmark.shards import ShardedSweep


class Bar:
    """Counts as tqdm does."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.closed = total, 0, False

    def update(self, count: int) -> None:
        self.done += count

    def close(self) -> None:
        self.closed = True


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose files say what happens to shards on the workers."""
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def client(faults: Path) -> Iterator[Client]:
    variables = {"WARPMARK_PROGRAM": str(FAULTY), "REAL": PROGRAM, "FAULTS": str(faults)}
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=2, dashboard_address=None, resources={"GPU": 1},
            env={**variables, "PYTHONPATH": os.pathsep.join(PACKAGES)},
        ) as cluster,
        Client(cluster) as connected,
    ):  # fmt: skip
        yield connected


def test_sixteen_shards_are_the_sweep(client: Client, tmp_path: Path, single_run: Path) -> None:
    bars: list[Bar] = []

    def bar(total: int) -> Bar:
        bars.append(Bar(total))
        return bars[-1]

    journal = dask_run(
        client, ARGUMENTS, shards=SHARDS, folder=tmp_path, resources={"GPU": 1}, progress=bar
    )
    expected = points_of(single_run)
    assert points_of(tmp_path / "merged.jsonl") == expected
    assert set(journal.measurements.key) == expected.keys()
    assert [(each.total, each.done, each.closed) for each in bars] == [(SHARDS, SHARDS, True)]

    written = {shard.journal: shard.journal.stat() for shard in ShardedSweep("", SHARDS, tmp_path)}
    dask_run(client, ARGUMENTS, folder=tmp_path, journal=tmp_path / "again.jsonl")
    assert points_of(tmp_path / "again.jsonl") == expected
    assert all(path.stat() == before for path, before in written.items())


def test_a_shard_goes_on_after_its_worker_was_killed(
    client: Client, faults: Path, tmp_path: Path, single_run: Path
) -> None:
    (faults / "2-2").write_text("worker\n")
    dask_run(client, ARGUMENTS, shards=2, folder=tmp_path, retries=0)
    assert not (faults / "2-2").exists()
    assert "resume" in events_of(ShardedSweep(ARGUMENTS, 2, tmp_path).shard(2).journal)
    assert points_of(tmp_path / "merged.jsonl") == points_of(single_run)


def test_a_shard_that_fails_is_named_and_run_again(
    client: Client, faults: Path, tmp_path: Path, single_run: Path
) -> None:
    (faults / "1-2").write_text("crash\n")
    with pytest.raises(ShardsFailedError, match=r"shard 1: .*exit status -11") as caught:
        dask_run(client, ARGUMENTS, shards=2, folder=tmp_path, retries=1)
    assert caught.value.reasons.keys() == {1}
    assert caught.value.merged == tmp_path / "merged.jsonl"
    expected = points_of(single_run)
    second = points_of(tmp_path / "merged.jsonl")
    assert 0 < len(second) < len(expected)
    (faults / "1-2").unlink()
    dask_run(client, ARGUMENTS, shards=2, folder=tmp_path)
    assert points_of(tmp_path / "merged.jsonl") == expected


def test_wrong_calls_are_refused_once(client: Client, tmp_path: Path) -> None:
    with pytest.raises(warpmark.CommandError, match="did you mean 'reduce/tree_sequential'") as got:
        dask_run(client, "reduce/tree_sequentia --backend simt", shards=2, folder=tmp_path)
    assert got.value.status == 2
    with pytest.raises(ValueError, match="no worker has 1 of TPU; expected workers that were star"):
        dask_run(client, ARGUMENTS, folder=tmp_path, resources={"TPU": 1})
