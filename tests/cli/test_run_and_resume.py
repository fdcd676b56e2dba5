"""A sweep on the interpreter: its journal, an end by budget or SIGKILL, and going on after it."""

import json
import os
import signal
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import fastjsonschema
from tests.cli.program import HANG_S, PROGRAM, SOURCE, Program

SCHEMA = SOURCE / "bench" / "journal" / "journal.schema.json"

SWEEP = ["run", "reduce/tree_*", "--backend", "simt", "-p", "n=2^8..2^12", "-o", "sweep.jsonl"]


def test_a_run_is_not_resumed_in_another_way(program: Program) -> None:
    words = ("run", "reduce/tree_sequential", "-p", "n=1000", "--backend", "simt", "-o", "j.jsonl")
    assert program.run(*words, "-c", "block=64").returncode == 0
    for more, said in (
        (("--inputs", "rotating"), "inputs is fixed there, not rotating"),
        (("--paranoid",), "inputs is fixed there, not rotating"),
    ):
        done = program.run(*words, "-c", "block=64,128", "--resume", *more)
        assert done.returncode == 2
        assert said in done.stderr
    assert program.run(*words, "-c", "block=64,128", "--resume").returncode == 0


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def keys(program: Program) -> Counter[str]:
    lines = lines_of(program.folder / "sweep.jsonl")
    return Counter(line["key"] for line in lines if line["event"] == "measurement")


def planned(program: Program) -> set[str]:
    done = program.run(*SWEEP[:-2], "--dry-run", "--json")
    return set(json.loads(done.stdout)["points"])


def test_a_run_measures_every_point_once_and_says_so(program: Program) -> None:
    done = program.run(*SWEEP, "-c", "block=64,256")
    assert done.returncode == 0, done.stderr
    lines = lines_of(program.folder / "sweep.jsonl")
    assert lines[0]["event"] == "manifest"
    assert lines[-1]["event"] == "end"
    assert lines[-1]["complete"]
    assert lines[-1]["counts"] == {"ok": lines[0]["planned_points"]}
    assert set(keys(program).values()) == {1}
    for line in lines[1:-1]:
        assert "times_ns" not in line  # interpreted: counted, never timed
        assert line["counters"]["warp_instructions"] > 0


