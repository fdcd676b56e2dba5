from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.program import PROGRAM
from tests.gate.code.repository import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """The program in an empty repository."""
    assert PROGRAM, "WARPMARK_PROGRAM: expected the path of the program"
    folder = tmp_path / "repository"
    folder.mkdir()
    made = Repository(folder)
    made.begin()
    return made
