"""`warpmark history`: what is kept, steps and drifts, what is accepted, outputs and exit codes."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import foreign_results as foreign
import history_series
import key_journals
import sample_journal
from warpmark_reports.analysis.noise import noise_of
from warpmark_reports.analysis.steps import first_p, steps_of
from warpmark_reports.history.cli import main
from warpmark_reports.history.index import NAME, contents, open_index
from warpmark_reports.history.judge import judge
from warpmark_reports.history.series import At, Release, Series
from warpmark_reports.history.store import Store

Captured = pytest.CaptureFixture[str]
CARD = {**sample_journal.CARD, "uuid": "GPU-1"}


def series(medians: list[float], release: int | None = None, point: str = "p") -> Series:
    dates = [history_series.date(day) for day in range(len(medians))]
    values = tuple(
        At(history_series.commit(day), dates[day], "", "", ns, ns, ns, 1)
        for day, ns in enumerate(medians)
    )
    return Series("card", "cold", point, values, Release(dates[release], "v1") if release else None)


def noisy(count: int, change: Callable[[int], float], seed: int = 1) -> list[float]:
    """About 100, with a noise of 0.5 %."""
    noise = np.exp(0.005 * np.random.default_rng(seed).standard_normal(count))
    return [100 * change(day) * float(noise[day]) for day in range(count)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of twelve commits; `slow` is 10 % slower from the eighth on."""
    tmp_path = tmp_path_factory.mktemp("history")
    for day in range(12):
        jitter = 1 + 0.002 * (day * 7 % 5)
        times = {"slow": 1e3 * jitter * (1.1 if day >= 8 else 1), "quick": 500 * jitter}
        card = {**CARD, "driver_version": "1" if day < 4 else "2"}
        path = history_series.journal(tmp_path / f"j{day}.jsonl", times, day, card=card)
        words = ["--release", "v1"] if day == 3 else []
        assert main(["add", "--store", str(tmp_path / "store"), str(path), *words]) == 0
    return tmp_path


