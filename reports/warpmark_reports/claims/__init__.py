"""The claims table: what the sources of the variants say, beside what journals hold.

One file a source; a new claim is one more `Claim` in its CLAIMS.
"""

from . import seed_000, seed_001, seed_002_scans, seed_002_sums, seed_002_trees, seed_003, seed_004
from .claim import Claim, Judged, Verdict, judge
from .evidence import Evidence
from .markdown import document

SOURCES: tuple[tuple[str, tuple[Claim, ...]], ...] = (
    ("Seed 000: splitting by ballot", seed_000.CLAIMS),
    ("Seed 001: merging vectors", seed_001.CLAIMS),
    ("Seed 002: sums of an array", seed_002_sums.CLAIMS),
    ("Seed 002: trees within a block", seed_002_trees.CLAIMS),
    ("Seed 002: prefix sums", seed_002_scans.CLAIMS),
    ("Seed 003: counting", seed_003.CLAIMS),
    ("Seed 004: odd-even rearrangement", seed_004.CLAIMS),
)
CLAIMS = tuple(claim for _, claims in SOURCES for claim in claims)

__all__ = ["CLAIMS", "SOURCES", "Claim", "Evidence", "Judged", "Verdict", "document", "judge"]
