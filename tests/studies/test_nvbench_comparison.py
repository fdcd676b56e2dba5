"""The comparison with nvbench, on invented results and programs that stand in for the tools."""

from __future__ import annotations

import itertools
import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import nvbench_comparison
from nvbench_tables import (
    Process,
    ToolError,
    compare,
    exit_code,
    nvbench_medians,
    read_processes,
    spread_table,
    wall_ratio,
    wall_table,
    warpmark_medians,
)

SMALL, LARGE = 2**12, 2**22


def nvbench_json(medians_ns: dict[int, float], skipped: tuple[int, ...] = ()) -> str:
    def state(n: int, median_ns: float) -> dict[str, object]:
        values = {"nv/cold/sample_size": "500", "nv/cold/time/gpu/mean": "1.0"}
        values["nv/cold/time/gpu/median"] = str(median_ns / 1e9)
        summaries = [
            {"tag": tag, "name": "x", "data": [{"name": "value", "type": "x", "value": value}]}
            for tag, value in values.items()
        ]
        # A bulk summary, whose data has no "value".
        summaries.append({"tag": "nv/json/bin", "data": [{"name": "size", "value": "500"}]})
        return {
            "name": f"Device=0 Elements={n}",
            "axis_values": [{"name": "Elements", "type": "int64", "value": str(n)}],
            "summaries": None if n in skipped else summaries,
            "is_skipped": n in skipped,
        }

    states = [state(n, median) for n, median in medians_ns.items()]
    return json.dumps({"benchmarks": [{"name": "sum_i32", "states": states}]})


def journal(medians_ns: dict[int, float], **changes: object) -> str:
    lines: list[dict[str, object]] = [{"event": "manifest", "schema": "warpmark/1"}]
    for n, median in medians_ns.items():
        line: dict[str, object] = {"event": "measurement", "key": f"reduce/vendor_cub[n={n}]"}
        line |= {"problem": {"n": n}, "status": "ok", "times_ns": {"n": 48, "median": median}}
        lines.append(line | changes)
    lines.append({"event": "end", "complete": True})
    return "".join(json.dumps(line) + "\n" for line in lines)


def process(tool: str, run: int, wall_s: float, **medians_ns: float) -> Process:
    sizes = {"small": SMALL, "large": LARGE}
    by_size = {sizes[name]: value for name, value in medians_ns.items()}
    return Process(tool, run, wall_s, by_size, dict.fromkeys(by_size, 1))


def test_nvbench_medians_are_taken_in_ns() -> None:
    medians, samples = nvbench_medians(nvbench_json({SMALL: 3872.0, LARGE: 12960.0}))
    assert medians == pytest.approx({SMALL: 3872.0, LARGE: 12960.0})
    assert samples == {SMALL: 500, LARGE: 500}


def test_a_state_that_nvbench_skipped_is_left_out() -> None:
    medians, _ = nvbench_medians(nvbench_json({SMALL: 1.0, LARGE: 2.0}, skipped=(SMALL,)))
    assert list(medians) == [LARGE]


def test_a_state_without_median_is_named() -> None:
    text = nvbench_json({SMALL: 1.0}).replace("gpu/median", "gpu/other")
    with pytest.raises(ToolError, match=f"Elements={SMALL} has no median"):
        nvbench_medians(text)


def test_warpmark_medians() -> None:
    assert warpmark_medians(journal({SMALL: 3840.0})) == ({SMALL: 3840.0}, {SMALL: 48})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (journal({SMALL: 1.0}, status="wrong", reason="first at 3"), "wrong first at 3"),
        (journal({SMALL: 1.0}) + journal({SMALL: 1.0}), "more than one point has n=4096"),
        (
            journal({SMALL: 1.0}, backend="simt").replace("times_ns", "counters"),
            "simt has no times",
        ),
    ],
)
def test_journals_that_hold_no_comparable_times_are_refused(text: str, said: str) -> None:
    with pytest.raises(ToolError, match=said):
        warpmark_medians(text)


def test_the_spread_is_the_range_over_the_median() -> None:
    medians = [100.0, 104.0, 102.0]
    rows = compare([process("nvbench", i, 1.0, small=each) for i, each in enumerate(medians)])
    assert rows[0].nvbench.spread == pytest.approx(4 / 102)
    assert rows[0].warpmark.spread is None
    assert rows[0].missed is None


@pytest.mark.parametrize(
    ("ours", "theirs", "missed"),
    [
        ({"small": 1.019}, {"small": 1.03}, []),
        ({"small": 1.025}, {"small": 1.03}, ["above 2%"]),
        ({"small": 1.019}, {"small": 1.01}, ["above nvbench's"]),
        ({"large": 1.009}, {"large": 1.009}, []),
        ({"large": 1.019}, {"large": 1.01}, ["above nvbench's", "above 1%"]),
    ],
)
def test_verdicts(ours: dict[str, float], theirs: dict[str, float], missed: list[str]) -> None:
    size = next(iter(ours))
    processes = []
    for tool, factors in (("nvbench", theirs), ("warpmark", ours)):
        processes.append(process(tool, 1, 1.0, **{size: 1000.0}))
        processes.append(process(tool, 2, 1.0, **{size: 1000.0 * factors[size]}))
    assert compare(processes)[0].missed == missed


def test_wall_times_are_compared_by_their_means() -> None:
    processes = [process("nvbench", 1, 29.0), process("nvbench", 2, 31.0)]
    assert wall_ratio(processes) is None
    processes.append(process("warpmark", 1, 1.0))
    assert wall_ratio(processes) == pytest.approx(30.0)
    assert "30.0, at least 30: met" in wall_table(processes)
    processes.append(process("warpmark", 2, 1.02))
    assert "29.7, at least 30: missed" in wall_table(processes)


