"""The figures and the sentence about the counting article's algorithm."""

from __future__ import annotations

from pathlib import Path

import pytest

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis import counting_article
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.cli import main
from warpmark_reports.figures.article_times import article_times
from warpmark_reports.figures.entropy_ladder import ENTROPY, entropy_ladder
from warpmark_reports.figures.time_by_bins import time_by_bins
from warpmark_reports.page.headlines import headlines

Line = sample_journal.Line
MILLION = 10**6


def a_line(
    variant: str, seconds: float, n: int = MILLION, dist: str = "uniform", bins: int = 256
) -> Line:
    """A timed point of count; `chunked` has its axis `launches`."""
    name, _, launches = variant.partition(":")
    line = sample_journal.measurement("cuda", "strided", "u8", n, 256)
    problem = {"type": "u8", "n": n, "bins": bins, "keys": "dense", "dist": dist, "offset": 0}
    config: dict[str, object] = {"launches": launches} if launches else {}
    text = ",".join(f"{key}={value}" for key, value in problem.items())
    line.update(family="count", variant=name, problem=problem, config=config)
    line.update(key=f"count/{name}[{text}][launches={launches}]", level=5)
    scale = seconds * 1e9 / line["times_ns"]["median"]
    for key in ("median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95"):
        line["times_ns"][key] *= scale
    return line


def view_of(folder: Path, lines: list[Line]) -> View:
    whole = [sample_journal.manifest("cuda", len(lines)), *lines]
    whole.append({"event": "end", "complete": True, "points": len(lines)})
    return views_of(load(sample_journal.write(folder / "journal.jsonl", whole)))[0]


def a_ladder() -> list[Line]:
    return [
        a_line("chunked:per_item", 4.0),
        a_line("chunked:per_level", 0.5),
        a_line("all_pairs", 0.08),
        a_line("shared_block", 8e-6),
        a_line("hash", 2e-5),
        a_line("vendor_cub", 4e-6),
        a_line("chunked:per_item", 0.4, n=MILLION // 10),
        a_line("all_pairs", 8.0, n=10 * MILLION),
        a_line("shared_block", 5e-6, n=MILLION // 10),
    ]


def test_the_span_is_from_a_launch_a_key_to_the_best_own_variant_at_a_million(
    tmp_path: Path,
) -> None:
    view = view_of(tmp_path, a_ladder())
    span = counting_article.span_of(view)
    assert span is not None
    assert (span.article, span.fastest) == ("chunked", "shared_block")
    assert span.orders == pytest.approx(5.699, abs=1e-3)
    assert "spans 5.7 orders of magnitude" in span.sentence()
    assert f"n={MILLION}" in span.sentence()
    assert span.sentence() in [answer.text for answer in headlines(view)]


def test_without_the_article_or_another_there_is_no_span(tmp_path: Path) -> None:
    assert counting_article.span_of(view_of(tmp_path, [a_line("shared_block", 1e-5)])) is None
    assert counting_article.span_of(view_of(tmp_path, [a_line("chunked:per_item", 1.0)])) is None
    merged = [a_line("chunked:per_level", 1.0), a_line("hash", 1e-5)]
    assert counting_article.span_of(view_of(tmp_path, merged)) is None


def test_table_1_beside_what_is_measured_and_what_is_not(tmp_path: Path) -> None:
    view = view_of(tmp_path, a_ladder())
    (figure,) = article_times(view.frame, view)
    stated = figure.data[figure.data["line"] == "the article's Table 1"]
    assert list(stated["seconds"]) == [758, 7872, 79512, 837263]
    table = figure.data.set_index(["line", "n"])
    assert table.loc[("its first row, by n²", 10**9), "seconds"] == pytest.approx(758e6)
    assert table.loc[("all_pairs", MILLION), "kind"] == "measured"
    assert table.loc[("all_pairs", 10**9), "kind"] == "extrapolated"
    assert table.loc[("all_pairs", 10**9), "seconds"] == pytest.approx(8.0 * 1e4)
    assert table.loc[("chunked", 10**9), "seconds"] == pytest.approx(4.0 * 1e3)
    assert table.loc[("fastest here", MILLION), "seconds"] == pytest.approx(8e-6)
    assert "extrapolated" in "\n".join(text.get_text() for text in figure.sheet.texts)


def test_the_entropy_ladder_is_drawn_at_the_usual_size(tmp_path: Path) -> None:
    lines = [
        a_line(name, seconds * (2.0 - entropy), dist=dist)
        for name, seconds in (("shared_block", 1e-5), ("atomic_global", 1e-4))
        for dist, entropy in ENTROPY.items()
    ]
    lines.append(a_line("shared_block", 1e-3, n=64 * MILLION))
    view = view_of(tmp_path, [*lines, a_line("shared_block", 1.0, dist="zipf")])
    (figure,) = entropy_ladder(view.frame, view)
    assert set(figure.data["problem_n"]) == {MILLION}
    line = figure.data[figure.data["variant"] == "atomic_global"]
    assert list(line["entropy"]) == sorted(ENTROPY.values())
    assert line["time_median_ns"].iloc[0] == pytest.approx(2e5)
    two = [line for line in lines if line["problem"]["dist"] in ("uniform", "constant")]
    few = view_of(tmp_path, two)
    assert entropy_ladder(few.frame, few) == []


def test_times_by_bins_have_a_panel_per_distribution_and_the_best_config(tmp_path: Path) -> None:
    bins = [2**8, 2**16, 2**24]
    lines = [
        a_line(f"{name}:{launches}", seconds * launches * number, dist=dist, bins=number)
        for name, seconds in (("shared_block", 1e-9), ("atomic_global", 3e-9))
        for dist in ("uniform", "zipf")
        for number in bins
        for launches in (2, 1)
    ]
    lines.append(a_line("shared_block", 1e-3, n=64 * MILLION))
    view = view_of(tmp_path, lines)
    (figure,) = time_by_bins(view.frame, view)
    panels = [axes for axes in figure.sheet.axes if axes.get_xlabel() == "bins"]
    assert [axes.get_title().split("  ")[0] for axes in panels] == ["u8, uniform", "u8, zipf"]
    assert all(axes.get_xscale() == "log" for axes in panels)
    line = figure.data[
        (figure.data["variant"] == "atomic_global") & (figure.data["problem_dist"] == "zipf")
    ]
    assert list(line["problem_bins"]) == bins
    assert list(line["time_median_ns"]) == pytest.approx([3.0 * number for number in bins])
    few = view_of(tmp_path, [line for line in lines if line["problem"]["bins"] < 2**24])
    assert time_by_bins(few.frame, few) == []


def test_other_families_have_none_of_it(tmp_path: Path) -> None:
    path = sample_journal.write(
        tmp_path / "reduce.jsonl", sample_journal.lines("cuda", types=("i32",), sizes=(2**16,))
    )
    view = views_of(load(path))[0]
    assert counting_article.span_of(view) is None
    assert article_times(view.frame, view) == []
    assert entropy_ladder(view.frame, view) == []
    assert time_by_bins(view.frame, view) == []


def test_a_report_has_the_figures(tmp_path: Path) -> None:
    levels = [a_line("shared_block", 8e-6, dist=dist) for dist in ENTROPY if dist != "uniform"]
    view_of(tmp_path, [*a_ladder(), *levels])
    names = ("article_times", "entropy_ladder")
    only = [word for name in names for word in ("--only", name)]
    assert main([str(tmp_path / "journal.jsonl"), *only, "-o", str(tmp_path / "out")]) == 0
    for name in names:
        assert (tmp_path / f"out/figures/{name}.svg").stat().st_size > 10_000
