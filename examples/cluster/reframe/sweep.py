"""A sweep of reductions in 16 shards, and its merged journal against references."""

import reframe as rfm
from reframe.core.builtins import fixture, parameter

from warpmark.reframe import MergeShards, RunSweep, shards_of


class ReduceShard(RunSweep):
    """One job per shard."""

    arguments = "reduce -p n=2^10..2^28 -p type=i32,f32"
    shard = parameter(shards_of(16))
    time_limit = "1h"


@rfm.simple_test
class Reduce(MergeShards):
    """Needs all of them. `references` is written after the first run (docs/clusters.md)."""

    shards = fixture(ReduceShard, action="join", scope="environment")
    # references = "references.json"
