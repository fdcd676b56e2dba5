"""One cluster for all tests of a session, which only root can start."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.slurm.cluster import Cluster, running_cluster
from tests.slurm.stand_in import StandIn

from warpmark.slurm.cli import main


class Verb:
    """`warpmark slurm` in this process, with what it printed."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd

    def __call__(self, *words: str, status: int = 0) -> str:
        """What it printed on stdout, or on stderr if the expected status is that of wrong usage."""
        self._capfd.readouterr()
        try:
            found: object = main(list(map(str, words)))
        except SystemExit as ended:
            found = ended.code
        printed = self._capfd.readouterr()
        assert found == status, printed.err + printed.out
        return printed.err if status == 2 else printed.out


@pytest.fixture
def slurm(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Verb:
    """The verb, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return Verb(capfd)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A Slurm; without root its daemons cannot start the jobs of a user."""
    if os.geteuid() != 0:
        pytest.skip("slurmd starts jobs as their user, for which it must be root")
    folder = Path(tempfile.mkdtemp(prefix="slurm-"))
    folder.chmod(0o755)  # munged refuses a socket that others cannot reach
    try:
        with running_cluster(folder) as found:
            yield found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def on_cluster(cluster: Cluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cluster:
    """The cluster, whose commands this process finds; its nodes have a scratch folder."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    monkeypatch.setenv("SLURM_CONF", cluster.environment["SLURM_CONF"])
    return cluster


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """What is called for the program, which it calls in turn."""
    found = StandIn(tmp_path)
    monkeypatch.setenv("WARPMARK_PROGRAM", str(found.path))
    return found
