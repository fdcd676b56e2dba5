"""Hostile and odd heads, one in each TOML file beside this: the gate's results for them.

A file has `why`, steps that make the base and the head, and what is expected. Steps are done in
order: `write` with `text` or `hex`, `edit` with `old` (which is there once) and `new`, `remove`,
`move` with `to`, `link` with `to`, `fifo`, `grow` with `bytes`, `git` with words. `@OUTSIDE@` is a
folder outside of the repository, in which secret.txt and secret.cuh hold the secret.

`verdicts` are those of the counting stage that are not UNCHANGED, `status` is the exit status,
`says` and `never` are regular expressions over all that is printed and written. `in` is the folder
that the gate is run in. Whatever the head, nothing of the secret and no command for a terminal or
for the log of a CI service may appear.
"""

import json
import os
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.gate.code.repository import Repository

DATA = Path(__file__).parent
POINTS = ("axpy/plain[n=64][]", "axpy/one[n=64][]", "axpy/two[n=64][block=32]")
SECRET = "SECRET_OF_THE_RUNNER"
OUTPUTS = ("json", "markdown", "sarif", "junit", "codequality", "annotations")


def all_heads() -> dict[str, dict[str, Any]]:
    return {path.stem: tomllib.loads(path.read_text()) for path in sorted(DATA.glob("*.toml"))}


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder with the secret."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text(f"{SECRET} = 1\n")
    (folder / "secret.cuh").write_text(f"#error {SECRET}\n")
    return folder


def filled_in(text: str, outside: Path) -> str:
    return text.replace("@OUTSIDE@", str(outside))


def do(repository: Repository, outside: Path, step: dict[str, Any]) -> None:
    kind = next(iter(step))
    if kind == "git":
        repository.git(*(filled_in(word, outside) for word in step["git"]))
        return
    path = repository.folder / step[kind]
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "write":
        data = bytes.fromhex(step["hex"]) if "hex" in step else None
        path.write_bytes(data or filled_in(step.get("text", ""), outside).encode())
    elif kind == "edit":
        repository.edit(step[kind], step["old"], filled_in(step["new"], outside))
    elif kind == "remove":
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    elif kind == "move":
        path.rename(repository.folder / step["to"])
    elif kind == "link":
        path.symlink_to(filled_in(step["to"], outside))
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "grow":
        os.truncate(path, step["bytes"])
    else:
        pytest.fail(f"no step '{kind}'")


def run_gate(
    repository: Repository, outside: Path, head: dict[str, Any]
) -> tuple[int, str, dict[str, str]]:
    """Exit status, what is printed, and the outputs by name."""
    results = outside / "results"
    results.mkdir()
    words = ["--cache", os.environ["WARPMARK_TEST_CACHE"], "--stages", "static,counting"]
    for each in head.get("kernels", ["mine/axpy.toml"]):
        words += ["--kernels", each]
    for each in OUTPUTS:
        words += [f"--{each}", str(results / each)]
    words += head.get("arguments", ["--base", "main"])
    repository.folder = repository.folder / head.get("in", ".")
    started = outside / "ran"  # By programs that the repository's configuration names.
    started.unlink(missing_ok=True)
    done = repository.run("gate", "--summary", "none", *words)
    assert not started.exists()
    written = {each.name: each.read_text() for each in results.iterdir()}
    return done.returncode, done.stdout + done.stderr, written


@pytest.mark.parametrize("head", all_heads().values(), ids=all_heads())
def test_a_head(repository: Repository, outside: Path, head: dict[str, Any]) -> None:
    shutil.copytree(DATA / "base", repository.folder, dirs_exist_ok=True)
    for step in head.get("base", []):
        do(repository, outside, step)
    repository.commit("the base")
    repository.git("checkout", "--quiet", "-b", "change")
    for step in head["head"]:
        do(repository, outside, step)
    if head.get("commit", True):
        repository.commit("the head")
    status, printed, written = run_gate(repository, outside, head)
    everything = printed + "".join(written.values())
    assert status == head["status"], printed
    if "verdicts" in head:
        found = {
            each["subject"]: each["verdict"]
            for each in json.loads(written["json"])["findings"]
            if each["stage"] == "counting"
        }
        expected = dict.fromkeys(POINTS, "UNCHANGED") | head["verdicts"]
        assert found == {k: v for k, v in expected.items() if v}, printed
    for each in head.get("says", []):
        assert re.search(re.compile(each, re.MULTILINE), everything)
    for each in head.get("never", []):
        assert not re.search(re.compile(filled_in(each, outside), re.MULTILINE), everything)
    require_harmless(printed, written)


def require_harmless(printed: str, written: dict[str, str]) -> None:
    for text in (printed, *written.values()):
        assert SECRET not in text
        assert "warpmark-gate-" not in text  # The gate's own folders.
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", text)
    assert not re.search(re.compile(r"^\s*::|##\[", re.MULTILINE), printed)
    if "annotations" in written:
        for line in written["annotations"].splitlines():
            assert re.search(r"^::(error|warning|notice) ", line)
    if "sarif" in written:
        for result in json.loads(written["sarif"])["runs"][0]["results"]:
            uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            assert not re.search(r"^/|(^|/)\.\.?(/|$)|//|warpmark-gate", uri)


def test_has_forty_heads() -> None:
    assert len(all_heads()) >= 40
