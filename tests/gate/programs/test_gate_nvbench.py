"""`gate --nvbench` on programs that behave as nvbench executables, without a card."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import SOURCE, Program

FAKE = SOURCE / "tests" / "gate" / "programs" / "fake_nvbench.py"


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for two programs whose noise is the same in every run of a test."""
    monkeypatch.setenv("WARPMARK_FAKE_SEED", str(tmp_path / "seed"))
    return tmp_path


def program(folder: Path, name: str, **behaviour: Any) -> Path:
    path = folder / name
    # Without the packages of the environment a process starts in a quarter of the time.
    source = FAKE.read_text().split("\n", 1)[1]
    path.write_text(f"#!{sys.executable} -SE\n{source}")
    path.chmod(0o755)
    path.with_suffix(".json").write_text(json.dumps(behaviour))
    return path


def gate(folder: Path, base: Path, head: Path, *words: str) -> tuple[int, dict[str, Any], str]:
    result = folder / "result.json"
    result.unlink(missing_ok=True)
    done = Program(folder).run(
        "gate", "--nvbench", str(base), "--nvbench-head", str(head), "--json", str(result), *words
    )
    read = json.loads(result.read_text()) if result.exists() else {}
    return done.returncode, read, done.stdout + done.stderr


def by_verdict(result: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in result["findings"]:
        found.setdefault(finding["verdict"], []).append(finding["subject"])
    return found


def test_equal_programs_raise_no_alarm(suite: Path) -> None:
    base, head = program(suite, "base"), program(suite, "head")
    status, result, printed = gate(suite, base, head)
    assert status == 0, printed
    assert set(by_verdict(result)) <= {"PASS", "INCONCLUSIVE"}
    assert len(result["findings"]) == 8
    assert result["controls"]["negative"] == 8
    assert result["controls"]["planted"] is None
    assert result["environment"]["card"]["name"] == "a card that does not exist"
    assert "a side is a script" in printed


def test_a_planted_slowdown_is_found_and_named(suite: Path) -> None:
    base, head = program(suite, "base"), program(suite, "head", slower={"chain": 0.03})
    status, result, printed = gate(suite, base, head, "--rounds", "rounds.jsonl")
    assert status == 1, printed
    assert set(by_verdict(result)["REGRESSION"]) == {
        "chain[device=0,Elements=1048576]",
        "chain[device=0,Elements=4194304]",
    }
    slow = result["findings"][0]
    assert slow["family"] == "chain"
    assert 1.02 < slow["effect"]["ratio"] < 1.04
    lines = [json.loads(line) for line in (suite / "rounds.jsonl").read_text().splitlines()]
    pairs = [line for line in lines if line["event"] == "pair"]
    assert {pair["role"] for pair in pairs} == {"candidate", "calibrator"}
    assert all(len(pair["base"]["samples_ns"]) == 20 for pair in pairs)
    assert {pair["base_first"] for pair in pairs} == {True, False}


def test_settings_and_acceptances_hold(suite: Path) -> None:
    base, head = program(suite, "base"), program(suite, "head", slower={"chain": 0.03})
    (suite / "accept.toml").write_text(
        'version = 1\n[[accept]]\npoint = "chain[[]*"\nstage = "timing"\nbound = 1.1\n'
        'reason = "sums are compensated"\nexpires = 2999-01-01\n'.replace("[[]", "[")
    )
    status, result, printed = gate(suite, base, head, "-b", "chain")
    assert status == 0, printed
    assert len(by_verdict(result)["ACCEPTED"]) == 2
    (suite / "accept.toml").unlink()
    (suite / "gate.toml").write_text('version = 1\n[timing]\nmin_effect = "10 %"\n')
    status, result, printed = gate(suite, base, head, "-b", "chain")
    assert status == 0, printed


def test_points_of_one_side(suite: Path) -> None:
    base = program(suite, "base", adds="old", points=1)
    head = program(suite, "head", adds="new", points=1)
    status, result, printed = gate(suite, base, head)
    assert status == 5, printed
    verdicts = by_verdict(result)
    assert verdicts["MISSING"] == ["old[device=0,Elements=1048576]"]
    assert verdicts["NEW"] == ["new[device=0,Elements=1048576]"]


def test_a_skipped_point_is_missing_with_its_reason(suite: Path) -> None:
    base, head = program(suite, "base", points=1), program(suite, "head", points=1, skip="sum")
    status, result, printed = gate(suite, base, head)
    assert status == 5, printed
    assert "the head skips it: not enough memory" in printed
    assert len(result["findings"]) == 4


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ({"crash": "sum"}, "was killed by signal 11"),
        ({"fails": "sum"}, "ended with exit status 1"),
    ],
)
def test_a_crash_makes_its_benchmark_invalid(
    suite: Path, behaviour: dict[str, str], said: str
) -> None:
    base, head = program(suite, "base", points=1), program(suite, "head", points=1, **behaviour)
    status, result, printed = gate(suite, base, head)
    assert status == 4, printed
    assert by_verdict(result)["INVALID"] == ["sum[device=0,Elements=1048576]"]
    assert len(result["findings"]) == 4, "the others have their verdicts"
    assert said in result["findings"][0]["reason"]
    assert "sum [Device=0" in result["findings"][0]["reason"]


