"""warpmark judge: cheats are rejected by the named check, solutions are accepted."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import SOURCE, Program

JUDGE = SOURCE / "examples" / "judge"
CHEATS = tomllib.loads((JUDGE / "cheats" / "cheats.toml").read_text())
TASKS = ("sum", "scan", "sort_rows", "histogram")


def judged(program: Program, submission: Path, task: str, seed: int = 1) -> dict[str, Any]:
    """The judgement by the interpreter alone."""
    done = program.run(
        *("judge", str(submission), "--task", str(JUDGE / task / "task.toml")),
        *("--backend", "simt", "--json", "--seed", str(seed)),
    )
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if found["verdict"] == "accepted" else 1), done.stderr
    return found


@pytest.mark.parametrize("task", TASKS)
def test_solutions_are_accepted(program: Program, task: str) -> None:
    found = judged(program, JUDGE / task / "solution.cu", task)
    assert found["findings"] == []
    assert found["problems_interpreted"] == 2
    assert found["times"] == [], "nothing is timed without a card"


@pytest.mark.parametrize("name", [name for name, cheat in CHEATS.items() if "simt" in cheat])
def test_cheats_are_rejected(program: Program, name: str) -> None:
    cheat = CHEATS[name]
    found = judged(program, JUDGE / "cheats" / f"{name}.cu", cheat["task"])
    assert found["verdict"] == "rejected"
    assert {finding["check"] for finding in found["findings"]} & set(cheat["simt"]), found


def test_there_are_cheats_of_every_kind() -> None:
    sources = {path.stem for path in (JUDGE / "cheats").glob("*.cu")}
    plugins = {path.stem for path in (JUDGE / "cheats" / "plugins").glob("*.cu")} - {"honest"}
    assert sources == {name for name, cheat in CHEATS.items() if not cheat.get("is_plugin")}
    assert plugins == {name for name, cheat in CHEATS.items() if cheat.get("is_plugin")}
    assert len(CHEATS) >= 12


def test_hidden_problems_depend_on_the_seed(program: Program) -> None:
    wrong = JUDGE / "cheats" / "constant_output.cu"
    problems = [
        {finding["problem"] for finding in judged(program, wrong, "sum", seed)["findings"]}
        for seed in (1, 1, 2)
    ]
    assert problems[0] == problems[1] != problems[2]


def task_with(folder: Path, old: str, new: str) -> str:
    """The task of sums with a change."""
    shutil.copytree(JUDGE / "sum", folder / "task", dirs_exist_ok=True)
    path = folder / "task" / "task.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return str(path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('baseline = "two_passes"', 'baseline = "fast"', "baseline: 'fast'; expected a variant"),
        ('{ n = "1..2^16" }', '{ n = "2^16..1" }', "expected the lower end first"),
        ('{ n = "1..2^16" }', '{ m = "1..2^16" }', "hidden: no problem axis 'm'"),
        ('public = [{ n = "2^20" }, { n = "2^24" }]', "public = []", "public: no problem"),
        ('magnitude = "sum_of_magnitudes"', "", "depth: expected both"),
        ('role = "bound"', 'role = "out"', "no buffer 'sum_of_magnitudes' of role \"bound\""),
    ],
)
def test_mistakes_of_tasks(program: Program, old: str, new: str, said: str) -> None:
    task = task_with(program.folder, old, new)
    done = program.run("judge", str(JUDGE / "sum" / "solution.cu"), "--task", task)
    assert done.returncode == 2
    assert said in done.stderr
    assert "task.toml:" in done.stderr


def test_faults_of_a_task_are_not_those_of_a_submission(program: Program) -> None:
    solution = JUDGE / "sum" / "solution.cu"
    task = task_with(program.folder, 'entry = "reference_sum"', 'entry = "another_sum"')
    done = program.run("judge", str(solution), "--task", task, "--backend", "simt")
    assert done.returncode == 2
    assert "cannot be judged: does not compile: the reference" in done.stderr
    assert done.stdout == ""


def test_a_submission_cannot_blame_the_task(program: Program) -> None:
    mine = program.folder / "mine.cu"
    mine.write_text('#error "the reference: it is not my fault"\n')
    found = judged(program, mine, "sum")
    assert {finding["check"] for finding in found["findings"]} == {"does_not_compile"}


def test_a_submission_cannot_read_other_files(program: Program) -> None:
    (program.folder / "secret.h").write_text("#define VALUE 1\n")
    inner = program.folder / "inner"
    inner.mkdir()
    (inner / "mine.cu").write_text('#include "../secret.h"\n__global__ void solve() {}\n')
    done = program.run(
        *("judge", str(inner / "mine.cu"), "--task", str(JUDGE / "sum" / "task.toml")),
        *("--backend", "simt"),
    )
    assert done.returncode == 2
    assert "secret.h" in done.stderr


def test_a_submission_of_its_own_launches(program: Program) -> None:
    shutil.copy(JUDGE / "sum" / "baseline.cu", program.folder)
    toml = program.folder / "mine.toml"
    toml.write_text(
        '[variant.mine]\nfile = "baseline.cu"\nentry = "sum_blocks"\ngrid = "1"\nblock = "256"\n'
        'args = ["@x", "@sum", "u64=n"]\n'
    )
    assert judged(program, toml, "sum")["verdict"] == "accepted"
    toml.write_text(toml.read_text() + 'options = ["-include=/etc/passwd"]\n')
    done = program.run("judge", str(toml), "--task", str(JUDGE / "sum" / "task.toml"))
    assert done.returncode == 2
    assert "-include=/etc/passwd" in done.stderr


def test_plugins_are_taken_only_where_the_task_says_so(program: Program) -> None:
    library = program.folder / "libmine.so"
    library.write_bytes(b"\x7fELF" + bytes(60))
    done = program.run("judge", str(library), "--task", str(JUDGE / "scan" / "task.toml"))
    assert done.returncode == 2
    assert "takes sources" in done.stderr
    done = program.run(
        *("judge", str(library), "--task", str(JUDGE / "sum" / "task.toml"), "--backend", "simt")
    )
    assert done.returncode == 2
    assert "can only be judged on a card" in done.stderr
