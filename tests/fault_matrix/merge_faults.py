"""Journals of several machines that do not fit together, and merges that cannot be written."""

import gzip
import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from process_faults import outcome_of
from workbench import (
    PATIENCE_S,
    SANITIZERS,
    Finished,
    Outcome,
    Workbench,
    interrupt,
    require,
)

SWEEP = ["reduce/tree_sequential", "-p", "n=2^8..2^10", "-c", "block=64", "--time-per-point", "50ms"]
SHARDS = 2
FILES = tuple(f"shard-{index}.jsonl" for index in range(1, SHARDS + 1))


def shards_of(bench: Workbench) -> set[str]:
    """Runs them; the points of the whole sweep."""
    for index, name in enumerate(FILES, 1):
        done = bench.run([*SWEEP, "--shard", f"{index}/{SHARDS}"], name)
        require(done.code == 0, f"{name}: exit code {done.code}: {done.err}")
    return bench.planned(SWEEP)


def merge(bench: Workbench, files: tuple[str, ...], *more: str, **how: Any) -> Finished:
    words = [str(bench.program), "merge", *files, "-o", "all.jsonl", *more]
    return bench.finish(bench.start(words, **how))


def require_whole(bench: Workbench, planned: set[str]) -> None:
    done = merge(bench, FILES)
    require(done.code == 0, f"then merged: exit code {done.code}: {done.err}")
    bench.journal("all.jsonl").require_each_once(planned)
    bench.journal("all.jsonl").require_truthful_end(complete=True)


def largest(bench: Workbench) -> Path:
    return max((bench.folder / name for name in FILES), key=lambda path: path.stat().st_size)


def change_manifest(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    first, rest = path.read_text().split("\n", 1)
    manifest = json.loads(first)
    change(manifest)
    path.write_text(json.dumps(manifest) + "\n" + rest)


def disk_full(bench: Workbench) -> Outcome:
    """Nothing of the journal that was begun is left, and the shards are as they were."""
    planned = shards_of(bench)
    before = [(bench.folder / name).read_bytes() for name in FILES]
    shim = {"LD_PRELOAD": str(bench.shims / "libfull_disk.so"), "FULL_DISK_SUFFIX": "all.jsonl"}
    shim["FULL_DISK_BYTES"] = "1000"
    done = merge(bench, FILES, extra_environment=shim)
    require(done.code == 2, f"exit code {done.code}: {done.err}")
    require("all.jsonl: No space left on device" in done.err, f"stderr: {done.err}")
    require(not list(bench.folder.glob("*all.jsonl")), "a part of it is left")
    require(not list(bench.folder.glob(".*all.jsonl")), "a temporary file is left")
    require(before == [(bench.folder / name).read_bytes() for name in FILES], "a shard was changed")
    require_whole(bench, planned)
    return outcome_of({"ok"}, done.err.strip(), done.code, planned)


def truncated_gzip(bench: Workbench) -> Outcome:
    planned = shards_of(bench)
    path = largest(bench)
    whole = gzip.compress(path.read_bytes())
    packed = path.with_suffix(".jsonl.gz")
    packed.write_bytes(whole[: len(whole) // 2])
    others = tuple(name for name in FILES if name != path.name)
    done = merge(bench, (*others, packed.name))
    require(done.code == 2, f"exit code {done.code}: {done.err}")
    require(f"{packed.name}: the compressed file is damaged or cut off" in done.err, done.err)
    require(not (bench.folder / "all.jsonl").exists(), "a journal was written")
    packed.write_bytes(whole)
    require(merge(bench, (*others, packed.name)).code == 0, "the whole file")
    bench.journal("all.jsonl").require_each_once(planned)
    return outcome_of({"ok"}, done.err.strip(), done.code, planned)


def two_writers(bench: Workbench) -> Outcome:
    """A run that is continued while it runs."""
    planned = bench.planned(SWEEP)
    held = bench.start(bench.words(SWEEP))
    bench.wait_for_lines(0)
    interrupt(held, signal.SIGSTOP)
    path = bench.folder / "sweep.jsonl"
    try:
        before = path.read_bytes()
        done = subprocess.run(
            bench.words([*SWEEP, "--resume"]),
            cwd=bench.folder,
            env={**os.environ, **SANITIZERS},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        require(path.read_bytes() == before, "the second run changed the journal")
    finally:
        interrupt(held, signal.SIGCONT)
    require(done.returncode == 2, f"exit code {done.returncode}: {done.stderr}")
    require("sweep.jsonl: another run is writing it" in done.stderr, f"stderr: {done.stderr}")
    code = bench.wait_for_end(held)
    require(code == 0, f"the first run: exit code {code}")
    bench.journal().require_each_once(planned)
    bench.journal().require_truthful_end(complete=True)
    return outcome_of({"ok"}, done.stderr.strip(), done.returncode, planned)


def clock_ahead(bench: Workbench) -> Outcome:
    """Of one host, by a century: every point is there, and the merge says whose clock it is."""
    planned = shards_of(bench)

    def ahead(manifest: dict[str, Any]) -> None:
        manifest["started_at"] = "2126-01-01T00:00:00Z"
        manifest["host"]["name"] = "skewed"

    change_manifest(largest(bench), ahead)
    done = merge(bench, FILES)
    require(done.code == 0, f"exit code {done.code}: {done.err}")
    require("the clock of skewed is" in done.err, f"stderr: {done.err}")
    journal = bench.journal("all.jsonl")
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    return outcome_of({"ok"}, done.err.strip(), done.code, planned)


def other_program(bench: Workbench) -> Outcome:
    planned = shards_of(bench)

    def older(manifest: dict[str, Any]) -> None:
        manifest["tool"]["version"] = "0.0.9"

    change_manifest(bench.folder / FILES[1], older)
    done = merge(bench, FILES)
    require(done.code == 2, f"exit code {done.code}: {done.err}")
    require(f'{FILES[1]}: tool.version is "0.0.9", not' in done.err, f"stderr: {done.err}")
    require(not (bench.folder / "all.jsonl").exists(), "a journal was written")
    mixed = merge(bench, FILES, "--mixed")
    require(mixed.code == 0, f"--mixed: exit code {mixed.code}: {mixed.err}")
    bench.journal("all.jsonl").require_each_once(planned)
    return outcome_of({"ok"}, done.err.strip(), done.code, planned)


FAULTS: dict[str, Callable[[Workbench], Outcome]] = {
    "merge: disk full": disk_full,
    "merge: truncated gzip": truncated_gzip,
    "merge: clock of a host ahead": clock_ahead,
    "merge: shard of another program": other_program,
    "two runs writing one journal": two_writers,
}
