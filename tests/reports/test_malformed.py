"""Any file: a report, or one line that names file, line, problem and what was expected."""

from __future__ import annotations

import gzip
import json
import os
import random
import tarfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import foreign_results
import sample_journal
from warpmark_reports import Journal, JournalError, load
from warpmark_reports.analysis.views import views_of
from warpmark_reports.cli import main
from warpmark_reports.page.headlines import headlines

RESULTS = Path(__file__).parents[2] / "docs" / "results" / "h200"
FUZZ_CASES = int(os.environ.get("WARPMARK_FUZZ_CASES", "12"))  # of each kind of mutation
Line = dict[str, Any]


def journal(*points: Line, manifest: Line | None = None, end: bool = True) -> list[Line]:
    lines = [manifest or sample_journal.manifest("cuda", len(points)), *points]
    last = {"event": "end", "ended_at": "", "complete": True, "counts": {}}
    return [*lines, last] if end else lines


def point(**more: Any) -> Line:
    return {**sample_journal.measurement("cuda", "chunked", "i32", 1024, 256), **more}


def times(**more: Any) -> Line:
    given = point()["times_ns"]
    return point(times_ns={**given, **more})


def first(**more: Any) -> Line:
    return {**sample_journal.manifest("cuda", 1), **more}


NOT_USABLE: list[tuple[list[Line], str]] = [
    (journal(point(problem={"n": "many"})), "2: problem.n is 'many'; expected a whole number"),
    (journal(point(problem={"n": -1})), "2: problem.n is -1; expected a whole number"),
    (journal(point(problem={"n": 2**64})), "2: problem.n is 18446744073709551616; expected"),
    (journal(point(problem={"n": 8, "type": 7})), "2: problem.type is 7; expected a text"),
    (journal(point(problem=[1])), "2: problem is [1]; expected an object"),
    (journal(point(config={"items": [4]})), "2: config.items is [4]; expected a number or"),
    (journal(point(config={"block": True})), "2: config.block is True; expected a whole"),
    (journal(point(key=7)), "2: key is 7; expected a text"),
    (journal(point(variant=None)), "2: variant is None; expected a text"),
    (journal(point(reason=["a"])), "2: reason is ['a']; expected a text"),
    (journal(point(bytes="4 kB")), "2: bytes is '4 kB'; expected a number"),
    (journal(point(level="first")), "2: level is 'first'; expected a number"),
    (journal(point(counters={"votes": "2"})), "2: counters.votes is '2'; expected a number"),
    (journal(point(resources=[3])), "2: resources[0] is 3; expected an object"),
    (journal(point(findings={"a": 1})), "2: findings is {'a': 1}; expected a list of objects"),
    (
        journal(point(phases=[{"phases": [{"step": "a"}]}])),
        "2: phases[0].phases[0].step is 'a'; expected a number",
    ),
    (journal(point(phases=[{"kernel": "k"}])), "2: phases[0] has no 'phases'; expected phases"),
    (journal(point(config={"b" * 2000: 1})), "2: config has 'bbb"),
    (
        journal({key: value for key, value in point().items() if key != "variant"}),
        "2: a measurement line has no 'variant'; expected key, family, variant, problem, config",
    ),
    (journal(times(median="fast")), "2: times_ns.median is 'fast'; expected a number"),
    (journal(times(samples=[1, "a"])), "2: times_ns.samples[1] is 'a'; expected a number"),
    (journal(point(), manifest=first(planned_points=-3)), "1: planned_points is -3; expected"),
    (journal(point(), manifest=first(argv="run")), "1: argv is 'run'; expected a list"),
    (
        journal(point(), manifest=first(ceilings={"read_bytes_per_s": -1})),
        "1: ceilings.read_bytes_per_s is -1; expected a number above 0",
    ),
    (journal(point(), manifest=first(card="H200")), "1: card is 'H200'; expected an object"),
    (journal(point(), first()), "3: a second manifest; a journal has one: split the file before"),
]


