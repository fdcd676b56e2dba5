"""The claims table: what the sources of the variants say, and what journals hold.

One file per source; a new claim is one more `Claim` in its CLAIMS.
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
    ("ballot-2022: splitting by ballot", ballot_2022.CLAIMS),
    ("hybrid-sort-2008: merging vectors", hybrid_sort_2008.CLAIMS),
    ("lecture-2019: sums of an array", lecture_2019_sums.CLAIMS),
    ("lecture-2019: trees within a block", lecture_2019_trees.CLAIMS),
    ("lecture-2019: prefix sums", lecture_2019_scans.CLAIMS),
    ("dca-2016: counting", dca_2016.CLAIMS),
    ("patent-2022: odd-even rearrangement", patent_2022.CLAIMS),
)
CLAIMS = tuple(claim for _, claims in SOURCES for claim in claims)

__all__ = ["CLAIMS", "SOURCES", "Claim", "Evidence", "Judged", "Verdict", "document", "judge"]
