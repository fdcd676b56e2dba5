"""A history as lines of a terminal."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence

import pandas as pd

from ..analysis.steps import MIN_VALUES
from ..base import units
from ..tables.table import Column, Table
from ..tables.terminal import painted, table_lines
from .judge import FALSE_FINDS, OPEN, Judgement
from .series import At, Series

LEVELS = "▁▂▃▄▅▆▇█"
MAX_SPARKS = 60
SHORT = 12  # letters of a commit


def entry_lines(index: sqlite3.Connection) -> list[str]:
    """A row per journal, by date."""
    rows = index.execute(
        "SELECT commit_hash, date, name, journal, count(*), group_concat(DISTINCT card),"
        " (SELECT group_concat(tag, ', ') FROM releases WHERE commit_hash = e.commit_hash)"
        " FROM entries e JOIN points USING (journal) GROUP BY journal ORDER BY date, journal"
    ).fetchall()
    columns = ["commit", "date", "name", "journal", "points", "cards", "release"]
    frame = pd.DataFrame(rows, columns=columns)
    frame["commit"], frame["journal"] = frame["commit"].map(short), frame["journal"].str[:SHORT]
    shown = (
        Column("commit", "commit"),
        Column("date", "date (UTC)"),
        Column("release", "release"),
        Column("points", "points", units.grouped),
        Column("journal", "journal"),
        Column("name", "file"),
        Column("cards", "cards"),
    )
    return table_lines(Table("entries", "", "", shown, frame))


def series_lines(series: Series) -> list[str]:
    """Its name with a sparkline, and a row per commit."""
    base = reference_of(series)
    rows = [
        {
            "commit": short(value.commit),
            "date": value.date[:10],
            "median": value.median,
            "interval": _interval(value),
            "ratio": value.median / base.median,
            "notes": note,
        }
        for value, note in zip(series.values, notes_of(series.values), strict=True)
    ]
    known = series.release is not None and series.released is not None
    since = f"release {series.release.tag}" if known and series.release else "the first commit"
    columns = (
        Column("commit", "commit"),
        Column("date", "date"),
        Column("median", "median", units.duration),
        Column("interval", "interval"),
        Column("ratio", f"over {since}", lambda ratio: units.digits(ratio, 4)),
        Column("notes", ""),
    )
    table = Table("series", "", "", columns, pd.DataFrame(rows))
    lines = table_lines(table)
    return [f"{series.name}  {sparkline(series.medians.tolist())}", *(f"  {x}" for x in lines), ""]


def reference_of(series: Series) -> At:
    """The value of the last release, or the last one before it; without one the first."""
    return series.values[series.released or 0]


def notes_of(values: Sequence[At]) -> list[str]:
    """Releases, several journals, and changes of the driver."""
    found = []
    driver = values[0].driver
    for value in values:
        notes = [f"release {value.release}"] if value.release else []
        notes += [f"{value.rounds} journals"] if value.rounds > 1 else []
        notes += [f"driver {driver} → {value.driver}"] if value.driver != driver else []
        driver = value.driver
        found.append(", ".join(notes) or " ")
    return found


def judgement_lines(judgement: Judgement, everything: bool, color: bool) -> list[str]:
    """Open steps and drifts, worst first; with `everything` also the steps that are settled."""
    lines = []
    for found in judgement.found:
        if found.state == OPEN or everything:
            change = f"{found.step.ratio - 1:+.1%}"
            state = painted(found.state, "bad" if found.state == OPEN else "plain", color)
            lines += [
                f"{state} {change} {found.series.point}",
                f"  on {found.series.card} ({found.series.contract}); "
                f"{units.duration(found.step.before)} → {units.duration(found.step.after)}, "
                f"p = {units.digits(found.step.p_value, 2)}",
                f"  began at {short(found.where)}: last good {short(found.last_good)}, "
                f"first bad {short(found.first_bad)}",
            ]
    for drift in judgement.drifts:
        lines += [
            f"{painted('DRIFT', 'bad', color)} {drift.ratio - 1:+.1%} {drift.series.point}",
            f"  on {drift.series.card} ({drift.series.contract}); over {drift.since}, "
            f"p = {units.digits(drift.p_value, 2)}",
        ]
    settled = len(judgement.found) - len(judgement.open)
    hidden = "" if everything or not settled else f" ({settled} settled steps: --all)"
    lines.append(
        f"steps: {len(judgement.open)}, drifts: {len(judgement.drifts)}, in {judgement.judged} "
        f"series of {MIN_VALUES} commits or more, of {judgement.series}{hidden}; "
        f"Benjamini-Hochberg at {FALSE_FINDS:.0%}; advisory"
    )
    return lines


def sparkline(values: list[float]) -> str:
    """One character per value from the smallest to the largest; the newest of long series."""
    shown = values[-MAX_SPARKS:]
    low, high = min(shown), max(shown)
    scale = (len(LEVELS) - 1) / (high - low) if high > low else 0.0
    return "".join(LEVELS[round((value - low) * scale)] for value in shown)


def short(commit: str) -> str:
    """An abbreviated hash, marked if it had local changes."""
    bare, dash, rest = commit.partition("-")
    return bare[:SHORT] + dash + rest


def _interval(value: At) -> str:
    if math.isnan(value.low) or math.isnan(value.high):
        return ""
    return f"{units.duration(value.low)} – {units.duration(value.high)}"
