"""`explain -p … --card`: what a modelled time consists of, and what would make it smaller."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.cli.program import Program

POINT = ("reduce/shuffle_two_level", "-p", "n=4096", "-p", "type=i32", "-c", "block=128")


def explained(program: Program, *words: str) -> dict[str, Any]:
    done = program.run("explain", *words, "--json")
    assert done.returncode == 0, done.stderr
    content: dict[str, Any] = json.loads(done.stdout)
    return content


def test_a_time_is_the_one_of_run_and_its_parts_add_up(program: Program) -> None:
    found = explained(program, *POINT, "--card", "L4")
    words = ("run", *POINT, "--backend", "simt", "--card", "L4", "-o", "j.jsonl")
    assert program.run(*words).returncode == 0
    lines = [json.loads(line) for line in (program.folder / "j.jsonl").read_text().splitlines()]
    (line,) = [each for each in lines if each["event"] == "measurement"]
    assert found["key"] == line["key"]
    for key in ("modelled_time_ns", "modelled_bound_by", "modelled_parts_ns", "modelled_terms_ns"):
        assert found[key] == line[key]
    assert sum(found["modelled_parts_ns"].values()) == pytest.approx(found["modelled_time_ns"])
    assert {each["kind"]: each["saving"] for each in found["savings"]} == line["modelled_savings"]
    assert found["calibration"] == "none"
    assert found["estimated_constants"] > 0
    assert found["model_error"]["is_known"]


def test_savings_and_constants_are_those_of_another_evaluation(program: Program) -> None:
    (program.folder / "card.json").write_text(card_of(program, {}))
    before = explained(program, *POINT, "--card", "card.json")
    for key in ("launch_floor_ns", "dram_latency_cycles"):
        (one,) = [each for each in before["constants"] if each["constant"] == key]
        (program.folder / "better.json").write_text(card_of(program, {key: 0.9}))
        after = explained(program, *POINT, "--card", "better.json")
        expected = 1 - after["modelled_time_ns"] / before["modelled_time_ns"]
        assert expected > 0.001
        assert one["saving"] == pytest.approx(expected, abs=2e-3)
    savings = [each["saving"] for each in before["savings"]]
    assert savings == sorted(savings, reverse=True)


def card_of(program: Program, factors: dict[str, float]) -> str:
    """A card file with the constants of `explain --cards`, some of them times a factor."""
    (card,) = json.loads(program.run("explain", "--cards", "L4", "--json").stdout)
    constants = {
        key: {"value": each["value"] * factors.get(key, 1), "source": each["source"]}
        for key, each in card["constants"].items()
    }
    content = {"schema": "warpmark-card/1", "name": "a card", "constants": constants}
    content |= dict.fromkeys(("measured_at", "driver_version", "tool"), "")
    content |= {key: card[key] for key in ("compute_capability", "multiprocessors")}
    return json.dumps(content)


def test_the_text_has_card_error_parts_and_what_would_help(program: Program) -> None:
    done = program.run("explain", *POINT, "--card", "H100 80GB HBM3")
    assert done.returncode == 0, done.stderr
    for part in (
        "Modelled, not measured: ",
        " us in 2 launches, bound by launches",
        "card NVIDIA H100 80GB HBM3, calibrated on 20",
        "constants are estimated",
        "median error of the model for reduce",
        "what adds up",
        "gaps between launches and fills",
        "fewer launches and fills",
        "launch_next_ns",
        "measured",
    ):
        assert part in done.stdout
    assert "#" in done.stdout
    assert "Config axes" not in done.stdout


@pytest.mark.parametrize(
    ("words", "status", "parts"),
    [
        (POINT, 2, ("expected --card NAME",)),
        (("reduce/s*", "-p", "n=64", "--card", "L4"), 2, ("variants; expected one",)),
        (("reduce/strided", "-p", "n=1024,2048", "--card", "L4"), 2, ("one value of each axis",)),
        (("reduce/strided", "-p", "size=1", "--card", "L4"), 2, ("size",)),
        (("reduce/strided", "-c", "block=7", "--card", "L4"), 2, ("block",)),
        (("reduce/cluster", "-p", "n=64", "--card", "A4000"), 2, ("9.0",)),
        (("count/host_all_pairs", "-p", "n=64", "--card", "L4"), 1, ("skipped",)),
    ],
)
def test_what_cannot_be_explained(
    program: Program, words: tuple[str, ...], status: int, parts: tuple[str, ...]
) -> None:
    done = program.run("explain", *words)
    assert done.returncode == status, done.stdout + done.stderr
    assert not done.stdout
    for part in parts:
        assert part in done.stderr
