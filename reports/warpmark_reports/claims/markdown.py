"""The claims table as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..journal.journal import Journal, Run
from .claim import Claim, Finding, Judged, Verdict, judge
from .evidence import MIN_SAMPLES, Evidence
from .expectation import NEAR, Outcome

HEAD = f"""# Claims

What the sources of the variants claim, in our words, and what the interpreter counts and a card
measures. `warpmark report --claims JOURNAL... -o FILE` writes this page; nothing in it is written
by hand. `studies/claims_journal.py` runs all experiments of a backend into one journal. A new claim
is one more entry in `reports/warpmark_reports/claims/`.

**How a verdict comes about.** Each number with a rule (*= 47*, *≥ 1*, *≈ 2*) is a vote. A count is
exact. A ratio of times has an interval, whose ends are the far ends of both medians' 95 %
intervals, both from one run (two, where a CPU is compared with a card). A vote holds if all of the
interval satisfies the rule, fails if none of it does, and is open otherwise; *≈* allows a factor of
{NEAR:g} to either side.

* All votes hold: **reproduced**. Some do: **depends on**, with where. None does: **not
  reproduced**, or **undecided** if all are open.
* A vote without a number, or with fewer than {MIN_SAMPLES} samples: **no data**.
* Numbers without a rule are there to compare.

Of config axes that a claim does not name, the fastest value of the run counts. Of several runs, the
latest that has all points does.
"""


def document(journal: Journal, sources: Iterable[tuple[str, Sequence[Claim]]]) -> str:
    """The page, from journals that `load` read."""
    evidence = Evidence(journal)
    judged = [(title, [judge(claim, evidence) for claim in claims]) for title, claims in sources]
    every = [each for _, group in judged for each in group]
    parts = [HEAD, _summary(every)]
    for title, group in judged:
        parts.append(f"## {title}\n\n{_table(group, _card(journal))}")
    used = {name for each in every for name in each.journals}
    parts.append(_journals([run for run in journal.runs if run.path.name in used]))
    return "\n".join(parts)


def _summary(judged: Sequence[Judged]) -> str:
    counts = Counter(each.verdict for each in judged)
    named = [f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict]]
    return f"{len(judged)} claims: {', '.join(named)}.\n"


def _table(judged: Sequence[Judged], card: str) -> str:
    head = ["claim", "experiment", "counted (simt)", f"measured ({card})", "verdict"]
    rows = [head, ["---"] * len(head), *(_row(each) for each in judged)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(judged: Judged) -> list[str]:
    claim = judged.claim
    return [
        f'<a id="{claim.id}"></a>{claim.text} *{claim.source}*',
        "<br>".join(f"`warpmark run {words} --backend {backend}`" for words, backend in claim.runs),
        _cell(judged.counted),
        _cell(judged.measured),
        _verdict(judged),
    ]


def _cell(findings: Sequence[Finding]) -> str:
    lines: dict[str, list[str]] = {}
    for finding in findings:
        value = finding.value.text() if finding.value else "no data"
        entry = f"{finding.condition}: {value}" if finding.condition else value
        rule = f" ({finding.expected.text})" if finding.expected else ""
        lines.setdefault(finding.what + rule, []).append(entry)
    return "<br>".join(f"{what}: {'; '.join(entries)}" for what, entries in lines.items()) or "–"


def _verdict(judged: Judged) -> str:
    verdict = judged.verdict
    text = f"**{verdict.value}**"
    if verdict in (Verdict.DEPENDS, Verdict.UNDECIDED):
        places = [
            f"{outcome.value}: {'; '.join(judged.conditions(outcome))}"
            for outcome in (Outcome.HOLDS, Outcome.FAILS, Outcome.OPEN)
            if judged.conditions(outcome)
        ]
        text += "<br>" + "<br>".join(places)
    if verdict is not Verdict.NO_DATA:
        text += f"<br>*{', '.join(judged.journals)}*"
    return text


def _card(journal: Journal) -> str:
    names = {
        str(run.manifest["card"].get("name"))
        for run in journal.runs
        if run.manifest["backend"] == "cuda"
    }
    return " or ".join(sorted(names)) or "no card"


def _journals(runs: Sequence[Run]) -> str:
    head = ["journal", "backend", "card", "started", "commit"]
    rows = [head, ["---"] * len(head)]
    for run in runs:
        manifest = run.manifest
        tool = manifest["tool"]
        rows.append(
            [
                run.path.name,
                str(manifest["backend"]),
                str(manifest["card"].get("name")),
                str(manifest.get("started_at", "")),
                str(tool.get("commit", "")) + (" and local changes" if tool.get("dirty") else ""),
            ]
        )
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"## Journals\n\n{table}"
