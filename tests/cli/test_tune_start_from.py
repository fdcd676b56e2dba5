"""warpmark tune --start-from: a search starts from the ranking of another journal or cache."""

import gzip
import json

import pytest
from tests.cli.program import Program

SIZES = (32, 64, 96, 128, 160, 192, 224, 256)
ITEMS = (1, 2, 3, 4, 5, 6, 7, 8)
MODES = ("a", "b", "c")


def time_of(block: int, items: int, mode: str) -> float:
    """The fastest is block=160, items=7, mode=b."""
    return 1 + abs(block - 160) / 32 + abs(items - 7) + 2 * (mode != "b")


def cache(scale: float = 1, names: tuple[str, ...] = ("block", "items", "mode")) -> str:
    """A Kernel Tuner cache of 192 configs."""
    entries = {}
    for block in SIZES:
        for items in ITEMS:
            for mode in MODES:
                values = dict(zip(names, (block, items, mode), strict=True))
                entries[f"{block},{items},{mode}"] = {
                    **values,
                    "time": scale * time_of(block, items, mode),
                }
    return json.dumps(
        {
            "device_name": "a card",
            "kernel_name": "kernel",
            "problem_size": [1024, 1],
            "tune_params_keys": list(names),
            "tune_params": {},
            "cache": entries,
        }
    )


def journal(time_key: str = "modelled", blocks: tuple[int, ...] = SIZES, variant: str = "k") -> str:
    """A journal of the same space, with modelled or measured times."""
    lines: list[dict[str, object]] = [
        {
            "event": "manifest",
            "schema": "warpmark/1",
            "backend": "cuda" if time_key == "measured" else "simt",
            "card": {"name": "a card"},
        }
    ]
    for block in blocks:
        for items in ITEMS:
            for mode in MODES:
                line: dict[str, object] = {
                    "event": "measurement",
                    "family": "f",
                    "variant": variant,
                    "problem": {"n": 64},
                    "config": {"block": block, "items": items, "mode": mode},
                    "is_base": (block, items, mode) == (32, 1, "a"),
                    "status": "ok",
                }
                ns = 1000 * time_of(block, items, mode)
                if time_key == "modelled":
                    line["modelled_time_ns"] = ns
                elif time_key == "measured":
                    line["times_ns"] = {"median": ns}
                lines.append(line)
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture
def program(program: Program) -> Program:
    with gzip.open(program.folder / "cache.json.gz", "wt") as file:
        file.write(cache())
    (program.folder / "measured.jsonl").write_text(journal("measured"))
    (program.folder / "modelled.jsonl").write_text(journal())
    return program


@pytest.mark.parametrize(
    ("record", "start"),
    [
        ("cache.json.gz", "other.json"),
        ("cache.json.gz", "modelled.jsonl"),
        ("measured.jsonl", "modelled.jsonl"),
        ("measured.jsonl", "other.json"),
    ],
)
def test_a_right_list_gives_the_optimum_at_once(program: Program, record: str, start: str) -> None:
    (program.folder / "other.json").write_text(cache(scale=3))
    words = ("tune", "--from", record, "--budget", "2", "--json")
    found = json.loads(program.run(*words, "--start-from", start).stdout)
    assert found["best"] == "block=160,items=7,mode=b"
    assert found["fraction_of_optimum"] == 1
    without = json.loads(program.run(*words).stdout)
    assert without["fraction_of_optimum"] < 1


def test_configs_of_other_spaces_are_ignored_and_counted(program: Program) -> None:
    (program.folder / "wide.jsonl").write_text(journal(blocks=(*SIZES, 512, 1024)))
    done = program.run(
        "tune", "--from", "measured.jsonl", "--budget", "3", "--start-from", "wide.jsonl"
    )
    assert done.returncode == 0, done.stderr
    assert "192 expected times of wide.jsonl; 48 points" in done.stderr


@pytest.mark.parametrize(
    ("start", "text", "part"),
    [
        ("absent.jsonl", None, "No such file"),
        ("text.jsonl", "three times faster\n", "text.jsonl"),
        ("counts.jsonl", journal("none"), "no times, measured or modelled"),
        ("variant.jsonl", journal(variant="other"), "no time of f/k[n=64]"),
        ("blocks.jsonl", journal(blocks=(512,)), "none of its 24 configs is in the space"),
        (
            "axes.json",
            cache(names=("block", "pixels", "mode")),
            "have the axes block, mode, pixels",
        ),
    ],
)
def test_unusable_lists_are_errors(
    program: Program, start: str, text: str | None, part: str
) -> None:
    if text is not None:
        (program.folder / start).write_text(text)
    done = program.run("tune", "--from", "measured.jsonl", "--start-from", start)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert part in done.stderr


def test_a_strategy_that_has_no_use_for_it_is_an_error(program: Program) -> None:
    words = ("tune", "--from", "measured.jsonl", "--start-from", "modelled.jsonl")
    done = program.run(*words, "--strategy", "genetic")
    assert done.returncode == 2
    assert "only model_based uses expected times" in done.stderr


def test_a_check_takes_no_list(program: Program) -> None:
    done = program.run("tune", "--check", "p.json", "--start-from", "modelled.jsonl")
    assert done.returncode == 2
    assert "expected no --start-from" in done.stderr
