"""`warpmark compare`: joins, ratios, what they rest on, warnings, outputs and exit codes."""

from __future__ import annotations

import json
import math
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import foreign_results as foreign
import key_journals
import sample_journal
from warpmark_reports.analysis.multiple_testing import discovery_level, holm
from warpmark_reports.analysis.ratios import NOTHING, ROUNDS, SAMPLES, Side, ratio_of
from warpmark_reports.analysis.student_t import quantile, tail
from warpmark_reports.compare.cli import main

SIZES = (2**12, 2**16)
Captured = pytest.CaptureFixture[str]


def journal(path: Path, factors: dict[str, float] | None = None, **manifest: Any) -> Path:
    """Two variants at two sizes, their times times a factor each; intervals are 2 % to a side."""
    points = [
        key_journals.Point(name, {"type": "u32", "n": n}, ns * (factors or {}).get(name, 1.0), 8)
        for name, ns in (("slow", 2000.0), ("quick", 1000.0))
        for n in SIZES
    ]
    lines = key_journals.journal("copy", points)
    lines[0] = {**lines[0], **manifest}
    return sample_journal.write(path, lines)


def compared(capsys: Captured, *words: str | Path) -> dict[str, Any]:
    assert main([*map(str, words), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_student_is_that_of_scipy() -> None:
    for df in (1, 2, 3, 7, 40):
        for t in (-3.0, 0.0, 0.1, 2.0, 40.0):
            assert tail(t, df) == pytest.approx(stats.t.sf(t, df), rel=1e-9)
        for upper in (0.4, 0.025, 1e-5):
            assert quantile(upper, df) == pytest.approx(stats.t.isf(upper, df), rel=1e-9)


def test_many_tests_are_corrected_as_by_their_papers() -> None:
    adjusted = holm([0.01, 0.04, math.nan, 0.03])
    assert adjusted[[0, 1, 3]] == pytest.approx([0.03, 0.06, 0.06])
    assert math.isnan(adjusted[2])
    # The example of Benjamini and Hochberg (1995): four of fifteen at 5 %.
    p_values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240]
    p_values += [0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert discovery_level(p_values, 0.05) == 0.0095
    assert discovery_level([0.5, 0.9], 0.05) == 0.0


def test_rounds_are_judged_by_students_t() -> None:
    first, second = [100.0, 101.0, 99.0], [104.0, 106.0]
    found = ratio_of(Side(first, 1, 1000), Side(second, 1, 1000))  # intervals of runs do not count
    logs = np.log(first), np.log(second)
    expected = stats.ttest_ind(logs[1], logs[0])
    interval = expected.confidence_interval(0.95)
    assert found.rests_on == ROUNDS
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx(np.exp([interval.low, interval.high]))
    assert found.ratio == pytest.approx(math.exp(logs[1].mean() - logs[0].mean()))
    margin = stats.ttest_ind(logs[1] - math.log1p(0.01), logs[0])
    assert found.p_beyond == pytest.approx(margin.pvalue)
    one_alone = ratio_of(Side(first, 1, 1000), Side([200.0], 1, 1000))
    assert one_alone.low < one_alone.ratio < one_alone.high


def test_intervals_of_samples_hold_the_ratio_as_often_as_they_say() -> None:
    random = np.random.default_rng(4)
    held = 0
    for _ in range(400):
        sides = []
        for true in (100.0, 120.0):
            samples = np.sort(true * np.exp(0.05 * random.standard_normal(50)))
            sides.append(Side([float(np.median(samples))], samples[17], samples[32]))
        found = ratio_of(*sides)
        assert found.rests_on == SAMPLES
        held += found.low <= 1.2 <= found.high
    assert 0.93 <= held / 400 <= 0.99
    assert ratio_of(Side([1.0], math.nan, math.nan), Side([2.0], 1.9, 2.1)).rests_on == NOTHING


def test_known_ratios_are_told_worst_first(tmp_path: Path, capsys: Captured) -> None:
    base = journal(tmp_path / "a.jsonl")
    head = journal(tmp_path / "b.jsonl", {"slow": 1.2, "quick": 0.5})
    found = compared(capsys, base, head)
    assert found["schema"] == "warpmark/compare-1"
    assert "advisory" in found["advisory"]
    assert found["counts"] == {"SLOWER": 2, "UNCLEAR": 0, "FASTER": 2, "SAME": 0}
    first = found["points"][0]
    assert (first["verdict"], first["variant"], first["rests_on"]) == ("SLOWER", "slow", "samples")
    assert first["ratio"] == pytest.approx(1.2)
    assert first["ratio_lo"] == pytest.approx(1.2 * math.exp(-math.hypot(*np.log([0.98, 1.02]))))
    assert first["base_ns"] == pytest.approx(2000.0)
    assert found["warnings"] == []
    assert main([str(base), str(head), "--rows", "1", "--markdown", str(tmp_path / "c.md")]) == 0
    told = capsys.readouterr().out
    assert "variance within a run, the wrong error bar between runs" in told
    assert "unpaired and advisory" in told
    assert "… 3 more" in told
    assert "\x1b" not in told  # no terminal, no colour
    assert "| SLOWER | 1.200 |" in (tmp_path / "c.md").read_text()
    assert main([str(base), str(head), "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_several_journals_are_rounds(tmp_path: Path, capsys: Captured) -> None:
    base = [journal(tmp_path / f"a{i}.jsonl", {"slow": 1 + i / 1000}) for i in range(3)]
    head = [journal(tmp_path / f"b{i}.jsonl", {"slow": 1.1 + i / 1000}) for i in range(3)]
    found = compared(capsys, "--base", *base, "--head", *head)
    rows = {(row["variant"], row["base_rounds"], row["head_rounds"]) for row in found["points"]}
    assert rows == {("slow", 3, 3), ("quick", 3, 3)}
    assert [row["verdict"] for row in found["points"]] == ["SLOWER", "SLOWER", "SAME", "SAME"]
    assert found["points"][0]["ratio"] == pytest.approx(1.1, rel=1e-3)
    assert "as rounds" in found["rests_on"][0]


def test_one_of_many_points_must_be_surer(tmp_path: Path, capsys: Captured) -> None:
    def wide(path: Path, count: int, factor: float) -> Path:
        points = [
            key_journals.Point("v", {"type": "u32", "n": 2**i}, 1e3 * (factor if i == 3 else 1), 8)
            for i in range(3, 3 + count)
        ]
        return sample_journal.write(path, key_journals.journal("copy", points))

    verdicts = []
    for count in (1, 60):
        base, head = (wide(tmp_path / f"{count}_{f}.jsonl", count, f) for f in (1.0, 1.05))
        points = compared(capsys, base, head)["points"]
        verdicts.append(next(p["verdict"] for p in points if p["ratio"] > 1.01))
    assert verdicts == ["SLOWER", "UNCLEAR"]


def test_points_join_whatever_the_order_of_their_axes(tmp_path: Path, capsys: Captured) -> None:
    base, head = journal(tmp_path / "a.jsonl"), journal(tmp_path / "b.jsonl")
    lines = [json.loads(line) for line in head.read_text().splitlines()]
    for line in lines[1:-1]:
        line["problem"] = dict(reversed(line["problem"].items()))
        line["key"] = line["key"].replace("type=u32,", "").replace("]", ",type=u32]", 1)
    lines[1]["problem"]["n"] = 64
    lines[1]["key"] = lines[1]["key"].replace("n=4096", "n=64")
    found = compared(capsys, base, sample_journal.write(head, lines))
    assert len(found["points"]) == 3
    assert found["only_base"] == ["copy/slow[n=4096,type=u32][]"]
    assert found["only_head"] == ["copy/slow[n=64,type=u32][]"]
    assert main([str(base), str(head)]) == 0
    assert "only in head: 1" in capsys.readouterr().out


CONTRACT = {"state": "cold", "clock": "events", "flush": "clean"}


@pytest.mark.parametrize(
    ("base", "head", "warning"),
    [
        ({}, {"card": {**sample_journal.CARD, "name": "Other"}},
         "card differs: base Sample Card, head Other"),
        ({}, {"card": {**sample_journal.CARD, "uuid": "GPU-1"}},
         "card UUID differs: base not recorded, head GPU-1"),
        ({}, {"card": {**sample_journal.CARD, "driver_version": "9"}},
         "driver differs: base 0.0, head 9"),
        ({"contract": CONTRACT}, {"contract": {**CONTRACT, "state": "hot"}},
         "timing contract, cache state differs: base cold, head hot"),
        ({"contract": CONTRACT}, {"contract": {**CONTRACT, "clock": "host"}},
         "timing contract, timer differs: base events, head host"),
        ({"contract": CONTRACT}, {"contract": {**CONTRACT, "flush": "dirty"}},
         "timing contract, flush differs: base clean, head dirty"),
        ({}, {"seed": 2}, "seed of the inputs differs: base 1, head 2"),
    ],
)  # fmt: skip
def test_what_sides_do_not_share_is_a_warning_on_top(
    tmp_path: Path, capsys: Captured, base: Any, head: Any, warning: str
) -> None:
    paths = journal(tmp_path / "a.jsonl", **base), journal(tmp_path / "b.jsonl", **head)
    assert compared(capsys, *paths)["warnings"] == [warning]
    assert main([*map(str, paths)]) == 0
    assert capsys.readouterr().out.startswith(f"warning: {warning}\n")


def test_a_run_that_was_cut_off_is_a_warning(tmp_path: Path, capsys: Captured) -> None:
    base, head = journal(tmp_path / "a.jsonl"), journal(tmp_path / "b.jsonl")
    head.write_text("\n".join(head.read_text().splitlines()[:-1]) + "\n")
    (warning,) = compared(capsys, base, head)["warnings"]
    assert warning.startswith("b.jsonl has no end")


def test_each_format_is_compared(tmp_path: Path, capsys: Captured) -> None:
    samples = [100.0 + i for i in range(20)]
    for name, factor in (("a", 1.0), ("b", 1.5)):
        folder = tmp_path / name
        folder.mkdir()
        scaled = [factor * each for each in samples]
        state = foreign.with_samples(folder, foreign.state(1024, "I32", 1e-7), scaled)
        foreign.write(folder / "nvbench.json", foreign.nvbench([state]))
        rows = [foreign.google_row("BM_x/64", factor * (10 + i / 100)) for i in range(8)]
        foreign.write(folder / "google.json", foreign.google(rows))
        cache = foreign.cache()
        entry = cache["cache"]["32,1"]
        cache["cache"] = {"32,1": {**entry, "times": [factor * t for t in (2.0, 2.1) * 6]}}
        foreign.write(folder / "cache.json", cache)
    for file, rests_on in (("nvbench", SAMPLES), ("google", SAMPLES), ("cache", SAMPLES)):
        paths = (tmp_path / side / f"{file}.json" for side in ("a", "b"))
        (point,) = compared(capsys, *paths)["points"]
        assert (point["verdict"], point["rests_on"]) == ("SLOWER", rests_on), file
        assert point["ratio"] == pytest.approx(1.5)


def test_formats_that_share_no_point_say_so(tmp_path: Path, capsys: Captured) -> None:
    foreign_file = foreign.write(tmp_path / "g.json", foreign.google([foreign.google_row("x", 1)]))
    assert main([str(journal(tmp_path / "a.jsonl")), str(foreign_file)]) == 5
    assert "nothing in common: base has 4 timed points, head 1" in capsys.readouterr().err


def test_counts_are_no_times(tmp_path: Path, capsys: Captured) -> None:
    lines = sample_journal.lines("simt", types=("i32",), sizes=(2**16,), blocks=(256,))
    path = sample_journal.write(tmp_path / "s.jsonl", lines)
    assert main([str(path), str(path)]) == 5
    assert "counts of simt are no times" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["{a}"], "1 journals; it takes two"),
        (["--head", "{a}"], "--base is missing"),
        (["--base", "{a}"], "--head is missing"),
        (["--rows", "-1", "{a}", "{a}"], "--rows -1: expected 0 or more"),
        (["{a}", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
    ],
)
def test_bad_input_is_named(
    tmp_path: Path, capsys: Captured, words: list[str], message: str
) -> None:
    path = journal(tmp_path / "a.jsonl")
    try:
        status = main([word.format(a=path) for word in words])
    except SystemExit as ended:
        status = int(str(ended.code))
    assert status == 2
    assert message in capsys.readouterr().err


def test_figures_are_those_between_journals(tmp_path: Path) -> None:
    base, head = journal(tmp_path / "a.jsonl"), journal(tmp_path / "b.jsonl", {"slow": 1.2})
    out = tmp_path / "out"
    words = [str(base), str(head), "-o", str(out), "--only", "ratio_forest"]
    assert main(words) == 0
    caption = (out / "figures/compared_ratio_forest.txt").read_text()
    command = "warpmark compare --base a.jsonl --head b.jsonl"
    assert f"Drawn by: {command} --only compared_ratio_forest" in caption
    assert (out / "figures/compared_ratio_forest.csv").is_file()
    assert (out / "index.html").is_file()


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
def test_the_program_compares(tmp_path: Path) -> None:
    base, head = journal(tmp_path / "a.jsonl"), journal(tmp_path / "b.jsonl", {"slow": 1.2})
    program = [os.environ["WARPMARK_PROGRAM"], "compare"]
    words = ["--base", str(base), str(base), "--head", str(head), "--json"]
    found = subprocess.run([*program, *words], capture_output=True, text=True, check=True)
    assert json.loads(found.stdout)["points"][0]["base_rounds"] == 2
    alone = subprocess.run([*program, str(base)], capture_output=True, text=True, check=False)
    assert alone.returncode == 2
