"""`run --profile`: refused before anything is measured, else in the journal beside the times."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["WARPMARK_PROGRAM"]
PLUGIN = os.environ["WARPMARK_CONDUCT_PLUGIN"]
FAKE = os.environ["WARPMARK_FAKE_CUDA"]
POINT = ("--plugin", PLUGIN, "sound", "-p", "n=1024")
HANG_S = 600


def run(folder: Path, *words: str, cupti: str = FAKE) -> subprocess.CompletedProcess[str]:
    """`warpmark run` on the fake driver."""
    card = {"FAKE_CUDA_OF_PROGRAM": "1", "WARPMARK_LIBCUDA": FAKE, "WARPMARK_CUPTI": cupti}
    return subprocess.run(
        [PROGRAM, "run", *words, "-o", "run.jsonl"],
        cwd=folder,
        env={**os.environ, **card},
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )


def test_the_journal_has_counters_beside_times(tmp_path: Path) -> None:
    words = ("--backend", "cuda", "--profile", "default,l1tex__x.avg", "--max-samples", "10")
    ended = run(tmp_path, *POINT, *words)
    assert ended.returncode == 0, ended.stderr
    assert "smsp__" not in ended.stdout + ended.stderr
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    line: dict[str, Any] = next(line for line in lines if line["event"] == "measurement")
    assert "times_ns" in line
    assert line["profiler"] == {"cupti_version": 130001, "passes": 1}
    assert {"smsp__inst_executed.sum", "l1tex__x.avg"} <= line["hardware_counters"].keys()
    schema = json.loads((SOURCE / "bench/journal/journal.schema.json").read_text())
    fastjsonschema.compile({**schema["$defs"]["measurement"], "$defs": schema["$defs"]})(line)


def test_without_cupti_nothing_is_measured(tmp_path: Path) -> None:
    words = ("--backend", "cuda", "--profile", "default")
    ended = run(tmp_path, *POINT, *words, cupti="/nowhere/libcupti.so")
    assert (ended.returncode, ended.stdout) == (2, "")
    (error,) = ended.stderr.splitlines()
    assert error.startswith("error: --profile: no CUPTI of CUDA 13: /nowhere/libcupti.so cannot be")
    assert not (tmp_path / "run.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--backend", "simt"), "the interpreter counts exactly without it"),
        (("--backend", "host"), "only cards have hardware counters"),
        (("--backend", "simt", "--dry-run"), "expected --backend cuda"),
        (("--backend", "replay", "--from", "x.jsonl"), "nothing runs on a card"),
    ],
)
def test_other_backends_refuse_it(tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    ended = run(tmp_path, "reduce", *words, "--profile", "default")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert expected in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("text", ["a,,b", "a,", "a b", ",", "x" * 300])
def test_what_is_no_metric_is_named(tmp_path: Path, text: str) -> None:
    ended = run(tmp_path, *POINT, "--backend", "cuda", "--profile", text)
    assert ended.returncode == 2
    assert "is no metric; expected names such as smsp__inst_executed.sum" in ended.stderr
