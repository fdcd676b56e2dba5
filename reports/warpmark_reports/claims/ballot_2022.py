"""ballot-2022: a page on splitting an array by a pivot with ballots of a warp."""

from __future__ import annotations

from .claim import Claim, Finding
from .evidence import Evidence, at
from .expectation import at_least, at_most, equals
from .lookup import per, ratios
from .quantity import exact

SIZES = (2**16, 2**20, 2**24, 2**28)
PAGE = "partition/warp_ballot_atomic -p n=100 -p type=i32 -p dist=published -c block=128"
ATOMICS = "partition/warp_ballot_atomic partition/thread_atomic -p n=4096 -p type=u32 -c block=128"
MEASURE = (
    "partition/warp_ballot_atomic partition/thread_atomic -p n=2^16..2^28:2^4 -p type=u32 "
    "-c items=1 -c counters=separate"
)
BALLOT = at("partition/warp_ballot_atomic", items=1, counters="separate")
PUBLISHED = BALLOT.with_(n=100, type="i32", dist="published")
HALVES: dict[str, int | str] = {"type": "u32", "dist": "uniform", "selectivity": 50, "parts": 2}


def _atomics(evidence: Evidence) -> list[Finding]:
    ballot, thread = (
        evidence.counted(point.with_(n=4096, type="u32"), "global_atomic_lanes")
        for point in (BALLOT, at("partition/thread_atomic"))
    )
    return [
        Finding(
            "atomics of `warp_ballot_atomic` per warp", "", per(ballot, exact(128)), at_most(2)
        ),
        Finding("atomics of `thread_atomic` per warp", "", per(thread, exact(128))),
    ]


CLAIMS = (
    Claim(
        id="000-split",
        text="The page's 100 numbers and its pivot, 1000, by ballots: the oracle of partition "
        "agrees with the split (55 and 45).",
        source="ballot-2022:237 (output)",
        count=PAGE,
        counted=lambda evidence: [
            Finding("right splits", "", evidence.right(PUBLISHED), equals(1)),
        ],
    ),
    Claim(
        id="000-hundred",
        text="Each of its four warps has numbers on either side: eight atomics.",
        source="ballot-2022:237 (output)",
        count=PAGE,
        counted=lambda evidence: [
            Finding("atomics", "", evidence.counted(PUBLISHED, "global_atomic_lanes"), equals(8)),
        ],
    ),
    Claim(
        id="000-atomics",
        text="A ballot lets one lane add for its warp: at most one atomic per warp and side.",
        source="ballot-2022:53-90 (code)",
        count=ATOMICS,
        counted=_atomics,
    ),
    Claim(
        id="000-ballot-faster",
        text="That pays: faster than an atomic of every thread, which ptxas gathers by warps today "
        "(what the page is for; it has no figures).",
        source="ballot-2022:53-90 (code)",
        measure=MEASURE,
        measured=lambda evidence: ratios(
            evidence,
            at("partition/thread_atomic").with_(**HALVES),
            BALLOT.with_(**HALVES),
            at_least(1),
            SIZES,
        ),
    ),
)
