"""A comparison as text: lines of a terminal, and Markdown."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from ..analysis.journal_comparison import FASTER, SLOWER
from ..analysis.ratios import MARGIN
from ..base import units
from ..journal.journal import Journal
from ..tables.table import Column, Table
from ..tables.terminal import painted, shows_colors, table_lines
from ..tables.texts import markdown
from .outcome import ADVISORY, Outcome

MAX_ALONE = 5
MAX_MARKDOWN_ROWS = 200  # rows: comments of code hosts end at 65 536 letters
TONES = {SLOWER: "bad", FASTER: "good"}


def lines(outcome: Outcome, max_rows: int) -> list[str]:
    """Warnings on top, then the points, then what is on one side only, then the sum."""
    found = [f"warning: {text}" for text in outcome.warnings]
    found += [f"{name}: {_origin(side)}" for name, side in _sides(outcome)]
    found += [ADVISORY, *outcome.rests_on, ""]
    head, *rows = table_lines(_table(outcome, max_rows))
    tones = [TONES.get(verdict, "plain") for verdict in outcome.table["verdict"]]
    found.append(head)
    color = shows_colors()
    found += [painted(row, tone, color) for row, tone in zip(rows, tones, strict=False)]
    hidden = len(outcome.table) - len(rows)
    if hidden:
        found.append(f"… {hidden} more; --rows 0 or --csv has all")
    for name, points in _alone(outcome):
        found.append(f"only in {name}: {len(points)}")
        found += [f"  {point}" for point in points[:MAX_ALONE]]
        found += [f"  … {len(points) - MAX_ALONE} more"] if len(points) > MAX_ALONE else []
    return [*found, "", total(outcome)]


def total(outcome: Outcome) -> str:
    """One line: how many points have each verdict."""
    counts = ", ".join(f"{count} {word.upper()}" for word, count in outcome.counts.items())
    return f"{len(outcome.table)} points: {counts} (margin {units.percent(MARGIN)}, Holm over all)"


def document(outcome: Outcome) -> str:
    """Markdown, the same in the same order."""
    warnings = [f"> **Warning:** {text}  " for text in outcome.warnings]
    sides = [f"* {name}: {_origin(side)}" for name, side in _sides(outcome)]
    parts = [
        total(outcome),
        *([*warnings, ""] if warnings else []),
        *sides,
        "",
        f"_{ADVISORY}_",
        "",
    ]
    parts += [*outcome.rests_on, "", markdown(_table(outcome, MAX_MARKDOWN_ROWS))]
    hidden = max(0, len(outcome.table) - MAX_MARKDOWN_ROWS)
    parts += [f"{hidden} more points are left out.", ""] if hidden else []
    for name, points in _alone(outcome):
        shown = [f"* `{point}`" for point in points[:MAX_ALONE]]
        parts += [f"Only in {name}: {len(points)}", "", *shown, ""]
    return "\n".join(["## Comparison of journals", "", *parts])


def _table(outcome: Outcome, max_rows: int) -> Table:
    rows = outcome.table.head(max_rows) if max_rows else outcome.table
    frame = pd.DataFrame(
        {
            "verdict": rows["verdict"].str.upper(),
            "ratio": rows["ratio"],
            "interval": [_interval(*ends) for ends in rows[["ratio_lo", "ratio_hi"]].to_numpy()],
            "p": rows["p_adjusted"],
            "base": rows["base_ns"],
            "head": rows["head_ns"],
            "point": [
                f"{family}/{variant} {problem} {config}".rstrip()
                for family, variant, problem, config in rows[
                    ["family", "variant", "problem", "config"]
                ].to_numpy()
            ],
        }
    )
    columns = (
        Column("verdict", "verdict"),
        Column("ratio", "ratio", lambda ratio: units.digits(ratio, 4)),
        Column("interval", "95 % interval"),
        Column("p", "p (Holm)", p_text),
        Column("base", "base", units.duration),
        Column("head", "head", units.duration),
        Column("point", "point"),
    )
    return Table("compared", "Times of head over base, worst first", "", columns, frame)


def p_text(value: float) -> str:
    """Two digits, and no more zeros than say anything."""
    return "<1e-6" if value < 1e-6 else units.digits(value, 2)


def _interval(low: float, high: float) -> str:
    return f"{units.digits(low, 4)} – {units.digits(high, 4)}" if low == low else ""


def _sides(outcome: Outcome) -> list[tuple[str, list[Journal]]]:
    return [("base", outcome.sides.base), ("head", outcome.sides.head)]


def _alone(outcome: Outcome) -> list[tuple[str, list[str]]]:
    found = [("base", outcome.sides.only_base), ("head", outcome.sides.only_head)]
    return [(name, points) for name, points in found if points]


def _origin(side: list[Journal]) -> str:
    runs = [run for journal in side for run in journal.runs]
    names = ", ".join(dict.fromkeys(Path(run.path).name for run in runs))
    commits = dict.fromkeys(str(run.version.get("commit", ""))[:10] for run in runs)
    cards = dict.fromkeys(str(run.manifest["card"].get("name", "")) for run in runs)
    return " · ".join(filter(None, [names, ", ".join(cards), "commit " + ", ".join(commits)]))