def test_a_hanging_process_is_ended(suite: Path) -> None:
    base, head = program(suite, "base", points=1), program(suite, "head", points=1, hang="sum")
    status, result, printed = gate(suite, base, head, "--process-limit", "2s")
    assert status == 4, printed
    assert by_verdict(result)["INVALID"] == ["sum[device=0,Elements=1048576]"]
    assert "took longer than 2 s" in printed


@pytest.mark.parametrize(
    ("output", "said"), [("truncated", "not valid JSON"), ("other", "version")]
)
def test_what_is_not_of_nvbench(suite: Path, output: str, said: str) -> None:
    base, head = program(suite, "base", points=1), program(suite, "head", points=1, output=output)
    status, result, printed = gate(suite, base, head)
    assert status == 4, printed
    assert len(by_verdict(result)["INVALID"]) == 4
    assert said in printed


def test_a_base_that_does_not_run_is_wrong_use(suite: Path) -> None:
    base, head = program(suite, "base", fails="copy"), program(suite, "head")
    status, _, printed = gate(suite, base, head)
    assert status == 2, printed
    assert "--stages static" in printed
    assert "an illegal access" in printed


def test_processes_that_fail_in_between(suite: Path) -> None:
    base = program(suite, "base", points=1)
    head = program(suite, "head", points=1, crash_after=4)
    status, _, printed = gate(suite, base, head)
    assert status == 4, printed
    assert "the process of the head was killed by signal 11" in printed
    processes = int((suite / "head.count").read_text())
    assert processes == 4 + 3, "it is not started any more after three failures in a row"


def test_axes_belong_to_the_benchmark_before_them(suite: Path) -> None:
    base, head = program(suite, "base", points=1), program(suite, "head", points=1)
    _, result, printed = gate(
        suite, base, head, "-a", "Type=F32", "-b", "sum", "-a", "Elements=1", "-b", "scan"
    )
    subjects = {finding["subject"].split("[")[0] for finding in result["findings"]}
    assert subjects == {"sum", "scan"}, printed


def test_aa_counts_false_alarms(suite: Path) -> None:
    bench = program(suite, "bench", points=1)
    words = ("aa", "--nvbench", str(bench), "--suites", "3", "--json", "-b", "sum", "-b", "scan")
    done = Program(suite).run(*words, "--rounds", "aa.jsonl")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["suites"] == 3
    lines = [json.loads(line) for line in (suite / "aa.jsonl").read_text().splitlines()]
    assert [line["run"] for line in lines if line["event"] == "rounds"] == [0, 1, 2]
    assert {line["key"].split("[")[0] for line in lines if line["event"] == "pair"} == {
        "sum",
        "scan",
        "base again: sum",
        "base again: scan",
    }


def test_selftest_plants_slowdowns_in_recorded_rounds(suite: Path) -> None:
    bench = program(suite, "bench", points=1)
    done = Program(suite).run("selftest", "--nvbench", str(bench), "--json", "-b", "scan")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["planted"]
    assert [row["slowdown"] for row in rows] == [0, 0.02, 0.03, 0.05]
    assert [row["found"] for row in rows][2:] == [1, 1]
    assert all(row["false_regressions"] == 0 for row in rows)
