"""Counting verdicts on equal builds, and the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nvbench_tables import ToolError
from rounds_pairs import Side, Suite
from verdict_counts import Counts, machine_readable, ours_of, table

AA = {"from": "a card", "suites": 20, "points_per_suite": 40, "suites_alarmed": 1}
AA |= {"false_regressions": 2, "false_improvements": 3, "suites_void": 0}


def suite(*keys: str, clock_hz: float | None = 1.98e9) -> Suite:
    sides = {key: Side((1000.0,), clock_hz) for key in keys}
    return Suite(sides, dict(sides))


def counted() -> Counts:
    counts = Counts("script", "interleaved")
    counts.add(suite("a", "b", "c"), ["SLOW", "SLOW", "SAME"])
    counts.add(suite("a", "b", "c"), ["FAST", "AMBG", "????"])
    counts.add(suite("a", "b", clock_hz=None), ["SAME", "SAME"])
    return counts


def write(path: Path, aa: dict[str, object]) -> Path:
    path.write_text(json.dumps(aa), encoding="utf-8")
    return path


def test_suites_and_points_are_counted() -> None:
    counts = counted()
    assert (counts.suites, counts.suites_slow, counts.suites_different) == (3, 1, 2)
    assert (counts.points, counts.undecided, counts.points_without_clock) == (8, 2, 2)
    assert counts.slow_by_key == {"a": 1, "b": 1}
    assert counts.fast_by_key == {"a": 1}


def test_the_table_has_a_row_for_each_pairing_and_one_for_the_gate(tmp_path: Path) -> None:
    one = write(tmp_path / "one.json", AA)
    two = write(tmp_path / "two.json", AA | {"points_per_suite": 10, "suites_void": 4})
    ours = ours_of([one, two])
    text = table([counted(), Counts("script", "separate processes")], ours, "abc")
    assert (
        "| script | interleaved | 8 | 2 (25.00 %) | 1 (12.50 %) | 2 (25.00 %) | 1 of 3 | 2 of 3 |"
    ) in text
    assert "| script | separate processes | 0 | – | – | – | 0 of 0 | 0 of 0 |" in text
    assert ("| warpmark gate | rounds | 1000 | 4 (0.40 %) | 6 (0.60 %) | – | 2 of 40 | – |") in text
    assert "- nvbench: commit abc." in text
    assert "- interleaved: suites of 2 to 3 points." in text
    assert "- interleaved: 2 of its points have no clock" in text
    assert "a card; 4 of its suites were void" in text


def test_without_the_gate_and_a_commit() -> None:
    text = table([counted()], None, None)
    assert "warpmark" not in text
    assert "commit not known" in text


def test_counts_are_readable_by_machines() -> None:
    found = json.loads(json.dumps(machine_readable([counted()], None, "abc")))
    assert found["nvbench_commit"] == "abc"
    assert found["ours"] is None
    (row,) = found["counts"]
    assert row["verdicts"] == {"SLOW": 2, "SAME": 3, "FAST": 1, "AMBG": 1, "????": 1}
    assert row["points_of_suites"] == [3, 3, 2]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (json.dumps({"from": "a card"}), r"aa\.json: no 'suites'"),
        (json.dumps(AA | {"suites": -1}), r"aa\.json: 'suites' is -1, not a count"),
        (json.dumps(AA | {"false_regressions": 0.5}), "'false_regressions' is 0.5"),
        ("[]", r"aa\.json: not a JSON object"),
        ("", r"aa\.json: Expecting value"),
    ],
)
def test_a_gates_file_that_is_none(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "aa.json").write_text(text)
    with pytest.raises(ToolError, match=told):
        ours_of([tmp_path / "aa.json"])


def test_a_missing_gates_file(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"aa\.json: No such file"):
        ours_of([tmp_path / "aa.json"])
