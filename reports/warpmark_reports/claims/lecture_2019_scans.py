"""lecture-2019: the claims on prefix sums. Places are hours:minutes:seconds or minutes:seconds."""

from __future__ import annotations

from ..base.units import size
from .claim import Claim, Finding
from .evidence import Evidence, Point, at
from .expectation import at_least, at_most, equals
from .lookup import against, less, per, ratios
from .quantity import Quantity, exact

SIZES = (2**10, 2**16, 2**22, 2**28)
TILES = (256, 512, 1024, 2048)
ONE_BLOCK = (256, 512, 1024)
ALL = "scan/hillis_steele scan/blelloch scan/blelloch_padded scan/shuffle_two_level"
COUNT = f"{ALL} -p n=256,512,1024,2048 -p kind=exclusive -c block=128,256,512,1024 -c buffers=1,2"
MEASURE = f"{ALL} -p n=2^10..2^28:2^6 -c block=256"
IN_A_BLOCK = f"{ALL} -p n=256,512,1024 -p kind=exclusive -c block=128,256,512,1024"
FIXED = {"type": "i32", "dist": "uniform"}
HILLIS_STEELE = at("scan/hillis_steele", **FIXED, buffers=2)
BLELLOCH = at("scan/blelloch", **FIXED)
PADDED = at("scan/blelloch_padded", **FIXED, pad="pad32")
SHUFFLES = at("scan/shuffle_two_level", **FIXED, items=1)
ELEMENTS_A_THREAD = {"scan/blelloch": 2, "scan/blelloch_padded": 2}


def in_a_block(scan: Point, n: int) -> Point:
    """The exclusive scan of n elements by one block that they fill."""
    block = n // ELEMENTS_A_THREAD.get(scan.variant, 1)
    return scan.with_(n=n, block=block, kind="exclusive")


def over_the_card(scan: Point) -> Point:
    """Inclusive, in blocks of 256."""
    return scan.with_(block=256, kind="inclusive")


