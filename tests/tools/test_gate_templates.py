"""The templates for CI systems: valid for their systems, and their commands are warpmark's."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema import main as check_jsonschema  # type: ignore[import-untyped]
from click.testing import CliRunner
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "ci/templates"
GITHUB = sorted((TEMPLATES / "github").glob("*.yml"))
GITLAB = sorted((TEMPLATES / "gitlab").glob("*.yml"))
SLURM = sorted((TEMPLATES / "slurm").glob("*.sbatch"))
ALL = [*GITHUB, *GITLAB, *SLURM]


def check(schema: str, files: list[Path], *words: str) -> None:
    """Fails unless the files are valid for a schema that check-jsonschema brings along."""
    done = CliRunner().invoke(
        check_jsonschema, ["--builtin-schema", schema, *words, *map(str, files)]
    )
    assert done.exit_code == 0, done.output


def test_workflows_are_valid() -> None:
    assert len(GITHUB) == 2
    check("vendor.github-workflows", GITHUB)
    check("custom.github-workflows-require-timeout", GITHUB)


def test_pipelines_are_valid() -> None:
    assert len(GITLAB) == 2
    check("vendor.gitlab-ci", GITLAB, "--data-transform", "gitlab-ci")


def jobs(path: Path) -> dict[str, Any]:
    """The jobs of a workflow."""
    workflow: dict[str, Any] = YAML(typ="safe").load(path)
    assert workflow["permissions"] == {}, "nothing is allowed but what a job asks for"
    found: dict[str, Any] = workflow["jobs"]
    return found


@pytest.mark.parametrize("path", GITHUB, ids=lambda path: path.name)
def test_a_job_that_builds_may_only_read(path: Path) -> None:
    for job in jobs(path).values():
        if any("make" in step.get("run", "") for step in job["steps"]):
            assert job["permissions"] == {"contents": "read"}
            checkout = job["steps"][0]["with"]
            assert checkout["fetch-depth"] == 0
            assert checkout["persist-credentials"] is False


@pytest.mark.parametrize("path", GITHUB, ids=lambda path: path.name)
def test_actions_are_pinned_and_texts_of_others_are_no_code(path: Path) -> None:
    for job in jobs(path).values():
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"(actions|github)/[\w/-]+@v\d+", step["uses"])
            assert "${{" not in step.get("run", ""), "expressions belong in env"


def texts(value: Any) -> Iterator[str]:
    """All texts within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def scripts(path: Path) -> list[str]:
    """The shell scripts in a template."""
    if path in SLURM:
        return [path.read_text()]
    loaded = YAML(typ="safe").load(path)
    if path in GITHUB:
        return [
            step["run"] for job in loaded["jobs"].values() for step in job["steps"] if "run" in step
        ]
    sections = ("before_script", "script")
    return ["\n".join(texts([job.get(each, []) for each in sections])) for job in loaded.values()]


def commands(path: Path) -> list[list[str]]:
    """The command lines of warpmark in a template, beginning with the verb."""
    found = []
    for script in scripts(path):
        for line in script.replace("\\\n", " ").splitlines():
            if line.lstrip().startswith("#") or "warpmark" not in line:
                continue
            words = shlex.split(line)
            for number, word in enumerate(words[:-1]):
                if word == "$warpmark" or Path(word).name == "warpmark":
                    found.append(words[number + 1 :])
    return found


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_exit_status_is_the_gates(path: Path) -> None:
    [command] = commands(path)
    assert command[0] == "gate"
    assert not {"|", "||", ";", "&"} & set(command)
    script = next(each for each in scripts(path) if "--stages" in each)
    last = script.replace("\\\n", " ").rstrip().splitlines()[-1]
    assert "--stages" in last, "what comes after it would hide its exit status"


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_scripts_are_shell(path: Path) -> None:
    for script in scripts(path):
        done = subprocess.run(
            ["bash", "-n"], input=script, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        if shutil.which("shellcheck") is not None:
            subprocess.run(["shellcheck", "--shell=bash", "-"], input=script, text=True, check=True)


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_option_is_one_of_warpmark(path: Path) -> None:
    for verb, *words in commands(path):
        help_words = [os.environ["WARPMARK_PROGRAM"], verb, "--help"]
        text = subprocess.run(help_words, capture_output=True, text=True, check=True).stdout
        known = set(re.findall(r"--[a-z][a-z-]*", text))
        asked = {word.split("=")[0] for word in words if word.startswith("--")}
        assert asked <= known, f"{path}: {asked - known}"
        stages = words[words.index("--stages") + 1].split(",")
        assert set(stages) <= {"static", "counting", "timing"}


@pytest.mark.parametrize("status", [0, 1, 3, 4, 5])
def test_the_slurm_script_ends_as_the_gate_does(tmp_path: Path, status: int) -> None:
    program = tmp_path / "fake"
    program.write_text(f'#!/bin/sh\necho "$@" > words\nexit {status}\n')
    program.chmod(0o755)
    environment = os.environ | {"WARPMARK": str(program), "SLURM_SUBMIT_DIR": str(tmp_path)}
    command = ["bash", str(SLURM[0]), "origin/main..."]
    done = subprocess.run(command, env=environment | {"SLURM_JOB_ID": "7"}, check=False)
    assert done.returncode == status
    assert (tmp_path / "gate-7").is_dir()
    words = (tmp_path / "words").read_text().split()
    assert words[:5] == ["gate", "--base", "origin/main...", "--head", "."]
