"""Checks of ReFrame for test_reframe.py; file names are in the folder $CHECKS."""

from __future__ import annotations

import os

import reframe as rfm
from reframe.core.builtins import fixture, parameter
from tests.clusters.sweeps import ARGUMENTS, SHARDS, WRONG

from warpmark.reframe import MergeShards, RunSweep, shards_of

CHECKS = os.environ["CHECKS"]


class ReduceShard(RunSweep):
    arguments = ARGUMENTS
    shard = parameter(shards_of(SHARDS))


class WrongShard(RunSweep):
    arguments = WRONG
    shard = parameter(shards_of(1))
    folder = f"{CHECKS}/journals"


@rfm.simple_test
class Reduce(MergeShards):
    shards = fixture(ReduceShard, action="join", scope="environment")
    references = f"{CHECKS}/references.json"


@rfm.simple_test
class FasterReference(Reduce):
    references = f"{CHECKS}/faster.json"


@rfm.simple_test
class ReferenceOfNoPoint(Reduce):
    references = f"{CHECKS}/more.json"
    quantity = "global_load_sectors"
    per = "point"


@rfm.simple_test
class Wrong(MergeShards):
    shards = fixture(WrongShard, action="join", scope="environment")
