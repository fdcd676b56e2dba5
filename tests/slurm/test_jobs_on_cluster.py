"""What becomes of tasks that fail, run out of time or are cancelled, on a real Slurm."""

from __future__ import annotations

import json
from pathlib import Path

from tests.slurm.cluster import Cluster
from tests.slurm.conftest import Verb
from tests.slurm.journals import events, points, printed_by_jobs
from tests.slurm.stand_in import StandIn

from warpmark.slurm.sweep_folder import SweepFolder

# Shard 1 of 3 has no problem, shard 2 two of them, shard 3 one.
SWEEP = ("reduce/tree_sequential", "--backend", "simt", "-p", "n=100,200,300", "-c", "block=64")
LIMIT = ("--", "--time=5", "--mem=0")
NO_REPORT = {"report *": "exit 0"}  # which takes a second


def test_what_is_missing_is_executed_again(
    on_cluster: Cluster, slurm: Verb, stand_in: StandIn, tmp_path: Path
) -> None:
    out_of_time = (
        '"$program" "$@" && sed -i \'2d; s/"complete":true/"complete":false/\' "$journal"\nexit 5'
    )
    stand_in.does({**NO_REPORT, "run 2.*": "exit 2", "run 3.0": out_of_time})
    options = ("--array", "3", "--dir", "sweep", "--requeues", "1", "--margin", "30s")
    slurm("run", *SWEEP, *options, *LIMIT)
    folder = SweepFolder(tmp_path / "sweep")
    first = folder.read_record().submissions[0]
    on_cluster.wait_until(lambda: "start 1" in log_of(folder, 3), "the first start")
    on_cluster.start_soon(f"{first.array_job}_3")
    state = on_cluster.wait_for_end(first.finish_job)
    assert state == "FAILED", printed_by_jobs(folder)  # as merge does

    kinds = [event["event"] for event in events(folder.journal(3, 3))]
    assert kinds.count("end") == 2  # out of time, then complete
    text = slurm("status", "sweep", status=5)
    assert "3 shards: 2 complete, 1 no journal" in text
    assert "missing: shards 2\n" in text
    command = text.splitlines()[-1].partition("warpmark slurm ")[2]
    assert command == f"run --only 2 --dir {folder.path}"

    stand_in.does(NO_REPORT)
    slurm(*command.split(), *LIMIT)
    second = folder.read_record().submissions[1]
    assert second.tasks == (2,)
    state = on_cluster.wait_for_end(second.finish_job)
    assert state == "COMPLETED", printed_by_jobs(folder)
    assert "3 shards: 3 complete" in slurm("status", "sweep")
    assert len(points(folder.merged)) == 3


def log_of(folder: SweepFolder, task: int) -> str:
    """What a task printed."""
    path = folder.logs / f"task-{task}.log"
    return path.read_text() if path.exists() else ""


def test_a_cancelled_sweep_leaves_the_queue_and_keeps_its_journals(
    on_cluster: Cluster, slurm: Verb, stand_in: StandIn, tmp_path: Path
) -> None:
    partial = '"$program" "$@" && sed -i "$ d" "$journal"\nhang partial'
    stand_in.does({**NO_REPORT, "run 3.0": partial})
    options = ("--array", "3%1", "--dir", "sweep", "--scratch", str(tmp_path / "node"))
    slurm("run", *SWEEP, *options, *LIMIT)
    folder = SweepFolder(tmp_path / "sweep")
    submission = folder.read_record().submissions[0]
    on_cluster.wait_until(lambda: stand_in.is_hanging("partial"), "the third task")

    text = slurm("run", "--only", "3", "--dir", "sweep", status=2)
    assert text.startswith("error: --only 3: in the queue: 3; expected tasks that have ended")
    jobs = f"{submission.finish_job}, {submission.array_job}"
    assert slurm("cancel", "sweep") == f"cancelled: {jobs}\n"
    on_cluster.wait_until(lambda: not on_cluster.command("squeue", "-h"), "an empty queue")
    assert not folder.merged.exists()  # the finishing job does not start when its array ends
    assert slurm("cancel", "sweep") == "nothing is in the queue\n"
    shown = json.loads(slurm("status", "sweep", "--json", status=5))
    assert shown["missing"] == [3]
    assert (shown["tasks"][2]["state"], shown["tasks"][2]["done"]) == ("cut off", 1)
    assert list((tmp_path / "node").iterdir()) == []


def test_a_tuning_ends_in_a_profile(
    on_cluster: Cluster, slurm: Verb, stand_in: StandIn, tmp_path: Path
) -> None:
    stand_in.does(NO_REPORT)
    words = ("reduce/host_serial", "--backend", "host", "-p", "n=1000,2000", "--budget", "1")
    slurm("tune", *words, "--rounds", "1", "--array", "2", "--dir", "tuning", *LIMIT)
    folder = SweepFolder(tmp_path / "tuning")
    submission = folder.read_record().submissions[0]
    state = on_cluster.wait_for_end(submission.finish_job)
    assert state == "COMPLETED", printed_by_jobs(folder)
    profile = json.loads((folder.path / "profile.json").read_text())
    assert profile["schema"] == "warpmark-profile/1"
    assert "problems: 2 of 2 done" in slurm("status", "tuning")


def test_what_sbatch_refuses_leaves_nothing_behind(on_cluster: Cluster, slurm: Verb) -> None:
    words = ("run", *SWEEP, "--array", "2", "--dir", "sweep")
    text = slurm(*words, "--", "--partition=nowhere", status=2)
    assert text.startswith("error: sbatch: ")
    assert "invalid partition specified: nowhere" in text
    text = slurm(*words, "--finish=--partition=nowhere", *LIMIT, status=2)
    assert "invalid partition specified: nowhere" in text
    on_cluster.wait_until(lambda: not on_cluster.command("squeue", "-h"), "an empty queue")
    assert slurm("status", "sweep", status=2).startswith("error: ")
