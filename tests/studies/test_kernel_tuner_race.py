"""The race with Kernel Tuner, on invented logs."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import pytest

import kernel_tuner_race
from kernel_tuner_run import Task, evaluate, evaluation, spent
from race_times import Run, Truth, as_json, follow, reached, read_warpmark, seconds, table

KERNELS = Path(kernel_tuner_race.__file__).parent / "race_kernels"
# Rounds in which `a` is the best; `b` is 1 % slower, `c` 10 %.
TRUTH = Truth([{"a=1": 100, "a=2": 101, "a=3": 110}] * 4)


def run(tool: str = "warpmark", seed: int = 1, wall_s: float = 10) -> Run:
    return Run(tool, seed, wall_s)


def test_reaches_it_with_what_was_the_best_so_far_and_not_before() -> None:
    # Config 2 is measured at 3 s but believed slower than 3, which is what the tool would answer.
    found = follow(run(), [(1, "a=3", 90), (3, "a=2", 95), (5, "a=1", 89), (6, "a=1", 99)])
    assert found.incumbents == [(1, "a=3"), (5, "a=1")]
    came = reached(found, TRUTH, 0.02)
    assert (came.first_s, came.lasting_s, came.loss) == (5, 5, 0)
    assert (found.first_s, found.evaluations) == (1, 3)


def test_luck_that_does_not_last_is_told() -> None:
    found = follow(run(), [(1, "a=2", 100), (2, "a=3", 90), (4, "a=1", 80)])
    came = reached(found, TRUTH, 0.02)
    assert (came.first_s, came.lasting_s) == (1, 4)


def test_what_failed_or_never_ran_right_is_no_answer() -> None:
    found = follow(run(), [(1, "a=1", None), (2, "a=9", 10)])
    assert found.incumbents == [(2, "a=9")]
    came = reached(found, TRUTH, 0.02)
    assert (came.first_s, came.loss) == (math.inf, math.inf)


def test_the_best_is_chosen_by_other_rounds_than_it_is_judged_by() -> None:
    lucky = [{"a=1": 100.0, "a=2": 80.0}] + [{"a=1": 100.0, "a=2": 104.0}] * 3
    truth = Truth(lucky[:1] * 2 + lucky[1:3])
    assert truth.best == "a=2"
    assert truth.best_ns == 104
    assert truth.loss("a=1") == pytest.approx(100 / 104 - 1)


def test_median_of_runs_of_which_most_never_got_there() -> None:
    assert seconds([2, math.inf, math.inf]) == "never (2.0 to never)"
    assert seconds([2, 4, math.inf]) == "4.0 (2.0 to never)"
    assert seconds([3, 3]) == "3.0"


def journal(path: Path, wall_s: float = 8) -> Path:
    def line(config: int, at_s: float, time_ns: float, phase: str) -> dict[str, Any]:
        return {
            "event": "measurement", "status": "ok", "key": f"conv/tiled[n=64][a={config}]",
            "config": {"a": config}, "times_ns": {"median": time_ns}, "at_s": at_s,
            "tuning": {"phase": phase},
        }  # fmt: skip

    lines = [
        {"event": "manifest"},
        line(3, 1, 90, "search"),
        line(2, 2, 85, "search"),
        line(1, 3, 86, "search"),
        line(1, 6, 80, "final"),
        {"event": "tuned", "winner": "conv/tiled[n=64][a=1]", "at_s": 7},
        {"event": "end", "wall_s": wall_s},
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    return path


def test_warpmarks_winner_is_its_last_answer_and_start_up_counts(tmp_path: Path) -> None:
    found = read_warpmark(run(wall_s=8.5), journal(tmp_path / "tune.jsonl"))
    # Half a second was spent outside of the journal's clock.
    assert found.incumbents == [(1.5, "a=3"), (2.5, "a=2"), (7.5, "a=1")]
    assert found.evaluations == 3


def test_a_run_that_was_cut_off_is_an_error_and_stands_in_the_table(tmp_path: Path) -> None:
    path = journal(tmp_path / "tune.jsonl")
    path.write_text(path.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    broken = read_warpmark(run(), path)
    assert broken.error
    text = table([follow(run(), [(1, "a=1", 9)]), broken], TRUTH, 0.02)
    assert "| warpmark | 1 (1 failed) | 1 of 1 | 1.0 | 1.0 |" in text


def test_json_has_null_for_never() -> None:
    told = as_json([follow(run("pso"), [(1, "a=3", 9)])], TRUTH, 0.02)
    assert told["best"] == {"config": "a=1", "time_ns": 100}
    assert told["runs"][0]["reached_s"] is None
    assert told["runs"][0]["loss"] == pytest.approx(0.1)
    json.loads(json.dumps(told, allow_nan=False))


def test_a_folder_becomes_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "conv"
    (folder / "runs").mkdir(parents=True)
    (folder / "sweep.jsonl").touch()
    journal(folder / "runs" / "warpmark_1.jsonl")
    other = [{"at_s": 4.0, "config": {"a": 3}, "time_ns": 70.0}]
    (folder / "runs" / "pso_1.json").write_text(
        json.dumps({"evaluations": other, "spent_s": {"compile": 1.5}})
    )
    for tool in ("warpmark", "pso"):
        about = {"tool": tool, "seed": 1, "wall_s": 9, "status": 0}
        (folder / "runs" / f"{tool}_1.about.json").write_text(json.dumps(about))
    for number in range(2):
        lines = [
            {"event": "measurement", "status": "ok", "config": {"a": config}}
            | {"times_ns": {"median": time_ns}}
            for config, time_ns in ((1, 100), (2, 103), (3, 110))
        ]
        text = "".join(json.dumps(each) + "\n" for each in lines)
        (folder / f"round_{number}.jsonl").write_text(text)
    kernel_tuner_race.print_tables(argparse.Namespace(folder=tmp_path, tolerance=2, json=None))
    printed = capsys.readouterr().out
    assert "| warpmark | 1 | 1 of 1 | 8.0 | 8.0 | 6.0 | 3 | 9.0 | 0.0% |" in printed
    assert "\npso: compile 1.5 s\n" in printed
    assert "| pso | 1 | 0 of 1 | never | never | never | 1 | 9.0 | 10.0% |" in printed


def test_expressions_mean_what_they_mean_to_warpmark() -> None:
    assert evaluate("ceildiv(n, 32) + 2^3", {"n": 65}) == 11
    assert evaluate("(n + 8)^2 / 3", {"n": 2}) == 33
    with pytest.raises(NameError):
        evaluate("open('x')", {})


def test_kernel_tuner_gets_the_task_that_the_file_describes() -> None:
    task = Task(KERNELS / "convolution.toml", "tiled", 100)
    assert task.axes["padding"] == [0, 1]
    buffers = task.buffers(seed=1)
    assert buffers["image"].shape == (108 * 108,)
    assert -1 <= buffers["image"].min() < buffers["image"].max() <= 1
    launch = task.launch(task.variant, buffers)
    assert Path(launch["kernel_source"]).name == "convolution.cu"
    assert launch["kernel_name"] == "convolve_tiled<block_x, block_y, pixels_x, pixels_y, padding>"
    assert launch["problem_size"]({"block_x": 16, "block_y": 8, "pixels_x": 2, "pixels_y": 1}) == (
        4,
        13,
    )
    assert launch["cmem_args"]["weights"] is buffers["filter"]
    assert launch["arguments"][2] == 100
    assert task.tolerance() == 1e-4


@pytest.mark.parametrize("name", list(kernel_tuner_race.TASKS))
def test_tasks_sweep_all_axes_of_their_file(name: str) -> None:
    task = kernel_tuner_race.TASKS[name]
    described = Task(task.file, task.variant.split("/")[1], task.n)
    assert list(described.axes) == task.axes


def test_a_failed_config_of_kernel_tuner_has_no_time() -> None:
    result = {"a": 1, "time": "RuntimeFailedConfig", "__error__": "x"}
    result["timestamp"] = "2026-01-01 00:00:10+00:00"
    got = evaluation(result, ["a"], 1767225600.0)
    assert got == {"at_s": 10.0, "config": {"a": 1}, "time_ns": None}
    got = evaluation(result | {"time": 0.5, "__error__": ""}, ["a"], 0)
    assert got["time_ns"] is None


def test_time_spent_is_added_up_and_a_config_seen_again_costs_none() -> None:
    results = [{"compile_time": 500, "verification_time": 250, "benchmark_time": 10}, {}]
    assert spent(results) == {"compile": 0.5, "verification": 0.25, "benchmark": 0.01}
