"""Runs the scripts with which nvbench compares two of its files, and reads their verdicts."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from nvbench_files import AXIS, axis_value
from nvbench_tables import ToolError

VERDICTS = ("SAME", "FAST", "SLOW", "AMBG", "????")
LONGEST_S = 300.0


@dataclass(frozen=True)
class Script:
    """One of nvbench's scripts: where it is in a checkout, and what it judges by unasked."""

    name: str
    file: str
    rule: str


SCRIPTS = (
    Script(
        "nvbench_compare",
        "python/scripts/nvbench_compare.py",
        "means differ by more than the smaller relative standard deviation",
    ),
    Script(
        "nvbench_compare_robust",
        "python/scripts/nvbench_compare_robust.py",
        'preset "default"',
    ),
)


def script_paths(checkout: Path) -> dict[str, Path]:
    """The scripts of a checkout by name. Raises ToolError that names a missing one."""
    paths = {script.name: checkout / script.file for script in SCRIPTS}
    for path in paths.values():
        if not path.is_file():
            raise ToolError(f"{path}: no such script; --nvbench takes a checkout of NVIDIA/nvbench")
    return paths


def commit_of(checkout: Path) -> str | None:
    """The commit of a git checkout, ending in -dirty if files differ; None of another folder."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(checkout), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    # A plain folder may lie in a checkout of something else.
    top = git("rev-parse", "--show-toplevel")
    if not top or Path(top) != checkout.resolve():
        return None
    return git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*") or None


def verdicts_of(text: str, points: int) -> list[str]:
    """The verdict on each point of a suite, from what a script printed.

    Raises ToolError if it reports other points, or of another number than it summed up.
    """
    found: dict[str, str] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) < 2 or cells[0] == AXIS or set(line) <= set("|-: "):
            continue
        verdict = cells[-1].split()[-1] if cells[-1] else ""
        if verdict not in VERDICTS:
            raise ToolError(f"row '{line}' ends with none of {', '.join(VERDICTS)}")
        if cells[0] in found:
            raise ToolError(f"point '{cells[0]}' has two rows")
        found[cells[0]] = verdict
    expected = [axis_value(place) for place in range(points)]
    if set(found) != set(expected):
        raise ToolError(f"rows for {len(found)} points where {points} were given")
    total = re.search(r"^- Total Matches: (\d+)$", text, re.MULTILINE)
    if not total or int(total[1]) != points:
        raise ToolError(f"no 'Total Matches: {points}' in its summary")
    return [found[value] for value in expected]


def run_script(python: str, script: Path, base: Path, head: Path, points: int) -> list[str]:
    """Compares two files with a script's defaults; the verdict on each point.

    Raises ToolError with the end of what the script said. Its exit code is no help: one of the
    scripts returns how many points differ, which says 1 for a failure, too, and 0 for 256.
    """
    command = [python, str(script), "--no-color", str(base), str(head)]
    # The checkout stays as it is, and verdicts have signs beside them that ASCII lacks.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            env=environment,
            timeout=LONGEST_S,
            check=False,
        )
    except OSError as problem:
        raise ToolError(f"{python}: {problem.strerror}") from problem
    except subprocess.TimeoutExpired as problem:
        raise ToolError(f"{script}: not done within {LONGEST_S:.0f} s") from problem
    try:
        return verdicts_of(done.stdout, points)
    except ToolError as problem:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise ToolError(f"{script}: {problem}; exit code {done.returncode}\n{said}") from problem
