from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, Program


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program in an empty folder."""
    assert PROGRAM, "WARPMARK_PROGRAM: expected the path of the program"
    return Program(tmp_path)
