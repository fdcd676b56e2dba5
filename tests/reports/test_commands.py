"""Commands as people type them: which figures they get, and what they are told."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

import sample_journal
from warpmark_reports import figures
from warpmark_reports.cli import main
from warpmark_reports.compare.cli import main as compare_main
from warpmark_reports.figures import comparison
from warpmark_reports.figures.figure_names import OF_ALL, OF_FAMILIES, OF_PAIRS, OF_VIEWS
from warpmark_reports.history.cli import main as history_main

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(2**10, 2**12), blocks=(64, 256))
    return sample_journal.write(tmp_path / "a.jsonl", lines)


def one_error(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error: ")
    assert told.err.count("\n") == 1
    return told.err


def test_the_command_of_the_docs_draws(journal: Path, tmp_path: Path) -> None:
    page = (DOCS / "figures.md").read_text(encoding="utf-8")
    found = re.search(r"^ +warpmark report reduce\.jsonl (.*--column.*)$", page, re.MULTILINE)
    assert found is not None
    assert main([str(journal), *found[1].split(), "-o", str(tmp_path / "out")]) == 0
    drawn = {path.name for path in (tmp_path / "out/single_column").iterdir()}
    assert {"throughput_by_size.pdf", "throughput_by_size.svg"} <= drawn


def test_options_of_figures_are_repeated(journal: Path, tmp_path: Path) -> None:
    words = ["--only", "ladder", "--only", "best_*", "--format", "png", "--format", "pdf"]
    assert main([str(journal), *words, "-o", str(tmp_path / "out")]) == 0
    drawn = {path.name for path in (tmp_path / "out/figures").iterdir()}
    names = ("ladder", "best_by_size")
    assert drawn == {f"{n}.{end}" for n in names for end in ("svg", "png", "pdf", "csv", "txt")}


@pytest.mark.parametrize(
    ("name", "hint"), [("nosuchfigure", "expected one of"), ("lader", "did you mean 'ladder'?")]
)
def test_a_figure_that_no_report_has_is_an_error(
    journal: Path, tmp_path: Path, name: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(journal), "--only", "ladder", "--only", name, "-o", str(tmp_path / "o")]) == 2
    told = one_error(capsys)
    assert f"unknown figure '{name}'" in told
    assert hint in told
    assert "throughput_by_size" in told
    assert not (tmp_path / "o").exists()


def test_a_figure_that_the_journal_cannot_carry_says_why(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--only", "ladder", "--only", "counters", "-o", str(tmp_path / "out")]
    assert main([str(journal), *words]) == 1
    assert (tmp_path / "out/figures/ladder.svg").is_file()
    assert "no figure 'counters': expected counts, which" in capsys.readouterr().err


def test_every_figure_has_a_name_and_says_what_it_needs() -> None:
    modules = {draw_it.__module__.rpartition(".")[2] for draw_it in figures.FIGURES}
    assert {name.partition("_<")[0] for name in OF_VIEWS} == modules
    for known, functions in (
        (OF_PAIRS, comparison.PAIRED),
        (OF_FAMILIES, comparison.MANY),
        (OF_ALL, comparison.ALL),
    ):
        assert set(known) == {function.__name__ for function in functions}
    page = (DOCS / "figures.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z_<>]+)` \| ([^|]*) \|", page, re.MULTILINE))
    assert rows == {**OF_VIEWS, **OF_PAIRS, **OF_FAMILIES, **OF_ALL}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "JOURNAL"),
        (["a", "--claim"], "unknown option '--claim'; did you mean '--claims'?"),
        (["a", "--column", "singel"], "--column: 'singel': expected single or double; did you"),
        (["a", "--format", "gif"], "--format: 'gif': expected svg, png or pdf"),
        (["a", "--max-input", "much"], "--max-input: 'much': expected a size"),
        (["a", "--max-input", "0"], "--max-input: '0': expected a size above zero"),
        (["a", "--claims", "--serve"], "--serve is of a page, and --claims writes none"),
        (["a", "--claims", "-o", "."], "--output .: a folder; expected a file with --claims"),
        (["absent"], "absent: cannot be read: No such file"),
    ],
)
def test_wrong_commands_of_report(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(words)
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert message in one_error(capsys)


@pytest.mark.parametrize("run", [main, compare_main, history_main])
def test_commands_share_one_style(run: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(run)
    with pytest.raises(SystemExit) as end:
        run(["--nonsense"])
    assert end.value.code == 2
    assert re.fullmatch(r"error: .*; see warpmark \w+ --help\n", capsys.readouterr().err)
    with pytest.raises(SystemExit) as end:
        run(["--help"])
    assert end.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith("Usage: warpmark ")
    assert "Options:" in told
    assert "Examples:" in told


@pytest.mark.usefixtures("several_processes")
def test_no_space_left_is_told_with_its_file(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def full(_: Path, __: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # as write(2) has it: no file

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main([str(journal), "--only", "ladder", "-o", str(tmp_path / "out")]) == 2
    told = one_error(capsys)
    assert re.search(r"error: .*/out/\S+: cannot be written: No space left on device", told)


def test_each_figure_is_drawn_once_per_format(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawing is what a report's time is spent on: no second draw to measure, crop or hover."""
    from matplotlib.figure import Figure

    drawn: list[Figure] = []
    plain = Figure.draw

    def counted(self: Figure, renderer: object) -> None:
        drawn.append(self)
        plain(self, renderer)  # type: ignore[arg-type]

    monkeypatch.setattr(Figure, "draw", counted)
    words = ["--format", "png", "-o", str(tmp_path / "out")]
    assert main([str(journal), *words]) == 0
    svgs = list((tmp_path / "out/figures").glob("*.svg"))
    assert len(drawn) == 2 * len(svgs)
