"""Modelled times of launches of which only some blocks are interpreted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.cli.program import Program

COPY = ("run", "copy/vectorised", "-p", "n=2^18", "-p", "type=i32", "-c", "block=128")


def lines(program: Program, journal: str) -> list[dict[str, Any]]:
    text = (program.folder / journal).read_text()
    return [json.loads(line) for line in text.splitlines()]


def measurement(program: Program, journal: str, *words: str) -> dict[str, Any]:
    done = program.run(*words, "--backend", "simt", "-o", journal)
    assert done.returncode == 0, done.stderr
    (found,) = [each for each in lines(program, journal) if each["event"] == "measurement"]
    return found


def test_a_sample_has_the_time_of_all_blocks_and_nothing_else(program: Program) -> None:
    full = measurement(program, "full.jsonl", *COPY)
    some = measurement(program, "some.jsonl", *COPY, "--sample-blocks", "8")
    assert "sampled" not in full
    assert full["counters"]["blocks"] > 8
    assert some["sampled"] is True
    assert some["status"] == "ok"
    assert not {"counters", "verify"} & some.keys()
    assert some["modelled_time_ns"] == pytest.approx(full["modelled_time_ns"], rel=0.05)


def test_what_has_few_blocks_is_interpreted_and_verified(program: Program) -> None:
    found = measurement(program, "j.jsonl", *COPY, "--sample-blocks", "4096")
    assert "sampled" not in found
    assert found["verify"]["ok"]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("--sample-blocks 5000: expected a number from 0 to 4096", ("--sample-blocks", "5000")),
        ("expected one of the two", ("--sample-blocks", "8", "--reproducible", "2")),
        ("expected one of the two", ("--sample-blocks", "8", "--paranoid")),
    ],
)
def test_samples_are_refused_where_results_are_needed(
    program: Program, part: str, words: tuple[str, ...]
) -> None:
    done = program.run(*COPY, "--backend", "simt", *words)
    assert done.returncode == 2
    assert part in done.stderr


def test_only_the_interpreter_samples(program: Program) -> None:
    done = program.run("run", "count/host_*", "--backend", "host", "--sample-blocks", "8")
    assert done.returncode == 2
    assert "expected --backend simt" in done.stderr


def test_a_run_is_continued_with_the_same_sample(program: Program) -> None:
    measurement(program, "j.jsonl", *COPY, "--sample-blocks", "8")
    done = program.run(*COPY, "--backend", "simt", "-o", "j.jsonl", "--resume")
    assert done.returncode == 2
    assert "sampled_blocks is 8 there, not 0" in done.stderr


TUNE = ("tune", "copy/vectorised", "-p", "n=2^18", "-p", "type=i32", "--backend", "simt")


def test_a_tuning_by_modelled_times_lists_what_to_measure(program: Program) -> None:
    words = ("--budget", "6", "--short-list", "3", "--journal", "t.jsonl")
    done = program.run(*TUNE, *words)
    assert done.returncode == 0, done.stderr
    (tuned,) = [each for each in lines(program, "t.jsonl") if each["event"] == "tuned"]
    listed = tuned["short_list"]
    times = [each["modelled_time_ns"] for each in listed["points"]]
    assert len(times) == 3
    assert times == sorted(times)
    assert 0 < listed["coverage"] <= 1
    assert listed["coverage"] == pytest.approx(
        sum(each["probability"] for each in listed["points"]), abs=1e-9
    )
    assert listed["list_loss"] <= listed["first_loss"]
    assert f"{100 * listed['coverage']:.0f} %" in done.stdout
    for each in listed["points"]:
        assert each["key"] in done.stdout
    searched = [each for each in lines(program, "t.jsonl") if each.get("sampled")]
    assert searched


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("--short-list 0: expected a number from 1", ("--short-list", "0")),
        ("--sample-blocks 9999: expected a number from 0", ("--sample-blocks", "9999")),
    ],
)
def test_wrong_numbers_of_a_tuning(program: Program, part: str, words: tuple[str, ...]) -> None:
    done = program.run(*TUNE, *words)
    assert done.returncode == 2
    assert part in done.stderr


def test_what_cannot_be_sampled_has_the_same_time_and_is_verified(program: Program) -> None:
    words = ("run", "scan/decoupled_lookback", "-p", "n=2^14", "-p", "type=i32", "-c", "block=64")
    full = measurement(program, "full.jsonl", *words)
    some = measurement(program, "some.jsonl", *words, "--sample-blocks", "8")
    assert "sampled" not in some
    assert some["verify"]["ok"]
    for key in ("counters", "modelled_time_ns", "modelled_terms_ns"):
        assert some[key] == full[key]


def test_a_tuning_does_not_depend_on_the_number_of_interpreters(program: Program) -> None:
    words = ("tune", "reduce/shuffle_*", "-p", "n=2^12", "-p", "type=i32", "--backend", "simt")
    for journal, limit in (("one.jsonl", ("--memory-limit", "2GiB")), ("all.jsonl", ())):
        done = program.run(*words, "--budget", "20", "--journal", journal, *limit)
        assert done.returncode == 0, done.stderr
    one, several = (
        [
            (each["key"], each["modelled_time_ns"], each["tuning"])
            for each in lines(program, journal)
            if each["event"] == "measurement"
        ]
        for journal in ("one.jsonl", "all.jsonl")
    )
    assert len(one) >= 20
    assert sorted(one, key=str) == sorted(several, key=str)
