"""Executes the commands of README.md, of tutorials, guides and docs/clusters.md, without a card.

Blocks run in their order, all of a page in one copy of the tree. A block below `NAME:` in
backticks is that file. Below `<!-- needs a card -->` nothing is executed, but the selections of
`run` and `tune` are planned, so that no option and no name in them is out of date. `<!-- not
executed: REASON -->` leaves a block out.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("WARPMARK_PROGRAM", ROOT / "build/release/warpmark")).resolve()
PAGES = ["README.md", "docs/howto.md", "docs/commands.md", "docs/clusters.md", *sorted(
    str(path.relative_to(ROOT)) for path in (ROOT / "docs/tutorials").glob("*.md")
)]  # fmt: skip
BLOCK = re.compile(
    r"(?:^`(?P<file>[\w.]+)`:\n\n)?"
    r"(?:^[ ]*<!-- (?P<mark>needs a card|not executed: [^>]+) -->\n)?"
    r"^(?P<indent>[ ]*)```(?P<language>\w*)\n(?P<text>.*?)\n(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
LIMIT_S = 900
SHELL = ("", "sh", "bash", "console")


@dataclass
class Block:
    """A fenced block of a page; `line` is that of its fence."""

    line: int
    file: str
    mark: str
    language: str
    text: str


def blocks_of(text: str) -> list[Block]:
    """All fenced blocks, without their indentation."""
    result = []
    for found in BLOCK.finditer(text):
        indent = len(found["indent"])
        body = "\n".join(line[indent:] for line in found["text"].split("\n"))
        line = text.count("\n", 0, found.start("indent")) + 1
        result.append(
            Block(line, found["file"] or "", found["mark"] or "", found["language"], body)
        )
    return result


def commands_of(text: str) -> list[str]:
    """Of a shell's block; below a command with `$ ` are its continuation and what it prints."""
    joined = text.replace("\\\n", " ")
    lines = joined.split("\n")
    if any(line.startswith("$ ") for line in lines):
        return [line[2:] for line in lines if line.startswith("$ ")]
    return [line for line in lines if line.strip() and not line.startswith("#")]


def planned(command: str) -> str | None:
    """A command of a card as one that only plans; None but for `run` and `tune` of no record."""
    words = shlex.split(command, comments=True)
    if words[:2] not in (["warpmark", "run"], ["warpmark", "tune"]) or {"--check", "--from"} & set(
        words
    ):
        return None
    kept = [word for word in words if word != "--resume"]
    for option in ("-o", "--devices", "--profile"):
        if option in kept:
            at = kept.index(option)
            del kept[at : at + 2]
    return shlex.join([*kept, *["--dry-run"] * ("--dry-run" not in kept)])


class Tree:
    """A copy of the tree, which commands may fill, with the program on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        clone = ["git", "clone", "--quiet", "--shared", str(ROOT), str(self.folder)]
        subprocess.run(clone, check=True, timeout=LIMIT_S)
        python = Path(sys.executable).parent
        self._environment = {
            **os.environ,
            "PATH": f"{PROGRAM.parent}:{python}:{os.environ['PATH']}",
            "PYTHONPATH": f"{ROOT / 'python'}:{ROOT / 'reports'}",
            "WARPMARK_PROGRAM": str(PROGRAM),
            "WARPMARK_PYTHON": sys.executable,
            "MPLBACKEND": "agg",
        }

    def run(self, *words: str) -> str:
        """What went wrong; empty if nothing."""
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
        return "" if done.returncode == 0 else f"exit status {done.returncode}\n{done.stderr}"


def shell_faults(tree: Tree, block: Block) -> list[str]:
    faults = []
    for command in commands_of(block.text):
        executed = planned(command) if block.mark else command
        if executed is not None and (fault := tree.run("bash", "-c", executed)):
            faults.append(f"{executed}\n{fault}")
    return faults


def test_a_page_is_read() -> None:
    file = "`a.toml`:\n\n```toml\nx = 1\n```\n\n"
    text = f"{file}<!-- needs a card -->\n```\nwarpmark run reduce -o x\n```\n"
    first, second = blocks_of(text)
    assert (first.file, first.text, first.line) == ("a.toml", "x = 1", 3)
    assert (second.mark, second.file) == ("needs a card", "")
    assert commands_of("$ a \\\n    b\nprinted") == ["a      b"]
    assert planned("warpmark run reduce -o x --devices 1  # why") == "warpmark run reduce --dry-run"
    assert planned("warpmark run reduce --profile default") == "warpmark run reduce --dry-run"
    assert planned("warpmark report x") is None


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_a_page_work(page: str, tmp_path: Path) -> None:
    assert os.access(PROGRAM, os.X_OK), f"{PROGRAM}: expected the program"
    tree = Tree(tmp_path)
    faults = []
    for block in blocks_of((ROOT / page).read_text(encoding="utf-8")):
        found: list[str] = []
        if block.file:
            (tree.folder / block.file).write_text(f"{block.text}\n", encoding="utf-8")
        elif block.mark.startswith("not executed"):
            continue
        elif block.language in SHELL:
            found = shell_faults(tree, block)
        elif block.language == "python" and not block.mark:
            found = [fault] if (fault := tree.run(sys.executable, "-c", block.text)) else []
        faults += [f"{page}:{block.line}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
