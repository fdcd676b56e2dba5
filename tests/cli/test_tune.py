"""warpmark tune over records: result, replay, journal, refusals."""

import gzip
import json

import pytest
from tests.cli.program import Program


def cache() -> dict[str, object]:
    """A Kernel Tuner cache of 40 configs whose fastest is block=96, items=4, mode=b."""
    entries = {}
    for block in (32, 64, 96, 128, 160):
        for items in (1, 2, 4, 8):
            for mode in ("a", "b"):
                time: object = 1 + abs(block - 96) / 32 + abs(items - 4) + (mode == "a")
                if block * items > 1000:
                    time = "RuntimeFailedConfig"
                entries[f"{block},{items},{mode}"] = {
                    "block": block,
                    "items": items,
                    "mode": mode,
                    "time": time,
                    "compile_time": 800.0,
                    "benchmark_time": 200.0,
                }
    return {
        "device_name": "a card",
        "kernel_name": "kernel",
        "problem_size": [1024, 1],
        "tune_params_keys": ["block", "items", "mode"],
        "tune_params": {},
        "cache": entries,
    }


@pytest.fixture
def program(program: Program) -> Program:
    with gzip.open(program.folder / "cache.json.gz", "wt") as file:
        json.dump(cache(), file)
    return program


def tune(program: Program, *words: str) -> dict[str, object]:
    done = program.run("tune", "--from", "cache.json.gz", "--json", *words)
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_every_strategy_finds_the_optimum_with_the_whole_budget(program: Program) -> None:
    listing = program.run("tune", "--strategies").stdout.splitlines()
    names = [line for line in listing if not line.startswith(" ")]
    assert "genetic" in names
    for name in names:
        found = tune(program, "--strategy", name, "--budget", "40")
        assert found["best"] == "block=96,items=4,mode=b", name
        assert found["evaluations"] == 40
        assert found["exhausted"]


def test_a_seed_replays(program: Program) -> None:
    words = ("--strategy", "random", "--budget", "10", "--seed")
    assert tune(program, *words, "3") == tune(program, *words, "3")
    finds = {json.dumps(tune(program, *words, str(seed))["best"]) for seed in range(1, 9)}
    assert len(finds) > 1


def test_time_counts_as_recorded(program: Program) -> None:
    found = tune(program, "--strategy", "random", "--budget", "12s")
    assert found["evaluations"] == 12
    assert float(str(found["measuring_s"])) == pytest.approx(12, abs=5e-8, rel=0)


def test_the_journal_is_a_record_again(program: Program) -> None:
    words = ("--strategy", "greedy_local_search", "--budget", "20")
    found = tune(program, *words, "--journal", "tuning.jsonl")
    text = (program.folder / "tuning.jsonl").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["event"] for line in lines[1:-1]] == ["measurement"] * 20
    assert lines[0]["backend"] == "replay"
    assert lines[-1]["tuning"] == found
    times = [line["times_ns"]["median"] for line in lines[1:-1] if line["status"] == "ok"]
    assert min(times) == pytest.approx(1e6 * float(str(found["best_time"])), abs=5e-8, rel=0)
    again = program.run("tune", "--from", "tuning.jsonl", "--budget", "20")
    assert again.returncode == 0, again.stderr
    assert f"best: {found['best']}" in again.stdout


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["tune"], "a record by --from"),
        (["tune", "--from", "absent.json"], "No such file"),
        (["tune", "--from", "constant.json"], "the objective is constant"),
        (["tune", "--from", "cache.json.gz", "--strategy", "genetics"], "'genetic'"),
        (["tune", "--from", "cache.json.gz", "--budget", "0"], "--budget 0"),
        (["tune", "--from", "cache.json.gz", "--budget", "soon"], "--budget soon"),
        (["tune", "--from", "cache.json.gz", "--set", "mutation"], "name=number"),
        (
            ["tune", "--from", "cache.json.gz", "--strategy", "genetic", "--set", "mutaton=1"],
            "'mutation'",
        ),
        (["tune", "--from", "cache.json.gz", "--backend", "abacus"], "replay"),
        (["tune", "--from", "cache.json.gz", "--journal", "kept.jsonl"], "kept.jsonl"),
    ],
)
def test_refusals(program: Program, words: list[str], part: str) -> None:
    (program.folder / "kept.jsonl").write_text("precious\n")
    constant = cache()
    for entry in constant["cache"].values():  # type: ignore[attr-defined]
        entry["time"] = 2.5
    (program.folder / "constant.json").write_text(json.dumps(constant))
    done = program.run(*words)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert part in done.stderr
    assert (program.folder / "kept.jsonl").read_text() == "precious\n"
