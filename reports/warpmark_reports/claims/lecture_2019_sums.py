"""lecture-2019: the claims on sums of an array. Places are minutes:seconds."""

from __future__ import annotations

from dataclasses import replace

from .claim import Claim, Finding
from .evidence import Evidence, at
from .expectation import about, at_least, at_most, equals
from .lookup import against, per, ratios
from .quantity import Quantity

SIZES = (2**10, 2**16, 2**22, 2**28)
# A resident grid is judged at its best size: four blocks of 256 threads fill half of a card.
RESIDENT = "-c blocks_per_sm=1,2,4,8,16"
LADDER = (
    "'reduce/tree_*' 'reduce/atomic_*' reduce/strided reduce/chunked reduce/shuffle_two_level "
    f"-p n=2^10..2^28:2^6 -c block=256 {RESIDENT}"
)
STRIDED = at("reduce/strided", type="i32", dist="uniform", block=256, vector=1, unroll=1)
CHUNKED = at("reduce/chunked", type="i32", dist="uniform", block=256)
MULTIPASS = at("reduce/tree_multipass", type="i32", dist="uniform", block=256, items=1)
PER_BLOCK = at(
    "reduce/atomic_per_block",
    type="i32",
    dist="uniform",
    block=256,
    items=1,
    cell="global",
    aggregation="none",
)
SINGLE_CELL = at(
    "reduce/atomic_single_cell", type="i32", dist="uniform", block=256, items=1, aggregation="none"
)


def _chunk(length: int, factor: float) -> Claim:
    def counted(evidence: Evidence) -> list[Finding]:
        def sectors(chunk: int) -> Quantity | None:
            return evidence.counted(CHUNKED.with_(n=65536, chunk=chunk), "global_load_sectors")

        what = f"load sectors of `chunked[chunk={length}]` over `[chunk=1]`"
        return [Finding(what, "n = 2¹⁶", per(sectors(length), sectors(1)))]

    def measured(evidence: Evidence) -> list[Finding]:
        chunked, sizes = CHUNKED.with_(chunk=length), (2**20, 2**24, 2**28)
        # The lecture's loop has one load at a time. A chunk's loads overlap, so four at a time of
        # neighbouring threads are next to it.
        four = ratios(evidence, chunked, STRIDED.with_(unroll=4), None, sizes)
        return [
            *ratios(evidence, chunked, STRIDED, about(factor), sizes),
            *(
                replace(each, what="over `strided[unroll=4]`")
                for each in four
                if each.value is not None
            ),
        ]

    return Claim(
        id=f"002-chunk-{length}",
        text=f"A thread that adds {length} neighbouring elements makes the sum {factor:g} times "
        "slower than the layout in which neighbouring threads take neighbours.",
        source="lecture-2019:04:18 and 12:05",
        count="reduce/chunked -p n=65536 -c chunk=1,4,8,16 -c block=256",
        measure="reduce/chunked reduce/strided -p n=2^20..2^28:2^4 -c chunk=1,4,8,16 -c block=256 "
        f"{RESIDENT} -c unroll=1,4",
        counted=counted,
        measured=measured,
    )


def _first_implementations(evidence: Evidence) -> list[Finding]:
    serial = at("reduce/serial_thread", type="i32", dist="uniform", block=256)
    return [
        *against(evidence, [serial], PER_BLOCK, at_least(1), (2**10, 2**16)),
        *against(evidence, [CHUNKED.with_(chunk=16), STRIDED], PER_BLOCK, at_least(1), SIZES),
    ]


def _large_blocks(evidence: Evidence) -> list[Finding]:
    return [
        replace(each, who=name)
        for name in ("tree_sequential", "shuffle_two_level", "strided")
        for point in [at(f"reduce/{name}", type="i32", dist="uniform")]
        for each in ratios(
            evidence, point.with_(block=1024), point.with_(block=256), at_most(1), SIZES
        )
    ]


def _excess_threads(evidence: Evidence) -> list[Finding]:
    point = at("reduce/atomic_single_cell", n=2000, block=512, aggregation="none")
    return [
        Finding("blocks", "", evidence.counted(point, "blocks"), equals(4)),
        Finding("atomics", "", evidence.counted(point, "global_atomic_lanes"), equals(2000)),
    ]


def _passes(evidence: Evidence) -> list[Finding]:
    point = at("reduce/tree_multipass", n=65536, block=256)
    return [
        Finding("launches", "", evidence.counted(point, "launches"), equals(2)),
        Finding("blocks", "", evidence.counted(point, "blocks"), equals(256 + 1)),
    ]


CLAIMS = (
    _chunk(4, 2),
    _chunk(8, 4),
    _chunk(16, 16),
    Claim(
        id="002-columns",
        text="Columns of a resident grid, one per thread, are inefficient compared with "
        "block sums of block sums.",
        source="lecture-2019:08:39 to 09:40",
        measure=LADDER,
        measured=lambda evidence: ratios(evidence, STRIDED, MULTIPASS, at_least(1), SIZES),
    ),
    Claim(
        id="002-passes",
        text="Sums of N elements, then of N/B, then of N/B²: 2¹⁶ elements in blocks of 256 take "
        "two passes.",
        source="lecture-2019:09:40 to 10:47",
        count="reduce/tree_multipass -p n=65536 -c block=256",
        counted=_passes,
    ),
    Claim(
        id="002-large-blocks",
        text="The best block is as large as possible.",
        source="lecture-2019:08:13",
        measure="reduce/tree_sequential reduce/shuffle_two_level reduce/strided "
        f"-p n=2^10..2^28:2^6 -c block=256,1024 {RESIDENT}",
        measured=_large_blocks,
    ),
    Claim(
        id="002-atomics",
        text="An atomic per element into a cell per block is much faster than the first "
        "implementations: one thread, contiguous chunks, columns.",
        source="lecture-2019:17:17 and 20:49",
        measure=(
            "reduce/serial_thread reduce/atomic_per_block -p n=2^10,2^16 -c block=256",
            LADDER,
        ),
        measured=_first_implementations,
    ),
    Claim(
        id="002-cells",
        text="A cell per block beats one cell for all blocks.",
        source="lecture-2019:17:17",
        measure=LADDER,
        measured=lambda evidence: ratios(evidence, SINGLE_CELL, PER_BLOCK, at_least(1), SIZES),
    ),
    Claim(
        id="002-excess-threads",
        text="2000 elements in blocks of 512 take four blocks, and threads beyond the last element "
        "do nothing.",
        source="lecture-2019:19:03 to 20:28",
        count="reduce/atomic_single_cell -p n=2000 -c block=512",
        counted=_excess_threads,
    ),
)
