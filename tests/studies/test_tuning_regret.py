"""What a tuning loses and takes beside a sweep, on invented journals."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import tuning_regret
from regret_rows import choose, lines_of, ratios_to_best, row_of, sweeps_of, tunings_of

PROBLEM = "type=i32,n=4096"
NAME = f"reduce[{PROBLEM}]"


def key(block: int, variant: str = "strided") -> str:
    return f"reduce/{variant}[{PROBLEM}][block={block}]"


def line(block: int, us: float, variant: str = "strided", **more: Any) -> dict[str, Any]:
    """A measurement as a journal has it; it cost the machine a hundred times its time."""
    return {
        "event": "measurement",
        "status": "ok",
        "key": key(block, variant),
        "family": "reduce",
        "variant": variant,
        "times_ns": {"median": us * 1e3},
        "busy_ns": us * 1e5,
    } | more


def tuned(block: int, configs: int = 20, search_s: float = 4e-5) -> dict[str, Any]:
    return {
        "event": "tuned",
        "problem": NAME,
        "winner": key(block),
        "configs": configs,
        "evaluations": 3,
        "search_busy_s": search_s,
        "finals_busy_s": 1e-5,
    }


# Twenty configs: block 1 takes 11 us, 2 takes 12, …
SWEEP = [line(block, 10 + block) for block in range(1, 21)] + [line(0, 5, "vendor_cub")]


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    return path


def bars(**changed: Any) -> argparse.Namespace:
    return argparse.Namespace(**({"regret": 1, "share": 5, "agree": 1} | changed))


def row(winner: dict[str, Any], rounds: list[dict[int, float]]) -> dict[str, Any]:
    """What becomes of rounds that hold microseconds of blocks."""
    times = [{key(block): us * 1e3 for block, us in each.items()} for each in rounds]
    made = row_of(NAME, sweeps_of(SWEEP)[NAME], winner, None, times)
    assert made is not None
    return made


def test_a_sweep_counts_all_time_but_the_librarys() -> None:
    failed = line(99, 1) | {"status": "wrong"}
    sweep = sweeps_of([*SWEEP, failed])[NAME]
    assert len(sweep.configs) == 21
    assert sweep.busy_s == pytest.approx(sum(10 + block for block in range(1, 21)) * 1e-4 + 1e-4)
    assert key(99) not in sweep.times
    assert key(0, "vendor_cub") not in sweep.times


@pytest.mark.parametrize(("top", "expected"), [((2, 0.0, 8), 2), ((1, 0.3, 8), 4), ((1, 9, 8), 8)])
def test_those_measured_again_are_the_winner_and_the_sweeps_fastest(
    top: tuple[int, float, int], expected: int
) -> None:
    keys = choose(sweeps_of(SWEEP), [tunings_of([tuned(20)]), tunings_of([tuned(19)])], top)
    assert keys == [key(20), key(19), *(key(block) for block in range(1, expected + 1))]


def test_a_winner_among_the_fastest_is_listed_once_and_a_problem_not_tuned_not_at_all() -> None:
    assert choose(sweeps_of(SWEEP), [tunings_of([tuned(1)])], (2, 0, 8)) == [key(1), key(2)]
    assert choose(sweeps_of(SWEEP), [{}], (2, 0, 8)) == []


def test_the_best_of_a_round_is_chosen_by_the_others() -> None:
    # Block 2 is fast in the first round alone, which must not make it the best there.
    rounds = [{"a": 100.0, "b": 60.0}] + [{"a": 100.0, "b": 104.0}] * 4
    assert ratios_to_best("a", rounds) == [1.0] * 5
    assert ratios_to_best("b", rounds) == [0.6, 1.04, 1.04, 1.04, 1.04]


def test_regret_is_the_median_over_rounds_with_an_interval() -> None:
    found = row(tuned(2), [{1: 10, 2: 10 + extra / 10} for extra in range(7)])
    assert found["regret"] == pytest.approx(0.03)
    assert found["regret_interval"] == pytest.approx([0.0, 0.06])
    assert found["regret_at_most"] == pytest.approx(0.03)
    assert tuning_regret.missed_bars(found, bars())[0] == "regret above 1 % (median)"
    found = row(tuned(2), [{1: 10, 2: 10.2}] * 7)
    assert tuning_regret.missed_bars(found, bars())[0].endswith("(all of the interval)")
    assert row(tuned(2), [{1: 10, 2: 10.2}] * 3)["regret_interval"] is None


def test_share_counts_the_finals_and_a_space_not_swept_whole_is_no_proof() -> None:
    found = row(tuned(1), [{1: 10, 2: 11}] * 6)
    assert found["sweep_s"] == pytest.approx(0.041)
    assert found["share"] == pytest.approx(5e-5 / 0.041)
    assert found["share_of_search"] == pytest.approx(4e-5 / 0.041)
    assert tuning_regret.missed_bars(found, bars()) == []
    assert tuning_regret.missed_bars(found, bars(share=0.1)) == ["more than 0.1 % of the time"]
    found = row(tuned(1, configs=21), [{1: 10, 2: 11}] * 6)
    assert tuning_regret.missed_bars(found, bars()) == ["swept 20 of 21 configs"]


def folder_of(tmp_path: Path, second_us: float) -> list[str]:
    """Words for `table`: block 1 is the best, a second tuning chose block 2."""
    write(tmp_path / "sweep.jsonl", SWEEP)
    write(tmp_path / "first.jsonl", [line(1, 11), tuned(1)])
    write(tmp_path / "second.jsonl", [tuned(2)])
    for number in range(6):
        write(tmp_path / f"rounds/round_{number}.jsonl", [line(1, 10), line(2, second_us)])
    folder, sweep, first, second = (
        str(tmp_path / name) for name in ("rounds", "sweep.jsonl", "first.jsonl", "second.jsonl")
    )
    return ["table", folder, sweep, "--tunes", first, "--second", second]


@pytest.mark.parametrize(("second_us", "status"), [(10.05, 0), (10.2, 1)])
def test_two_tunings_must_agree(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    second_us: float,
    status: int,
) -> None:
    told = tmp_path / "regret.json"
    words = [*folder_of(tmp_path, second_us), "--json", str(told)]
    monkeypatch.setattr(sys, "argv", ["tuning_regret.py", *words])
    assert tuning_regret.main() == status
    printed = capsys.readouterr().out
    assert "| reduce | i32 |  | 2^12 | 20 | 3 | 10.00 | 10.00 | 0.00% | 0.00% to 0.00% |" in printed
    assert ("tunings differ by more than 1 %" in printed) == bool(status)
    assert f"| reduce | 1 | {1 - status} | 0.00% | 0.1% |" in printed
    assert json.loads(told.read_text())[0]["second_by"] == pytest.approx(second_us / 10 - 1)


def test_a_tuned_problem_that_was_not_measured_again_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = folder_of(tmp_path, 10)
    other = tuned(1) | {"problem": "reduce[type=i32,n=8]"}
    write(tmp_path / "first.jsonl", [tuned(1), other])
    monkeypatch.setattr(sys, "argv", ["tuning_regret.py", *words])
    assert tuning_regret.main() == 1
    assert "reduce[type=i32,n=8]: not swept" in capsys.readouterr().err


def test_points_are_what_warpmark_run_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = folder_of(tmp_path, 10)
    points = tmp_path / "points.txt"
    words = ["choose", *words[2:], "-o", str(points), "--top", "3", "--within", "0"]
    monkeypatch.setattr(sys, "argv", ["tuning_regret.py", *words])
    assert tuning_regret.main() == 0
    assert points.read_text().splitlines() == [key(1), key(2), key(3)]
    assert lines_of([tmp_path / "first.jsonl"])[1]["winner"] == key(1)


def test_axes_of_a_selection_are_those_of_its_variants_on_the_backend() -> None:
    def variant(path: str, axes: list[str], backend: str = "cuda") -> dict[str, Any]:
        named = [{"name": axis} for axis in axes]
        family = path.split("/")[0]
        return {"path": path, "family": family, "backends": [backend], "axes": named}

    listing = {
        "variants": [
            variant("reduce/a", ["block", "items"]),
            variant("reduce/b", ["block", "unroll"]),
            variant("reduce/host", ["threads"], "host"),
            variant("scan/a", ["kind"]),
            {"path": "reduce/plain", "family": "reduce", "backends": ["cuda"]},
        ]
    }
    words = tuning_regret.axes_of_selection(listing, ["reduce"], "cuda")
    assert words == ["-c", "block=all", "-c", "items=all", "-c", "unroll=all"]
    assert tuning_regret.axes_of_selection(listing, ["*/a"], "cuda")[-1] == "kind=all"
