"""Journals that the program wrote, on a card and here, follow the schema and can be read."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from warpmark_reports import load
from warpmark_reports.cli import main
from warpmark_reports.formats.reader import join
from warpmark_reports.journal.journal_file import Part

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "bench/journal/journal.schema.json").read_text())
PUBLISHED = sorted((ROOT / "docs/results").glob("**/*.jsonl.gz"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def check(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        VALIDATOR.validate(line)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.name)
def test_a_published_journal_follows_the_schema(
    path: Path, published: Callable[[Path], list[Part]]
) -> None:
    lines = gzip.decompress(path.read_bytes()).splitlines()
    # First and last lines, and a sample of the thousands between: they are all of one kind.
    check([json.loads(line) for line in (lines[0], *lines[1:-1:37], lines[-1])])
    journal = join(published(path))
    # What a resumed run was to add, no line says. Journals of several kinds of cards are as many.
    counts = [
        run.planned if run.end and run.end["complete"] and not run.resumes else run.present
        for run in journal.runs
    ]
    assert len(journal.frame) == sum(counts)
    assert journal.warnings == []
    assert set(journal.frame["status"]) == {"ok"}


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
def test_what_the_program_writes_follows_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    program = os.environ["WARPMARK_PROGRAM"]
    words = [program, "run", "reduce/tree_*", "--backend", "simt", "-p", "n=0,1000"]
    words += ["-c", "block=64"]
    for extra in (["--budget", "1ms"], ["--resume"]):
        subprocess.run([*words, "-o", str(path), *extra], capture_output=True, check=False)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    events = [line["event"] for line in lines]
    assert events.count("resume") == 1
    assert events[-1] == "end"
    check(lines)


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
@pytest.mark.parametrize("backend", ["simt", "host"])
def test_journals_of_what_runs_no_kernel_follow_the_schema(tmp_path: Path, backend: str) -> None:
    path = tmp_path / "run.jsonl"
    words = [
        "run",
        "copy",
        "host_serial",
        "vendor_cub",
        "--backend",
        backend,
        "-p",
        "n=0,1000,4096",
    ]
    program = os.environ["WARPMARK_PROGRAM"]
    command = [program, *words, "--state", "hot", "--time-per-point", "5ms", "-o", str(path)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    check(lines)
    assert {"ok", "skipped"} == {line["status"] for line in lines if line["event"] == "measurement"}
    assert main([str(path), "-o", str(tmp_path / "report")]) == 0


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
def test_the_journal_of_a_tuning_follows_the_schema_and_is_read(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    words = ["tune", "reduce/tree_sequential", "-p", "n=1000", "--backend", "simt"]
    command = [os.environ["WARPMARK_PROGRAM"], *words, "--budget", "5", "--journal", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    check(lines)
    tuned = [line for line in lines if line["event"] == "tuned"]
    assert len(tuned) == 1
    assert tuned[0]["winner"] in {line.get("key") for line in lines}
    phases = [line["tuning"]["phase"] for line in lines if line["event"] == "measurement"]
    assert set(phases) == {"search", "final"}
    assert not [each for each in load(path).warnings if "unknown event" in each]


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
def test_the_journal_of_a_checked_profile_follows_the_schema(tmp_path: Path) -> None:
    profile, path = tmp_path / "p.json", tmp_path / "check.jsonl"
    common = [
        os.environ["WARPMARK_PROGRAM"],
        "tune",
        "--backend",
        "host",
        "--rounds",
        "1",
        "--budget",
        "8",
    ]
    variant = "count/host_key_indexed"
    tune = [*common, variant, "-p", "n=64", "-o", str(profile)]
    for words in (tune, [*common, "--check", str(profile), variant, "--margin", "50"]):
        command = [*words, "--journal", str(path)]
        path.unlink(missing_ok=True)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    check(lines)
    assert [line["stale"] for line in lines if line["event"] == "checked"] == [False]
    assert not [each for each in load(path).warnings if "unknown event" in each]
