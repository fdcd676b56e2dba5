"""Several journals as one: shards, merged journals, and lines in any order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import merged_journals
import sample_journal
from merged_journals import merged, shards, shuffled
from sample_journal import Line
from warpmark_reports import Journal, JournalError, load
from warpmark_reports.analysis.views import views_of
from warpmark_reports.cli import main
from warpmark_reports.page.headlines import headlines
from warpmark_reports.page.provenance import all_facts, origin
from warpmark_reports.plot.footer import footer

FIGURES = ("ladder", "block_heatmap_i32", "interval_width")


def write(folder: Path, lines: list[Line], name: str = "a.jsonl") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return sample_journal.write(folder / name, lines)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """What the report of one run is, of its lines shuffled, and of its shards merged."""
    lines = merged_journals.sample()
    folder, found = tmp_path_factory.mktemp("reports"), {}
    only = [word for name in FIGURES for word in ("--only", name)]
    for name, content in {
        "plan": lines, "shuffled": shuffled(lines), "merged": merged(shards(lines, 3)),
    }.items():  # fmt: skip
        path = write(folder / name, content)
        assert main([str(path), *only, "-o", str(folder / f"{name}_report")]) == 0
        found[name] = contents(folder / f"{name}_report")
    return found


def test_a_report_does_not_depend_on_the_order_of_lines(
    reports: dict[str, dict[str, bytes]],
) -> None:
    assert reports["plan"] == reports["shuffled"]


def test_a_merged_journal_has_the_figures_of_a_single_run(
    reports: dict[str, dict[str, bytes]],
) -> None:
    def drawn(name: str) -> dict[str, bytes]:
        kinds = {"index.html", "tables/points.csv"}  # which say of what run a point is
        return {file: data for file, data in reports[name].items() if file not in kinds}

    assert len(drawn("plan")) > 3 * len(FIGURES)
    assert drawn("plan") == drawn("merged")


def same_points(one: Journal, other: Journal) -> bool:
    columns = [name for name in one.frame.columns if name not in ("run", "journal")]
    return one.frame[columns].equals(other.frame[columns])


def test_shards_and_their_merged_journal_are_one_frame(tmp_path: Path) -> None:
    runs = shards(merged_journals.sample(), 2)
    paths = [write(tmp_path, run, f"{index}.jsonl") for index, run in enumerate(runs)]
    apart, one = load(*paths), load(write(tmp_path, merged(runs)))
    assert same_points(apart, one)
    assert same_points(load(*reversed(paths)), one)
    assert [run.present for run in one.runs] == [len(run) - 2 for run in runs]
    assert [run.shard for run in one.runs] == ["1/2", "2/2"]
    assert [run.name for run in one.runs] == ["a.jsonl, shard 1/2", "a.jsonl, shard 2/2"]
    assert len(views_of(one)) == 1


def test_shards_on_cards_of_a_kind_are_one_view_that_says_so(tmp_path: Path) -> None:
    journal = load(write(tmp_path, merged(shards(merged_journals.sample(), 2, cards=True))))
    (view,) = views_of(journal)
    assert view.card_count == 2
    assert "2 cards, each with shards of the problems" in origin(view)
    assert footer(view).startswith("2 × Sample Card · cuda")
    assert footer(view).count("a.jsonl") == 1


@pytest.mark.parametrize("key", ["uuid", "driver_version", "name"])
def test_cards_and_drivers_are_kept_apart(tmp_path: Path, key: str) -> None:
    lines = merged_journals.sample()
    other = [{**lines[0], "card": {**lines[0]["card"], key: "other"}}, *lines[1:]]
    paths = [write(tmp_path, run, f"{i}.jsonl") for i, run in enumerate((lines, other))]
    for journal in (load(*paths), load(write(tmp_path, merged([lines, other])))):
        assert len(journal.frame) == 2 * (len(lines) - 2)
        assert [len(view.frame) for view in views_of(journal)] == [len(lines) - 2] * 2


def test_shards_with_other_drivers_are_kept_apart(tmp_path: Path) -> None:
    runs = shards(merged_journals.sample(), 2, cards=True)
    runs[1][0]["card"]["driver_version"] = "1.0"
    assert len(views_of(load(write(tmp_path, merged(runs))))) == 2


def test_a_merged_journal_says_what_is_missing(tmp_path: Path) -> None:
    lines = merged(shards(merged_journals.sample(), 2))
    part = lines[0]["parts"][1]
    part["end"] = None
    lines[0]["planned_points"] += 7
    lines[-1] = {**lines[-1], "complete": False, "reason": "missing parts"}
    journal = load(write(tmp_path, lines))
    count = len(lines) - 2
    assert journal.warnings == [
        f"a.jsonl: parts are missing: {count} of {count + 7} planned points are present; "
        "`warpmark merge --missing` lists what is to be run"
    ]
    (view,) = views_of(journal)
    assert "a.jsonl, shard 2/2: the run was cut off" in headlines(view)[0].text
    cut = load(write(tmp_path, lines[:-1]))
    assert "no end line, so this merged journal was cut off" in cut.warnings[0]


def test_many_runs_are_counted_not_listed(tmp_path: Path) -> None:
    lines = merged(shards(merged_journals.sample(), 2))
    lines[0]["parts"] += [{**lines[0]["parts"][0], "end": None} for _ in range(30)]
    (view,) = views_of(load(write(tmp_path, lines)))
    assert headlines(view)[0].text.startswith("30 of 32 runs were cut off or stopped early; 88 of")
    assert all_facts(view)[-1] == [("more runs", "12, in tables/runs.csv")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda lines: lines[3].update(part=2),
            "4: part is 2; expected a whole number from 0 to 1",
        ),
        (lambda lines: lines[3].update(part="0"), "4: part is '0'; expected a number"),
        (lambda lines: lines[0].update(parts=[[], {}]), "1: parts[0] is []; expected an object"),
        (lambda lines: lines[0]["parts"][1].pop("card"), "1: a manifest line has no 'card'"),
    ],
)
def test_parts_that_do_not_fit_are_refused(
    tmp_path: Path, change: Callable[[list[Line]], None], message: str
) -> None:
    lines = merged(shards(merged_journals.sample(), 2))
    change(lines)
    with pytest.raises(JournalError) as error:
        load(write(tmp_path, lines))
    assert message in str(error.value)


def test_trials_of_a_merged_journal_are_in_the_order_of_time(tmp_path: Path) -> None:
    manifest, *points, end = merged_journals.sample()
    trials = [
        {**point, "tuning": {"phase": "search"}, "at_s": float(at)}
        for at, point in enumerate(reversed(points))
    ]
    run = load(write(tmp_path, [manifest, *trials, end], "run.jsonl")).tuning.trials
    joined = load(write(tmp_path, merged([[manifest, *trials, end]]))).tuning.trials
    assert list(run["key"]) == list(joined["key"])
    assert list(run["order"]) == list(joined["order"])
    first = run[run["problem_text"] == run["problem_text"].iloc[0]]["key"]
    assert list(first) == [t["key"] for t in trials if t["key"] in set(first)]


def test_axes_are_in_the_order_of_their_values(tmp_path: Path) -> None:
    manifest, end = sample_journal.manifest("cuda", 0), {"event": "end", "complete": True}
    points = []
    for type_name, n, dist in (
        ("f32", 1024, "uniform"), ("i32", 10, "zipf"), ("i32", 10, "exact"),
        ("i32", 9, "uniform"), ("i32", 10, "uniform"), ("u8", 10, "uniform"),
    ):  # fmt: skip
        point = sample_journal.measurement("cuda", "chunked", type_name, n, 64)
        point["problem"] = {"type": type_name, "n": n, "dist": dist}
        point["key"] = str(point["problem"])
        points.append(point)
    frame = load(write(tmp_path, [manifest, *points, end])).frame
    rows = frame[["problem_type", "problem_n", "problem_dist"]].to_numpy().tolist()
    assert rows == [
        ["u8", 10, "uniform"], ["i32", 9, "uniform"], ["i32", 10, "uniform"],
        ["i32", 10, "exact"], ["i32", 10, "zipf"], ["f32", 1024, "uniform"],
    ]  # fmt: skip
