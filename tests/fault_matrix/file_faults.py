"""Disks, folders, caches and journals that are not as they should be."""

import json
import os
import resource
from collections.abc import Callable
from pathlib import Path

from process_faults import SWEEP, outcome_of, resume
from workbench import NotForThisBackend, Outcome, Workbench, require

# Where nothing is killed, and neither sizes nor the number of kernels matter.
SMALL_SWEEP = ["reduce/tree_sequential", "fault/sound_*"]
SMALL_SWEEP += ["-p", "n=2^8..2^12", "-c", "block=all", "--time-per-point", "50ms"]
FULL_AT_BYTES = 40_000  # Size of the journal at a part of the sweep's points.


def disk_full(bench: Workbench) -> Outcome:
    """A write that the disk has no room for, from the middle of a line on."""
    planned = bench.planned(SMALL_SWEEP)
    shim = {"LD_PRELOAD": str(bench.shims / "libfull_disk.so"), "FULL_DISK_SUFFIX": ".jsonl"}
    shim["FULL_DISK_BYTES"] = str(FULL_AT_BYTES)
    done = bench.run(SMALL_SWEEP, extra_environment=shim)
    require(done.code == 2, f"exit code {done.code}: {done.err}")
    require("sweep.jsonl" in done.err, f"stderr: {done.err}")
    require("No space left on device" in done.err, f"stderr: {done.err}")
    require((bench.folder / "sweep.jsonl").stat().st_size == FULL_AT_BYTES, "size of the journal")
    return resume(bench, planned, "No space left on device; --resume", done.code, SMALL_SWEEP)


def file_size_limit(bench: Workbench) -> Outcome:
    """RLIMIT_FSIZE, on the journal and on the cache of the workers."""
    if not bench.interprets:
        raise NotForThisBackend("simt only: a driver writes files of its own")
    one_point = ["fault/sound_before", "-p", "n=2^10", "-c", "block=64", "--cache", "cache"]
    done = bench.run(one_point, "one.jsonl", before_exec=lambda: limit_file_size(6_000))
    require(done.code == 0, f"a kernel that cannot be kept: exit code {done.code}: {done.err}")
    kept = [path for path in (bench.folder / "cache").rglob("*") if path.is_file()]
    require(not kept, f"{kept} is cut off, or smaller than the limit")

    planned = bench.planned(SMALL_SWEEP)
    done = bench.run(SMALL_SWEEP, before_exec=lambda: limit_file_size(FULL_AT_BYTES))
    require(done.code == 2, f"exit code {done.code}: {done.err}")
    require("File too large" in done.err, f"stderr: {done.err}")
    return resume(bench, planned, "File too large; --resume", done.code, SMALL_SWEEP)


