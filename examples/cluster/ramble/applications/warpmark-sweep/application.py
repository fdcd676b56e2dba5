"""An application of Ramble: one shard of a sweep of warpmark per experiment."""

from ramble.appkit import *


class WarpmarkSweep(ExecutableApplication):
    """Verifies and measures one shard of a sweep of warpmark."""

    name = "warpmark-sweep"

    executable(
        "shard",
        "{python} -m warpmark.shards {shard}/{shards} --folder {journals} -- {arguments}",
        use_mpi=False,
    )
    executable("status", 'echo "warpmark exit status: $?"', use_mpi=False)

    workload("sweep", executables=["shard", "status"])
    for name, default, description in [
        ("python", "python3", "Python with the package warpmark"),
        ("shard", "1", "Number of the shard, from 1"),
        ("shards", "16", "Number of shards"),
        (
            "journals",
            "{workload_run_dir}/journals",
            "Folder of the journals, which all nodes share",
        ),
        ("arguments", "reduce -p n=2^10..2^28", "Words of `warpmark run`"),
    ]:
        workload_variable(name, default=default, description=description, workloads=["sweep"])

    figure_of_merit(
        "points",
        fom_regex=r"^(?P<points>\d+) of \d+ points?\b",
        group_name="points",
        units="",
    )
    success_criteria("exit_status", mode="string", match=r"warpmark exit status: 0")
