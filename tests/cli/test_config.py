"""Defaults of options: `warpmark config`, and the files that it writes."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest
from tests.cli.program import Program

DRY = ("run", "copy/vectorised", "--backend", "simt", "-p", "n=1024", "--dry-run", "--json")


@pytest.fixture(autouse=True)
def user_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    monkeypatch.delenv("WARPMARK_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    return folder / "warpmark.toml"


def config(program: Program, *words: str) -> str:
    done = program.run("config", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def planned(program: Program, *words: str) -> int:
    done = program.run(*DRY, *words)
    assert done.returncode == 0, done.stderr
    return len(json.loads(done.stdout)["points"])


def test_a_default_holds_until_an_option_is_given(program: Program) -> None:
    before = planned(program)
    config(program, "run.config", "block=256")
    assert planned(program) < before
    assert planned(program, "-c", "block=64,128") == 2 * planned(program)
    config(program, "--unset", "run.config")
    assert planned(program) == before


def test_defaults_reach_verbs_of_all_programs(program: Program) -> None:
    config(program, "tune.margin", "no_such")
    done = program.run("tune", "copy/vectorised", "-p", "n=1024", "--backend", "simt")
    assert "no_such" in done.stderr
    config(program, "run.precision", "99")
    message = program.run("run", "copy", "--backend", "simt").stderr
    assert "(`warpmark config` has set --precision=99)" in message
    config(program, "report.column", "triple")
    assert "'triple': expected single" in program.run("report", "x.jsonl").stderr


def test_a_project_precedes_the_user(program: Program, user_file: Path) -> None:
    config(program, "run.seed", "5")
    config(program, "--project", "run.seed", "7")
    assert config(program, "run.seed") == "7\n"
    below = program.folder / "below"
    below.mkdir()
    assert Program(below).run("config", "run.seed").stdout == "7\n"
    assert user_file.read_text() == "[run]\nseed = 5\n"


def test_comments_and_order_stay(program: Program, user_file: Path) -> None:
    user_file.parent.mkdir()
    user_file.write_text('# mine\n[run] # of sweeps\nstate = "hot" # why\n\n[tune]\nseed = 3\n')
    config(program, "run.state", "cold")
    config(program, "tune.budget", "60s")
    config(program, "--unset", "tune.seed")
    assert user_file.read_text() == (
        '# mine\n[run] # of sweeps\nstate = "cold" # why\n\n[tune]\nbudget = "60s"\n'
    )


def test_false_overrides_true(program: Program) -> None:
    config(program, "run.quiet", "true")
    words = ("run", "copy/vectorised", "--backend", "simt", "-p", "n=1024", "-c", "block=256")
    assert "points" not in program.run(*words, "-o", "quiet.jsonl").stderr
    config(program, "--project", "run.quiet", "false")
    assert "points" in program.run(*words, "-o", "told.jsonl").stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rum]\n", "warpmark.toml:1: 'rum' is no verb (did you mean 'run'?)"),
        ("seed = 1\n", "warpmark.toml:1: 'seed' is no verb"),
        ("run = 1\n", "warpmark.toml:1: run: expected a table, [run]"),
        ("[run]\nstat = 1\n", "[run] has no option stat (did you mean 'state'?)"),
        ("[run]\nstate = true\n", "state = true: expected a value, cold|hot|rotated"),
        ("[run]\nresume = 1\n", "resume = 1: expected true or false"),
        ("[run]\nhelp = true\n", "[run] has no option help"),
        ("[run]\nseed = 1979-05-27\n", "warpmark.toml:2: seed: expected a string, a number"),
        ("[run\n", "warpmark.toml:1"),
    ],
)
def test_what_is_wrong_is_named(program: Program, user_file: Path, text: str, message: str) -> None:
    user_file.parent.mkdir()
    user_file.write_text(text)
    done = program.run(*DRY)
    assert done.returncode == 2
    assert message in done.stderr
    assert program.run("run", "--help").returncode == 0


def test_unknown_keys_are_not_set(program: Program, user_file: Path) -> None:
    for key, message in (
        ("run.precison", "run has no option 'precison' (did you mean 'precision'?)"),
        ("rum.state", "unknown verb 'rum' (did you mean 'run'?)"),
        ("state", "unknown verb 'state'"),
    ):
        done = program.run("config", key, "1")
        assert done.returncode == 2
        assert message in done.stderr
    assert not user_file.exists()
    assert program.run("config", "run.state").returncode == 1


def test_a_project_cannot_set_its_gate(program: Program) -> None:
    """Else a change could pass by a file that it brings along."""
    (program.folder / "warpmark.toml").write_text('[gate]\nfail-on = "none"\n')
    done = program.run("gate", "--base", "main")
    assert done.returncode == 2
    assert "warpmark.toml:2: [gate] fail-on in a project's file" in done.stderr
    assert program.run("config", "--project", "gate.seed", "1").returncode == 2


def test_an_empty_variable_means_no_defaults(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    config(program, "run.config", "block=256")
    (program.folder / "warpmark.toml").write_text("[rum]\n")
    monkeypatch.setenv("WARPMARK_CONFIG", "")
    assert planned(program) > 1
    assert os.environ["XDG_CONFIG_HOME"]


@pytest.mark.parametrize("option", ["output", "cache", "dry-run", "resume", "verify-limit"])
def test_a_project_sets_what_is_measured_only(program: Program, option: str) -> None:
    """Its file may come from others: it must not say where to write, or what to leave out."""
    (program.folder / "warpmark.toml").write_text(f'[run]\n{option} = "x"\n')
    done = program.run(*DRY)
    assert done.returncode == 2
    assert f"[run] {option} in a project's file" in done.stderr


def test_files_are_relative_to_the_file_that_names_them(program: Program) -> None:
    (program.folder / "scale.cu").write_text("__global__ void scale(float* x, int n) {}")
    assert program.run("init", "scale.cu").returncode == 0
    config(program, "--project", "list.kernels", "kernels.toml")
    below = program.folder / "below"
    below.mkdir()
    assert "scale/scale" in Program(below).run("list").stdout


def test_verbosity_of_the_command_line_wins(program: Program) -> None:
    config(program, "run.quiet", "true")
    assert planned(program, "--verbose") > 0


@pytest.mark.parametrize(
    "text", ['run.state = "cold"\n', 'run = { state = "cold" }\n', "[run]\nconfig = ['a', 'b']\n"]
)
def test_what_cannot_be_edited_stays(program: Program, user_file: Path, text: str) -> None:
    user_file.parent.mkdir()
    user_file.write_text(text)
    option = "run.config" if "config" in text else "run.seed"
    done = program.run("config", option, "5")
    assert done.returncode == 2
    assert "edit the file" in done.stderr
    assert user_file.read_text() == text


@pytest.mark.parametrize("value", [".5", "010", "1e400", "99999999999999999999999", 'a"b\\'])
def test_every_value_is_read_back(program: Program, user_file: Path, value: str) -> None:
    config(program, "run.budget", value)
    assert config(program, "run.budget") == f"{value}\n"
    assert program.run("config", "run.budget", "a\nb").returncode == 2
    assert tomllib.loads(user_file.read_text())["run"]["budget"] == value


def test_a_broken_file_is_reported_by_doctor(program: Program, user_file: Path) -> None:
    user_file.parent.mkdir()
    user_file.write_text("[run\n")
    done = program.run("doctor")
    assert "MISSING  defaults of options" in done.stdout
    assert "WARPMARK_CONFIG= ignores them" in done.stdout
    assert program.run("completion", "bash").returncode == 0


def test_links_and_permissions_stay(program: Program, user_file: Path) -> None:
    real = program.folder / "dotfiles.toml"
    real.write_text("")
    real.chmod(0o600)
    user_file.parent.mkdir()
    user_file.symlink_to(real)
    config(program, "run.seed", "3")
    assert user_file.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600
    assert "seed = 3" in real.read_text()


def test_python_of_the_folder_is_not_executed(program: Program) -> None:
    (program.folder / "argparse.py").write_text("open('executed', 'w')\n")
    program.run("complete", "compare", "--m")
    program.run("report", "--help")
    assert not (program.folder / "executed").exists()


def test_a_kernels_file_of_a_project_starts_no_compiler(program: Program) -> None:
    (program.folder / "kernels.toml").write_text('[compile]\ncompiler = "./evil"\n')
    assert program.run("config", "--project", "list.kernels", "kernels.toml").returncode == 2
    (program.folder / "warpmark.toml").write_text('[list]\nkernels = "kernels.toml"\n')
    done = program.run("list")
    assert done.returncode == 2
    assert "warpmark.toml:2: kernels = kernels.toml: its [compile] compiler starts" in done.stderr
