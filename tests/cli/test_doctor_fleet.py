"""warpmark doctor --fleet: hosts that a local script plays."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from tests.cli.program import PROGRAM, Program

# Answers with the file of the host's name, or as the name says.
PLAYED = """
name=$1; shift
case $name in
  slow) exec sleep 600 ;;
  gone) echo 'no route to host' >&2; exit 255 ;;
  real) exec "$@" ;;
  echo) echo "asked: $*"; exit 3 ;;
esac
echo 'Welcome to the host.'
exec cat "$name.json"
"""
CARD = {
    "name": "NVIDIA H200", "driver_version": "580.1", "sm_clock_max_hz": 1980000000,
    "power_limit_w": 700.0, "ecc": True, "persistence": True, "mig": None,
}  # fmt: skip


def host(
    program: Program, name: str, *cards: dict[str, Any], commit: str = "abc", nvrtc: bool = True
) -> None:
    """Writes what a host of this name answers."""

    def finding(what: str, good: bool, facts: dict[str, Any]) -> dict[str, Any]:
        needed = what != "card"
        return {"what": what, "good": good, "needed": needed, "detail": "some", "facts": facts}

    findings = [
        finding("program", True, {"version": "1.0", "commit": commit, "dirty": False}),
        finding("NVRTC", nvrtc, {"version": "13.0"} if nvrtc else {}),
        finding("card", True, {"cards": list(cards)}),
    ]
    (program.folder / f"{name}.json").write_text(json.dumps(findings, indent=2))


def ask(program: Program, status: int, *words: str) -> subprocess.CompletedProcess[str]:
    (program.folder / "played.sh").write_text(PLAYED)
    done = program.run("doctor", "--ssh", "sh 'played.sh'", *words)
    assert done.returncode == status, done.stdout + done.stderr
    return done


def ask_of(program: Program, status: int, hosts: str, *words: str) -> str:
    (program.folder / "hosts.txt").write_text(hosts)
    return ask(program, status, "--fleet", "hosts.txt", *words).stdout


def test_hosts_that_are_alike(program: Program) -> None:
    for name in ("a", "b"):
        host(program, name, CARD, {**CARD, "ecc": False})
    text = ask_of(program, 0, "# two\na\n\n  b # the second\n")
    assert "2 hosts, alike" in text
    assert "*" not in text
    assert "2 × NVIDIA H200" in text
    assert "1 × on, 1 × off" in text, "ECC"
    assert "MIG" not in text, "no host knows it"


def test_what_differs_is_marked(program: Program) -> None:
    host(program, "a", {**CARD, "driver_version": "570.9", "sm_clock_max_hz": 1500000000})
    host(program, "b", CARD)
    host(program, "c", CARD, commit="def")
    host(program, "d", CARD, nvrtc=False)
    text = ask_of(program, 1, "a\nb\nc\nd\n")
    assert "* a: driver is 570.9; most hosts: 580.1\n" in text
    assert "* a: SM clock MHz is 1500; most hosts: 1980\n" in text
    assert "* c: warpmark is 1.0 (def); most hosts: 1.0 (abc)\n" in text
    assert "! d: NVRTC: some\n" in text
    assert "* d: NVRTC is -; most hosts: 13.0\n" in text
    assert "570.9 *" in text
    assert "4 hosts: 3 different, 1 failing" in text
    assert "* b" not in text


def test_hosts_are_compared_within_their_groups(program: Program) -> None:
    other = {**CARD, "name": "NVIDIA H100"}
    for name, card in (("a", CARD), ("b", other), ("c", CARD)):
        host(program, name, card)
    (program.folder / "hosts.toml").write_text(
        '[[host]]\nname = "a"\ngroup = "h200"\n[[host]]\nname = "c"\ngroup = "h200"\n'
        '[[host]]\nname = "b"\ngroup = "h100"\n'
    )
    told = json.loads(ask(program, 0, "--fleet", "hosts.toml", "--json").stdout)
    assert told["alike"]
    assert [each["values"]["cards"] for each in told["hosts"]] == [
        "1 × NVIDIA H200", "1 × NVIDIA H200", "1 × NVIDIA H100",
    ]  # fmt: skip
    text = ask_of(program, 1, "a\nb\nc\n")
    assert "* b: cards is 1 × NVIDIA H100; most hosts: 1 × NVIDIA H200\n" in text


def test_a_host_that_does_not_answer_fails_alone(program: Program) -> None:
    host(program, "a", CARD)
    (program.folder / "none.json").write_text("[1, 2]\n")
    (program.folder / "deep.json").write_text("[" * 100_000)
    (program.folder / "odd.json").write_text('[{"what": "card", "facts": {"cards": 5}}]')
    text = ask_of(program, 1, "a\ngone\nnone\ndeep\nodd\n")
    assert "! gone: exit status 255: no route to host\n" in text
    assert "! none: exit status 0: [1, 2]\n" in text
    assert "! deep: exit status 0: [[" in text
    assert "5 hosts: 1 different, 3 failing" in text, "odd has no version"


def test_a_host_that_hangs_is_ended(program: Program) -> None:
    assert "! slow: no answer within 0.05 s\n" in ask_of(
        program, 1, "slow\n", "--time-limit", "50ms"
    )


def test_the_command_is_that_of_the_option_or_the_file(program: Program) -> None:
    text = ask_of(program, 1, "echo\n", "--program", "env 'A=b c' w")
    assert "! echo: exit status 3: asked: env A=b c w doctor --json\n" in text
    (program.folder / "hosts.toml").write_text(
        'ssh = "sh played.sh"\ntime_limit = "9min"\nprogram = "w"\n'
        f'[[host]]\nname = "real"\nprogram = "{PROGRAM}"\n[[host]]\nname = "echo"\n'
    )
    told = json.loads(program.run("doctor", "--fleet", "hosts.toml", "--json").stdout)
    real, echo = told["hosts"]
    assert real["trouble"] == ""
    assert real["values"]["warpmark"].startswith(real["findings"][0]["facts"]["version"])
    assert echo["trouble"] == "exit status 3: asked: w doctor --json"


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("h.txt", "# none\n", "h.txt: no hosts; expected a host per line"),
        ("h.txt", "a\na\n", "h.txt:2: the host a is listed twice"),
        ("h.txt", "a\n-oProxyCommand=x\n", "h.txt:2: '-oProxyCommand=x' is no host; expected a"),
        ("h.toml", "", "h.toml: no hosts; expected [[host]] with a name"),
        ("h.toml", '[[host]]\nnam = "a"\n', "nam"),
        ("h.toml", '[[host]]\nname = "a b"\n', "'a b' is no host"),
        ("h.toml", 'time_limit = "x"\n[[host]]\nname = "a"\n', "time_limit"),
        ("h.toml", 'ssh = "a \'b"\n[[host]]\nname = "a"\n', "--ssh a 'b: expected a closing '"),
    ],
)
def test_files_of_hosts_that_are_refused(
    program: Program, name: str, content: str, part: str
) -> None:
    (program.folder / name).write_text(content)
    done = program.run("doctor", "--fleet", name)
    assert done.returncode == 2
    assert part in done.stderr


def test_options_of_a_fleet_need_one(program: Program) -> None:
    done = program.run("doctor", "--ssh", "ssh")
    assert done.returncode == 2
    assert "doctor --ssh: only other hosts are asked so; expected --fleet" in done.stderr
