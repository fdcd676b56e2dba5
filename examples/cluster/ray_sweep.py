"""A sweep on a Ray cluster, one shard per task: python ray_sweep.py 16 FOLDER -- ARGUMENTS OF RUN.

Each task has a card of its own, on which Ray lets it see no other; `--cpus` takes none, as for the
interpreter. Tasks of lost nodes are run again. The folder is one that all nodes share.
"""

import argparse
import sys

import ray

from warpmark.shard_runner import ShardResult, run_shard
from warpmark.shards import ShardedSweep


def main() -> int:
    """The exit status: the greatest of the shards', or 1 if something is missing."""
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(usage="%(prog)s [--cpus] SHARDS FOLDER -- ARGUMENTS OF RUN...")
    parser.add_argument("shards", type=int)
    parser.add_argument("folder")
    parser.add_argument("--cpus", action="store_true", help="one CPU per shard instead of a card")
    given = parser.parse_args(words[:end])
    sweep = ShardedSweep(words[end + 1 :], given.shards, given.folder)
    ray.init()

    run = ray.remote(num_cpus=1, num_gpus=0 if given.cpus else 1, max_retries=3)(run_shard)
    results: list[ShardResult] = ray.get([run.remote(shard) for shard in sweep])
    for shard, result in zip(sweep, results, strict=True):
        if result.status != 0:
            print(
                f"shard {shard.name}: exit status {result.status}\n{result.errors}", file=sys.stderr
            )
    missing = sweep.merge()
    print(f"{sweep.merged}: {missing.reasons or 'complete'}")
    return max([int(bool(missing)), *(abs(result.status) for result in results)])


if __name__ == "__main__":
    sys.exit(main())
