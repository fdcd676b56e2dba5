from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import foreign_results as foreign
from warpmark_reports import JournalError, load
from warpmark_reports.cli import main
from warpmark_reports.formats.times import interval_rank, times_of

UNKNOWN = Path(__file__).parents[2] / "docs" / "results" / "h200" / "nvbench.json"


def test_nvbench_states_become_points(tmp_path: Path) -> None:
    states = [foreign.state(1024, "I32", 3e-6, median_s=2e-6), foreign.state(2048, "F32", 5e-6)]
    frame = load(foreign.write(tmp_path / "out.json", foreign.nvbench(states))).frame
    assert list(frame["problem_n"]) == [1024, 2048]
    assert list(frame["problem_type"]) == ["I32", "F32"]
    assert list(frame["variant"]) == ["sum", "sum"]
    assert list(frame["time_median_ns"]) == pytest.approx([2000.0, 5000.0])  # else the mean
    assert list(frame["bytes"]) == pytest.approx([4096, 8192])
    assert list(frame["throughput_bytes_per_s"]) == pytest.approx([4096 / 2e-6, 8192 / 5e-6])
    assert frame["time_ci_lo_ns"].isna().all()
    assert set(frame["time_kind"]) == {"measured"}


def test_samples_beside_nvbench_give_median_and_interval(tmp_path: Path) -> None:
    samples = [2000.0 + 10 * i for i in range(21)]
    random.Random(1).shuffle(samples)
    one = foreign.with_samples(tmp_path, foreign.state(1024, "I32", 3e-6), samples)
    journal = load(foreign.write(tmp_path / "out.json", foreign.nvbench([one])))
    row = journal.frame.iloc[0]
    assert row["time_n"] == 21
    assert row["time_median_ns"] == pytest.approx(2100.0, rel=1e-6)
    # Ranks 6 and 16 of 21 hold the median at 97 %, 7 and 15 at 92 %.
    assert row["time_ci_lo_ns"] == pytest.approx(2050.0, rel=1e-6)
    assert row["time_ci_hi_ns"] == pytest.approx(2150.0, rel=1e-6)
    assert list(journal.samples["time_ns"]) == pytest.approx(samples, rel=1e-6)
    assert not journal.warnings


def test_samples_that_are_gone_are_told(tmp_path: Path) -> None:
    one = foreign.with_samples(tmp_path, foreign.state(1024, "I32", 3e-6), [1.0, 2.0])
    (tmp_path / "out.json-bin" / "0.bin").write_bytes(b"abc")
    journal = load(foreign.write(tmp_path / "out.json", foreign.nvbench([one])))
    assert journal.frame["time_median_ns"].iloc[0] == pytest.approx(3000.0)
    assert "the first is out.json-bin/0.bin" in journal.warnings[0]


def test_devices_of_nvbench_keep_apart_and_skips_have_reasons(tmp_path: Path) -> None:
    skipped = {"is_skipped": True, "skip_reason": "too large", "summaries": None}
    states = [foreign.state(8, "I32", 1e-6), foreign.state(8, "I32", 2e-6, device=1, **skipped)]
    journal = load(foreign.write(tmp_path / "out.json", foreign.nvbench(states, devices=2)))
    assert [run.manifest["card"]["name"] for run in journal.runs] == ["Card 0", "Card 1"]
    assert list(journal.frame["status"]) == ["ok", "skipped"]
    assert journal.frame["reason"].iloc[1] == "too large"
    assert list(journal.provenance["tool"]) == ["nvbench", "nvbench"]


def test_google_benchmark_repetitions_are_samples(tmp_path: Path) -> None:
    rows = [foreign.google_row("BM_copy<a/b>/1024/threads:4/real_time", t) for t in (3, 1, 2)]
    rows.append({**rows[0], "run_type": "aggregate", "aggregate_name": "mean", "real_time": 9.0})
    rows.append(foreign.google_row("BM_sum/2048", 4, "ms", bytes_per_second=1e6))
    rows.append(foreign.google_row("BM_bad", 0, error_occurred=True, error_message="no card"))
    journal = load(foreign.write(tmp_path / "out.json", foreign.google(rows)))
    copy, total, bad = (journal.frame.iloc[i] for i in range(3))
    assert (copy["variant"], copy["problem_n"], copy["problem_threads"]) == (
        "BM_copy<a/b>",
        1024,
        4,
    )
    assert (copy["time_n"], copy["time_median_ns"]) == (3, 2000.0)
    assert total["time_median_ns"] == 4e6
    assert total["bytes"] == pytest.approx(4000)
    assert (bad["status"], bad["reason"]) == ("failed", "no card")
    assert set(journal.frame["backend"]) == {"host"}