def test_exit_codes() -> None:
    processes = [
        process(tool, run, wall_s, small=100.0)
        for tool, wall_s in (("nvbench", 40.0), ("warpmark", 1.0))
        for run in (1, 2)
    ]
    rows = compare(processes)
    assert exit_code(processes, rows, min_processes=2) == 0
    assert exit_code(processes, rows, min_processes=3) == 5
    processes.append(process("warpmark", 3, 1.0, small=103.0))
    assert exit_code(processes, compare(processes), min_processes=2) == 1


def test_sizes_read_as_powers_and_missing_ones_as_dashes() -> None:
    table = spread_table(compare([process("warpmark", 1, 1.0, large=12960.0)]))
    assert "| 2^22 | – | – | 12.960 | – | – | 1% | – |" in table


FAKE = """
import json, sys, time
option = "--json" if "--json" in sys.argv else "-o"
with open(sys.argv[sys.argv.index(option) + 1], "w") as file:
    file.write({text!r})
time.sleep({seconds})
sys.exit({code})
"""


def fake(folder: Path, name: str, text: str, code: int = 0, seconds: float = 0) -> str:
    """A program that leaves a result and ends so."""
    script = folder / f"{name}.py"
    script.write_text(FAKE.format(text=text, code=code, seconds=seconds))
    program = folder / name
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    program.chmod(0o755)
    return str(program)


def words(folder: Path, nvbench: str, *more: str) -> list[str]:
    ours = fake(folder, "warpmark", journal({SMALL: 3840.0}))
    tools = ["--nvbench", nvbench, "--warpmark", ours]
    return [*tools, "--out", str(folder / "kept"), "--exponents", "12:12:1", *more]


def test_processes_take_turns_and_can_be_compared_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nvbench = fake(tmp_path, "nvbench", nvbench_json({SMALL: 3872.0}))
    table = tmp_path / "table.json"
    # By this clock both stand-ins take the same time, so the bar of wall time is missed.
    ticks = itertools.count(1.0)
    monkeypatch.setattr(nvbench_comparison, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    given = words(tmp_path, nvbench, "--runs", "2", "--json", str(table))
    assert nvbench_comparison.main(given) == 1
    printed = capsys.readouterr().out
    kept = [
        json.loads(line)
        for line in (tmp_path / "kept" / "processes.jsonl").read_text().splitlines()
    ]
    order = [(each["tool"], each["run"]) for each in kept]
    assert order == [("nvbench", 1), ("warpmark", 1), ("nvbench", 2), ("warpmark", 2)]
    assert "Elements[pow2]=[12:12:1]" in kept[0]["command"]
    assert "n=2^12..2^12:2^1" in kept[1]["command"]
    assert "| 2^12 | 3.872 | 0.00% | 3.840 | 0.00% | 0.992 | 2% | met |" in printed
    assert json.loads(table.read_text())["sizes"][0]["warpmark"]["medians_ns"] == [3840.0, 3840.0]

    assert nvbench_comparison.main(["--from", str(tmp_path / "kept")]) == 1
    assert capsys.readouterr().out == printed


def test_a_failing_tool_ends_the_runs_and_is_quoted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nvbench = fake(tmp_path, "nvbench", "", code=3)
    assert nvbench_comparison.main(words(tmp_path, nvbench)) == 2
    assert "exit code 3" in capsys.readouterr().err
    assert read_processes(tmp_path / "kept") == ([], [])


def test_an_unusable_result_costs_only_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nvbench = fake(tmp_path, "nvbench", "no JSON")
    assert nvbench_comparison.main(words(tmp_path, nvbench, "--runs", "2")) == 2
    printed = capsys.readouterr()
    assert "| 2^12 | – | – | 3.840 | 0.00% | – | 2% | – |" in printed.out
    assert "nvbench_2.json: JSONDecodeError" in printed.err


def test_a_folder_without_runs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert nvbench_comparison.main(["--from", str(tmp_path)]) == 2
    assert "processes.jsonl: no such file" in capsys.readouterr().err


def test_what_the_budget_cannot_hold_is_left_out(tmp_path: Path) -> None:
    nvbench = fake(tmp_path, "nvbench", nvbench_json({SMALL: 3872.0}))
    assert nvbench_comparison.main(words(tmp_path, nvbench, "--runs", "1", "--budget", "2")) == 5
    finished, _ = read_processes(tmp_path / "kept")
    assert [each.tool for each in finished] == ["warpmark"]


def test_a_run_that_is_stopped_still_compares_what_finished(tmp_path: Path) -> None:
    nvbench = fake(tmp_path, "nvbench", "", seconds=6000)
    (tmp_path / "kept").mkdir()
    program = [sys.executable, str(Path(nvbench_comparison.__file__))]
    log = tmp_path / "kept" / "nvbench_1.log"
    with subprocess.Popen([*program, *words(tmp_path, nvbench)], stdout=subprocess.PIPE) as child:
        while not log.exists():
            time.sleep(0.02)
        child.send_signal(signal.SIGTERM)
        printed, _ = child.communicate(timeout=600)
    assert child.returncode == 5
    assert b"| process | nvbench, s |" in printed


@pytest.mark.parametrize("wrong", ["12:28", "a:28:2", "12:28:0", "-1:2:1"])
def test_wrong_sizes_are_named(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        nvbench_comparison.main(["--out", "kept", f"--exponents={wrong}"])
    assert ended.value.code == 2
    assert f"'{wrong}' is not FIRST:LAST:STEP" in capsys.readouterr().err
