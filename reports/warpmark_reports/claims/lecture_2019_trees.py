"""lecture-2019: the claims on trees within a block. Places are minutes:seconds."""

from __future__ import annotations

from collections.abc import Callable

from .claim import Claim, Finding, Findings
from .evidence import Evidence, Point, at
from .expectation import Expectation, about, at_least, equals
from .lecture_2019_sums import LADDER, SIZES
from .lookup import against, less, per, ratios
from .quantity import Quantity

TREES = (
    "reduce/tree_interleaved_divergent reduce/tree_interleaved_compact reduce/tree_sequential "
    "reduce/tree_unroll_last_warp reduce/shuffle_two_level -p n=256,1024 -c block=256,1024"
)
DIVERGENT = at("reduce/tree_interleaved_divergent", type="i32", dist="uniform", items=1)
COMPACT = at("reduce/tree_interleaved_compact", type="i32", dist="uniform", items=1, pad=0)
SEQUENTIAL = at("reduce/tree_sequential", type="i32", dist="uniform", items=1)
SHUFFLES = at("reduce/shuffle_two_level", type="i32", dist="uniform", items=1)


def warp_operations(evidence: Evidence, tree: Point, block: int) -> Quantity | None:
    """Steps times warps with work: a store each, plus the block/32 that fill shared memory."""
    stores = evidence.counted(tree.with_(n=block, block=block), "shared_store_requests")
    return less(stores, block // 32)


def wavefronts(evidence: Evidence, tree: Point, block: int) -> Quantity | None:
    """Passes of the banks that those stores take."""
    passes = evidence.counted(tree.with_(n=block, block=block), "shared_store_wavefronts")
    return less(passes, block // 32)


def one(
    name: str, find: Callable[[Evidence], Quantity | None], expected: Expectation
) -> Callable[[Evidence], list[Finding]]:
    """A claim on one count."""
    return lambda evidence: [Finding(name, "", find(evidence), expected)]


def warp_operations_of(tree: Point, expected: float) -> Findings:
    """A claim on the warp operations of a tree over 256 elements."""
    name = tree.variant.partition("/")[2]
    return one(
        f"warp operations of `{name}` over 256",
        lambda evidence: warp_operations(evidence, tree, 256),
        equals(expected),
    )


def _fewer_barriers(evidence: Evidence) -> list[Finding]:
    def barriers(name: str, block: int) -> Quantity | None:
        point = at(f"reduce/{name}", type="i32", n=block, block=block)
        return evidence.counted(point, "block_barriers")

    return [
        Finding(
            f"barriers of `tree_sequential` less those of `{name}`",
            f"block = {block}",
            less(barriers("tree_sequential", block), barriers(name, block)),
            equals(5),
            name,
        )
        for name in ("shuffle_two_level", "tree_unroll_last_warp")
        for block in (256, 1024)
    ]


CLAIMS = (
    Claim(
        id="002-naive-tree",
        text="The tree over even places takes 47 warp operations for 256 elements.",
        source="lecture-2019:26:03",
        count=TREES,
        counted=warp_operations_of(DIVERGENT, 47),
    ),
    Claim(
        id="002-naive-tree-48",
        text="The same tree, a few minutes later: 48 warp operations.",
        source="lecture-2019:31:11",
        count=TREES,
        counted=warp_operations_of(DIVERGENT, 48),
    ),
    Claim(
        id="002-compact-tree",
        text="Packing the working threads into the first warps leaves 12 warp operations.",
        source="lecture-2019:31:05",
        count=TREES,
        counted=warp_operations_of(COMPACT, 12),
    ),
    Claim(
        id="002-four-times",
        text="That is four times better.",
        source="lecture-2019:31:13",
        count=TREES,
        counted=one(
            "warp operations of `tree_interleaved_divergent` over `tree_interleaved_compact`",
            lambda evidence: per(
                warp_operations(evidence, DIVERGENT, 256), warp_operations(evidence, COMPACT, 256)
            ),
            about(4),
        ),
    ),
    Claim(
        id="002-tree-work",
        text="The tree's work is of the order of B log B, so that parallelising it hardly pays.",
        source="lecture-2019:23:50",
        count=TREES,
        counted=one(
            "warp operations of `tree_interleaved_divergent` over 1024 over those over 256",
            lambda evidence: per(
                warp_operations(evidence, DIVERGENT, 1024),
                warp_operations(evidence, DIVERGENT, 256),
            ),
            at_least(5),
        ),
    ),
    Claim(
        id="002-no-conflicts",
        text="The naive tree has one advantage that the compact one loses: no bank conflicts.",
        source="lecture-2019:31:41",
        count=TREES,
        counted=lambda evidence: [
            Finding(
                f"wavefronts of `{name}` beyond one per request",
                "",
                less(wavefronts(evidence, tree, 256), warp_operations(evidence, tree, 256)),
                expected,
                name,
            )
            for name, tree, expected in (
                ("tree_interleaved_divergent", DIVERGENT, equals(0)),
                ("tree_interleaved_compact", COMPACT, at_least(1)),
            )
        ],
    ),
    Claim(
        id="002-half-serial",
        text="Bank conflicts turn half of the compact tree's parallel accesses into serial ones.",
        source="lecture-2019:38:20",
        count=TREES,
        counted=one(
            "wavefronts per request of `tree_interleaved_compact` over 256",
            lambda evidence: per(
                wavefronts(evidence, COMPACT, 256), warp_operations(evidence, COMPACT, 256)
            ),
            at_least(1.5),
        ),
    ),
    Claim(
        id="002-still-faster",
        text="The compact tree is faster than the naive one in spite of its conflicts.",
        source="lecture-2019:38:20",
        measure=LADDER,
        measured=lambda evidence: ratios(
            evidence, DIVERGENT.with_(block=256), COMPACT.with_(block=256), at_least(1), SIZES
        ),
    ),
    Claim(
        id="002-sequential",
        text="Adding the other half of the array to one's own cell has no conflicts and no idle "
        "warps.",
        source="lecture-2019:40:50 to 41:40",
        count=TREES,
        counted=lambda evidence: [
            *warp_operations_of(SEQUENTIAL, 12)(evidence),
            Finding(
                "wavefronts of `tree_sequential` over 256",
                "",
                wavefronts(evidence, SEQUENTIAL, 256),
                equals(12),
            ),
        ],
    ),
    Claim(
        id="002-sequential-faster",
        text="It is the efficient form of the tree.",
        source="lecture-2019:41:10",
        measure=LADDER,
        measured=lambda evidence: against(
            evidence,
            [DIVERGENT.with_(block=256), COMPACT.with_(block=256)],
            SEQUENTIAL.with_(block=256),
            at_least(1),
            SIZES,
        ),
    ),
    Claim(
        id="002-barriers",
        text="A tree in shared memory needs a barrier after every write: nine for 256 elements.",
        source="lecture-2019:48:51",
        count=TREES,
        counted=one(
            "barriers of `tree_sequential`",
            lambda evidence: evidence.counted(SEQUENTIAL.with_(n=256, block=256), "block_barriers"),
            equals(9),
        ),
    ),
    Claim(
        id="002-fewer-barriers",
        text="With shuffles within a warp there are five barriers fewer.",
        source="lecture-2019:49:32",
        count=TREES,
        counted=_fewer_barriers,
    ),
    Claim(
        id="002-two-levels",
        text="1024 = 32²: five shuffles in each of 32 warps, then five in one, add up a block.",
        source="lecture-2019:45:47 to 47:17",
        count=TREES,
        counted=one(
            "shuffles of `shuffle_two_level` over 1024",
            lambda evidence: evidence.counted(SHUFFLES.with_(n=1024, block=1024), "shuffles"),
            equals(165),
        ),
    ),
    Claim(
        id="002-obsolete",
        text="Trees in shared memory are obsolete; shuffles are faster.",
        source="lecture-2019:42:17 and 47:21",
        measure=LADDER,
        measured=lambda evidence: ratios(
            evidence, SEQUENTIAL.with_(block=256), SHUFFLES.with_(block=256), at_least(1), SIZES
        ),
    ),
)
