"""Completion in real shells, manual pages, and the texts that both are made of."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, Program

VERBS = [
    "list", "explain", "run", "tune", "gate", "judge", "inspect", "merge", "report", "compare",
    "history", "slurm", "export", "import", "calibrate", "aa", "selftest", "demo", "doctor",
    "init", "config", "completion",
]  # fmt: skip
CASES = {
    "warpmark sel": ["selftest"],
    "warpmark help expo": ["export"],
    "warpmark run redu": ["reduce"],
    "warpmark run reduce/tree_seq": ["reduce/tree_sequential"],
    "warpmark run reduce --stat": ["--state"],
    "warpmark run reduce --state ro": ["rotated"],
    "warpmark tune reduce --budg": ["--budget"],
    "warpmark compare --mark": ["--markdown"],
    "warpmark history show --car": ["--card"],
    "warpmark slurm run --requ": ["--requeues"],
    "warpmark run reduce -p type=i32,f6": ["type=i32,f64"],
    "warpmark run reduce/tree_sequential -c block=12": ["block=128"],
}


def candidates(program: Program, *words: str) -> list[str]:
    printed = program.run("complete", *words).stdout
    return [line.partition("\t")[0] for line in printed.splitlines()]


def test_every_verb_is_offered_and_described(program: Program) -> None:
    assert candidates(program, "") == [*VERBS, "help"]
    for verb in VERBS:
        described = json.loads(program.run(verb, "--describe").stdout)
        assert described["name"] == verb
        names = {name for option in described["options"] for name in option["names"]}
        assert "--help" in names
        options = program.run(verb, "--help").stdout.partition("Options:")[2].partition("Examples:")
        shown = set(re.findall(r"^  (?:-\w, ?)?(--[\w-]+)", options[0], re.M))
        assert len(shown) > 2 or verb in ("history", "slurm")
        assert shown <= names


def test_options_are_offered_once_unless_they_repeat(program: Program) -> None:
    assert "--state" in candidates(program, "run", "--")
    assert "--state" not in candidates(program, "run", "--state", "hot", "--")
    assert "--problem" in candidates(program, "run", "-p", "n=1", "--")


def test_axes_are_those_of_what_is_selected(program: Program) -> None:
    assert "op=" in candidates(program, "run", "reduce", "-p", "")
    assert "op=" not in candidates(program, "run", "copy", "-p", "")
    assert candidates(program, "run", "no_such_family", "-p", "") == []


def test_kernels_of_a_file_are_offered(program: Program) -> None:
    (program.folder / "scale.cu").write_text("__global__ void scale(float* x, int n) {}")
    assert program.run("init", "scale.cu").returncode == 0
    words = ("run", "--kernels", "kernels.toml")
    assert candidates(program, *words, "") == ["scale", "scale/scale"]
    assert candidates(program, *words, "-c", "") == ["block="]


def test_values_that_a_shell_would_execute_are_not_offered(program: Program) -> None:
    (program.folder / "k.cu").write_text("__global__ void k(float* x, int n) {}")
    assert program.run("init", "k.cu").returncode == 0
    path = program.folder / "kernels.toml"
    values = 'mode = ["plain", "a;touch", "`id`"]'
    path.write_text(path.read_text() + values + "\n")
    words = ("run", "--kernels", "kernels.toml", "-c", "mode=")
    assert candidates(program, *words) == ["mode=all", "mode=plain"]


def test_a_line_that_is_wrong_gets_no_message(program: Program) -> None:
    done = program.run("complete", "rum", "x")
    assert (done.stdout, done.stderr) == ("", "")


@pytest.fixture
def shell_folder(program: Program) -> Path:
    """A folder whose bin has the program under its name."""
    (program.folder / "bin").mkdir()
    (program.folder / "bin" / "warpmark").write_text(f'#!/bin/sh\nexec "{PROGRAM}" "$@"\n')
    (program.folder / "bin" / "warpmark").chmod(0o755)
    for shell in ("bash", "zsh", "fish"):
        (program.folder / shell).write_text(program.run("completion", shell).stdout)
    return program.folder


def started(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    return subprocess.Popen(
        words,
        cwd=folder,
        env={**os.environ, "PATH": path, "HOME": str(folder), "TERM": "xterm"},
        stdout=subprocess.PIPE,
    )


def need(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")


def test_bash_completes(shell_folder: Path) -> None:
    need("bash")
    script = "source ./bash\n"
    for line in CASES:
        script += f"COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}\n"
        script += '_warpmark; printf "%s\\n" "${COMPREPLY[@]}" -\n'
    printed = started(["bash", "-c", script], shell_folder).communicate()[0].decode()
    found = [part.split() for part in printed.split("-\n")[:-1]]
    # What follows an equals sign is a word of its own for bash.
    assert found == [[each.rpartition("=")[2] for each in right] for right in CASES.values()]


def test_bash_completes_files(shell_folder: Path) -> None:
    need("bash")
    (shell_folder / "points.txt").touch()
    script = 'source ./bash\nCOMP_LINE="warpmark run --points poi" COMP_POINT=25\n'
    script += 'compopt() { :; }\n_warpmark; echo "${COMPREPLY[@]}"'
    printed = started(["bash", "-c", script], shell_folder).communicate()[0].decode()
    assert printed.split() == ["points.txt"]


def test_fish_completes(shell_folder: Path) -> None:
    need("fish")
    lines = " ".join(map(shlex.quote, CASES))
    script = f"source ./fish\nfor line in {lines}; complete -C $line; echo -; end"
    printed = started(["fish", "--no-config", "-c", script], shell_folder).communicate()[0].decode()
    found = [part.splitlines() for part in printed.split("-\n")[:-1]]
    assert [[line.partition("\t")[0] for line in each] for each in found] == list(CASES.values())


def test_zsh_completes(shell_folder: Path) -> None:
    """Zsh completes only at a terminal: each line is typed with a Tab, and echoed by the shell."""
    need("zsh")
    main_end, shell_end = pty.openpty()
    path = f"{shell_folder / 'bin'}:{os.environ['PATH']}"
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"],
        cwd=shell_folder,
        env={**os.environ, "PATH": path, "HOME": str(shell_folder), "TERM": "dumb", "PS1": "> "},
        stdin=shell_end,
        stdout=shell_end,
        stderr=shell_end,
    )
    os.close(shell_end)
    try:
        typed = "autoload -Uz compinit; compinit -u; source ./zsh; unsetopt zle_bracketed_paste\n"
        os.write(main_end, (typed + "echo ready-$((1+1))\n").encode())
        read_until(main_end, b"ready-2")
        for line, right in CASES.items():
            os.write(main_end, f"{line.replace('warpmark', 'warpmark', 1)}\t".encode())
            expected = line.rpartition(" ")[0] + " " + right[0]
            read_until(main_end, expected.encode())
            os.write(main_end, b"\x15")  # forgets the line
    finally:
        shell.kill()
        shell.wait()
        os.close(main_end)


def read_until(terminal: int, text: bytes) -> None:
    """Fails after minutes: a shell that never answers must not hang the test."""
    seen, deadline = b"", time.monotonic() + 300
    os.set_blocking(terminal, False)
    while text not in seen:
        assert time.monotonic() < deadline, f"no {text!r} in {seen!r}"
        try:
            seen += os.read(terminal, 4096)
        except BlockingIOError:
            time.sleep(0.01)


def test_each_manual_page_is_that_of_help(program: Program) -> None:
    assert program.run("man", "man1").returncode == 0
    pages = {path.stem: path.read_text() for path in (program.folder / "man1").iterdir()}
    assert sorted(pages) == sorted(["warpmark", *(f"warpmark-{verb}" for verb in VERBS)])
    for verb in VERBS:
        page = pages[f"warpmark-{verb}"]
        for section in ("NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES", "EXIT STATUS"):
            assert f"\n.SH {section}\n" in page, (verb, section)
        assert f"\nwarpmark\\-{verb} \\- " in page
        for option in json.loads(program.run(verb, "--describe").stdout)["options"]:
            assert option["names"][-1].replace("-", "\\-") in page
        assert f".BR warpmark\\-{verb} (1)" in pages["warpmark"]


def test_every_help_has_examples_and_exit_statuses(program: Program) -> None:
    for verb in VERBS:
        text = program.run("help", verb).stdout
        assert re.search(r"^Examples:\n  \S*.*warpmark " + verb, text, re.M), verb
        assert "Exit status: 0" in text, verb
