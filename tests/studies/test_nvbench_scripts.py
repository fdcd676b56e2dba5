"""Verdicts of nvbench's scripts: parsed from invented output, and of the scripts themselves.

The latter wants WARPMARK_NVBENCH, a checkout of NVIDIA/nvbench, and WARPMARK_NVBENCH_PYTHON, an
interpreter with what its scripts need.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from nvbench_files import write_run
from nvbench_scripts import SCRIPTS, commit_of, run_script, script_paths, verdicts_of
from nvbench_tables import ToolError
from rounds_pairs import Side

ROWS = """# points

|  Point  |   Ref |   Cmp |  Status  |
|---------|------:|------:|:--------:|
|   p1    |  1 us |  2 us |  🔴 SLOW  |
|   p0    |  1 us |  1 us |  🔵 SAME  |
|   p2    |  1 us |  1 us |  🤷 AMBG  |
|   p3    |  1 us |  1 us |   ????   |
"""
SUMMARY = "\n# Summary\n\n- Total Matches: 4\n  - Pass: 1\n"


def test_verdicts_come_in_the_order_of_the_points() -> None:
    assert verdicts_of(ROWS + SUMMARY, 4) == ["SAME", "SLOW", "AMBG", "????"]


@pytest.mark.parametrize(
    ("text", "points", "told"),
    [
        (ROWS + SUMMARY, 5, "rows for 4 points where 5"),
        (ROWS, 4, "no 'Total Matches: 4'"),
        (ROWS.replace("p3", "p2") + SUMMARY, 4, "point 'p2' has two rows"),
        (ROWS.replace("SLOW", "WORSE") + SUMMARY, 4, "ends with none of SAME"),
        (ROWS.replace("🔴 SLOW", "") + SUMMARY, 4, "ends with none of SAME"),
        ("", 1, "rows for 0 points"),
    ],
)
def test_output_of_another_kind_is_refused(text: str, points: int, told: str) -> None:
    with pytest.raises(ToolError, match=told):
        verdicts_of(text, points)


def test_a_script_that_fails_is_told_with_its_words(tmp_path: Path) -> None:
    script = tmp_path / "compare.py"
    script.write_text("import sys\nsys.exit('requires tabulate')\n")
    with pytest.raises(ToolError, match=r"compare\.py: .*\n.*requires tabulate"):
        run_script(sys.executable, script, tmp_path, tmp_path, 1)


def test_a_missing_interpreter_is_told(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="no_python: No such file"):
        run_script(str(tmp_path / "no_python"), tmp_path, tmp_path, tmp_path, 1)


def test_a_folder_without_the_scripts_is_told(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"nvbench_compare\.py: no such script"):
        script_paths(tmp_path)


def test_the_commit_is_a_checkouts_own(tmp_path: Path) -> None:
    assert commit_of(tmp_path) is None
    git = ["git", "-C", str(tmp_path), "-c", "user.name=t", "-c", "user.email=t@t.example"]
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside/file").write_text("one")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "One"]):
        subprocess.run([*git, *words], check=True)
    commit = commit_of(tmp_path)
    assert commit is not None
    assert len(commit) == 40
    assert commit_of(tmp_path / "inside") is None
    (tmp_path / "inside/file").write_text("two")
    assert commit_of(tmp_path) == f"{commit}-dirty"


@pytest.mark.parametrize("script", [script.name for script in SCRIPTS])
def test_the_scripts_themselves(script: str, tmp_path: Path) -> None:
    checkout = os.environ.get("WARPMARK_NVBENCH")
    if not checkout:
        pytest.skip("WARPMARK_NVBENCH names no checkout of NVIDIA/nvbench")
    chance = random.Random(1)
    usual = Side(tuple(1e5 * chance.gauss(1, 0.01) for _ in range(20)), 1.98e9)
    slower = Side(tuple(1.2 * value for value in usual.samples_ns), 1.98e9)
    write_run(tmp_path / "base.json", [usual, usual, slower])
    write_run(tmp_path / "head.json", [usual, slower, usual])
    python = os.environ.get("WARPMARK_NVBENCH_PYTHON", sys.executable)
    path = script_paths(Path(checkout))[script]
    found = run_script(python, path, tmp_path / "base.json", tmp_path / "head.json", 3)
    assert found == ["SAME", "SLOW", "FAST"]
