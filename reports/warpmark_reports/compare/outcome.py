"""The result of a comparison as a table and as JSON; every output is derived from it."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import pandas as pd

from ..analysis.journal_comparison import FASTER, SAME, SLOWER, UNCLEAR
from ..analysis.ratios import LEVEL, MARGIN
from .sides import Sides

ORDER = (SLOWER, UNCLEAR, FASTER, SAME)
ADVISORY = (
    "unpaired and advisory: both sides were measured at other times, so a change of the machine "
    "looks like one of the code; `warpmark gate` interleaves both and may fail a build"
)
COLUMNS = [
    "verdict", "ratio", "ratio_lo", "ratio_hi", "p_value", "p_beyond", "p_adjusted", "rests_on",
    "first_ns", "second_ns", "first_rounds", "second_rounds", "family", "variant", "problem_text",
    "config_text",
]  # fmt: skip
NAMES = {
    "first_ns": "base_ns", "second_ns": "head_ns", "first_rounds": "base_rounds",
    "second_rounds": "head_rounds", "problem_text": "problem", "config_text": "config",
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """Sides, what they do not share, and a row per common point, worst first."""

    sides: Sides
    warnings: list[str]
    table: pd.DataFrame

    @property
    def counts(self) -> dict[str, int]:
        """How many points have each verdict, in the order of the table."""
        found = self.table["verdict"].value_counts()
        return {word: int(found.get(word, 0)) for word in ORDER}

    @property
    def rests_on(self) -> list[str]:
        """What intervals rest on, in sentences without their ends."""
        texts = [text for pair in self.sides.pairs for text in pair.rests_on]
        return list(dict.fromkeys(texts))

    def json(self) -> str:
        """The outcome as one object; NaN becomes null."""
        rows = self.table.astype(object).where(self.table.notna(), None).to_dict("records")
        document: dict[str, Any] = {
            "schema": "warpmark/compare-1",
            "advisory": ADVISORY,
            "base": _journals(self.sides, "base"),
            "head": _journals(self.sides, "head"),
            "margin": MARGIN,
            "level": LEVEL,
            "rests_on": self.rests_on,
            "warnings": self.warnings,
            "counts": {word.upper(): count for word, count in self.counts.items()},
            "points": [{**row, "verdict": row["verdict"].upper()} for row in rows],
            "only_base": self.sides.only_base,
            "only_head": self.sides.only_head,
        }
        return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)


def outcome_of(sides: Sides, warnings: list[str]) -> Outcome:
    """Sorted by verdict, slower first, and within it by the size of the ratio."""
    frames = [pair.pairs.assign(family=pair.family)[COLUMNS] for pair in sides.pairs]
    table = pd.concat(frames, ignore_index=True).rename(columns=NAMES)
    rank = table["verdict"].map(ORDER.index)
    size = table["ratio"].map(lambda ratio: -abs(math.log(ratio)))
    order = pd.DataFrame({"rank": rank, "size": size}).sort_values(["rank", "size"], kind="stable")
    return Outcome(sides, warnings, table.loc[order.index].reset_index(drop=True))


def _journals(sides: Sides, side: str) -> list[dict[str, Any]]:
    journals = sides.base if side == "base" else sides.head
    return [
        {
            "journal": run.path.name,
            "tool": run.manifest["tool"].get("name", "warpmark"),
            "commit": run.version.get("commit", ""),
            "card": run.manifest["card"].get("name"),
            "card_uuid": run.manifest["card"].get("uuid"),
            "driver": run.manifest["card"].get("driver_version"),
            "started_at": run.manifest.get("started_at", ""),
        }
        for journal in journals
        for run in journal.runs
    ]
