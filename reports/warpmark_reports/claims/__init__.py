"""The claims table: what the sources of the variants say, beside what journals hold.

One file a source; a new claim is one more `Claim` in its CLAIMS.
"""

from . import (
    ballot_2022,
    dca_2016,
    hybrid_sort_2008,
    lecture_2019_scans,
    lecture_2019_sums,
    lecture_2019_trees,
    patent_2022,
)
from .claim import Claim, Judged, Verdict, judge
from .evidence import Evidence
from .markdown import document

SOURCES: tuple[tuple[str, tuple[Claim, ...]], ...] = (
    ("Seed 000: splitting by ballot", ballot_2022.CLAIMS),
    ("Seed 001: merging vectors", hybrid_sort_2008.CLAIMS),
    ("Seed 002: sums of an array", lecture_2019_sums.CLAIMS),
    ("Seed 002: trees within a block", lecture_2019_trees.CLAIMS),
    ("Seed 002: prefix sums", lecture_2019_scans.CLAIMS),
    ("Seed 003: counting", dca_2016.CLAIMS),
    ("Seed 004: odd-even rearrangement", patent_2022.CLAIMS),
)
CLAIMS = tuple(claim for _, claims in SOURCES for claim in claims)

__all__ = ["CLAIMS", "SOURCES", "Claim", "Evidence", "Judged", "Verdict", "document", "judge"]
