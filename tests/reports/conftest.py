from __future__ import annotations

from pathlib import Path

import pytest

import sample_journal


@pytest.fixture(params=["cuda", "simt"])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def small(backend: str, tmp_path: Path) -> Path:
    """A journal of 11 variants x 2 types x 3 sizes x 2 blocks."""
    lines = sample_journal.lines(backend, sizes=(2**10, 2**20, 2**28), blocks=(64, 256))
    return sample_journal.write(tmp_path / f"{backend}.jsonl", lines)
