"""A sweep as an array of a real Slurm gives the journal and the figures of one run."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from tests.slurm.cluster import Cluster
from tests.slurm.conftest import Verb
from tests.slurm.journals import events, points, printed_by_jobs
from tests.slurm.stand_in import PROGRAM, StandIn

from warpmark.slurm.sweep_folder import SweepFolder

SHARDS = 16
SWEEP = ("reduce/tree_sequential", "reduce/shuffle_two_level", "--backend", "simt",
         "-p", "n=100..2000:50", "-c", "block=64,128")  # fmt: skip
# Each has points of several problems, and is killed at its first start.
TORN, LOST, UNENDED = 3, 7, 11
KILLED = {
    # Within its third point.
    f"run {TORN}.0": """
"$program" "$@" && head -n 3 "$journal" > "$journal.cut" && mv "$journal.cut" "$journal"
printf '{"event":"meas' >> "$journal"
hang torn""",
    # With its node, and so with the script that would copy its journal.
    f"run {LOST}.0": """
"$program" "$@"
trap 'kill -KILL $PPID; exit 1' TERM
touch "$folder/hanging-lost"
while :; do sleep 0.1; done""",
    # Between two points.
    f"run {UNENDED}.0": """
"$program" "$@" && head -n 8 "$journal" > "$journal.cut" && mv "$journal.cut" "$journal"
hang unended""",
}


def warpmark(*words: str | Path) -> None:
    subprocess.run([PROGRAM, *words], check=True, capture_output=True)


def one_run(folder: Path) -> Path:
    """The journal of the sweep in one process, by the name of the merged one, for captions."""
    folder.mkdir()
    warpmark("run", *SWEEP, "-o", folder / "merged.jsonl")
    return folder / "merged.jsonl"


def tasks_in_queue(cluster: Cluster) -> list[str]:
    """Without the finishing job, which waits."""
    return cluster.command("squeue", "-hr", "-o", "%A", "-t", "R,PD,CG,CF").splitlines()[1:]


def files_of(report: Path) -> dict[str, bytes]:
    """Figures and tables; those of points have the time that each took."""
    return {
        str(path.relative_to(report)): path.read_bytes()
        for part in ("figures", "tables")
        for path in sorted((report / part).iterdir())
        if path.name != "points.csv"
    }


def require_shown_while_running(slurm: Verb, folder: SweepFolder) -> None:
    """Three tasks hang, one of which has no journal in the folder yet."""
    text = slurm("status", str(folder.path), status=5)
    assert f"{3} running" in text.splitlines()[SHARDS + 2]
    assert "missing: " not in text  # all that is not complete is in the queue
    shown = json.loads(slurm("status", str(folder.path), "--json", status=5))
    running = [row["task"] for row in shown["tasks"] if row["state"] == "running"]
    assert running == [TORN, LOST, UNENDED]
    assert shown["missing"] == []
    assert all(row["note"].endswith(" left") for row in shown["tasks"] if row["task"] in running)


def require_same_merge(folder: SweepFolder) -> None:
    """In another order, and with duplicates."""
    journals = sorted(folder.shards.glob("*.jsonl"))
    again = folder.path / "again.jsonl"
    warpmark("merge", journals[5], *reversed(journals), folder.merged, "-o", again)
    assert again.read_bytes() == folder.merged.read_bytes()


def test_shards_with_killed_tasks_make_the_journal_of_one_run(
    on_cluster: Cluster, slurm: Verb, stand_in: StandIn, tmp_path: Path
) -> None:
    single = one_run(tmp_path / "single")
    stand_in.does(KILLED)
    words = ("--array", str(SHARDS), "--dir", "sweep", "--scratch", "auto", "--margin", "30s")
    printed = slurm("run", *SWEEP, *words, "--", "--time=5", "--mem=0")
    assert printed.startswith(f"{len(points(single))} points in {SHARDS} shards\n")
    folder = SweepFolder(tmp_path / "sweep")
    submission = folder.read_record().submissions[0]

    hanging = ("torn", "lost", "unended")
    on_cluster.wait_until(lambda: all(map(stand_in.is_hanging, hanging)), "three that hang")
    on_cluster.wait_until(lambda: len(tasks_in_queue(on_cluster)) == 3, "only those three")
    require_shown_while_running(slurm, folder)
    for task in (TORN, LOST, UNENDED):
        on_cluster.requeue(f"{submission.array_job}_{task}")
    state = on_cluster.wait_for_end(submission.finish_job)
    assert state == "COMPLETED", printed_by_jobs(folder)

    assert points(folder.merged) == points(single)
    for task, resumes in ((TORN, 1), (LOST, 0), (UNENDED, 1)):  # the lost one starts again
        kinds = [event["event"] for event in events(folder.journal(task, SHARDS))]
        assert kinds.count("resume") == resumes
    require_same_merge(folder)
    warpmark("report", single, "-o", single.parent / "report")
    assert files_of(folder.path / "report") == files_of(single.parent / "report")
    text = slurm("status", str(folder.path))
    assert f"{SHARDS} shards: {SHARDS} complete" in text
    assert f"points: {len(points(single))} of {len(points(single))} done" in text
    assert f"merged: {folder.merged}" in text
    shutil.rmtree(folder.path)
