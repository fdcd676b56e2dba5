"""Reads the values of a series from a stored journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..analysis.journal_comparison import sorted_text
from ..analysis.metric import MEASURED, usable
from ..base.limits import UNLIMITED
from ..formats.reader import load
from ..journal.frame import records
from ..journal.run_names import card_of, contract_of


@dataclass(frozen=True)
class Value:
    """One point of one journal; times in ns, ends of the interval None where it has none."""

    card: str
    contract: str
    driver: str
    point: str
    median: float
    low: float | None
    high: float | None


def values_of(path: Path, card: str = "") -> Iterator[Value]:
    """The timed points of a journal, on the card of this name if it does not identify its own.
    Raises JournalError if it cannot be read."""
    journal = load(path, limits=UNLIMITED)
    rows = usable(journal.frame, MEASURED).drop_duplicates(["run", "key"], keep="last")
    for row in records(rows):
        run = journal.runs[int(row.run)]
        problem, config = sorted_text(row.problem_text), sorted_text(row.config_text)
        low, high = row.time_ci_lo_ns, row.time_ci_hi_ns
        yield Value(
            card or card_of(run, getattr(row, "card_uuid", None)),
            contract_of(run),
            str(run.manifest["card"].get("driver_version") or ""),
            f"{row.family}/{row.variant}[{problem}][{config}]",
            float(row.time_median_ns),
            float(low) if low == low else None,
            float(high) if high == high else None,
        )
