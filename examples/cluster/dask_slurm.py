"""A sweep on cards of a Slurm cluster by Dask (`pip install 'warpmark[dask]' dask-jobqueue`):
python dask_slurm.py reduce -p n=2^10..2^28, on a login node.
"""

import sys

from dask_jobqueue import SLURMCluster
from distributed import Client

from warpmark.distributed import dask_run


def main() -> None:
    """One Dask worker, with one card, per job; up to eight jobs while there are shards."""
    with SLURMCluster(
        queue="gpu",
        processes=1,
        cores=1,
        job_cpu=8,
        memory="32GB",
        walltime="02:00:00",
        job_extra_directives=["--gres=gpu:1"],
        worker_extra_args=["--resources", "GPU=1", "--lifetime", "110m"],
    ) as cluster:
        cluster.adapt(minimum_jobs=1, maximum_jobs=8)
        with Client(cluster) as client:
            journal = dask_run(
                client,
                sys.argv[1:],
                shards=16,
                folder="shards",
                resources={"GPU": 1},
                progress=True,
            )
    print(journal)


if __name__ == "__main__":
    main()