@pytest.mark.parametrize(("lines", "message"), NOT_USABLE, ids=lambda v: str(v)[:40])
def test_a_line_that_cannot_be_used_is_named(
    tmp_path: Path, lines: list[Line], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = sample_journal.write(tmp_path / "a.jsonl", lines)
    assert main([str(path), "-o", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: {path}:")
    assert message in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x7fELF\x02\x00\x00", "is binary (its byte 5 is 0); a journal is text"),
        ("{}".encode("utf-16"), "is binary"),
        (b" \n\n", "is empty; a journal begins with a manifest line"),
        (
            b'{"event": "manif',
            '1: \'{"event": "manif\' is not a journal line; expected a manifest',
        ),
        (b"[1, 2]", "1: '[1, 2]' is not a journal line; expected a manifest"),
        (gzip.compress(b"hello"), "1: 'hello' is not a journal line"),
        (
            gzip.compress(b"{}" * 5000)[:30],
            "it was cut off; `zcat`, `xzcat` or `zstdcat` gives what is left",
        ),
        (b"[" * 100_000, "is not a journal line"),
    ],
)
def test_a_file_of_something_else_is_named(
    tmp_path: Path, content: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.file"
    path.write_bytes(content)
    assert main([str(path), "-o", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: {path}")
    assert message in told
    assert told.count("\n") == 1


def test_a_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), "-o", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert f"{tmp_path}: cannot be read: it is a folder; name the files in it" in told


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (times(median=-5.0), "2: times_ns.median is -5.0; expected a number above 0"),
        (times(median=0), "2: times_ns.median is 0; expected a number above 0"),
        (times(median=float("nan")), "2: times_ns.median is nan; expected a number above 0"),
        (times(min=float("-inf")), "2: times_ns.min is -inf; expected a number of at least 0"),
        (times(ci_lo=1e300), "2: times_ns has its median"),
        (times(ci_lo=1e-3, ci_hi=2e-3), "2: times_ns has its median"),
        (times(median=None), "2: times_ns has no median"),
    ],
)
def test_an_impossible_time_is_left_out_and_told(tmp_path: Path, line: Line, message: str) -> None:
    path = sample_journal.write(tmp_path / "a.jsonl", journal(line, point(key="other")))
    found = load(path)
    assert list(found.frame["time_median_ns"].notna()) == [False, True]
    assert found.frame["throughput_bytes_per_s"].isna().iloc[0]
    assert message in found.warnings[0]
    assert "these times are left out" in found.warnings[0]


def test_unknown_events_and_keys_are_kept_out_of_the_way(tmp_path: Path) -> None:
    strange = {"event": "strange", "text": "…"}
    lines = journal(point(novelty={"a": [1]}), strange)
    found = load(sample_journal.write(tmp_path / "a.jsonl", lines))
    assert found.frame["novelty"].iloc[0] == {"a": [1]}
    assert found.warnings == ["a.jsonl:3: unknown event 'strange' is left out"]


def test_journals_of_two_cards_and_tools_make_one_report(tmp_path: Path) -> None:
    other = first(card={"name": "Other Card"})
    paths = [
        sample_journal.write(tmp_path / "a.jsonl", journal(point())),
        sample_journal.write(tmp_path / "b.jsonl", journal(point(), manifest=other)),
        foreign_results.write(tmp_path / "c.json", foreign_results.cache()),
    ]
    assert main([*map(str, paths), "-o", str(tmp_path / "out")]) == 0
    page = (tmp_path / "out" / "index.html").read_text()
    for name in ("Sample Card", "Other Card", "Card 0"):
        assert name in page


def test_a_long_journal_is_read_in_blocks_as_a_short_one_at_once(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from warpmark_reports.formats import reader
    from warpmark_reports.journal.lines import read_blocks

    whole = load(small).frame
    monkeypatch.setattr(reader, "read_blocks", partial(read_blocks, size=4096))
    parts = load(small).frame
    assert list(parts.columns) == list(whole.columns)
    for name in whole.columns:
        assert parts[name].dtype == whole[name].dtype, name
        assert list(parts[name].astype(str)) == list(whole[name].astype(str)), name


def real_lines() -> list[bytes]:
    """A part of a run and of a tuning, with events of all kinds."""
    run = gzip.decompress((RESULTS / "deinterleave.jsonl.gz").read_bytes()).splitlines()
    with tarfile.open(RESULTS / "sort_and_count_tuning.tar.gz") as archive:
        member = next(m for m in archive.getmembers() if m.name.endswith(".jsonl"))
        extracted = archive.extractfile(member)
        assert extracted is not None
        tuned = extracted.read().splitlines()
    return [*run[:9], *tuned[1:9], *tuned[-8:-1], run[-1]]


def flipped(draw: random.Random, lines: list[bytes]) -> list[bytes]:
    at = draw.randrange(len(lines))
    text = bytearray(lines[at])
    for _ in range(draw.randint(1, 4)):
        text[draw.randrange(len(text))] = draw.randrange(256)
    return [*lines[:at], bytes(text), *lines[at + 1 :]]


def cut(draw: random.Random, lines: list[bytes]) -> list[bytes]:
    at = draw.randrange(len(lines))
    return [*lines[:at], lines[at][: draw.randrange(len(lines[at]))]]


def shuffled(draw: random.Random, lines: list[bytes]) -> list[bytes]:
    rest = lines[1:]
    draw.shuffle(rest)
    return [lines[0], *rest[: draw.randint(0, len(rest))], *rest[: draw.randint(0, 5)]]


def replaced(draw: random.Random, lines: list[bytes]) -> list[bytes]:
    """Some value, however deep, becomes another kind of value."""
    at = draw.randrange(len(lines))
    event = json.loads(lines[at])
    inside: Any = event
    while True:
        key = draw.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        deeper = inside[key]
        if not isinstance(deeper, dict | list) or not deeper or draw.random() < 0.2:
            break
        inside = deeper
    strange: tuple[Any, ...] = (
        None,
        True,
        -1,
        0,
        1e308,
        2**70,
        "",
        "x" * 99,
        [],
        {},
        [[]],
        {"a": {}},
        float("nan"),
    )
    inside[key] = draw.choice(strange)
    return [*lines[:at], json.dumps(event).encode(), *lines[at + 1 :]]


def tried(path: Path) -> tuple[Journal | None, str]:
    try:
        return load(path), ""
    except JournalError as error:
        return None, str(error)


@pytest.mark.parametrize("mutate", [flipped, cut, shuffled, replaced])
def test_no_mutation_of_a_real_journal_leads_to_a_traceback(
    tmp_path: Path, mutate: Callable[[random.Random, list[bytes]], list[bytes]]
) -> None:
    """Each is refused in one line, or read and usable for the headlines of a page."""
    lines = real_lines()
    draw = random.Random(mutate.__name__)
    path = tmp_path / "mutated.jsonl"
    refused = 0
    for _ in range(FUZZ_CASES):
        content = mutate(draw, lines)
        path.write_bytes(b"\n".join(content) + b"\n" * draw.randint(0, 1))
        found, problem = tried(path)
        if found is None:
            assert problem.startswith(str(path))
            assert "\n" not in problem
            refused += 1
            continue
        for view in views_of(found):
            headlines(view)
    assert refused < FUZZ_CASES
