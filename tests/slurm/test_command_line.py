"""Words of `warpmark slurm` and their errors, without a Slurm."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.slurm.conftest import Verb
from tests.slurm.stand_in import StandIn

from warpmark.slurm.cli import parse
from warpmark.slurm.errors import SlurmError
from warpmark.slurm.program_words import without_time_budget
from warpmark.slurm.sweep_folder import Record, Submission, Sweep, SweepFolder
from warpmark.slurm.task_list import ArraySize, parse_array, parse_tasks, tasks_text

SWEEP = ("reduce/tree_sequential", "--backend", "simt", "-p", "n=100,200", "-c", "block=64")
RECORD = Record(
    Sweep(verb="run", words=SWEEP, shards=8, directory="/tmp", program="/bin/true"),
    (Submission("12", tuple(range(1, 9)), "13"),),
)


@pytest.fixture
def without_slurm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without Slurm's commands."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


def written(folder: Path) -> SweepFolder:
    """A folder with a record."""
    found = SweepFolder(folder)
    found.make()
    found.write_record(RECORD)
    return found


def test_words_of_the_program_keep_their_order() -> None:
    words = "run reduce -p n=2^10 --gres gpu:1 -c block=64 --array 4 --state=hot -- -p gpu --time 5"
    options, program_words, sbatch_words = parse(words.split())
    assert program_words == ["reduce", "-p", "n=2^10", "-c", "block=64", "--state=hot"]
    assert sbatch_words == ["-p", "gpu", "--time", "5"]
    assert (options.array, options.gres) == ("4", "gpu:1")


def test_lists_of_tasks() -> None:
    assert parse_array("16") == ArraySize(16, None)
    assert parse_array("16%4") == ArraySize(16, 4)
    assert parse_tasks("7-9,3,8", 9) == (3, 7, 8, 9)
    assert tasks_text([9, 7, 3, 8, 1]) == "1,3,7-9"
    for text in ("", "0", "1000001", "4%0", "1-4", "4%", "-1", "x"):
        with pytest.raises(SlurmError, match=re.escape(f"--array {text}: expected a number of")):
            parse_array(text)
    for text in ("", "0", "9", "3-2", "7-9", "1,,2", "x"):
        with pytest.raises(SlurmError, match=re.escape(f"--only {text}: ")):
            parse_tasks(text, 8)


@pytest.mark.parametrize(
    ("verb", "words", "left", "seconds"),
    [
        ("run", ["a", "--budget", "90s", "b"], ["a", "b"], 90),
        ("run", ["--budget=1.5min"], [], 90),
        ("run", ["--budget", "2h"], [], 7200),
        ("run", ["--budget", "10ms"], [], 1),
        ("run", ["a"], ["a"], None),
        ("tune", ["--budget", "200"], ["--budget", "200"], None),
        ("tune", ["--budget=60s", "a"], ["a"], 60),
    ],
)
def test_the_budget_of_the_user(
    verb: str, words: list[str], left: list[str], seconds: int | None
) -> None:
    assert without_time_budget(verb, words) == (left, seconds)


MISTAKES = [
    (("run", "reduce"), "slurm run: expected --array N"),
    (("run", "reduce", "--array", "0"), "--array 0: expected a number of shards"),
    (("run", "reduce", "--aray", "4"), "slurm run: expected --array N"),
    (("run", "reduce", "--array", "4", "-oall.jsonl"), "slurm run: -oall.jsonl: expected --dir"),
    (("run", "--array=4", "--shard=1/2"), "slurm run: --shard=1/2: expected --array N: task i"),
    (("run", "--array=4", "--resume"), "slurm run: --resume: expected nothing"),
    (("tune", "--array=4", "--journal", "x"), "slurm tune: --journal: expected --dir"),
    (("tune", "--array=4", "--check", "x"), "slurm tune: --check: a check has no shards"),
    (("run", "reduce", "--array=4", "--", "job.sh"), "-- job.sh: expected options of sbatch"),
    (("run", "reduce", "--array=4", "--", "--array=1-2"), "-- --array=1-2: expected --array"),
    (("run", "reduce", "--array=4", "--", "-a1"), "-- -a1: expected --array"),
    (("run", "reduce", "--array=4", "--finish=--wrap=ls"), "--finish --wrap=ls: expected no"),
    (("run", "reduce", "--array=4", "--margin", "5s"), "--margin 5s: expected 10s to 131070s"),
    (("run", "reduce", "--array=4", "--margin", "soon"), "--margin soon: expected a duration"),
    (("run", "reduce", "--array=4", "--requeues=-1"), "--requeues -1: expected a number from 0"),
    (("run", "reduce", "--array=4", "--requeues=x"), "--requeues: invalid int value: 'x'"),
    (("run", "redukt", "--array", "4"), "unknown family or variant 'redukt'"),
    (("run", "reduce", "--array", "4", "--stat=hot"), "run: unknown option --stat"),
    (("run", "--only", "3"), "--only 3: expected --dir FOLDER"),
    (("run", "--only", "3", "--dir", "x"), "x: no sweep of `warpmark slurm`: slurm.json: No such"),
    (("run", "--only", "9", "--dir", "known"), "--only 9: '9': expected shards from 1 to 8"),
    (("run", "--only", "3", "--dir", "known", "sort"), "--only 3: sort: the sweep in known has"),
    (("run", "--only=3", "--dir=known", "--array=2"), "--only 3: --array 2: the sweep in known"),
    (("tune", "--only", "3", "--dir", "known"), "slurm tune --only 3: known is of `slurm run`"),
    (("run", "reduce", "--array", "4", "--dir", "known"), "--dir known: has a sweep; expected a"),
    (("run", "reduce", "--array", "4", "--scratch", "a"), "--scratch a: expected none, auto, or"),
    (("status", "nowhere"), "nowhere: no sweep of `warpmark slurm`"),
    (("status", "known", "--jsn"), "unknown option '--jsn'; did you mean '--json'?"),
    (("cancel", "known", "x"), "unexpected argument 'x'"),
    (("cancel", "known", "--", "x"), "unexpected argument 'x'"),
    (("run", "--array"), "--array: expected one argument; see warpmark slurm run --help"),
    (("sumbit",), "VERB: invalid choice: 'sumbit'"),
    ((), "the following arguments are required: VERB"),
]


@pytest.mark.usefixtures("without_slurm")
@pytest.mark.parametrize(("words", "message"), MISTAKES)
def test_mistakes_are_one_line_and_submit_nothing(
    slurm: Verb, stand_in: StandIn, words: tuple[str, ...], message: str
) -> None:
    written(stand_in.folder / "known")
    before = set(stand_in.folder.iterdir())
    text = slurm(*words, status=2)
    assert text.startswith("error: ")
    assert message in text
    assert text.count("\n") == 1
    assert set(stand_in.folder.iterdir()) == before


def test_without_slurm_nothing_is_submitted(
    slurm: Verb, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    stand_in.path.unlink()
    stand_in.path.symlink_to(stand_in.program)
    text = slurm("run", *SWEEP, "--array", "4", "--dir", "sweep", status=2)
    expected = "sbatch: not found; expected Slurm's commands on the PATH, as on a login node"
    assert text == f"error: {expected}\n"
    assert not SweepFolder(stand_in.folder / "sweep").has_record()
    written(stand_in.folder / "known")
    for words in (("cancel", "known"), ("run", "--only", "3", "--dir", "known")):
        text = slurm(*words, status=2)
        assert text == f"error: {expected.replace('sbatch', 'squeue')}\n"


@pytest.mark.usefixtures("without_slurm")
def test_a_dry_run_prints_both_scripts_and_writes_nothing(slurm: Verb, stand_in: StandIn) -> None:
    stand_in.path.unlink()
    stand_in.path.symlink_to(stand_in.program)
    before = set(stand_in.folder.iterdir())
    text = slurm("run", *SWEEP, "--array", "4%2", "--dry-run", "--budget", "1h", "--", "--time=5")
    assert text.startswith("2 points in 4 shards\n")
    for line in ("#SBATCH --array=1-4%2", "#SBATCH --time=5", "max_budget_s=3600"):
        assert f"\n{line}\n" in text
    assert text.count("#!/bin/bash\n") == 2
    assert set(stand_in.folder.iterdir()) == before
    written(stand_in.folder / "known")
    text = slurm("run", "--only", "3,5", "--dir", "known", "--dry-run", "--gres=gpu:2", "--", "-t9")
    for line in ("#SBATCH --array=3,5", "#SBATCH --gres=gpu:2", "#SBATCH -t9"):
        assert f"\n{line}\n" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a record of `warpmark slurm`: Expecting value"),
        ("[]", "schema None; expected 'warpmark-slurm/1'"),
        ('{"schema": "warpmark-slurm/2"}', "schema 'warpmark-slurm/2'; expected"),
        ('{"schema": "warpmark-slurm/1"}', "not a record of `warpmark slurm`: KeyError('sweep')"),
    ],
)
def test_a_damaged_record_is_an_error(slurm: Verb, text: str, message: str) -> None:
    Path("slurm.json").write_text(text)
    assert f"slurm.json: {message}" in slurm("status", ".", status=2)


def test_records_hold_what_was_submitted(tmp_path: Path) -> None:
    folder = written(tmp_path / "sweep")
    assert folder.read_record() == RECORD
    content = json.loads(folder.record.read_text())
    content["sweep"]["shards"] = 0
    folder.record.write_text(json.dumps(content))
    with pytest.raises(SlurmError, match="0 shards; expected run or tune, and 1 to 1000000"):
        folder.read_record()
