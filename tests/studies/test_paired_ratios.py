"""The comparison with the library pair by pair, on invented journals."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import paired_ratios


def line(variant: str, n: int, median_us: float, config: str = "block=256") -> dict[str, Any]:
    """A measurement as a journal has it."""
    key = f"reduce/{variant}[type=i32,n={n}][{config}]"
    return {
        "event": "measurement",
        "status": "ok",
        "key": key,
        "family": "reduce",
        "variant": variant,
        "problem": {"type": "i32", "n": n},
        "times_ns": {"median": median_us * 1e3},
        "fraction_of_ceiling": 0.5,
    }


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    """A journal of these lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    return path


def rounds(folder: Path, ratios: list[float]) -> Path:
    """A folder of rounds in which the library takes 10 us times the ratio."""
    for number, ratio in enumerate(ratios):
        pair = [line("vendor_cub", 4096, 10 * ratio, ""), line("strided", 4096, 10)]
        write(folder / f"round_{number}.jsonl", pair)
    return folder


def test_the_fastest_own_config_of_each_problem_is_chosen(tmp_path: Path) -> None:
    wrong = line("strided", 4096, 1, "block=32") | {"status": "wrong"}
    slow, fast = line("strided", 4096, 9), line("chunked", 4096, 7, "block=512")
    library = line("vendor_cub", 4096, 5, "")
    alone = line("strided", 8192, 3)
    journal = write(tmp_path / "a.jsonl", [wrong, slow, library, fast, alone])
    assert paired_ratios.choose([journal]) == [fast["key"], library["key"]]


def test_the_interval_is_of_order_statistics_with_enough_confidence() -> None:
    nine = [float(value) for value in range(9)]
    assert paired_ratios.interval_of_median(nine) == (1.0, 7.0)  # 96.1 %; (2, 6) has 82 %
    assert paired_ratios.interval_of_median(nine[:6]) == (0.0, 5.0)  # 96.9 %
    everything = (-float("inf"), float("inf"))
    assert paired_ratios.interval_of_median(nine[:5]) == everything  # 93.8 % at best
    assert paired_ratios.interval_or_range(nine[:5]) == (0.0, 4.0)


def test_ratios_pair_what_one_process_measured(tmp_path: Path) -> None:
    folder = rounds(tmp_path, [1.2, 1.4])
    unpaired = line("strided", 8192, 1)
    write(folder / "round_2.jsonl", [unpaired])
    (row,) = paired_ratios.ratios_of(folder)
    assert row["ratios"] == pytest.approx([1.2, 1.4])


@pytest.mark.parametrize(
    ("bar", "missed"),
    [
        ({"interval_reaches": 1.3}, False),
        ({"interval_reaches": 1.4}, True),
        ({"at_least": 1.25}, False),
        ({"at_least": 1.3}, True),  # the interval reaches it, the median does not
        ({"of_ceiling": 0.5}, False),
        ({"of_ceiling": 0.6}, True),
        ({"at_least": 9, "types": ["f32"]}, False),  # of another type
        ({"at_least": 9, "n": [1, 4095]}, False),  # of other sizes
    ],
)
def test_bars(tmp_path: Path, bar: dict[str, Any], missed: bool) -> None:
    row = paired_ratios.ratios_of(
        rounds(tmp_path, [1.2, 1.2, 1.2, 1.25, 1.25, 1.25, 1.3, 1.3, 1.3])
    )
    where = {"family": "reduce", "types": ["i32"], "n": [4096, 4096]}
    _, failures = paired_ratios.table(row, [where | bar])
    assert failures == int(missed)


def test_the_command_line_says_what_is_missed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = rounds(tmp_path / "rounds", [1.1] * 6)
    bars = tmp_path / "bars.json"
    where = {"family": "reduce", "types": ["i32"], "n": [4096, 4096]}
    bars.write_text(json.dumps([where | {"at_least": 1.3}]), encoding="utf-8")
    command = ["paired_ratios", "table", str(folder), "--bars", str(bars)]
    monkeypatch.setattr(sys, "argv", command)
    assert paired_ratios.main() == 1
    assert "below 1.3x" in capsys.readouterr().out


def test_a_family_with_two_libraries_is_compared_with_each(tmp_path: Path) -> None:
    radix, merge = line("radix_onesweep", 4096, 5), line("merge_path", 4096, 7)
    cub_radix, cub_merge = line("vendor_cub_radix", 4096, 6), line("vendor_cub_merge", 4096, 9)
    journal = write(tmp_path / "a.jsonl", [radix, merge, cub_radix, cub_merge])
    assert paired_ratios.choose([journal], "vendor_cub_radix") == [radix["key"], cub_radix["key"]]
    chosen = paired_ratios.choose([journal], "vendor_cub_merge", ("merge_*",))
    assert chosen == [merge["key"], cub_merge["key"]]


def test_a_bar_may_be_for_one_baseline_and_some_problems(tmp_path: Path) -> None:
    (row,) = paired_ratios.ratios_of(rounds(tmp_path, [1.1] * 6))
    bar = {"family": "reduce", "types": ["i32"], "n": [1, 8192], "at_least": 1.2}
    assert paired_ratios.missed_bars(row, [bar])
    assert paired_ratios.missed_bars(row, [bar | {"baseline": "vendor_cub"}])
    assert not paired_ratios.missed_bars(row, [bar | {"baseline": "vendor_cub_merge"}])
    row["problem"]["bins"] = 256
    assert paired_ratios.missed_bars(row, [bar | {"where": {"bins": [64, 256]}}])
    assert not paired_ratios.missed_bars(row, [bar | {"where": {"bins": [65536]}}])
