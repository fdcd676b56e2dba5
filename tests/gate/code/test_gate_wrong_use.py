"""What the gate refuses, with which exit status, and what it says."""

import json

import pytest
from tests.cli.program import SOURCE
from tests.gate.code.repository import Repository, copy_kernels

SMALL = ("reduce/tree_sequential", "-p", "n=1000", "-c", "block=256", "-c", "items=4")


@pytest.fixture
def repository(repository: Repository) -> Repository:
    copy_kernels(repository.folder)
    repository.commit("one")
    repository.write("note.txt", "two\n")
    repository.commit("two")
    return repository


def refused(repository: Repository, *words: str) -> str:
    printed = repository.gate(*words, status=2)
    assert len(printed.strip().splitlines()) == 1, printed
    return printed


def test_no_such_revision(repository: Repository) -> None:
    printed = refused(repository, *SMALL, "--base", "mian")
    assert "--base mian: no such revision (did you mean 'main'?)" in printed
    printed = refused(repository, *SMALL, "--base", "0123456789abcdef")
    assert "`git branch --all`" in printed


def test_folders(repository: Repository) -> None:
    (repository.folder / "empty").mkdir()
    printed = refused(repository, *SMALL, "--base", "./empty")
    assert "--base ./empty: the folder has no folder kernels/" in printed
    printed = refused(repository, *SMALL, "--base", "main", "--head", "empty")
    assert "--head empty: the folder has no folder kernels/" in printed
    repository.git("rm", "-r", "--quiet", "kernels")
    repository.commit("no kernels")
    printed = refused(repository, *SMALL, "--base", "HEAD~1", "--head", "HEAD")
    assert "--head HEAD: the revision has no folder kernels/" in printed


def test_shallow_clones(repository: Repository) -> None:
    source = repository.folder
    repository.git("clone", "--quiet", "--depth", "1", f"file://{source}", "shallow")
    first = repository.git("rev-parse", "HEAD~1")
    repository.folder = source / "shallow"
    printed = refused(repository, *SMALL, "--base", first)
    assert f"--base {first}: no such revision; this clone is shallow" in printed
    assert "`git fetch --unshallow`" in printed


def test_no_commit_in_common(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "--orphan", "other")
    repository.commit("of another history")
    printed = refused(repository, *SMALL, "--base", "main...")
    assert "have no commit in common" in printed


def test_equal_commits_pass(repository: Repository) -> None:
    printed = repository.gate(*SMALL, "--base", "HEAD", "--head", "HEAD", status=0)
    assert "2 UNCHANGED" in repository.last_line(printed)


def test_selections(repository: Repository) -> None:
    printed = refused(repository, "reduce/tree_seqential", "--base", "main")
    assert "did you mean 'reduce/tree_sequential'" in printed
    words = ("reduce/tree_sequential", "-c", "block=64", "-p", "op=recurrence")
    printed = repository.gate(*words, "--base", "main", status=5)
    assert "nothing was compared" in repository.last_line(printed)


def test_options(repository: Repository) -> None:
    assert "--base is missing" in refused(repository, *SMALL)
    printed = refused(repository, *SMALL, "--base", "main", "--golden", "golden")
    assert "--golden and --base are two comparisons" in printed
    printed = refused(repository, *SMALL, "--base", "main", "--arch", "sm_91")
    assert "--arch sm_91: unknown architecture (did you mean 'sm_90'" in printed
    printed = refused(repository, *SMALL, "--base", "main", "--stages", "statics")
    assert "--stages statics: unknown stage (did you mean 'static'?)" in printed
    assert "no golden counters" in refused(repository, "--golden", "kernels")
    assert "--golden nowhere: no such folder" in refused(repository, "--golden", "nowhere")


def test_golden_counters_that_are_exceeded(repository: Repository) -> None:
    golden = json.loads((SOURCE / "ci/golden/copy.json").read_text())
    point = next(iter(golden["points"]))
    sectors = golden["points"][point]["global_load_sectors"]
    golden["points"][point]["global_load_sectors"] = sectors - 1
    repository.write("golden/copy.json", json.dumps(golden))
    printed = repository.gate("copy", "--golden", "golden", status=1)
    assert f"REGRESSION (counting) {point}\n" in printed
    assert f"! global_load_sectors {sectors - 1} -> {sectors} " in printed
    assert "at kernels/copy/vectorised.cuh:" in printed
    golden["points"][point]["global_load_sectors"] = sectors + 1
    repository.write("golden/copy.json", json.dumps(golden))
    assert "IMPROVEMENT" in repository.gate("copy", "--golden", "golden", status=0)
