"""Verdicts follow from intervals and counts by the stated rule, and from nothing else."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import claim_journals
from claim_journals import counted, timed
from sample_journal import Line
from warpmark_reports import load
from warpmark_reports.claims import CLAIMS, SOURCES, Claim, Evidence, Verdict, document, judge
from warpmark_reports.claims.claim import Finding, Judged
from warpmark_reports.claims.evidence import at
from warpmark_reports.claims.expectation import Outcome, about, at_least, at_most, equals
from warpmark_reports.claims.lookup import against, ratios
from warpmark_reports.claims.quantity import Quantity, exact
from warpmark_reports.cli import main
from warpmark_reports.formats.reader import join
from warpmark_reports.journal.journal_file import Part

ROOT = Path(__file__).resolve().parents[2]
COMMITTED = [
    path
    for pattern in ("*.jsonl.gz", "h200/*.jsonl.gz")
    for path in sorted((ROOT / "docs/results").glob(pattern))
]
P: dict[str, int | str] = {"type": "i32", "n": 1024, "dist": "uniform"}
SIZES = (1024, 4096)
A, B = at("reduce/a", type="i32"), at("reduce/b", type="i32")
FASTER = Claim("x", "b is faster", "page 1", measured=lambda e: ratios(e, A, B, at_least(1), SIZES))
NINE = Claim(
    "y",
    "nine barriers",
    "page 2",
    counted=lambda e: [Finding("barriers", "", e.counted(A, "barriers"), equals(9))],
)

needs_program = pytest.mark.skipif(
    "WARPMARK_PROGRAM" not in os.environ, reason="no program was built"
)


@pytest.fixture
def evidence(tmp_path: Path) -> Callable[..., Evidence]:
    def of(*journals: list[Line]) -> Evidence:
        paths = [
            claim_journals.write(tmp_path / f"{i}.jsonl", points, f"2000-01-0{i + 1}T00:00:00Z")
            for i, points in enumerate(journals)
        ]
        return Evidence(load(*paths))

    return of


def times(a: dict[int, float], b: dict[int, float], samples: int = 40) -> list[Line]:
    points = [("reduce/a", n, ns) for n, ns in a.items()]
    points += [("reduce/b", n, ns) for n, ns in b.items()]
    return [
        timed(name, {**P, "n": n}, {"block": 256}, ns, samples=samples) for name, n, ns in points
    ]


def test_a_ratio_has_the_far_ends_of_both_intervals() -> None:
    ratio = Quantity(200, 190, 220, "ns").over(Quantity(100, 95, 110, "ns"), "×")
    assert (ratio.value, ratio.low, ratio.high) == (2.0, 190 / 110, 220 / 95)
    assert ratio.text() == "2.00× [1.73, 2.32]"
    assert exact(47).text() == "47"
    assert exact(47 / 12).text() == "3.92"
    alone = Quantity(200, None, None, "ns").over(Quantity(100, 95, 110, "ns"), "×")
    assert alone.text() == "2.00× (no interval)"


def test_an_interval_votes_only_where_it_lies_wholly_on_one_side() -> None:
    inside, across, outside = (Quantity(1, *ends) for ends in ((1.1, 1.3), (0.9, 1.1), (0.7, 0.9)))
    outcomes = [at_least(1).of(each) for each in (inside, across, outside)]
    assert outcomes == [Outcome.HOLDS, Outcome.OPEN, Outcome.FAILS]
    outcomes = [at_most(1).of(each) for each in (inside, across, outside)]
    assert outcomes == [Outcome.FAILS, Outcome.OPEN, Outcome.HOLDS]
    assert [about(4).of(exact(v)) for v in (3.19, 3.2, 5.0, 5.01)] == [
        Outcome.FAILS,
        Outcome.HOLDS,
        Outcome.HOLDS,
        Outcome.FAILS,
    ]
    assert equals(47).of(exact(47)) is Outcome.HOLDS
    assert equals(48).of(exact(47)) is Outcome.FAILS
    assert at_least(1).of(None) is Outcome.MISSING
    assert at_least(1).of(Quantity(2, None, None)) is Outcome.MISSING


@pytest.mark.parametrize(
    ("a", "verdict"),
    [
        ({1024: 200, 4096: 800}, Verdict.REPRODUCED),
        ({1024: 50, 4096: 100}, Verdict.NOT_REPRODUCED),
        ({1024: 200, 4096: 100}, Verdict.DEPENDS),
        ({1024: 200, 4096: 400}, Verdict.DEPENDS),  # open at 4096
        ({1024: 50, 4096: 400}, Verdict.NOT_REPRODUCED),  # holds nowhere
        ({1024: 100, 4096: 400}, Verdict.UNDECIDED),
        ({16: 200}, Verdict.NO_DATA),
    ],
)
def test_each_verdict(
    a: dict[int, float], verdict: Verdict, evidence: Callable[..., Evidence]
) -> None:
    judged = judge(FASTER, evidence(times(a, {1024: 100, 4096: 400})))
    assert judged.verdict is verdict
    if verdict is Verdict.DEPENDS:
        assert judged.conditions(Outcome.HOLDS) == ["n = 2¹⁰"]
        others = [*judged.conditions(Outcome.FAILS), *judged.conditions(Outcome.OPEN)]
        assert others == ["n = 2¹²"]


def test_counts_are_exact_and_come_from_simt_only(evidence: Callable[..., Evidence]) -> None:
    nine = [counted("reduce/a", P, {"block": 256}, {"barriers": 9})]
    assert judge(NINE, evidence(nine)).verdict is Verdict.REPRODUCED
    eight = [counted("reduce/a", P, {"block": 256}, {"barriers": 8})]
    assert judge(NINE, evidence(eight)).verdict is Verdict.NOT_REPRODUCED
    on_a_card = [{**nine[0], "backend": "cuda"}]
    assert judge(NINE, evidence(on_a_card)).verdict is Verdict.NO_DATA
    without = [counted("reduce/a", P, {"block": 256}, {"launches": 1})]
    assert judge(NINE, evidence(without)).verdict is Verdict.NO_DATA


def test_times_come_from_the_backend_that_was_asked(evidence: Callable[..., Evidence]) -> None:
    slow, fast = {1024: 200.0}, {1024: 100.0}
    simt = [{**line, "backend": "simt"} for line in times(slow, fast)]
    assert judge(FASTER, evidence(simt)).verdict is Verdict.NO_DATA
    host = [{**line, "backend": "host"} for line in times(slow, fast)]
    assert judge(FASTER, evidence(host)).verdict is Verdict.NO_DATA
    both = evidence([host[0]], [times(slow, fast)[1]])
    assert both.ratio_of_machines(A, B) is not None
    assert both.ratio_of_machines(B, A) is None


def test_few_samples_have_no_interval_and_no_vote(evidence: Callable[..., Evidence]) -> None:
    five = evidence(times({1024: 200}, {1024: 100}, samples=5))
    assert judge(FASTER, five).verdict is Verdict.NO_DATA
    six = evidence(times({1024: 200}, {1024: 100}, samples=6))
    assert judge(FASTER, six).verdict is Verdict.REPRODUCED


def test_both_times_are_of_one_run_and_of_the_latest(evidence: Callable[..., Evidence]) -> None:
    apart = evidence(times({1024: 200}, {}), times({}, {1024: 100}))
    assert judge(FASTER, apart).verdict is Verdict.NO_DATA
    later = evidence(times({1024: 200}, {1024: 100}), times({1024: 50}, {1024: 100}))
    judged = judge(FASTER, later)
    assert judged.verdict is Verdict.NOT_REPRODUCED
    assert judged.journals == ("1.jsonl",)


def test_wrong_results_have_no_time_and_do_not_count_as_right(
    evidence: Callable[..., Evidence],
) -> None:
    wrong = [{**line, "status": "wrong"} for line in times({1024: 200}, {1024: 100})]
    assert judge(FASTER, evidence(wrong)).verdict is Verdict.NO_DATA
    right = counted("reduce/a", P, {"block": 256}, {})
    found = evidence([right]).right(A)
    assert found is not None
    assert found.value == 1
    one_wrong = {**counted("reduce/a", P, {"block": 64}, {}), "status": "wrong"}
    both = evidence([right, one_wrong])
    assert (both.right(A) or exact(-1)).value == 0
    assert both.right(B) is None


def test_named_axes_choose_and_the_fastest_of_the_others_counts(
    evidence: Callable[..., Evidence],
) -> None:
    points = [
        timed("reduce/a", {**P, "n": n}, {"block": block}, ns)
        for n, block, ns in ((1024, 64, 90.0), (1024, 256, 80.0), (4096, 64, 50.0))
    ]
    found = evidence(points)
    assert (found.time(A.with_(n=1024)) or exact(0)).value == 80.0
    assert (found.time(A.with_(n=1024, block=64)) or exact(0)).value == 90.0
    assert found.time(A.with_(n=1024, op="max")) is None
    assert found.time(A.with_(n=1024, op="sum")) is not None  # what it was before the axis came


def test_conditions_name_the_variant_where_there_are_several(
    evidence: Callable[..., Evidence],
) -> None:
    claim = Claim("z", "", "", measured=lambda e: against(e, [A], B, at_least(1), SIZES))
    judged = judge(claim, evidence(times({1024: 200, 4096: 200}, {1024: 100, 4096: 400})))
    assert judged.conditions(Outcome.HOLDS) == ["`a`: n = 2¹⁰"]


def test_conditions_may_be_words() -> None:
    votes = tuple(
        Finding("time", words, exact(2), at_least(1), who)
        for words, who in (("in registers", "a"), ("streaming", "a"), ("streaming", ""), ("", "b"))
    )
    judged = Judged(Claim("z", "", ""), (), votes, ())
    assert judged.conditions(Outcome.HOLDS) == ["`a`: in registers, streaming", "streaming", "`b`"]


def test_the_page_shows_numbers_rules_commands_and_where_it_holds(tmp_path: Path) -> None:
    claim = Claim(
        "w",
        "b is faster",
        "page 1",
        count="reduce/a -p n=1024",
        measure=("reduce/a reduce/b", "reduce/c"),
        counted=NINE.counted,
        measured=FASTER.measured,
    )
    card = claim_journals.write(
        tmp_path / "card.jsonl", times({1024: 200, 4096: 100}, {1024: 100, 4096: 400})
    )
    counts = [counted("reduce/a", P, {"block": 256}, {"barriers": 9})]
    simt = claim_journals.write(tmp_path / "simt.jsonl", counts)
    page = document(load(simt, card), [("Sums", [claim])])
    (row,) = [line for line in page.splitlines() if 'id="w"' in line]
    cells = [cell.strip() for cell in row.strip("|").split(" | ")]
    assert cells == [
        '<a id="w"></a>b is faster *page 1*',
        "`warpmark run reduce/a -p n=1024 --backend simt`"
        "<br>`warpmark run reduce/a reduce/b --backend cuda`"
        "<br>`warpmark run reduce/c --backend cuda`",
        "barriers (= 9): 9",
        "time of `a` over `b` (≥ 1): n = 2¹⁰: 2.00× [1.96, 2.04]; n = 2¹²: 0.250× [0.245, 0.255]",
        "**depends on**<br>holds: barriers; n = 2¹⁰<br>fails: n = 2¹²<br>*simt.jsonl, card.jsonl*",
    ]
    assert "1 claims: 1 depends on." in page
    assert "| card.jsonl | cuda | Sample Card |" in page


def test_every_claim_is_complete() -> None:
    assert len(CLAIMS) >= 20
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    for claim in CLAIMS:
        assert claim.text.endswith("."), claim.id
        assert "|" not in claim.text + claim.source, claim.id
        assert re.match(
            r"(ballot-2022|hybrid-sort-2008|lecture-2019|dca-2016|patent-2022):.", claim.source
        )
        assert claim.runs, claim.id


def test_claims_without_data_are_listed_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = claim_journals.write(tmp_path / "a.jsonl", times({1024: 200}, {1024: 100}))
    out = tmp_path / "deep" / "claims.md"
    assert main(["--claims", str(journal), "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"wrote {out}\n"
    page = out.read_text(encoding="utf-8")
    assert f"{len(CLAIMS)} claims: {len(CLAIMS)} no data." in page
    assert all(f'id="{claim.id}"' in page for claim in CLAIMS)
    with pytest.raises(SystemExit, match="2"):
        main(["--claims", str(journal), "-o", str(tmp_path)])
    assert "a folder; expected a file with --claims" in capsys.readouterr().err


def test_the_committed_page_is_what_the_committed_journals_make(
    published: Callable[[Path], list[Part]],
) -> None:
    page = document(join(part for path in COMMITTED for part in published(path)), SOURCES)
    assert page == (ROOT / "docs/claims.md").read_text(encoding="utf-8"), (
        "make it again: warpmark report --claims docs/results/*.jsonl.gz "
        "docs/results/h200/*.jsonl.gz -o docs/claims.md"
    )


@needs_program
def test_experiments_are_commands_that_the_program_understands() -> None:
    here = {family["name"] for family in json.loads(_output("list", "--json"))["families"]}
    asked = dict.fromkeys(run for claim in CLAIMS for run in claim.runs)
    for words, backend in asked:
        if words.strip("'").split("/")[0] in here:
            listed = _output("run", *shlex.split(words), "--backend", backend, "--dry-run")
            assert re.search(r" points? on backend", listed), words


@needs_program
def test_the_program_counts_what_the_committed_journal_has(tmp_path: Path) -> None:
    claims = [c for c in CLAIMS if any(words.startswith("reduce/") for words, _ in c.runs)]
    claims = [claim for claim in claims if claim.count]
    assert len(claims) > 5
    file = tmp_path / "counts.jsonl"
    for words in dict.fromkeys(str(claim.count) for claim in claims):
        again = ["--resume"] if file.exists() else []
        _output("run", *shlex.split(words), "--backend", "simt", "-o", str(file), *again)
    fresh, committed = (
        Evidence(load(each)) for each in (file, ROOT / "docs/results/simt_claims.jsonl.gz")
    )
    for claim in claims:
        assert judge(claim, fresh).counted == judge(claim, committed).counted, claim.id


def _output(*words: str) -> str:
    program = os.environ["WARPMARK_PROGRAM"]
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