def sweeps(evidence: Evidence, scan: Point, n: int, counter: str) -> Quantity | None:
    """Stores of both sweeps over a tile: one per pair on the way up, two on the way down.

    In addition, n/32 stores fill shared memory and two save the total and clear the root.
    """
    return less(evidence.counted(in_a_block(scan, n), f"shared_store_{counter}"), n // 32 + 2)


def warp_operations(evidence: Evidence, scan: Point, n: int) -> Quantity | None:
    """Steps times warps with work."""
    if scan.variant == HILLIS_STEELE.variant:
        stores = evidence.counted(in_a_block(scan, n), "shared_store_requests")
        return less(stores, n // 32)
    stores = sweeps(evidence, scan, n, "requests")
    return exact(stores.value / 3 * 2) if stores else None


def block_ratios(evidence: Evidence, others: list[Point], base: Point) -> list[Finding]:
    """Times of other scans over one, in a block that the elements fill."""
    findings = []
    for other in others:
        name, plain = (each.variant.partition("/")[2] for each in (other, base))
        for n in ONE_BLOCK:
            value = evidence.ratio(in_a_block(other, n), in_a_block(base, n))
            what = f"time of `{name}` over `{plain}`"
            findings.append(Finding(what, f"n = {size(n)}", value, at_least(1), name))
    return findings


def _growth(evidence: Evidence, scan: Point) -> Quantity | None:
    return per(warp_operations(evidence, scan, 1024), warp_operations(evidence, scan, 256))


def _barriers_of_steps(evidence: Evidence) -> list[Finding]:
    findings = []
    for buffers, words in ((2, "two buffers"), (1, "in place")):
        point = in_a_block(HILLIS_STEELE.with_(buffers=buffers), 256)
        value = less(evidence.counted(point, "block_barriers"), 1)
        findings.append(Finding("barriers of `hillis_steele` in 8 steps", words, value, equals(8)))
    return findings


def _padding(evidence: Evidence) -> list[Finding]:
    return [
        Finding(
            "wavefronts of `blelloch_padded` beyond one per request",
            f"tile = {size(n)}",
            less(
                sweeps(evidence, PADDED, n, "wavefronts"), sweeps(evidence, PADDED, n, "requests")
            ),
            equals(0),
        )
        for n in TILES
    ]


def _conflicts(evidence: Evidence) -> list[Finding]:
    passes = sweeps(evidence, BLELLOCH, 1024, "wavefronts")
    requests = sweeps(evidence, BLELLOCH, 1024, "requests")
    return [
        Finding("wavefronts of the stores of `blelloch` over 1024", "", passes),
        Finding("requests", "", requests),
        Finding("wavefronts per request", "", per(passes, requests), at_least(2)),
    ]


def _over_padded(evidence: Evidence, counter: str) -> Quantity | None:
    padded, plain = (in_a_block(scan, 1024) for scan in (PADDED, BLELLOCH))
    return per(evidence.counted(padded, counter), evidence.counted(plain, counter))


CLAIMS = (
    Claim(
        id="002-log-steps",
        text="The scan by doubling distances takes n log n warp operations: 64 for 256 elements, "
        "320 for 1024.",
        source="lecture-2019:54:30",
        count=COUNT,
        counted=lambda evidence: [
            Finding(
                "warp operations of `hillis_steele`",
                f"n = {n}",
                warp_operations(evidence, HILLIS_STEELE, n),
                equals(expected),
            )
            for n, expected in ((256, 64), (1024, 320))
        ],
    ),
    Claim(
        id="002-barrier-a-step",
        text="It needs one barrier after every write.",
        source="lecture-2019:54:40",
        count=COUNT,
        counted=_barriers_of_steps,
    ),
    Claim(
        id="002-linear",
        text="The scan by a Fenwick tree is linear: four times the elements take at most four "
        "times the warp operations.",
        source="lecture-2019:1:00:39",
        count=COUNT,
        counted=lambda evidence: [
            Finding("`blelloch`, 1024 over 256", "", _growth(evidence, BLELLOCH), at_most(4)),
            Finding("`hillis_steele`, 1024 over 256", "", _growth(evidence, HILLIS_STEELE)),
        ],
    ),
    Claim(
        id="002-large-constant",
        text="Its constant is so large that in a block it loses to the scan with n log n steps.",
        source="lecture-2019:1:00:53 to 1:01:09",
        measure=IN_A_BLOCK,
        measured=lambda evidence: block_ratios(evidence, [BLELLOCH], HILLIS_STEELE),
    ),
    Claim(
        id="002-large-constant-card",
        text="The same where blocks of 256 scan tiles of a long array.",
        source="lecture-2019:1:00:53 to 1:01:09",
        measure=MEASURE,
        measured=lambda evidence: ratios(
            evidence, over_the_card(BLELLOCH), over_the_card(HILLIS_STEELE), at_least(1), SIZES
        ),
    ),
    Claim(
        id="002-many-conflicts",
        text="It has a huge number of bank conflicts.",
        source="lecture-2019:1:01:15",
        count=COUNT,
        counted=_conflicts,
    ),
    Claim(
        id="002-padding",
        text="Leaving out every 32nd word of shared memory ends the conflicts.",
        source="lecture-2019:1:02:44 to 1:04:46",
        count=COUNT,
        counted=_padding,
    ),
    Claim(
        id="002-padding-memory",
        text="With the gaps, the memory shrinks by 1/32.",
        source="lecture-2019:1:10:39",
        count=COUNT,
        counted=lambda evidence: [
            Finding(
                "shared bytes of `blelloch_padded` over `blelloch`, 1024",
                "",
                _over_padded(evidence, "shared_bytes"),
                at_most(1),
            )
        ],
    ),
    Claim(
        id="002-padding-arithmetic",
        text="The gaps cost address arithmetic.",
        source="lecture-2019:1:10:51",
        count=COUNT,
        counted=lambda evidence: [
            Finding(
                "integer instructions of `blelloch_padded` over `blelloch`, 1024",
                "",
                _over_padded(evidence, "integer_instructions"),
                at_least(1.01),
            )
        ],
    ),
    Claim(
        id="002-padding-faster",
        text="The gaps are worth it.",
        source="lecture-2019:1:01:55 to 1:04:46",
        measure=MEASURE,
        measured=lambda evidence: ratios(
            evidence, over_the_card(BLELLOCH), over_the_card(PADDED), at_least(1), SIZES
        ),
    ),
    Claim(
        id="002-three-stages",
        text="The scan by shuffles needs barriers between its three stages only: two.",
        source="lecture-2019:1:06:00 to 1:08:30",
        count=COUNT,
        counted=lambda evidence: [
            Finding(
                "barriers of `shuffle_two_level` over 1024",
                "",
                evidence.counted(in_a_block(SHUFFLES, 1024), "block_barriers"),
                equals(2),
            )
        ],
    ),
    Claim(
        id="002-modern-scan",
        text="The scan by shuffles beats all others, in a block.",
        source="lecture-2019:1:08:50",
        measure=IN_A_BLOCK,
        measured=lambda evidence: block_ratios(
            evidence, [HILLIS_STEELE, BLELLOCH, PADDED], SHUFFLES
        ),
    ),
    Claim(
        id="002-modern-scan-card",
        text="The same where blocks of 256 scan tiles of a long array.",
        source="lecture-2019:1:08:50",
        measure=MEASURE,
        measured=lambda evidence: against(
            evidence,
            [over_the_card(each) for each in (HILLIS_STEELE, BLELLOCH, PADDED)],
            over_the_card(SHUFFLES),
            at_least(1),
            SIZES,
        ),
    ),
)
