"""The size at which variants are compared, and the variants they are compared with."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from ..base import units
from . import choose

SHARE = 0.5
RULE = "the largest n that at least half of the variants were measured at"


@dataclass(frozen=True)
class Comparison:
    """The size, the variant that ratios are over, and those not measured there, with their last."""

    n: int
    base: str
    left_out: dict[str, int]

    @property
    def note(self) -> str:
        """Which variants are missing, or ""."""
        names = (f"{name} (to {units.size(n)})" for name, n in self.left_out.items())
        return f"not measured at {units.size(self.n)}: {', '.join(names)}" if self.left_out else ""


def comparison_of(best: pd.DataFrame) -> Comparison | None:
    """By RULE. Where the family has a plainest variant that was run, n is one that it has, too;
    else ratios are over the first variant in order that has it. None without sizes.

    A variant that stops early would otherwise draw all the others down to its small size.
    """
    if choose.SIZE not in best.columns or best[choose.SIZE].dropna().empty:
        return None
    names = choose.variants(best)
    base = choose.known_naive_variant(best)
    sizes_of = best.groupby("variant")[choose.SIZE].unique()
    counts = best.groupby(choose.SIZE)["variant"].nunique()
    common = list(counts[counts >= SHARE * len(names)].index) or [counts.idxmax()]
    if base is not None:
        common = [n for n in common if n in sizes_of[base]] or common
    n = int(max(common))
    here = [name for name in names if n in sizes_of[name]]
    last = {name: int(max(sizes_of[name])) for name in names if name not in here}
    return Comparison(n, base if base in here else here[0], last)