@pytest.fixture
def filled(made: Path, tmp_path: Path) -> Path:
    """The same, to be changed by one test."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "store"


def run(store: Path, verb: str, *words: str) -> int:
    return main([verb, "--store", str(store), *words])


@pytest.mark.parametrize(("size", "after"), [(0.05, 3), (0.05, 5), (0.03, 10)])
def test_steps_are_found_within_one_commit(size: float, after: int) -> None:
    near, held = history_series.found_steps(size, after, 0.0, 40)
    assert near >= 0.85
    assert held >= 0.9


@pytest.mark.parametrize(("count", "lag1_autocorrelation"), [(20, 0.0), (50, 0.0), (50, 0.5)])
def test_noise_has_few_steps(count: int, lag1_autocorrelation: float) -> None:
    assert history_series.false_alarms(count, 0.03, lag1_autocorrelation, 120) <= 0.02


def test_the_noise_is_the_spread_of_the_values() -> None:
    logs = np.log(noisy(1000, lambda _: 1.0))
    assert noise_of(logs, logs - logs.mean()).spread == pytest.approx(0.005, rel=0.1)


def test_a_step_needs_two_values_and_two_percent() -> None:
    flat = noisy(20, lambda _: 1.0)
    assert steps_of([*flat, 130.0]) == []
    (step,) = steps_of([*flat, 130.0, 131.0])
    assert (step.at, step.earliest, step.latest) == (20, 20, 20)
    assert first_p([100.0] * 10 + [101.5] * 10) == 1.0  # sure, but below the floor
    assert first_p([100.0] * 10 + [102.5] * 10) < 1e-6
    assert first_p([100.0] * 5) == 1.0


def test_many_series_are_judged_together() -> None:
    flat = [series(noisy(24, lambda _: 1.0, seed), point=f"p{seed}") for seed in range(60)]
    slow = series(noisy(24, lambda day: 1.06 if day > 15 else 1.0), point="slow")
    judgement = judge([*flat, slow], {})
    assert [(each.series.point, each.state) for each in judgement.found] == [("slow", "SLOWER")]
    assert judgement.open[0].last_good == history_series.commit(15)
    assert judgement.open[0].first_bad == history_series.commit(16)


def test_a_step_is_settled_by_a_release_a_return_or_someone() -> None:
    stepped = noisy(24, lambda day: 1.06 if day > 11 else 1.0)
    back = noisy(24, lambda day: 1.06 if 9 < day < 16 else 1.0)
    faster = noisy(24, lambda day: 0.9 if day > 11 else 1.0)
    state = {
        name: [found.state for found in judge([each], accepted).found]
        for name, each, accepted in (
            ("open", series(stepped), {}),
            ("released", series(stepped, release=14), {}),
            ("accepted", series(stepped), {("card", "cold", "p"): {history_series.commit(12)}}),
            ("back", series(back), {}),
            ("faster", series(faster), {}),
        )
    }
    assert state["open"] == ["SLOWER"]
    assert state["released"] == ["RELEASED"]
    assert state["accepted"] == ["ACCEPTED"]
    assert "SLOWER" not in state["back"]
    assert state["faster"] == ["FASTER"]


def test_drifts_below_every_step_are_caught_by_the_ratchet() -> None:
    random = np.random.default_rng(8)
    walk = np.linspace(0, 0.09, 10).round(3).repeat(5)  # ten changes of 1 %
    creeping = series(list(100 * np.exp(walk + 0.012 * random.standard_normal(50))), release=4)
    assert judge([creeping], {}).bad
    slow = [100 * 1.0012**day * (1 + 0.0005 * (day % 3)) for day in range(30)]
    first = judge([series(slow, release=5)], {})
    assert first.bad
    assert not judge([series([100.0 + (day % 3) for day in range(30)], release=5)], {}).bad


def test_the_ratchet_alone_sees_what_no_step_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warpmark_reports.history.judge.steps_of", lambda *_: [])
    rising = series([100 * 1.002**day * (1 + 0.001 * (day % 2)) for day in range(30)], release=5)
    (drift,) = judge([rising], {}).drifts
    assert drift.since == "release v1"
    assert drift.ratio == pytest.approx(1.002**24, rel=0.01)
    assert judge([series([100 + day % 2 for day in range(30)], release=5)], {}).drifts == []


def test_a_store_gives_back_what_it_was_given(filled: Path, capsys: Captured) -> None:
    store = Store(filled)
    with open_index(store) as index:
        rows = index.execute("SELECT journal, name FROM entries").fetchall()
        before = contents(index)
    assert len(rows) == 12
    kept = {name: text_of(store, digest) for digest, name in rows}
    assert kept["j3.jsonl"] == (filled.parent / "j3.jsonl").read_text()
    files = sorted(filled.rglob("*.gz"))
    stamps = [file.stat().st_mtime_ns for file in files]
    assert run(filled, "add", str(filled.parent / "j3.jsonl")) == 0
    assert "already there" in capsys.readouterr().out
    assert [file.stat().st_mtime_ns for file in files] == stamps
    assert run(filled, "add", str(filled.parent / "j3.jsonl"), "--commit", "other") == 2
    assert "is there already, as commit c003" in capsys.readouterr().err
    (filled / NAME).unlink()
    assert run(filled, "reindex") == 0
    with open_index(store) as index:
        assert contents(index) == before
    assert not list(filled.rglob(".new-*"))


def text_of(store: Store, digest: str) -> str:
    return gzip.decompress(store.require_complete(digest).read_bytes()).decode()


def test_what_is_broken_is_named(filled: Path, capsys: Captured) -> None:
    file = sorted(filled.rglob("*.gz"))[0]
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-20])
    assert run(filled, "reindex") == 2
    told = capsys.readouterr()
    assert str(file) in told.err
    assert "11 journals in the index, 1 left out" in told.out
    (filled / NAME).write_bytes(b"no database" * 100)
    assert run(filled, "list") == 2
    assert "history reindex" in capsys.readouterr().err


def test_old_journals_are_forgotten(filled: Path, capsys: Captured) -> None:
    limit = history_series.date(9)[:10]
    assert run(filled, "forget", "--before", limit) == 0
    assert f"deleted 9 journals from before {limit}" in capsys.readouterr().out
    with open_index(Store(filled)) as index:
        assert index.execute("SELECT min(date), count(*) FROM entries").fetchone() == (
            history_series.date(9), 3,
        )  # fmt: skip
        assert index.execute("SELECT tag FROM releases").fetchall() == [("v1",)]
    assert len(list(filled.rglob("*.gz"))) == 3
    assert run(filled, "reindex") == 0
    assert run(filled, "forget", "--before", "soon") == 2
    assert "--before 'soon'; expected a date" in capsys.readouterr().err


def test_an_index_of_another_version_is_made_anew(filled: Path, capsys: Captured) -> None:
    with sqlite3.connect(filled / NAME) as index:
        index.execute("DROP TABLE points")
        index.execute("PRAGMA user_version = 99")
    assert run(filled, "list") == 0
    assert len(capsys.readouterr().out.splitlines()) == 13


def test_check_says_where_a_step_began_until_it_is_accepted(filled: Path, capsys: Captured) -> None:
    assert run(filled, "check") == 0
    told = capsys.readouterr().out
    assert "SLOWER +9.9%" in told
    assert "last good c00700000000, first bad c00800000000" in told
    assert "quick" not in told
    assert run(filled, "check", "--fail") == 1
    assert run(filled, "accept", "copy/slow", "--at", "c001", "--reason", "no") == 2
    assert run(filled, "accept", "copy/slow", "--at", "c008", "--reason", " ") == 2
    assert run(filled, "accept", "copy/slow", "--at", "c008", "--reason", "exact sums") == 0
    assert run(filled, "reindex") == 0
    capsys.readouterr()
    assert run(filled, "check", "--fail", "--all") == 0
    assert "ACCEPTED" in capsys.readouterr().out
    with open_index(Store(filled)) as index:
        assert index.execute("SELECT reason FROM accepted").fetchall() == [("exact sums",)]


def test_show_has_a_series_a_card(filled: Path, capsys: Captured) -> None:
    other = history_series.journal(
        filled.parent / "other.jsonl", {"slow": 900.0}, 5, card={**CARD, "uuid": "GPU-2"}
    )
    assert run(filled, "add", str(other)) == 0
    capsys.readouterr()
    assert run(filled, "show", "copy/slow") == 0
    told = capsys.readouterr().out
    assert told.count("copy/slow[n=4096,type=u32][] on Sample Card GPU-") == 2
    assert "over release v1" in told
    assert "driver 1 → 2" in told
    assert "█" in told
    assert run(filled, "show", "nothing") == 5
    assert "no point like nothing" in capsys.readouterr().err


def test_journals_of_one_commit_are_one_value(filled: Path, capsys: Captured) -> None:
    again = history_series.journal(filled.parent / "again.jsonl", {"quick": 2000.0}, 11, card=CARD)
    assert run(filled, "add", str(again)) == 0
    capsys.readouterr()
    assert run(filled, "show", "copy/quick") == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert "2 journals" in last
    assert "1.00\u202fµs" in last  # the geometric mean of 500 and 2000


@pytest.mark.parametrize(
    ("document", "words", "message"),
    [
        (foreign.nvbench([foreign.state(64, "I32", 1e-6)]), [], "give --commit"),
        (foreign.nvbench([foreign.state(64, "I32", 1e-6)]), ["--commit", "a"], "give --date"),
        (foreign.nvbench([foreign.state(64, "I32", 1e-6)]),
         ["--commit", "a", "--date", "soon"], "its date is 'soon'"),
    ],
)  # fmt: skip
def test_what_a_file_does_not_say_is_asked_for(
    tmp_path: Path, capsys: Captured, document: foreign.Document, words: list[str], message: str
) -> None:
    path = foreign.write(tmp_path / "n.json", document)
    assert run(tmp_path / "store", "add", str(path), *words) == 2
    assert message in capsys.readouterr().err
    assert run(tmp_path / "store", "add", str(path), "--commit", "a", "--date", "2026-01-01") == 0


def test_counts_are_refused(tmp_path: Path, capsys: Captured) -> None:
    lines = key_journals.journal("copy", [key_journals.Point("v", {"n": 64}, 1.0, 8)], "simt")
    path = sample_journal.write(tmp_path / "s.jsonl", lines)
    assert run(tmp_path / "store", "add", str(path)) == 2
    assert "a history is of times" in capsys.readouterr().err
    assert run(tmp_path / "nowhere", "list") == 2


def test_figures_mark_steps(filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(filled, "report", "-o", str(out)) == 0
    table = (out / "figures/history_1.csv").read_text()
    assert table.count("SLOWER") == 1
    caption = (out / "figures/history_1.txt").read_text()
    assert "warpmark history report" in caption
    drawn = (out / "figures/history_1.svg").read_text()
    assert "+9.9%" in drawn
    assert "driver 2" in drawn


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
def test_the_program_checks(filled: Path) -> None:
    words = [os.environ["WARPMARK_PROGRAM"], "history"]
    for verb, status in ((["check", "--fail"], 1), (["list"], 0), (["report", "--help"], 0)):
        command = [*words, verb[0], "--store", str(filled), *verb[1:]]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert found.returncode == status, found.stderr
