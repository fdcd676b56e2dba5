"""hybrid-sort-2008: merge passes over vectors (an excerpt), and the abstract of the paper."""

from __future__ import annotations

from .claim import Claim, Finding
from .evidence import Evidence, at
from .expectation import at_least, at_most
from .lookup import against, per, ratios

PAPER = "hybrid-sort-2008:abstract"
FIRST, LATE = (4, 8, 16, 32), (2**10, 2**13, 2**16)
SIZES = (2**16, 2**20, 2**24, 2**26)
PASSES = (
    "merge/thread_serial_vec4 merge/merge_path -p type=f32 -p n=2^24 -p run=2^2..2^16 "
    "-c block=32,256 -c ahead=1,2"
)
SORTS = (
    "sort/hybrid_split sort/bitonic sort/radix_onesweep -p type=u32 "
    "-p n=2^16,2^20,2^24,2^26 -c block=64,256,512"
)
VECTORS = at("merge/thread_serial_vec4", type="f32", n=2**24, ways=2, dist="uniform")
PATHS = at("merge/merge_path", type="f32", n=2**24, ways=2, dist="uniform")
HYBRID = at("sort/hybrid_split", type="u32", dist="uniform", payload="none")


def _lanes(evidence: Evidence, run: int) -> Finding:
    point = at("merge/thread_serial_vec4", n=4096, run=run)
    lanes = per(
        evidence.counted(point, "thread_instructions"),
        evidence.counted(point, "warp_instructions"),
    )
    last = run == 2048
    what = f"lanes at work, {'last' if last else 'first'} pass of 4096"
    return Finding(what, f"run = {run}", lanes, at_most(1.1) if last else None)


CLAIMS = (
    Claim(
        id="001-first-passes",
        text="Merging vectors, a thread for each pair of runs, works very well in the first "
        "passes: at most twice the time of the best pass of a balanced merge.",
        source="hybrid-sort-2008:last paragraph",
        measure=PASSES,
        measured=lambda evidence: ratios(
            evidence, VECTORS, PATHS, at_most(2), FIRST, axis="run", base_varies=False
        ),
    ),
    Claim(
        id="001-late-passes",
        text="It becomes slow when there are not enough threads left: late passes have less than "
        "half of the bandwidth of the best one.",
        source="hybrid-sort-2008:last paragraph and its Figure 2",
        measure=PASSES,
        measured=lambda evidence: ratios(
            evidence, VECTORS, VECTORS, at_least(2), LATE, axis="run", base_varies=False
        ),
    ),
    Claim(
        id="001-last-pass",
        text="In the last pass one thread makes the full result.",
        source="hybrid-sort-2008:last paragraph",
        count="merge/thread_serial_vec4 -p n=4096 -p run=4,2048 -c block=32",
        counted=lambda evidence: [_lanes(evidence, 4), _lanes(evidence, 2048)],
    ),
    Claim(
        id="001-split-first",
        text="Splitting the keys into lists first fixes that: faster than merging alone.",
        source=PAPER,
        measure="sort/hybrid_split sort/thread_serial_vec4 -p type=u32 -p n=2^12,2^14,2^16 "
        "-c block=64,256",
        measured=lambda evidence: ratios(
            evidence,
            at("sort/thread_serial_vec4", type="u32", dist="uniform"),
            HYBRID,
            at_least(1),
            (2**12, 2**14, 2**16),
        ),
    ),
    Claim(
        id="001-bitonic",
        text="The hybrid sort is 2.5 times as fast as bitonic sorts of a card.",
        source=PAPER,
        measure=SORTS,
        measured=lambda evidence: against(
            evidence, [at("sort/bitonic", type="u32", payload="none")], HYBRID, at_least(2.5), SIZES
        ),
    ),
    Claim(
        id="001-radix",
        text="It is 10 % faster than the radix sort of a card.",
        source=PAPER,
        measure=SORTS,
        measured=lambda evidence: against(
            evidence,
            [at("sort/radix_onesweep", type="u32", payload="none")],
            HYBRID,
            at_least(1.1),
            SIZES,
        ),
    ),
)
