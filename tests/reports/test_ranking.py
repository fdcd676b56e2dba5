"""What is called the fastest: by measured or modelled time, and by nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import model_errors
import sample_journal
from sample_journal import Line
from warpmark_reports import load
from warpmark_reports.analysis.metric import MEASURED, metric_of, usable
from warpmark_reports.analysis.model_error import FILE, model_error
from warpmark_reports.analysis.verdicts import verdicts_of
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.cli import main
from warpmark_reports.page.figure_selection import FigureSelection
from warpmark_reports.page.headlines import headlines
from warpmark_reports.page.report import figures_of
from warpmark_reports.page.tiles import tiles
from warpmark_reports.tables import TABLES

DOCS = Path(__file__).parents[2] / "docs"
SIZES = (2**10, 2**16, 2**20)


def trapped(lines: list[Line]) -> list[Line]:
    """The plainest variant issues the fewest instructions by far, and one slow config of each
    variant issues fewer than its others.
    """
    changed = []
    for line in lines:
        if "counters" in line:
            few = line["variant"] == "serial_thread"
            slow = line["config"]["block"] == 32
            count = 1 if few else 100 if slow else 10_000
            line = {**line, "counters": {**line["counters"], "warp_instructions": count}}
            if slow:
                line = {**line, "modelled_time_ns": 14 * line["modelled_time_ns"]}
        changed.append(line)
    return changed


def view_of(tmp_path: Path, lines: list[Line]) -> View:
    (view,) = views_of(load(sample_journal.write(tmp_path / "a.jsonl", lines)))
    return view


@pytest.fixture
def counted() -> list[Line]:
    lines = sample_journal.lines("simt", types=("i32",), sizes=SIZES, blocks=(32, 256))
    return trapped(lines)


def all_text(view: View) -> str:
    found = [f"{tile.label} {tile.value} {tile.detail}" for tile in tiles(view)]
    for answer in headlines(view):
        found += [answer.text, *answer.items]
    for make in TABLES:
        if (table := make(view.frame, view)) is not None:
            found += [table.title, table.note, *(column.heading for column in table.columns)]
    return "\n".join(found)


def test_fewer_instructions_win_nothing(tmp_path: Path, counted: list[Line]) -> None:
    view = view_of(tmp_path, counted)
    assert view.metric is not None
    assert view.metric.cost == "modelled_time_ns"
    verdicts = verdicts_of(view)
    assert verdicts is not None
    rows = usable(view.frame, view.metric)
    for row in verdicts.table.itertuples():
        here = rows[rows["problem_n"] == row.n]
        assert row.modelled_time_ns == here["modelled_time_ns"].min()
    assert "serial_thread" not in set(verdicts.table["variant"])
    best = next(t for make in TABLES if (t := make(view.frame, view)) and t.name == "best_configs")
    assert set(best.frame["config_text"].str.contains("block=256")) == {True}


def test_modelled_is_said_wherever_it_ranks(tmp_path: Path, counted: list[Line]) -> None:
    view = view_of(tmp_path, counted)
    error = model_error("reduce")
    told = all_text(view)
    assert "Fastest (modelled, not measured)" in told
    assert "fastest by modelled time (modelled for Sample Card, not measured" in told
    assert told.count(error.sentence()) >= 4  # tile, sentence, tables
    for heading in ("fastest variant, modelled", "modelled time", "modelled throughput"):
        assert heading in told
    assert "fewest" not in told
    for figure in figures_of(view, FigureSelection()):
        words = figure.sheet.words
        if figure.name in ("counters", "work_against_depth", "bank_conflicts"):
            continue
        assert "modelled" in f"{words.title} {words.subtitle}", figure.name
        assert error.sentence().split(" (")[0] in " ".join(words.footer.split()), figure.name
        labels = {axes.get_xlabel() + axes.get_ylabel() for axes in figure.sheet.axes}
        if figure.name in ("throughput_by_size", "ladder"):
            assert all("modelled" in label for label in labels), labels


def test_what_is_within_the_error_of_the_model_is_not_told_apart(
    tmp_path: Path, counted: list[Line]
) -> None:
    high = model_error("reduce").high
    times = {"shuffle_xor": 1000.0, "shuffle_two_level": 999.0 * high, "chunked": 1001.0 * high}
    lines = [
        {**line, "modelled_time_ns": times.get(line["variant"], 9e9)}
        if "counters" in line
        else line
        for line in counted
    ]
    verdicts = verdicts_of(view_of(tmp_path, lines))
    assert verdicts is not None
    assert set(verdicts.table["variant"]) == {"shuffle_xor"}
    assert set(verdicts.table["tied"]) == {"shuffle_two_level"}
    assert set(verdicts.table["next"]) == {"chunked"}
    (said,) = [a for a in headlines(view_of(tmp_path, lines)) if "modelled time" in a.text]
    assert said.items[0].startswith("2¹⁰ – 2²⁰: shuffle_xor, not told apart from shuffle_two_level")


def test_the_first_by_model_is_named_also_where_another_is_near_at_all_sizes(
    tmp_path: Path, counted: list[Line]
) -> None:
    """One that is near the first at every size is not thereby the first anywhere."""

    def modelled(line: Line) -> Line:
        if "counters" not in line:
            return line
        first = "chunked" if line["problem"]["n"] == SIZES[0] else "strided"
        time = {first: 1000.0, "shuffle_xor": 1001.0}.get(line["variant"], 9e9)
        return {**line, "modelled_time_ns": time}

    (said,) = [a for a in headlines(view_of(tmp_path, [modelled(line) for line in counted]))
               if "modelled time" in a.text]  # fmt: skip
    assert said.items[0].startswith("2¹⁰: chunked, not told apart from shuffle_xor")
    assert said.items[1].startswith("2¹⁶ – 2²⁰: strided, not told apart from shuffle_xor")


def test_counts_without_a_model_crown_nobody(
    tmp_path: Path, counted: list[Line], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = sample_journal.without_model(counted)
    view = view_of(tmp_path, lines)
    assert view.metric is None
    told = all_text(view)
    assert "Counts without modelled times" in told
    assert "nothing is ranked" in told
    for word in ("Fastest", "fastest", "Best config", "fewest"):
        assert word not in told.replace("nothing is ranked", "")
    path = tmp_path / "a.jsonl"
    assert main([str(path), "-o", str(tmp_path / "out")]) == 0
    drawn = {file.stem for file in (tmp_path / "out/figures").glob("*.svg")}
    assert "counters" in drawn  # what the warps did
    assert not drawn & {"ladder", "throughput_by_size", "block_heatmap_i32"}
    assert main([str(path), "--only", "ladder", "-o", str(tmp_path / "two")]) == 1
    assert "expected times of two variants, measured or modelled" in capsys.readouterr().err


def test_measured_times_come_first(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=SIZES, blocks=(32, 256))
    more = {"modelled_time_ns": 1.0, "modelled_bound_by": "dram"}
    lines = [{**line, **more} if "times_ns" in line else line for line in lines]
    assert metric_of(view_of(tmp_path, lines).frame) is MEASURED


def test_a_family_that_was_never_compared_says_so() -> None:
    unknown = model_error("int")
    assert not unknown.is_known
    assert unknown.high == max(model_error(name).high for name in families())
    assert "not known for int" in unknown.sentence()


def families() -> list[str]:
    return list(json.loads(FILE.read_text(encoding="utf-8"))["families"])


def test_the_errors_of_the_model_are_those_of_the_pairs_that_are_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pairs = pd.read_csv(model_errors.PAIRS)
    content = model_errors.content_of(model_errors.errors_of(pairs))
    assert content == FILE.read_text(encoding="utf-8")
    assert model_errors.main([]) == 0
    table = capsys.readouterr().out
    assert table in (DOCS / "model.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("status", "said"), [("ok", True), ("wrong", False)])
def test_a_point_without_a_time_is_not_both_right_and_not(
    tmp_path: Path, counted: list[Line], status: str, said: bool
) -> None:
    one = {k: v for k, v in counted[1].items() if k != "counters" and not k.startswith("modelled")}
    view = view_of(tmp_path, [counted[0], {**one, "status": status}, counted[-1]])
    told = all_text(view)
    assert ("No point has a right result" in told) is not said
    assert ("The one point is right." in told) is said
    assert ("No right result has a time" in told) is said
    assert "All 1 points" not in told


def test_points_without_a_reference_are_not_called_right(
    tmp_path: Path, counted: list[Line]
) -> None:
    view = view_of(tmp_path, [{**line, "warnings": ["unverified"]} for line in counted])
    told = all_text(view)
    assert f"The results of {len(view.frame)} points were not verified by warpmark." in told
    assert "gave right results" not in told
    assert f"All {len(view.frame)} points gave right" in all_text(view_of(tmp_path, counted))
