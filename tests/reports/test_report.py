from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import sample_journal
from warpmark_reports.cli import main
from warpmark_reports.figures import Figure
from warpmark_reports.figures.ladder import ladder
from warpmark_reports.page import report as report_module

ROOT = Path(__file__).parents[2]
VOID = {"meta", "link", "input", "br", "wbr"}


class Balance(HTMLParser):
    """Counts that every element that opens also closes, and gathers ids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.extend(value for name, value in attrs if name == "id" and value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.extend(value for name, value in attrs if name == "id" and value and tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def files(directory: Path) -> dict[str, bytes]:
    found = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in found}


def test_a_report_is_whole_and_the_same_twice(small: Path, report: Path, tmp_path: Path) -> None:
    """The second by another process, whose sets and addresses have another order."""
    command = [sys.executable, "-m", "warpmark_reports", str(small), "-o", str(tmp_path)]
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(ROOT / "reports")}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    one = files(report)
    assert one == files(tmp_path)
    drawn = {Path(name).stem for name in one if name.endswith(".svg")}
    assert len(drawn) >= 4
    for name in drawn:
        assert {f"figures/{name}.txt", f"figures/{name}.csv"} <= one.keys()


def test_the_page_stands_alone(report: Path) -> None:
    page = (report / "index.html").read_text()
    assert len(page) < 6_000_000
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
    assert "@import" not in page
    parser = Balance()
    parser.feed(page)
    assert not parser.open
    assert len(parser.ids) == len(set(parser.ids))
    assert str(report) not in page


@pytest.mark.parametrize("backend", ["simt"], indirect=True)
def test_modelled_times_are_never_called_measured(report: Path) -> None:
    page = (report / "index.html").read_text()
    assert "modelled and counted on simt, not timed" in page
    assert page.count("not measured") >= 5
    text = " ".join(re.sub(r"<[^>]*>", " ", page).lower().split())
    for word in ("fastest", "throughput"):
        for place in re.finditer(word, text):
            around = text[max(0, place.start() - 60) : place.end() + 60]
            assert "modelled" in around or "by_size" in around, around
    assert "median time" not in text


def test_a_cut_off_run_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = sample_journal.lines("cuda", sizes=(2**10, 2**12), blocks=(64, 256))[:41]
    path = sample_journal.write(tmp_path / "cut.jsonl", lines)
    assert main([str(path), "--only", "ladder", "--format", "png", "-o", str(tmp_path)]) == 0
    assert (tmp_path / "figures/ladder.png").read_bytes().startswith(b"\x89PNG")
    assert 'href="figures/ladder.png"' in (tmp_path / "index.html").read_text()
    sentence = "the run was cut off (no end line); 40 of the 88 planned points are present."
    assert sentence in (tmp_path / "index.html").read_text()
    assert sentence in capsys.readouterr().out


def test_two_backends_keep_apart(tmp_path: Path) -> None:
    paths = []
    for backend in ("cuda", "simt"):
        lines = sample_journal.lines(backend, sizes=(2**10, 2**12), blocks=(64, 256))
        paths.append(str(sample_journal.write(tmp_path / f"{backend}.jsonl", lines)))
    assert main([*paths, "--only", "ladder", "-o", str(tmp_path / "out")]) == 0
    names = files(tmp_path / "out").keys()
    assert "figures/1_reduce_cuda_ladder.svg" in names
    assert "figures/2_reduce_simt_ladder.svg" in names


@pytest.mark.parametrize("count", [0, 1])
def test_a_journal_of_next_to_nothing(backend: str, tmp_path: Path, count: int) -> None:
    whole = sample_journal.lines(backend, sizes=(2**10,), blocks=(256,))
    path = sample_journal.write(tmp_path / "a.jsonl", [*whole[: 1 + count], whole[-1]])
    assert main([str(path), "-o", str(tmp_path)]) == 0


def test_only_skipped_points(backend: str, tmp_path: Path) -> None:
    whole = sample_journal.lines(backend, sizes=(2**28,), blocks=(256,))
    skipped = [line for line in whole if line.get("status") == "skipped"]
    path = sample_journal.write(tmp_path / "a.jsonl", [whole[0], *skipped, whole[-1]])
    assert main([str(path), "-o", str(tmp_path)]) == 0


@pytest.mark.usefixtures("several_processes")
def test_a_figure_that_fails_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> list[Figure]:
        raise ZeroDivisionError("no width")

    monkeypatch.setattr(report_module, "FIGURES", (broken, ladder))
    lines = sample_journal.lines("cuda", sizes=(2**10,), blocks=(256,))
    path = sample_journal.write(tmp_path / "a.jsonl", lines)
    assert main([str(path), "-o", str(tmp_path / "out")]) == 1
    sentence = "broken cannot be drawn, a bug: ZeroDivisionError: no width"
    assert sentence in capsys.readouterr().err
    assert sentence in (tmp_path / "out/index.html").read_text()
    assert (tmp_path / "out/figures/ladder.svg").exists()


def test_an_unreadable_file_is_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "none.jsonl"), "-o", str(tmp_path / "out")]) == 2
    assert "none.jsonl: cannot be read: No such file" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
