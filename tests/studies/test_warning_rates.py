"""What warning_rates.py counts in journals, and what it compares."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "studies"))

import warning_rates


def point(key: str, median: float, *warnings: str) -> dict[str, object]:
    return {
        "event": "measurement",
        "key": key,
        "times_ns": {"median": median},
        "warnings": list(warnings),
    }


def test_rates_are_of_points_and_without_notes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        {"event": "manifest"},
        point("a", 1, "bimodal", "not_precise"),
        point("b", 1, "near_launch_floor"),
        point("c", 1, "bimodal"),
        point("d", 1),
        {**point("d", 1, "bimodal"), "event": "process"},
    ]
    path = tmp_path / "sweep.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert warning_rates.main(["--journals", str(path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "| sweep.jsonl | 4 | 50.00 % | bimodal 2, not_precise 1 |"


def test_changes_are_of_the_points_that_both_have() -> None:
    before = [point("a", 100), point("b", 200), point("c", 50)]
    after = [point("a", 101), point("b", 180), point("d", 1)]
    assert warning_rates.changes(before, after) == pytest.approx([0.01, 0.1])
    assert warning_rates.change_text(before, []) == "no point in common"


def test_a_process_that_does_not_start_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warning_rates, "SETTLE_S", 0.0)
    with warning_rates.processes([[sys.executable, "-c", "0"]], ready=True) as works:
        assert not works
    ready = "import time; print('ready', flush=True); time.sleep(60)"
    with warning_rates.processes([[sys.executable, "-c", ready]], ready=True) as works:
        assert works
