from __future__ import annotations

from pathlib import Path

import pytest
from tests.clusters.sweeps import ARGUMENTS, FAULTY, PROGRAM, points_of

from warpmark.programs import call


@pytest.fixture(scope="session")
def single_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of the sweep in one run."""
    assert PROGRAM, "WARPMARK_PROGRAM: expected the path of the program"
    journal = tmp_path_factory.mktemp("single") / "single.jsonl"
    call("run", *ARGUMENTS.split(), "-o", journal)
    assert len(points_of(journal)) == 28
    return journal


@pytest.fixture
def faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files say what happens to shards in this process."""
    folder = tmp_path / "faults"
    folder.mkdir()
    monkeypatch.setenv("WARPMARK_PROGRAM", str(FAULTY))
    monkeypatch.setenv("FAULTS", str(folder))
    monkeypatch.setenv("REAL", PROGRAM)
    return folder
