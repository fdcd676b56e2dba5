"""run and tune --backend replay: a synthetic sweep of a card."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import Program

SELECTION = ["reduce/tree_s*", "-p", "n=4096,65536", "-c", "block=64,128,256,512"]

RUN = ["run", *SELECTION, "--backend", "replay"]


def parameters(text: str) -> dict[str, int | str]:
    pairs = (part.split("=") for part in text.split(",") if part)
    return {name: int(value) if value.isdigit() else value for name, value in pairs}


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def time_of(config: dict[str, int | str], n: int) -> float:
    best = 128 if n < 10000 else 512
    return n * (1 + 0.1 * abs(int(config["block"]).bit_length() - best.bit_length()))


@pytest.fixture
def keys(program: Program) -> list[str]:
    """What sweep.jsonl holds."""
    planned = program.run("run", *SELECTION, "--backend", "simt", "--dry-run", "--json").stdout
    found: list[str] = json.loads(planned)["points"]
    write(program, "sweep.jsonl", found)
    return found


def write(program: Program, name: str, keys: list[str], status: str = "ok") -> None:
    lines: list[dict[str, Any]] = [
        {
            "event": "manifest",
            "schema": "warpmark/1",
            "tool": {"version": "0", "commit": "0"},
            "argv": ["run"],
            "started_at": "2026-01-31T23:59:59Z",
            "host": {"name": "elsewhere"},
            "backend": "cuda",
            "card": {
                "name": "a card",
                "uuid": "GPU-1",
                "compute_capability": "9.0",
                "architecture": "sm_90",
                "multiprocessors": 132,
                "driver_version": "580.1",
            },
            "seed": 7,
            "contract": {"state": "cold", "clock": "a clock"},
            "planned_points": len(keys),
        }
    ]
    for key in keys:
        match = re.fullmatch(r"(\w+)/(\w+)\[(.*)\]\[(.*)\]", key)
        assert match
        problem, config = parameters(match[3]), parameters(match[4])
        ns = time_of(config, int(problem["n"]))
        times = dict.fromkeys(("median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95"), ns)
        lines.append(
            {
                "event": "measurement",
                "key": key,
                "family": match[1],
                "variant": match[2],
                "problem": problem,
                "config": config,
                "is_base": False,
                "backend": "cuda",
                "card_uuid": "GPU-1",
                "status": status,
                "times_ns": {"n": 20, **times},
                "throughput_bytes_per_s": 1e9,
                "bytes": 4,
                "ops": 1,
                "wall_s": 0.5,
            }
        )
    lines.append({"event": "end", "ended_at": "", "complete": True, "counts": {}})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (program.folder / name).write_text(text)


def replay(program: Program, record: str, *words: str) -> tuple[int, list[dict[str, Any]], str]:
    journal = program.folder / "again.jsonl"
    journal.unlink(missing_ok=True)
    done = program.run(
        "run", *SELECTION, "--backend", "replay", "--from", record, "-o", journal.name, *words
    )
    return done.returncode, lines_of(journal), done.stderr


def test_a_whole_record_is_served_as_it_is_and_says_where_it_is_from(
    program: Program, keys: list[str]
) -> None:
    code, lines, told = replay(program, "sweep.jsonl")
    assert code == 0, told
    manifest, served = lines[0], lines[1:-1]
    assert manifest["backend"] == "replay"
    assert manifest["card"]["driver_version"] == "580.1"
    assert manifest["contract"]["clock"] == "a clock"
    assert manifest["recorded"]["file"] == "sweep.jsonl"
    assert manifest["recorded"]["backend"] == "cuda"
    assert manifest["recorded"]["started_at"] == "2026-01-31T23:59:59Z"
    assert manifest["recorded"]["host"]["name"] == "elsewhere"
    assert [line["key"] for line in served] == keys
    recorded = lines_of(program.folder / "sweep.jsonl")[1:-1]
    for line, original in zip(served, recorded, strict=True):
        assert line["times_ns"] == original["times_ns"]
        assert line["backend"] == "replay"
        assert line["recorded"]["backend"] == "cuda"
    assert lines[-1]["complete"]


@pytest.mark.usefixtures("keys")
def test_a_replay_is_a_record_again(program: Program) -> None:
    _, first, _ = replay(program, "sweep.jsonl")
    (program.folder / "again.jsonl").rename(program.folder / "first.jsonl")
    code, second, told = replay(program, "first.jsonl")
    assert code == 0, told
    assert second[0]["recorded"]["recorded"]["file"] == "sweep.jsonl"
    assert [line["times_ns"] for line in first[1:-1]] == [line["times_ns"] for line in second[1:-1]]


def test_points_that_are_missing_are_skipped_and_told(program: Program, keys: list[str]) -> None:
    write(program, "half.jsonl", keys[::2])
    code, lines, told = replay(program, "half.jsonl")
    assert code == 5
    lacking = [line for line in lines[1:-1] if line["status"] == "skipped"]
    assert [line["key"] for line in lacking] == keys[1::2]
    assert lacking[0]["reason"] == "half.jsonl has no measurement of this point"
    assert not lines[-1]["complete"]
    assert f"{len(lacking)} of {len(keys)} points are not in" in told


def test_what_was_wrong_is_wrong_again(program: Program, keys: list[str]) -> None:
    write(program, "wrong.jsonl", keys, "wrong")
    assert replay(program, "wrong.jsonl")[0] == 1


@pytest.mark.usefixtures("keys")
def test_race_and_finals_without_a_card(program: Program) -> None:
    done = program.run(
        "tune", "reduce", "--backend", "replay", "--from", "sweep.jsonl",
        "--journal", "tuned.jsonl", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for tuned in json.loads(done.stdout):
        best = "block=128" if "n=4096" in tuned["problem"] else "block=512"
        assert best in tuned["winner"]
    lines = lines_of(program.folder / "tuned.jsonl")
    assert lines[0]["backend"] == "replay"
    assert lines[0]["recorded"]["backend"] == "cuda"
    phases = {line["tuning"]["phase"] for line in lines if line["event"] == "measurement"}
    assert phases == {"search", "final"}


@pytest.mark.usefixtures("keys")
def test_a_race_on_modelled_times_says_so_and_makes_no_profile(program: Program) -> None:
    swept = program.run("run", *SELECTION, "--backend", "simt", "-o", "simt.jsonl")
    assert swept.returncode == 0, swept.stderr
    race = ("tune", "reduce", "--backend", "replay", "--from", "simt.jsonl")
    done = program.run(*race)
    assert done.returncode == 0, done.stderr
    assert "modelled by simt" in done.stdout
    assert "measured on " not in done.stdout
    refuse(program, "modelled times make no profile", *race, "-o", "p.json")
    refuse(
        program, "a journal of backend simt has no measured times", "tune", "--from", "simt.jsonl"
    )


@pytest.mark.usefixtures("keys")
def test_wrong_options_of_a_race_leave_no_journal(program: Program) -> None:
    race = ("tune", "reduce", "--backend", "replay", "--from", "sweep.jsonl")
    for words, part in (
        (("--margin", "99"), "--margin 99"),
        (("--rounds", "0"), "--rounds 0"),
        (("--budget", "60s"), "--budget 60s: a race on a record has no clock"),
        (("--set", "a=1"), "--set a=1: expected a strategy, named by --strategy"),
        (("--strategy", "genetic", "--set", "mutaton=1"), "'mutation'"),
        (("--hold-out", "none"), "--hold-out none: only a profile is tested"),
        (("-o", "sweep.jsonl"), "-o sweep.jsonl exists; name another file"),
    ):
        refuse(program, part, *race, "--journal", "y.jsonl", *words)
        assert not (program.folder / "y.jsonl").exists(), words


def refuse(program: Program, part: str, *words: str) -> None:
    done = program.run(*words)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert part in done.stderr


@pytest.mark.usefixtures("keys")
def test_a_dry_run_counts_what_is_recorded(program: Program) -> None:
    done = program.run(
        "tune", "reduce", "--backend", "replay", "--from", "sweep.jsonl", "--dry-run"
    )
    assert done.returncode == 0, done.stderr
    assert "tree_sequential" in done.stdout
    assert "nothing was measured" in done.stdout


def test_a_cache_is_served_for_one_variant_and_problem(program: Program, keys: list[str]) -> None:
    axes = list(parameters(keys[0].rpartition("[")[2].rstrip("]")))
    entry = {"time": 0.25, **parameters(keys[0].rpartition("[")[2].rstrip("]"))}
    cache = {
        "device_name": "a card",
        "kernel_name": "k",
        "tune_params_keys": axes,
        "cache": {"a": entry, "b": {**entry, axes[0]: 12345, "time": 1.0}},
    }
    (program.folder / "cache.json").write_text(json.dumps(cache))
    (program.folder / "point.txt").write_text(keys[0] + "\n")
    done = program.run("run", "--points", "point.txt", "--from", "cache.json", "-o", "one.jsonl")
    assert done.returncode == 0, done.stderr
    line = lines_of(program.folder / "one.jsonl")[1]
    assert line["times_ns"]["median"] == 250000.0
    assert line["backend"] == "replay"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (RUN, "name the record by --from"),
        ([*RUN, "--from", "absent.jsonl"], "No such file"),
        ([*RUN, "--from", "sweep.jsonl", "-o", "kept.jsonl"], "kept.jsonl"),
        ([*RUN, "--from", "sweep.jsonl", "--resume", "-o", "kept.jsonl"], "--resume"),
        (
            ["run", "reduce", "--backend", "simt", "--from", "sweep.jsonl"],
            "expected --backend replay or none",
        ),
        (
            ["run", "reduce/host_*", "--from", "sweep.jsonl"],
            "runs on backend host, not on cuda",
        ),
        (
            ["tune", "scan", "--backend", "replay", "--from", "sweep.jsonl"],
            "no selected point is",
        ),
        (["list", "--backend", "replay"], "only run and tune"),
    ],
)
@pytest.mark.usefixtures("keys")
def test_refusals(program: Program, words: list[str], part: str) -> None:
    (program.folder / "kept.jsonl").write_text("precious\n")
    done = program.run(*words)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert part in done.stderr
    assert (program.folder / "kept.jsonl").read_text() == "precious\n"
