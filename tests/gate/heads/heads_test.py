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
import tempfile
import tomllib
import unittest
from pathlib import Path
from typing import Any

from repository import RepositoryTest

DATA = Path(__file__).parent
POINTS = ("axpy/plain[n=64][]", "axpy/one[n=64][]", "axpy/two[n=64][block=32]")
SECRET = "SECRET_OF_THE_RUNNER"
OUTPUTS = ("json", "markdown", "sarif", "junit", "codequality", "annotations")


def all_heads() -> dict[str, dict[str, Any]]:
    return {path.stem: tomllib.loads(path.read_text()) for path in sorted(DATA.glob("*.toml"))}


class Heads(RepositoryTest):
    """Each head has a method of its own, added below."""

    def setUp(self) -> None:
        super().setUp()
        outside = tempfile.TemporaryDirectory(prefix="warpmark-outside-")
        self.addCleanup(outside.cleanup)
        self.outside = Path(outside.name)
        (self.outside / "secret.txt").write_text(f"{SECRET} = 1\n")
        (self.outside / "secret.cuh").write_text(f"#error {SECRET}\n")
        shutil.copytree(DATA / "base", self.folder, dirs_exist_ok=True)

    def filled_in(self, text: str) -> str:
        return text.replace("@OUTSIDE@", str(self.outside))

    def do(self, step: dict[str, Any]) -> None:
        kind = next(iter(step))
        if kind == "git":
            self.git(*map(self.filled_in, step["git"]))
            return
        path = self.folder / step[kind]
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind == "write":
            data = bytes.fromhex(step["hex"]) if "hex" in step else None
            path.write_bytes(data or self.filled_in(step.get("text", "")).encode())
        elif kind == "edit":
            self.edit(step[kind], step["old"], self.filled_in(step["new"]))
        elif kind == "remove":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        elif kind == "move":
            path.rename(self.folder / step["to"])
        elif kind == "link":
            path.symlink_to(self.filled_in(step["to"]))
        elif kind == "fifo":
            os.mkfifo(path)
        elif kind == "grow":
            os.truncate(path, step["bytes"])
        else:
            self.fail(f"no step '{kind}'")

    def run_gate(self, head: dict[str, Any]) -> tuple[int, str, dict[str, str]]:
        """Exit status, what is printed, and the outputs by name."""
        results = self.outside / "results"
        results.mkdir()
        words = ["--cache", os.environ["WARPMARK_TEST_CACHE"], "--stages", "static,counting"]
        for each in head.get("kernels", ["mine/axpy.toml"]):
            words += ["--kernels", each]
        for each in OUTPUTS:
            words += [f"--{each}", str(results / each)]
        words += head.get("arguments", ["--base", "main"])
        self.folder = self.folder / head.get("in", ".")
        started = self.outside / "ran"  # By programs that the repository's configuration names.
        started.unlink(missing_ok=True)
        done = self.run_program("gate", "--summary", "none", *words)
        self.assertFalse(started.exists())
        written = {each.name: each.read_text() for each in results.iterdir()}
        return done.returncode, done.stdout + done.stderr, written

    def check(self, head: dict[str, Any]) -> None:
        for step in head.get("base", []):
            self.do(step)
        self.commit("the base")
        self.git("checkout", "--quiet", "-b", "change")
        for step in head["head"]:
            self.do(step)
        if head.get("commit", True):
            self.commit("the head")
        status, printed, written = self.run_gate(head)
        everything = printed + "".join(written.values())
        self.assertEqual(status, head["status"], printed)
        if "verdicts" in head:
            found = {
                each["subject"]: each["verdict"]
                for each in json.loads(written["json"])["findings"]
                if each["stage"] == "counting"
            }
            expected = dict.fromkeys(POINTS, "UNCHANGED") | head["verdicts"]
            self.assertEqual(found, {k: v for k, v in expected.items() if v}, printed)
        for each in head.get("says", []):
            self.assertRegex(everything, re.compile(each, re.MULTILINE))
        for each in head.get("never", []):
            self.assertNotRegex(everything, re.compile(self.filled_in(each), re.MULTILINE))
        self.assert_harmless(printed, written)

    def assert_harmless(self, printed: str, written: dict[str, str]) -> None:
        for text in (printed, *written.values()):
            self.assertNotIn(SECRET, text)
            self.assertNotIn("warpmark-gate-", text)  # The gate's own folders.
            self.assertNotRegex(text, r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]")
        self.assertNotRegex(printed, re.compile(r"^\s*::|##\[", re.MULTILINE))
        if "annotations" in written:
            for line in written["annotations"].splitlines():
                self.assertRegex(line, r"^::(error|warning|notice) ")
        if "sarif" in written:
            for result in json.loads(written["sarif"])["runs"][0]["results"]:
                uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                self.assertNotRegex(uri, r"^/|(^|/)\.\.?(/|$)|//|warpmark-gate")


def test_of(head: dict[str, Any]) -> Any:
    return lambda self: self.check(head)


for name, value in all_heads().items():
    setattr(Heads, f"test_{name}", test_of(value))


class TheCollection(unittest.TestCase):
    def test_has_forty_heads(self) -> None:
        self.assertGreaterEqual(len(all_heads()), 40)


if __name__ == "__main__":
    unittest.main()
