"""Tests of ReFrame that run a sweep in shards, merge them and compare with references.

`RunSweep` is one job per shard; `MergeShards` depends on all of them. A file of checks derives
from both:

    import reframe as rfm
    from reframe.core.builtins import fixture, parameter
    from warpmark.reframe import MergeShards, RunSweep, shards_of

    class ReduceShard(RunSweep):
        arguments = "reduce -p n=2^10..2^20"
        shard = parameter(shards_of(16))

    @rfm.simple_test
    class Reduce(MergeShards):
        shards = fixture(ReduceShard, action="join", scope="environment")
        references = "references.json"
"""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import (
    fixture,
    parameter,
    required,
    run_after,
    run_before,
    sanity_function,
    variable,
)
from reframe.core.exceptions import SanityError

from warpmark.programs import program, why_it_failed
from warpmark.reframe_references import TIME, performance, read_references
from warpmark.shard_runner import shard_of_text
from warpmark.shards import Shard, ShardedSweep

STATUS = re.compile(r"^warpmark exit status: (\d+)$", re.MULTILINE)
MERGED = "merged.jsonl"


def shards_of(count: int) -> list[str]:
    """The names of all shards, as values of a parameter: "1/16" to "16/16"."""
    return [f"{index}/{count}" for index in range(1, count + 1)]


class _Command(rfm.RunOnlyRegressionTest):
    """A command of warpmark that a scheduler runs. Its exit status is in its output, since not all
    schedulers tell it.
    """

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    postrun_cmds = ['echo "warpmark exit status: $?"']
    env_vars = {"WARPMARK_CONFIG": ""}  # the same on all nodes

    def require_success(self) -> None:
        """Raises SanityError with the reason that the command printed."""
        folder = Path(self.stagedir)
        found = STATUS.findall((folder / str(self.stdout)).read_text(errors="replace"))
        errors = (folder / str(self.stderr)).read_text(errors="replace")
        if not found:
            raise SanityError(f"no exit status; expected 0: {why_it_failed(errors, 1)}")
        if found[-1] != "0":
            raise SanityError(
                f"exit status {found[-1]}, expected 0: {why_it_failed(errors, int(found[-1]))}"
            )


class RunSweep(_Command):
    """One shard of a sweep. Its journal is in the stage directory, so each run of ReFrame measures
    anew; with `folder` what is there is continued, and complete shards are not run again.
    """

    #: Words of `warpmark run`, without -o, --shard and --resume. Files that they name are in `src/`
    #: beside the check, or have full paths.
    arguments = variable(str, value=required, loggable=True)
    #: The shard: "3/16".
    shard = parameter(shards_of(16), loggable=True)
    #: A folder on a file system that all nodes share; journals are in a folder of it for each
    #: system, partition and environment.
    folder = variable(str, value="")
    #: The Python of the nodes that has this package.
    python = variable(str, value=sys.executable)

    num_tasks = 1
    num_gpus_per_node = 1
    keep_files = ["shard-*.jsonl"]

    @property
    def part(self) -> Shard:
        """The shard with its journal, once the stage directory is known."""
        folder = Path(self.stagedir)
        if self.folder:
            place = self.current_partition.fullname.replace(":", "/")
            folder = Path(self.folder).absolute() / place / self.current_environ.name
        index, count = shard_of_text(self.shard)
        return ShardedSweep(self.arguments, count, folder, self.stagedir).shard(index)

    @run_before("run")
    def set_command(self) -> None:
        """The program; with `folder` a runner that resumes where the journal can be continued."""
        words = [str(program()), *self.part.words()]
        if self.folder:
            words = self.part.runner_words(self.python)
            self.keep_files = []
        self.executable, *self.executable_opts = map(shlex.quote, words)

    @sanity_function
    def ended_without_fault(self) -> bool:
        """Each point of the shard is `ok` or `skipped`."""
        self.require_success()
        return True


class MergeShards(_Command):
    """Merges the journals of all shards, and compares it with `references`."""

    #: The shards, which a derived class replaces by those of its own sweep.
    shards = fixture(RunSweep, action="join", scope="environment")
    #: `time`, or a counter such as `global_load_sectors`.
    quantity = variable(str, value=TIME)
    #: One performance variable per `variant` and problem, or per `point`.
    per = variable(str, value="variant")
    #: A file of `python -m warpmark.reframe_references`, relative to the file of checks.
    references = variable(str, value="")

    local = True
    keep_files = [MERGED]

    @run_after("init")
    def read_references(self) -> None:
        """Those of all systems: ReFrame chooses by partition."""
        if self.references:
            self.reference = read_references(Path(self.prefix) / self.references)

    @run_before("run")
    def set_command(self) -> None:
        """The journals of the shards, which ended before."""
        journals = [str(shard.part.journal) for shard in self.shards]
        words = [str(program()), "merge", *journals, "-o", MERGED, "--missing"]
        self.executable, *self.executable_opts = map(shlex.quote, words)

    @property
    def measured(self) -> dict[str, Any]:
        """The performance variables of the merged journal."""
        return dict(performance(Path(self.stagedir) / MERGED, self.quantity, self.per))

    @sanity_function
    def is_complete(self) -> bool:
        """Nothing is missing: no shard, no point, and nothing that has a reference."""
        self.require_success()
        place = self.current_partition.fullname
        expected = read_references(Path(self.prefix) / self.references) if self.references else {}
        missing = sorted(expected.get(place, {}).keys() - self.measured.keys())
        return bool(
            sn.assert_false(missing, f"{place}: references of no point: {', '.join(missing)}")
        )

    @run_before("performance")
    def set_performance_variables(self) -> None:
        """One for each reference, and those that have none yet."""
        self.perf_variables = {
            name: sn.make_performance_function(sn.defer(each.value), each.unit)
            for name, each in self.measured.items()
        }
