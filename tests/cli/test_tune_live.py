"""warpmark tune on machines without a card: journals, ends, and profiles checked again."""

import copy
import json
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import HANG_S, PROGRAM, Program

SIMT = ("tune", "reduce/tree_sequential", "-p", "n=1000", "--backend", "simt", "--budget", "4")


def events(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def refused(program: Program, part: str, *words: str) -> None:
    done = program.run(*words)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert part in done.stderr
    assert list(program.folder.glob("*.jsonl")) == [], "no journal of nothing"


def test_modelled_times_are_measured_in_one_round(program: Program) -> None:
    done = program.run(*SIMT, "--journal", "t.jsonl")
    assert done.returncode == 0, done.stderr
    assert "modelled" in done.stdout
    finals = [each for each in events(program.folder / "t.jsonl") if "tuning" in each]
    assert {each["tuning"].get("round", 1) for each in finals} == {1}


def test_what_is_wrong_is_said_before_there_is_a_journal(program: Program) -> None:
    refused(program, "--verify-limit soon", *SIMT, "--verify-limit", "soon")
    refused(program, "--rounds 0", *SIMT, "--rounds", "0")
    held_out = (*SIMT, "-o", "p.json", "--hold-out", "often")
    refused(program, "--hold-out=often: expected an integer or a range", *held_out)
    refused(program, "--hold-out 64: only a profile is tested", *SIMT, "--hold-out", "64")
    host = ("tune", "count/host_*", "-p", "n=1024", "--backend", "host")
    refused(program, "No such file", *host, "-o", "absent/p.json")
    refused(program, "by --strategy", *SIMT, "--set", "batch=2")
    refused(program, "'batc'", *SIMT, "--strategy", "model_based", "--set", "batc=2")
    refused(program, "unknown option --mutants", *SIMT, "--mutants")
    refused(program, "`run` and `list` select them", "tune", "count/mutants/*")


def test_an_error_while_measuring_ends_the_journal_with_its_reason(program: Program) -> None:
    words = ("tune", "deinterleave/patent_two_phase", "-p", "n=1000", "--backend", "simt")
    done = program.run(*words, "--journal", "t.jsonl")
    assert done.returncode == 2, done.stderr
    last = events(program.folder / "t.jsonl")[-1]
    assert last["event"] == "end"
    assert not last["complete"]
    assert last["reason"] in done.stderr


def test_an_interrupt_ends_the_journal(program: Program) -> None:
    journal = program.folder / "t.jsonl"
    words = [PROGRAM, "tune", "reduce", "-p", "n=4096", "--backend", "simt"]
    with subprocess.Popen(
        [*words, "--journal", str(journal)],
        cwd=program.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as tuning:
        program.wait_for_lines("t.jsonl", 3)
        os.kill(tuning.pid, signal.SIGINT)
        tuning.communicate(timeout=HANG_S)
        assert tuning.returncode == 5
    last = events(journal)[-1]
    assert (last["event"], last["reason"]) == ("end", "interrupted")


@dataclass
class Profile:
    """A profile of this CPU: lookups by key, which a comparison of all pairs cannot beat."""

    program: Program
    content: dict[str, Any]

    def check(self, status: int, *words: str) -> subprocess.CompletedProcess[str]:
        """What a check of it says, which ends with that status."""
        (self.program.folder / "p.json").write_text(json.dumps(self.content))
        done = self.program.run(
            "tune", "--check", "p.json", "--backend", "host", "--rounds", "2", *words
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done

    def store(self, variant: str) -> None:
        """Makes it the profile's choice for all sizes."""
        self.store_in(self.content, variant)

    @staticmethod
    def store_in(content: dict[str, Any], variant: str) -> None:
        """The same of one profile of several."""
        use = {"variant": variant, "config": {}, "is_base": True}
        content["entries"][0]["thresholds"] = [{"from": 0, "use": use}]


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A folder with the profile p.json and its journal t.jsonl; hot, for flushes take seconds."""
    program = Program(tmp_path_factory.mktemp("tuned"))
    words = ("tune", "count/host_*", "-p", "n=1024", "--backend", "host", "--state", "hot")
    files = ("-o", "p.json", "--journal", "t.jsonl")
    done = program.run(*words, "--rounds", "2", *files, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["event"] == "tuned"
    return program


@pytest.fixture
def profile(program: Program, tuned: Program) -> Profile:
    for name in ("p.json", "t.jsonl"):
        shutil.copy(tuned.folder / name, program.folder)
    return Profile(program, json.loads((program.folder / "p.json").read_text()))


def test_a_profile_that_nothing_beats_by_half_holds(profile: Profile) -> None:
    # One lookup per key; threads cannot halve that at this size, on any machine.
    profile.store("host_key_indexed")
    done = profile.check(0, "--margin", "50", "--journal", "holds.jsonl")
    assert "holds" in done.stdout
    journal = events(profile.program.folder / "holds.jsonl")
    checked = [each for each in journal if each["event"] == "checked"]
    assert [each["stale"] for each in checked] == [False]
    assert checked[0]["recorded_ns"] is not None


def test_a_profile_is_stale_if_another_variant_is_faster_or_its_own_is_gone(
    profile: Profile,
) -> None:
    profile.store("host_all_pairs")
    done = profile.check(1, "--json")
    told = json.loads(done.stdout)
    assert told["stale"]
    (size,) = told["sizes"]
    assert size["stored"] == "host_all_pairs[]"
    assert size["ratio"]["ci_lo"] > 1
    assert "warpmark tune count -p n=1024" in told["remedy"]
    profile.store("host_abacus")
    done = profile.check(1)
    assert "unknown variant count/host_abacus" in done.stdout
    assert "recreate it: " + told["remedy"] in done.stdout


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("a check makes no profile", ("-o", "q.json")),
        ("match nothing in the profile", ("-p", "n=2048")),
        ("'tipe'", ("-p", "tipe=i32")),
        ("-c threads=1", ("-c", "threads=1")),
        ("--hold-out 64", ("--hold-out", "64")),
        ("--budget 5s", ("--budget", "5s")),
        ("a record", ("--from", "t.jsonl")),
        ("backend simt: modelled times say nothing", ("--backend", "simt")),
    ],
)
@pytest.mark.usefixtures("profile")
def test_a_check_refuses(program: Program, part: str, words: tuple[str, ...]) -> None:
    backend = () if "--backend" in words else ("--backend", "host")
    done = program.run("tune", "--check", "p.json", *backend, *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert part in done.stderr
    assert [each.name for each in program.folder.glob("*.jsonl")] == ["t.jsonl"]


def test_the_profile_of_another_cpu_is_not_checked(profile: Profile) -> None:
    here = profile.content["card"]["name"]
    profile.content["card"]["multiprocessors"] += 1
    assert "multiprocessors" in profile.check(2).stderr
    profile.content["card"]["name"] = "NVIDIA Other"
    done = profile.check(2)
    assert "NVIDIA Other" in done.stderr
    assert here in done.stderr
    journals = [each.name for each in profile.program.folder.glob("*.jsonl")]
    assert journals == ["t.jsonl"], "no journal of nothing"


def test_of_several_cards_the_one_that_is_here_is_checked(profile: Profile) -> None:
    profile.store("host_key_indexed")
    here = profile.content
    other = copy.deepcopy(here)
    other["card"]["name"] = "NVIDIA Other"
    other["contract"]["state"] = "cold"
    profile.content = {"schema": "warpmark-profiles/1", "profiles": [other, here]}
    done = profile.check(0, "--margin", "50", "--journal", "holds.jsonl")
    assert "not checked: 1 size of 'NVIDIA Other', " in done.stdout
    manifest = events(profile.program.folder / "holds.jsonl")[0]
    assert manifest["contract"]["state"] == "hot", "of this card's profile"
    profile.store_in(here, "host_all_pairs")
    told = json.loads(profile.check(1, "--json").stdout)
    assert told["not_checked"] == ["NVIDIA Other"]
    assert told["remedy"].endswith("_new.json -o p_new.json")
    profile.content["profiles"] = [other, {**other, "card": {**other["card"], "name": "B"}}]
    done = profile.check(2)
    assert "p.json is of 'NVIDIA Other', " in done.stderr
    assert "; 'B', " in done.stderr
