"""The template that keeps a history on a branch per card: what it pushes, also at the same time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema import main as check_jsonschema  # type: ignore[import-untyped]
from click.testing import CliRunner
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "ci/templates/history"
KEEP = TEMPLATES / "keep.sh"
sys.path.insert(0, str(ROOT / "tests/reports"))

import history_series  # noqa: E402
import sample_journal  # noqa: E402

CARD = {**sample_journal.CARD, "uuid": "GPU-1"}


def git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """`warpmark history`, without the program that only passes its words on."""
    path = tmp_path / "warpmark"
    path.write_text(
        f'#!/bin/sh\nshift\nexport PYTHONPATH="{ROOT}/reports"\n'
        f'exec "{sys.executable}" -m warpmark_reports.history "$@"\n'
    )
    path.chmod(0o755)
    return path


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "--bare", "shared.git")
    git(tmp_path, "clone", "--quiet", "shared.git", "clone")
    return tmp_path / "clone"


def keep(clone: Path, program: Path, *words: str, **environment: str) -> Any:
    return subprocess.run(
        ["bash", str(KEEP), *words], cwd=clone, capture_output=True, text=True, check=False,
        env=os.environ | {"WARPMARK": str(program)} | environment,
    )  # fmt: skip


def journal(folder: Path, day: int) -> str:
    path = folder / f"day_{day}.jsonl"
    return str(history_series.journal(path, {"v": 1e3 + day}, day, card=CARD))


def pushed(clone: Path, card: str = "one") -> list[str]:
    listed = git(clone.parent / "shared.git", "ls-tree", "-r", "--name-only", f"journals-{card}")
    return listed.split()


def test_a_branch_per_card_gets_what_is_new(clone: Path, program: Path, tmp_path: Path) -> None:
    for day in range(2):
        done = keep(clone, program, "one", journal(tmp_path, day))
        assert done.returncode == 0, done.stderr
    assert len(pushed(clone)) == 4  # a journal and its entry each; no index
    assert {name.partition("/")[0] for name in pushed(clone)} == {"journals", "facts"}
    assert "2 commits from 2001-01-01 to 2001-01-02" in (clone / "history/index.html").read_text()
    assert "steps: 0" in (clone / "history/check.txt").read_text()
    again = keep(clone, program, "one", journal(tmp_path, 1))
    assert "nothing new for journals-one" in again.stdout
    assert keep(clone, program, "two", journal(tmp_path, 3)).returncode == 0
    assert len(pushed(clone, "two")) == 2
    assert git(clone, "worktree", "list").count("\n") == 1
    assert git(clone, "branch").strip() == ""


def test_what_others_push_meanwhile_is_kept(clone: Path, program: Path, tmp_path: Path) -> None:
    """The other job pushes after this one has fetched: on its first `history add`."""
    other = clone.parent / "other"
    git(clone.parent, "clone", "--quiet", "shared.git", "other")
    assert keep(clone, program, "one", journal(tmp_path, 0)).returncode == 0
    racing = tmp_path / "racing"
    racing.write_text(
        f'#!/bin/sh\nif mkdir "{tmp_path}/once" 2>/dev/null; then\n'
        f'  (cd "{other}" && WARPMARK="{program}" bash "{KEEP}" one "{journal(tmp_path, 1)}") >&2\n'
        f'fi\nexec "{program}" "$@"\n'
    )
    racing.chmod(0o755)
    done = keep(clone, racing, "one", journal(tmp_path, 2), OUT="report")
    assert done.returncode == 0, done.stderr
    assert len(pushed(clone)) == 6
    assert "3 commits" in (clone / "report/index.html").read_text()


def test_a_push_that_is_refused_for_good_fails(clone: Path, program: Path, tmp_path: Path) -> None:
    hook = clone.parent / "shared.git/hooks/pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    done = keep(clone, program, "one", journal(tmp_path, 0), TRIES="2")
    assert done.returncode == 1
    assert "journals-one could not be pushed in 2 tries" in done.stderr


def test_a_bundle_is_for_a_job_that_may_write(clone: Path, program: Path, tmp_path: Path) -> None:
    done = keep(clone, program, "one", journal(tmp_path, 0), PUSH="bundle", ADD="--release v1")
    assert done.returncode == 0, done.stderr
    assert git(clone.parent / "shared.git", "branch") == ""
    git(clone, "fetch", "--quiet", "history/history.bundle", "journals-one")
    git(clone, "push", "--quiet", "origin", "FETCH_HEAD:refs/heads/journals-one")
    assert len(pushed(clone)) == 3  # also a release
    git(clone, "fetch", "--quiet", "origin")
    assert keep(clone, program, "one", journal(tmp_path, 1), PUSH="bundle").returncode == 0
    git(clone, "fetch", "--quiet", "history/history.bundle", "journals-one")
    git(clone, "push", "--quiet", "origin", "FETCH_HEAD:refs/heads/journals-one")
    assert len(pushed(clone)) == 5


@pytest.mark.parametrize("words", [["one"], ["a b", "j.jsonl"], ["--help", "j.jsonl"]])
def test_wrong_words_are_refused(clone: Path, program: Path, words: list[str]) -> None:
    assert keep(clone, program, *words).returncode == 2


def test_a_file_that_cannot_be_added_pushes_nothing(
    clone: Path, program: Path, tmp_path: Path
) -> None:
    (tmp_path / "torn.jsonl").write_text('{"event": "mani')
    assert keep(clone, program, "one", str(tmp_path / "torn.jsonl")).returncode == 2
    assert git(clone.parent / "shared.git", "branch") == ""


def test_the_workflow_is_valid_and_its_writing_job_builds_nothing() -> None:
    path = str(TEMPLATES / "github.yml")
    for schema in ("vendor.github-workflows", "custom.github-workflows-require-timeout"):
        done = CliRunner().invoke(check_jsonschema, ["--builtin-schema", schema, path])
        assert done.exit_code == 0, done.output
    workflow: dict[str, Any] = YAML(typ="safe").load(Path(path))
    assert workflow["permissions"] == {}
    measure, push = workflow["jobs"]["measure"], workflow["jobs"]["push"]
    assert measure["permissions"] == {"contents": "read"}
    assert measure["steps"][0]["with"]["persist-credentials"] is False
    assert "warpmark" not in "".join(step.get("run", "") for step in push["steps"])
    for step in [*measure["steps"], *push["steps"]]:
        assert "${{" not in step.get("run", "")


def test_the_script_is_shell() -> None:
    subprocess.run(["bash", "-n", str(KEEP)], check=True)
    if shutil.which("shellcheck") is not None:
        subprocess.run(["shellcheck", str(KEEP)], check=True)
