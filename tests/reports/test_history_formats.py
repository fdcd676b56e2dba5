"""`warpmark history add` of other tools' results: what is kept of them, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import foreign_results as foreign
import history_series
import sample_journal
from warpmark_reports import load
from warpmark_reports.history.cli import main
from warpmark_reports.history.index import contents, open_index
from warpmark_reports.history.store import Store

Captured = pytest.CaptureFixture[str]
SAMPLES = [2000.0 + 10 * i for i in range(21)]
PLACE = ["--commit", "abc", "--date", "2026-01-31"]


def add(store: Path, path: Path, *words: str) -> int:
    return main(["add", "--store", str(store), str(path), *words])


def rows_of(store: Path) -> list[tuple[object, ...]]:
    with open_index(Store(store)) as index:
        return index.execute(
            "SELECT commit_hash, date, card, point, median_ns, low_ns, high_ns"
            " FROM points JOIN entries USING (journal) ORDER BY point, card"
        ).fetchall()


def nvbench_file(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    state = foreign.with_samples(folder, foreign.state(64, "I32", 1e-6), SAMPLES)
    return foreign.write(folder / "out.json", foreign.nvbench([state]))


def google_file(folder: Path) -> Path:
    rows = [foreign.google_row("BM_copy/64", time) for time in (2.0, 2.1, 1.9, 2.2, 1.8, 2.05)]
    return foreign.write(folder / "out.json", foreign.google(rows))


def pytest_file(folder: Path) -> Path:
    row = foreign.pytest_row("test_add", [2e-6, 3e-6, 4e-6], {"n": 64, "kind": "list"})
    return foreign.write(folder / "out.json", foreign.pytest_benchmark([row]))


def test_samples_beside_nvbench_are_kept_with_it(tmp_path: Path) -> None:
    path = nvbench_file(tmp_path / "made")
    assert add(tmp_path / "store", path, *PLACE, "--card", "Card GPU-1") == 0
    (tmp_path / "made" / "out.json-bin" / "0.bin").unlink()
    path.unlink()
    store = Store(tmp_path / "store")
    assert main(["reindex", "--store", str(store.folder)]) == 0
    (row,) = rows_of(store.folder)
    assert row[:4] == ("abc", "2026-01-31T00:00:00Z", "Card GPU-1", "nvbench/sum[n=64,type=I32][]")
    assert row[4:] == pytest.approx((2100, 2050, 2150), rel=1e-6)
    (kept,) = (store.folder / "journals").rglob("*.gz")
    journal = load(kept)
    assert not journal.warnings
    assert list(journal.samples["time_ns"]) == pytest.approx(SAMPLES, rel=1e-6)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda file: file.unlink(), "out.json-bin/0.bin, which are not there"),
        (lambda file: file.write_bytes(b"abc"), "has 3 bytes; expected float32"),
        (lambda file: file.write_bytes(file.read_bytes()[:-4]), "has 20 samples; expected '21'"),
        (lambda file: file.write_bytes(file.read_bytes()[:-4] + b"\0\0\xc0\x7f"), "sample of nan"),
        (lambda file: file.write_bytes(file.read_bytes()[:-4] + b"\0\0\x80\xbf"), "sample of -1"),
    ],
)
def test_samples_that_cannot_be_kept_are_named(
    tmp_path: Path, capsys: Captured, damage: Callable[[Path], None], message: str
) -> None:
    path = nvbench_file(tmp_path)
    damage(tmp_path / "out.json-bin" / "0.bin")
    assert add(tmp_path / "store", path, *PLACE) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.gz"))
    assert load(path).warnings  # only a warning where nothing is kept


def test_samples_have_a_limit(tmp_path: Path, capsys: Captured) -> None:
    path = nvbench_file(tmp_path)
    limit = str(path.stat().st_size + 10)
    assert add(tmp_path / "store", path, *PLACE, "--max-input", limit) == 2
    assert "--max-input SIZE raises this" in capsys.readouterr().err


def test_cards_of_one_name_are_two_series(tmp_path: Path) -> None:
    states = [foreign.state(64, "I32", time, device) for device, time in ((0, 1e-6), (1, 2e-6))]
    document = foreign.nvbench(states, devices=2)
    for device in document["devices"]:
        device["name"] = "Card"
    assert add(tmp_path / "store", foreign.write(tmp_path / "n.json", document), *PLACE) == 0
    found = [(row[2], row[4]) for row in rows_of(tmp_path / "store")]
    assert found == [("Card device 0", pytest.approx(1000)), ("Card device 1", pytest.approx(2000))]


def test_google_benchmark_states_its_date_and_may_state_a_commit(tmp_path: Path) -> None:
    path = google_file(tmp_path)
    assert add(tmp_path / "store", path, "--commit", "abc") == 0
    (row,) = rows_of(tmp_path / "store")
    assert row[:4] == (
        "abc", "2000-01-01T00:00:00Z", "2 CPUs of sample", "google_benchmark/BM_copy[n=64][]",
    )  # fmt: skip
    assert row[4:] == pytest.approx((2025, 1800, 2200))
    document = json.loads(path.read_text())
    document["context"] |= {"commit": "12345678", "mhz_per_cpu": 2100, "date": "2000-01-02"}
    foreign.write(path, document)
    assert add(tmp_path / "store", path) == 0
    (first, second) = rows_of(tmp_path / "store")
    assert second[0] == "12345678"
    assert first[2] == second[2]  # the clock of the moment does not make another machine


def test_pytest_benchmark_states_commit_and_date(tmp_path: Path, capsys: Captured) -> None:
    path = pytest_file(tmp_path)
    assert add(tmp_path / "store", path) == 0
    (row,) = rows_of(tmp_path / "store")
    assert row == (
        "4f1c2ab", "2001-02-03T04:05:06Z", "2 CPUs, Sample CPU of sample",
        "pytest_benchmark/tests.test_sum::test_add[kind=list,n=64][]",
        pytest.approx(3000), None, None,
    )  # fmt: skip
    one = foreign.pytest_row("test_add", [2e-6])
    changed = foreign.pytest_benchmark([one], dirty=True)
    assert add(tmp_path / "other", foreign.write(path, changed)) == 0
    assert rows_of(tmp_path / "other")[0][0] == "4f1c2ab-dirty"
    for commit in ({"id": "unversioned"}, {"id": "unknown", "error": "no git"}):
        foreign.write(path, foreign.pytest_benchmark([one], **commit))
        assert add(tmp_path / "other", path) == 2
        assert "give --commit" in capsys.readouterr().err


@pytest.mark.parametrize("make", [nvbench_file, google_file, pytest_file])
def test_a_file_that_is_cut_off_is_refused(
    tmp_path: Path, capsys: Captured, make: Callable[[Path], Path]
) -> None:
    path = make(tmp_path)
    path.write_bytes(path.read_bytes()[:-30])
    assert add(tmp_path / "store", path, *PLACE) == 2
    told = capsys.readouterr().err
    assert "cut off or damaged" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize("make", [nvbench_file, google_file, pytest_file])
def test_a_file_added_again_is_the_same(
    tmp_path: Path, capsys: Captured, make: Callable[[Path], Path]
) -> None:
    path, store = make(tmp_path), tmp_path / "store"
    assert add(store, path, *PLACE, "--card", "one") == 0
    with open_index(Store(store)) as index:
        before = contents(index)
    assert add(store, path, *PLACE, "--card", "one") == 0
    assert "already there" in capsys.readouterr().out
    assert add(store, path, *PLACE, "--card", "two") == 2
    expected = "as commit abc of 2026-01-31T00:00:00Z on one, not commit abc"
    assert expected in capsys.readouterr().err
    assert main(["reindex", "--store", str(store)]) == 0
    with open_index(Store(store)) as index:
        assert contents(index) == before
        assert index.execute("SELECT DISTINCT card FROM points").fetchall() == [("one",)]


def test_a_card_is_named_only_where_the_file_does_not(tmp_path: Path, capsys: Captured) -> None:
    card = {**sample_journal.CARD, "uuid": "GPU-1"}
    known = history_series.journal(tmp_path / "j.jsonl", {"v": 1e3}, 1, card=card)
    assert add(tmp_path / "store", known, "--card", "mine") == 2
    assert "identifies its card as GPU-1" in capsys.readouterr().err
    states = [foreign.state(64, "I32", 1e-6, device) for device in (0, 1)]
    both = foreign.write(tmp_path / "n.json", foreign.nvbench(states, devices=2))
    assert add(tmp_path / "store", both, *PLACE, "--card", "mine") == 2
    assert "has runs of 2 cards" in capsys.readouterr().err
    assert add(tmp_path / "store", google_file(tmp_path), *PLACE, "--card", "a\nb") == 2
    assert "printable characters" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rounds": 4}, "benchmarks[0].stats.rounds is 4, but benchmarks[0].stats.data has 3"),
        ({"median": 9.0}, "benchmarks[0].stats.median is 9.0"),
        ({"data": [1.0, None, 2.0]}, "benchmarks[0].stats.data holds None; expected numbers"),
        ({"data": []}, "benchmarks[0].stats.data is empty"),
        ({"data": None, "median": "x"}, "benchmarks[0].stats.median is 'x'"),
        ({"data": 3}, "benchmarks[0].stats.data is 3; expected a list"),
    ],
)
def test_contradictions_within_a_file_are_named(
    tmp_path: Path, capsys: Captured, change: foreign.Document, message: str
) -> None:
    row = foreign.pytest_row("test_add", [2e-6, 3e-6, 4e-6])
    row["stats"] |= change
    path = foreign.write(tmp_path / "p.json", foreign.pytest_benchmark([row]))
    assert add(tmp_path / "store", path) == 2
    assert message in capsys.readouterr().err