def test_without_a_home_nothing_is_kept_and_the_folder_stays_clean(program: Program) -> None:
    words = [PROGRAM, "run", "reduce/serial_thread", "--backend", "simt", "-p", "n=64"]
    for home in ({}, {"HOME": ""}, {"HOME": "here", "XDG_CACHE_HOME": "there"}):
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("HOME", "XDG_CACHE_HOME")
        }
        done = subprocess.run(
            [*words, "-o", "alone.jsonl"],
            cwd=program.folder,
            env=kept | home,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        note = "compiled kernels are not cached: neither XDG_CACHE_HOME nor HOME is set"
        assert done.stderr.count(note) == 1, done.stderr
        assert [path.name for path in program.folder.iterdir()] == ["alone.jsonl"]
        (program.folder / "alone.jsonl").unlink()


def test_counters_are_the_same_in_every_run(program: Program) -> None:
    counted = []
    for name in ("a.jsonl", "b.jsonl"):
        words = [*SWEEP[:-1], name, "-c", "block=64"]
        assert program.run(*words).returncode == 0
        lines = lines_of(program.folder / name)
        counted.append({line["key"]: line["counters"] for line in lines[1:-1]})
    assert counted[0] == counted[1]


def test_a_killed_run_resumes_without_loss_or_repetition(program: Program) -> None:
    with subprocess.Popen(
        [PROGRAM, *SWEEP], cwd=program.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        journal = program.folder / "sweep.jsonl"
        program.wait_for_lines("sweep.jsonl", 11)
        process.send_signal(signal.SIGKILL)
    whole = journal.read_bytes().rsplit(b"\n", 1)[0].splitlines()
    assert len(whole) > 10
    assert b'"event":"end"' not in whole[-1]
    before = keys_of_whole_lines(whole)

    # An incomplete line, as left by a kill during a write.
    with journal.open("ab") as file:
        file.write(b'{"event":"measurement","key":"torn')
    done = program.run(*SWEEP, "--resume")
    assert done.returncode == 0, done.stderr
    assert set(keys(program)) == planned(program)
    assert set(keys(program).values()) == {1}
    assert before <= set(keys(program))
    assert lines_of(journal)[-1]["complete"]


def keys_of_whole_lines(lines: list[bytes]) -> set[str]:
    events = [json.loads(line) for line in lines]
    return {event["key"] for event in events if event["event"] == "measurement"}


def test_a_spent_budget_ends_the_run_truthfully(program: Program) -> None:
    done = program.run(*SWEEP, "--budget", "1ms")
    assert done.returncode == 5, done.stderr
    end = lines_of(program.folder / "sweep.jsonl")[-1]
    assert not end["complete"]
    assert "budget" in end["reason"]
    assert program.run(*SWEEP, "--resume").returncode == 0
    assert set(keys(program)) == planned(program)


def test_an_interrupt_ends_the_run_after_the_point_in_flight(program: Program) -> None:
    with subprocess.Popen(
        [PROGRAM, *SWEEP], cwd=program.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        journal = program.folder / "sweep.jsonl"
        program.wait_for_lines("sweep.jsonl", 6)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=HANG_S) == 5
    end = lines_of(journal)[-1]
    assert (end["event"], end["complete"]) == ("end", False)
    assert end["reason"] == "interrupted"


def test_resuming_a_complete_run_measures_nothing(program: Program) -> None:
    words = [*SWEEP, "-c", "block=64"]
    program.run(*words)
    before = keys(program)
    done = program.run(*words, "--resume")
    assert done.returncode == 0
    assert keys(program) == before
    assert "points/s" not in done.stderr
    assert "left" not in done.stderr


def test_a_manifest_that_lacks_what_a_resumed_run_needs_is_refused(program: Program) -> None:
    words = [*SWEEP, "-c", "block=64"]
    program.run(*words, "--budget", "1ms")
    journal = program.folder / "sweep.jsonl"
    written = lines_of(journal)
    for field, wrong, why in (
        ("ceilings", None, "manifest has no 'ceilings'; expected what `warpmark run` measured"),
        ("ceilings", 7, "manifest.ceilings is 7; expected an object"),
        ("ceilings", {"launch_floor_ns": "x"}, 'launch_floor_ns is "x"; expected a number'),
        ("card", {"name": "x"}, "manifest.card has no 'uuid'"),
        ("seed", "one", 'manifest.seed is "one"; expected an integer of at least 0'),
    ):
        manifest = {**written[0], field: wrong}
        if wrong is None:
            del manifest[field]
        lines = [json.dumps(each) for each in (manifest, *written[1:])]
        journal.write_text("\n".join([*lines, ""]))
        before = journal.read_text()
        done = program.run(*words, "--resume")
        assert done.returncode == 2, done.stderr
        assert "sweep.jsonl:1: manifest" in done.stderr
        assert why in done.stderr
        assert journal.read_text() == before


def test_another_seed_cannot_join_a_journal(program: Program) -> None:
    program.run(*SWEEP, "--seed", "3", "-c", "block=64", "--budget", "1ms")
    done = program.run(*SWEEP, "--seed", "4", "-c", "block=64", "--resume")
    assert done.returncode == 2
    assert "seed 3" in done.stderr


POOLED = [
    *("run", "reduce/host_serial", "--backend", "host", "-p", "n=64,128", "-p", "type=i32"),
    *("--processes", "2", "--max-samples", "6", "--time-per-point", "1ms", "--state", "hot"),
    *("-o", "pooled.jsonl"),
]


def test_processes_are_pooled_and_none_is_lost_or_repeated(program: Program) -> None:
    done = program.run(*POOLED)
    assert done.returncode == 0, done.stderr
    assert "between processes" in done.stdout
    path = program.folder / "pooled.jsonl"
    validate = fastjsonschema.compile(json.loads(SCHEMA.read_text()))
    for line in lines_of(path):
        validate(line)
    assert lines_of(path)[0]["contract"]["processes"] == 2

    # As killed in the second round, after the process of one point and before its pooled line.
    texts = path.read_text().splitlines(keepends=True)
    events = [json.loads(text) for text in texts]
    seconds = [i for i, line in enumerate(events) if line.get("process") == 2]
    path.write_text("".join(texts[: seconds[0] + 1]))
    assert program.run(*POOLED, "--resume").returncode == 0
    lines = lines_of(path)
    processes = Counter((e["key"], e["process"]) for e in lines if e["event"] == "process")
    assert len(processes) == 4
    assert set(processes.values()) == {1}
    points = [line for line in lines if line["event"] == "measurement"]
    assert len({line["key"] for line in points}) == len(points) == 2
    for line in points:
        own = [e for e in lines if e["event"] == "process" and e["key"] == line["key"]]
        assert line["processes"]["medians"] == [e["times_ns"]["median"] for e in own]
    assert lines[-1]["complete"]
    refused = program.run(*[word if word != "2" else "3" for word in POOLED], "--resume")
    assert refused.returncode == 2
    assert "expected --processes 2, not 3" in refused.stderr