def limit_file_size(size_bytes: int) -> None:
    """Of this process and those that it starts."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes))


def read_only_output(bench: Workbench) -> Outcome:
    """Places that not even root may write to."""
    places = ["/proc/sweep.jsonl", "/dev/null/sweep.jsonl", "missing/sweep.jsonl"]
    if os.geteuid() != 0:
        (bench.folder / "locked").mkdir(mode=0o555)
        places.append("locked/sweep.jsonl")
    for place in places:
        done = bench.run(SMALL_SWEEP, place)
        require(done.code == 2, f"{place}: exit code {done.code}: {done.err}")
        require(place in done.err and done.err.count("\n") == 1, f"{place}: {done.err}")
        require(not done.out, f"{place}: {done.out}")
    return Outcome("-", done.err.strip(), 2, "none begun")


def read_only_cache(bench: Workbench) -> Outcome:
    planned = bench.planned(SMALL_SWEEP)
    done = bench.run([*SMALL_SWEEP, "--cache", "/proc/cache"])
    require(done.code == 0, f"exit code {done.code}: {done.err}")
    require("compiled kernels are not cached: /proc/cache" in done.err, f"stderr: {done.err}")
    journal = bench.journal()
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    return outcome_of({"ok"}, "compiled kernels are not cached", done.code, planned)


def spoil(entries: list[Path]) -> None:
    """Each in another way: cut off, empty, one bit, foreign text, a folder in its place."""
    for number, entry in enumerate(entries):
        whole = entry.read_bytes()
        way = number % 5
        if way == 0:
            entry.write_bytes(whole[: len(whole) // 2])
        elif way == 1:
            entry.write_bytes(b"")
        elif way == 2:
            middle = len(whole) // 2
            entry.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
        elif way == 3:
            entry.write_bytes(b"no kernel\n" * 100)
        else:
            entry.unlink()
            (entry / "folder").mkdir(parents=True)


def corrupt_cache(bench: Workbench) -> Outcome:
    cache = bench.folder / "cache"
    select = [*SMALL_SWEEP, "--cache", str(cache)]
    planned = bench.planned(SMALL_SWEEP)
    require(bench.run(select).code == 0, "the first run")
    entries = sorted(path for path in cache.rglob("*") if path.is_file())
    require(len(entries) >= 5, "fewer entries than ways to spoil them")
    spoil(entries)
    done = bench.run(select, "again.jsonl")
    require(done.code == 0, f"exit code {done.code}: {done.err}")
    journal = bench.journal("again.jsonl")
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    require(journal.end["kernels_compiled"] >= len(entries) - 1, "damaged entries were used")
    hashes = [
        {line["key"]: [each["cubin_hash"] for each in line["resources"]] for line in run.measured}
        for run in (bench.journal(), journal)
    ]
    require(hashes[0] == hashes[1], "other machine code")
    why = f"{len(entries)} entries damaged, {journal.end['kernels_compiled']} kernels recompiled"
    return outcome_of({"ok"}, why, done.code, planned)


def shared_cache(bench: Workbench) -> Outcome:
    cache = bench.folder / "cache"
    select = [*SWEEP, "--cache", str(cache)]
    planned = bench.planned(SWEEP)
    names = ("a.jsonl", "b.jsonl")
    both = [bench.start(bench.words(select, name)) for name in names]
    for process, name in zip(both, names, strict=True):
        code = bench.wait_for_end(process)
        require(code == 0, f"{name}: exit code {code}")
        bench.journal(name).require_each_once(planned)
        bench.journal(name).require_truthful_end(complete=True)
    third = bench.run(select, "c.jsonl")
    end = bench.journal("c.jsonl").end
    require(third.code == 0 and end["kernels_compiled"] == 0, f"recompiled: {end}")
    require(not [each for each in cache.rglob(".*") if each.is_file()], "temporary files are left")
    return outcome_of({"ok"}, f"then {end['kernels_from_cache']} kernels from it", 0, planned)


def cut_in_mid_line(bench: Workbench) -> Outcome:
    planned = bench.planned(SMALL_SWEEP)
    require(bench.run(SMALL_SWEEP).code == 0, "the first run")
    path = bench.folder / "sweep.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for whole, rest in ((20, 37), (1, 1), (len(lines) - 1, 10)):
        path.write_bytes(b"".join(lines[:whole]) + lines[whole][:rest])
        outcome = resume(bench, planned, "the torn line is dropped; --resume", 0, SMALL_SWEEP)
    return outcome


def cut_manifest(bench: Workbench) -> Outcome:
    """Killed while it wrote its first line: there is nothing to go on with."""
    path = bench.folder / "sweep.jsonl"
    for left in (b"", b'{"event":"manifest","sche'):
        path.write_bytes(left)
        done = bench.run([*SMALL_SWEEP, "--resume"])
        require(done.code == 2, f"exit code {done.code}: {done.err}")
        require("sweep.jsonl" in done.err and "remove the file" in done.err, done.err)
        require(path.read_bytes() == left, "the file was changed")
    return Outcome("-", done.err.strip(), done.code, "none begun")


def newer_schema(bench: Workbench) -> Outcome:
    require(bench.run([*SMALL_SWEEP, "--budget", "1ms"]).code == 5, "the first run")
    path = bench.folder / "sweep.jsonl"
    first, rest = path.read_text().split("\n", 1)
    manifest = json.loads(first)
    manifest["schema"] = "warpmark/2"
    path.write_text(json.dumps(manifest) + "\n" + rest)
    before = path.read_bytes()
    done = bench.run([*SMALL_SWEEP, "--resume"])
    require(done.code == 2, f"exit code {done.code}: {done.err}")
    require("warpmark/2" in done.err and "warpmark/1" in done.err, f"stderr: {done.err}")
    require(path.read_bytes() == before, "the journal was changed")
    return Outcome("-", done.err.strip(), done.code, "none begun")


def not_a_regular_file(bench: Workbench) -> Outcome:
    """A device in place of the journal: neither read to its end, which it has not, nor removed."""
    (bench.folder / "sweep.jsonl").symlink_to("/dev/full")
    for more in ([], ["--resume"]):
        done = bench.run([*SMALL_SWEEP, *more])
        require(done.code == 2, f"exit code {done.code}: {done.err}")
        require("sweep.jsonl" in done.err, f"stderr: {done.err}")
    return Outcome("-", done.err.strip(), done.code, "none begun")


def clock_set_back(bench: Workbench) -> Outcome:
    """An hour, again and again, while the run goes on."""
    planned = bench.planned(SMALL_SWEEP)
    shim = {"LD_PRELOAD": str(bench.shims / "libclock_set_back.so")}
    begin = os.times().elapsed
    done = bench.run(SMALL_SWEEP, extra_environment=shim)
    spent = os.times().elapsed - begin
    require(done.code == 0, f"exit code {done.code}: {done.err}")
    journal = bench.journal()
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    began, ended = journal.lines[0]["started_at"], journal.end["ended_at"]
    require(ended < began, f"the clock was not set back: {began} to {ended}")
    for line in [*journal.measured, journal.end]:
        require(0 <= line["wall_s"] <= spent, f"wall_s {line['wall_s']} of {spent} s")
    return outcome_of({"ok"}, f"began {began}, ended {ended}", done.code, planned)


FAULTS: dict[str, Callable[[Workbench], Outcome]] = {
    "disk full": disk_full,
    "disk full: file size limit": file_size_limit,
    "read-only output": read_only_output,
    "read-only cache": read_only_cache,
    "corrupt cache entry": corrupt_cache,
    "two runs sharing one cache": shared_cache,
    "journal cut in mid-line": cut_in_mid_line,
    "journal cut in its manifest": cut_manifest,
    "journal of a newer schema": newer_schema,
    "journal that is a device": not_a_regular_file,
    "clock set back": clock_set_back,
}
