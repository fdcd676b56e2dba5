"""dca-2016: an article on counting by comparing all pairs, with launches from the device."""

from __future__ import annotations

from ..base.units import size
from .claim import Claim, Finding
from .evidence import Evidence, at
from .expectation import about, at_least, equals
from .lookup import against, per, ratios

DISTINCT: dict[str, int | str] = {"type": "u32", "keys": "sparse", "dist": "distinct"}
GROWTH = (
    "count/all_pairs -p n=1024,4096 -p type=u32 -p keys=sparse -p dist=distinct "
    "-c block=256 -c tile=256 -c items=1"
)
HOST = (
    "count/host_all_pairs -p n=1000,10000,100000 -p type=u32 -p keys=sparse -p dist=distinct "
    "--time-per-point 8s"
)
PARALLEL = "count/host_all_pairs count/host_openmp -p n=10000,100000 -p type=u8 --time-per-point 5s"
LAUNCHES = (
    "count/all_pairs count/chunked count/chunked_device_launch -p n=10000,100000 -p type=u8 "
    "-c block=256 --time-per-point 8s"
)
TABLE_1 = "dca-2016:Table 1"
BYTES: dict[str, int | str] = {"type": "u8", "dist": "uniform"}
SIZES = (10**4, 10**5)


def _growth(evidence: Evidence) -> list[Finding]:
    # Every warp reads every tile of keys from shared memory, to compare them with its own.
    point = at("count/all_pairs", **DISTINCT, block=256, tile=256, items=1)
    reads = [evidence.counted(point.with_(n=n), "shared_load_requests") for n in (4096, 1024)]
    what = "keys that warps read to compare them, `all_pairs`, 4096 distinct ones over 1024"
    return [Finding(what, "", per(*reads), equals(16))]


def _decades(evidence: Evidence, factor: float) -> list[Finding]:
    """Ten times the keys, at those sizes that were measured."""
    point = at("count/host_all_pairs", **DISTINCT)
    steps = [
        Finding(
            "time of `host_all_pairs`, distinct keys",
            f"{size(n)} keys over {size(n // 10)}",
            evidence.ratio(point.with_(n=n), point.with_(n=n // 10), backend="host"),
            about(factor),
        )
        for n in SIZES
        if evidence.sure([point.with_(n=n), point.with_(n=n // 10)], "host")
    ]
    return steps or [Finding("time of `host_all_pairs`", "", None, about(factor))]


def _six_times(evidence: Evidence) -> list[Finding]:
    """A CPU over a card, at those sizes that both have."""
    host = at("count/host_all_pairs", **BYTES)
    found = [
        Finding(
            f"time of `host_all_pairs` on the CPU over `{name}` on the card",
            f"n = {size(n)}",
            evidence.ratio_of_machines(host.with_(n=n), card.with_(n=n)),
            at_least(6),
            name,
        )
        for name in ("chunked_device_launch", "chunked", "all_pairs")
        for card in [at(f"count/{name}", **BYTES)]
        for n in SIZES
        if evidence.sure([host.with_(n=n)], "host") and evidence.sure([card.with_(n=n)])
    ]
    return found or [Finding("time on the CPU over the card's", "", None, at_least(6))]


CLAIMS = (
    Claim(
        id="003-quadratic",
        text="Counting costs N(N+k) comparisons: four times the keys, 16 times the work.",
        source="dca-2016:19 and Table 1",
        count=GROWTH,
        counted=_growth,
    ),
    Claim(
        id="003-quadratic-time",
        text="The same for its time on a CPU: ten times the keys take a hundred times as long.",
        source="dca-2016:19 and Table 1",
        measure=HOST,
        measured=lambda evidence: _decades(evidence, 100),
        measured_on="host",
    ),
    Claim(
        id="003-table-1",
        text="From row to row of Table 1, ten times the keys take 10.1 to 10.5 times as long.",
        source=TABLE_1,
        measure=HOST,
        measured=lambda evidence: _decades(evidence, 10),
        measured_on="host",
    ),
    Claim(
        id="003-never",
        text="10⁸ keys and more can never be counted on one processor; Table 1 has 22 hours.",
        source="dca-2016:79 and Table 1",
        measure="count/host_key_indexed -p n=100000000 -p type=u8",
        measured=lambda evidence: [
            Finding(
                "hours that `host_key_indexed` takes for 10⁸ keys",
                "",
                evidence.hours(at("count/host_key_indexed", type="u8", n=10**8), "host"),
                at_least(22),
            )
        ],
        measured_on="host",
    ),
    Claim(
        id="003-no-sort",
        text="No sort but counting sort can be used to count.",
        source="dca-2016:21",
        count="count/sort_run_length -p n=1000 -p type=u32 -p keys=sparse -c block=256",
        counted=lambda evidence: [
            Finding(
                "counts by sort and run lengths that the oracle accepts",
                "",
                evidence.right(at("count/sort_run_length", n=1000, keys="sparse")),
                equals(0),
            )
        ],
    ),
    Claim(
        id="003-openmp",
        text="Threads of the CPU gain up to 65 %.",
        source="dca-2016:165",
        measure=PARALLEL,
        measured=lambda evidence: ratios(
            evidence,
            at("count/host_all_pairs", type="u8", dist="uniform"),
            at("count/host_openmp", type="u8", dist="uniform"),
            at_least(1.65),
            SIZES,
            backend="host",
        ),
        measured_on="host",
    ),
    Claim(
        id="003-six-times",
        text="A card makes the algorithm up to 600 % faster than one core.",
        source="dca-2016:11",
        measure=LAUNCHES,
        measured=_six_times,
    ),
    Claim(
        id="003-device-launch",
        text="Launching kernels from kernels, one for each key, is what makes it fast.",
        source="dca-2016:89-95",
        measure=LAUNCHES,
        measured=lambda evidence: against(
            evidence,
            [at("count/chunked", type="u8"), at("count/all_pairs", type="u8")],
            at("count/chunked_device_launch", type="u8"),
            at_least(1),
            SIZES,
        ),
    ),
    Claim(
        id="003-only-approach",
        text="The algorithm remains the only approach to such statistics.",
        source="dca-2016:17",
        count="count/shared_block -p n=4096 -p type=u8 -c block=256",
        measure="count/all_pairs count/shared_block -p n=1000000 -p type=u8 -c block=256 "
        "--time-per-point 2s",
        counted=lambda evidence: [
            Finding(
                "counts by a histogram that the oracle accepts",
                "",
                evidence.right(at("count/shared_block", type="u8", n=4096)),
                equals(0),
            )
        ],
        measured=lambda evidence: ratios(
            evidence,
            at("count/all_pairs", type="u8"),
            at("count/shared_block", type="u8"),
            None,
            (10**6,),
        ),
    ),
)
