"""What process_spread.py computes from journals of pooled processes."""

import json
import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "studies"))

import process_spread

KEY = "reduce/vendor_cub[type=i32,n=4096,op=sum][]"


def journal(path: Path, medians: list[float]) -> Path:
    middle = math.exp(sum(map(math.log, medians)) / len(medians))
    line = {
        "event": "measurement",
        "status": "ok",
        "key": KEY,
        "times_ns": {"n": 100, "median": middle, "ci_lo": 0.98 * middle, "ci_hi": 1.02 * middle},
        "processes": {"medians": medians, "within": 0.002, "between": 0.01},
    }
    process = {**line, "event": "process"}
    path.write_text("\n".join(map(json.dumps, [{"event": "manifest"}, process, line])))
    return path


def test_agreement_is_of_pooled_medians_and_of_first_processes(tmp_path: Path) -> None:
    journals = [
        journal(tmp_path / "a", [1000.0, 4000.0]),
        journal(tmp_path / "b", [2000.0, 2000.0]),
    ]
    row = process_spread.agreement(journals)[KEY]
    assert row["pooled"] == pytest.approx(0)
    assert row["single"] == pytest.approx(1000 / 1500)
    assert row["all"] == pytest.approx(3000 / 2000)
    assert row["half"] == pytest.approx(0.02)
    assert process_spread.samples_in(journals[0]) == 100
    assert "reduce/vendor_cub 2^12" in "\n".join(process_spread.agreement_rows({KEY: row}))


def test_coverage_counts_whole_groups() -> None:
    near = [1000.0, 1001.0, 1002.0, 999.0, 998.0]
    far = [1500.0, 1501.0, 1502.0, 1499.0, 1498.0]
    assert process_spread.coverage(near * 4) == (4, 4)
    assert process_spread.coverage([*near, *far, 1.0]) == (0, 2)


def test_points_are_of_the_library_and_of_ours(tmp_path: Path) -> None:
    keys = process_spread.write_points(tmp_path, process_spread.SIZES, "p.txt").read_text().split()
    assert len(keys) == 2 * len(process_spread.SIZES)
    assert sum("vendor_cub" in key for key in keys) == len(process_spread.SIZES)
