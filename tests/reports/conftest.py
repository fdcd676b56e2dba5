from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

import sample_journal
from warpmark_reports.cli import main
from warpmark_reports.formats.reader import parts_of
from warpmark_reports.journal.journal_file import Part


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
    return lru_cache(maxsize=None)(parts_of)


@pytest.fixture(scope="session")
def report(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on `small`: drawing one takes seconds, so tests that only read it share it."""
    directory = tmp_path_factory.mktemp("report")
    assert main([str(small), "-o", str(directory)]) == 0
    return directory