def test_google_benchmark_aggregates_alone(tmp_path: Path) -> None:
    row = foreign.google_row("BM_a/8", 7, run_type="aggregate", aggregate_name="mean")
    better = {**row, "aggregate_name": "median", "real_time": 6}
    frame = load(foreign.write(tmp_path / "a.json", foreign.google([row, better]))).frame
    assert list(frame["time_median_ns"]) == [6000.0]


@pytest.mark.parametrize("packed", [False, True])
def test_a_cache_of_kernel_tuner(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "cache.json"
    content = json.dumps(foreign.cache()).encode()
    path.write_bytes(gzip.compress(content) if packed else content)
    journal = load(path)
    frame = journal.frame
    assert list(frame["status"]) == ["ok", "ok", "skipped", "failed"]
    assert list(frame["time_median_ns"].dropna()) == pytest.approx([2.25e6, 1.5e6])
    assert list(frame["time_mean_ns"].dropna()) == pytest.approx([2.5e6])
    assert list(frame["config_block"]) == [32, 32, 64, 64]
    assert set(frame["problem_size"]) == {"64x32"}
    assert len(journal.samples) == 6
    assert not journal.runs[0].cut_off


@pytest.mark.parametrize(("cut", "points", "torn"), [(1, 4, False), (3, 4, False), (40, 3, True)])
def test_a_cache_that_was_cut_off(tmp_path: Path, cut: int, points: int, torn: bool) -> None:
    """Without its brackets it is one of a tuning that goes on; within an entry that one is lost."""
    path = tmp_path / "cache.json"
    path.write_text(foreign.cache_lines(foreign.cache())[:-cut])
    journal = load(path)
    assert len(journal.frame) == points
    assert journal.runs[0].cut_off
    assert journal.runs[0].torn == torn
    assert bool(journal.warnings) == torn


def changed(document: Any, *steps: object, to: object) -> Any:
    """A copy with another value at the place."""
    whole = json.loads(json.dumps(document))
    at = whole
    for step in steps[:-1]:
        at = at[step]
    at[steps[-1]] = to
    return whole


NVBENCH = foreign.nvbench([foreign.state(8, "I32", 1e-6)])
GOOGLE = foreign.google([foreign.google_row("BM_a/8", 7)])
CACHE = foreign.cache()
FIRST = ("benchmarks", 0, "states", 0)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (foreign.nvbench([], major=2), "meta.version.json is '2.0.0'; expected version 1"),
        (changed(NVBENCH, "meta", to=3), "meta is 3; expected an object"),
        (changed(NVBENCH, "benchmarks", 0, "name", to=None), "expected a key 'name'"),
        (changed(NVBENCH, *FIRST, to=[]), "benchmarks[0].states[0] is []; expected an object"),
        (changed(NVBENCH, *FIRST, "summaries", to=[]), "has neither nv/cold/time/gpu/median nor"),
        (
            changed(NVBENCH, *FIRST, "summaries", 1, "data", 0, "value", to="fast"),
            "states[0]: nv/cold/time/gpu/mean is 'fast'; expected a number in a text",
        ),
        (changed(GOOGLE, "benchmarks", to={}), "benchmarks is {}; expected a list"),
        (
            changed(GOOGLE, "benchmarks", 0, "time_unit", to="h"),
            "benchmarks[0].time_unit is 'h'; expected one of ns, us, ms, s",
        ),
        (
            changed(GOOGLE, "benchmarks", 0, "real_time", to="1"),
            "benchmarks[0].real_time is '1'; expected a number",
        ),
        (changed(CACHE, "objective", to="GFLOP/s"), "objective is 'GFLOP/s'; expected"),
        (changed(CACHE, "cache", "32,1", to=7), "cache['32,1'] is 7; expected an object"),
        (changed(CACHE, "cache", "32,1", "tile", to=None), "expected a key 'tile'"),
        (
            {"answer": 42},
            "is JSON of no known kind, with the keys ['answer']; expected a journal",
        ),
    ],
)
def test_what_another_tool_would_not_write_is_named(
    tmp_path: Path, document: Any, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = foreign.write(tmp_path / "out.json", document)
    assert main([str(path), "-o", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: {path}")
    assert message in told
    assert told.count("\n") == 1


def test_json_cut_off_names_its_line(tmp_path: Path) -> None:
    path = foreign.write(tmp_path / "out.json", NVBENCH)
    path.write_text(path.read_text()[:-60])
    with pytest.raises(JournalError, match=r"out\.json:\d+: nvbench JSON is cut off or damaged"):
        load(path)


def test_json_of_no_known_kind_is_named() -> None:
    with pytest.raises(JournalError, match="is JSON of no known kind"):
        load(UNKNOWN)


def test_impossible_times_of_a_cache_are_left_out(tmp_path: Path) -> None:
    document = changed(CACHE, "cache", "32,2", "time", to=-1.5)
    journal = load(foreign.write(tmp_path / "cache.json", document))
    assert journal.frame["time_median_ns"].notna().sum() == 1
    assert "times_ns.median is -1500000.0; expected a number above 0" in journal.warnings[0]


@pytest.mark.parametrize("document", [NVBENCH, GOOGLE, CACHE])
def test_a_report_on_another_tools_file(
    tmp_path: Path, document: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = foreign.write(tmp_path / "out.json", document)
    assert main([str(path), "-o", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "index.html").exists()
    told = capsys.readouterr().out
    assert "not verified by warpmark" in told
    assert "right" not in told
    page = (tmp_path / "out" / "index.html").read_text()
    assert "right results" not in page
    assert "The one point is right" not in page


def test_the_interval_reaches_95_percent_and_no_narrower_one_does() -> None:
    from scipy.stats import binom

    for n in (6, 7, 20, 101, 500, 1000):
        rank = interval_rank(n)
        assert 1 - 2 * binom.cdf(rank - 1, n, 0.5) >= 0.95
        assert 1 - 2 * binom.cdf(rank, n, 0.5) < 0.95
    assert [interval_rank(n) for n in (1, 5)] == [0, 0]
    assert abs(interval_rank(1001) - interval_rank(1000)) <= 1
    times = times_of(list(np.arange(1.0, 6.0)))
    assert (times["median"], times["ci_lo"], times["p05"]) == (3.0, None, pytest.approx(1.2))


def test_pytest_benchmark_rounds_are_samples(tmp_path: Path) -> None:
    rows = [
        foreign.pytest_row("test_add", [3e-6, 1e-6, 2e-6], {"n": 64, "kind": "list"}),
        foreign.pytest_row("test_add", [5e-6], {"f": "UNSERIALIZABLE[<function f>]"}),
        foreign.pytest_row("TestAll::test_it", [7e-6] * 9),
    ]
    rows[1] |= {"param": "f", "fullname": "tests/test_sum.py::test_add[f]"}
    rows[2]["stats"].pop("data")
    journal = load(foreign.write(tmp_path / "out.json", foreign.pytest_benchmark(rows)))
    table = journal.frame.set_index("key")
    assert table["time_median_ns"].to_dict() == {
        "pytest_benchmark/tests.test_sum::TestAll::test_it[][]": pytest.approx(7000),
        "pytest_benchmark/tests.test_sum::test_add[kind=list,n=64][]": pytest.approx(2000),
        "pytest_benchmark/tests.test_sum::test_add[param=f][]": pytest.approx(5000),
    }
    assert sorted(table["time_n"]) == [1, 3, 9]
    assert sorted(journal.samples["time_ns"]) == pytest.approx([1000, 2000, 3000, 5000])
    assert list(journal.provenance["tool"]) == ["pytest-benchmark"]
    assert list(journal.provenance["commit"]) == ["4f1c2ab"]


def test_aggregates_of_complexity_are_no_points(tmp_path: Path) -> None:
    aggregate = {"run_type": "aggregate", "aggregate_name": "median"}
    rows = [
        foreign.google_row("BM_sum/64", 2.0) | aggregate,
        foreign.google_row("BM_sum", 0.0) | {"aggregate_name": "BigO", "run_type": "aggregate"},
        foreign.google_row("BM_sum", 0.0) | {"aggregate_name": "RMS", "run_type": "aggregate"},
    ]
    frame = load(foreign.write(tmp_path / "out.json", foreign.google(rows))).frame
    assert list(frame["key"]) == ["google_benchmark/BM_sum[n=64][]"]
    assert list(frame["time_median_ns"]) == [2000.0]
