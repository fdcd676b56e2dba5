from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import published_journals
import sample_journal
from warpmark_reports.base import processes
from warpmark_reports.cli import main
from warpmark_reports.journal.journal_file import Part


@pytest.fixture(scope="session", autouse=True)
def _one_process() -> Iterator[None]:
    """Drawing is not spread: to copy this process, which is large, takes longer than to draw small
    figures. Programs that tests start do spread it, and what they write is compared.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "PROCESSES", 1)
        yield


@pytest.fixture
def several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing is spread after all, also where there is one processor."""
    monkeypatch.setattr(processes, "PROCESSES", 2)


@pytest.fixture(scope="session", params=["cuda", "simt"])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def small(backend: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of 11 variants x 2 types x 3 sizes x 2 blocks."""
    lines = sample_journal.lines(backend, sizes=(2**10, 2**20, 2**28), blocks=(64, 256))
    return sample_journal.write(tmp_path_factory.mktemp("small") / f"{backend}.jsonl", lines)


@pytest.fixture(scope="session")
def published() -> Callable[[Path], list[Part]]:
    """What a published journal holds, which is read once."""
    return published_journals.parts


@pytest.fixture(scope="session")
def report(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on `small`: drawing one takes seconds, so tests that only read it share it."""
    directory = tmp_path_factory.mktemp("report")
    assert main([str(small), "-o", str(directory)]) == 0
    return directory
