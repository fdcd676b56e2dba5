"""patent-2022: a patent publication on the odd-even rearrangement of two registers of a warp.

The two-phase exchange is here as the object of a measurement; to use there are the others.
"""

from __future__ import annotations

from .claim import Claim, Finding
from .evidence import Evidence, Point, at
from .expectation import at_least, equals
from .lookup import less, per
from .quantity import Quantity, exact

N = 4096
WIDTHS = (8, 16, 32, 64)
SHUFFLES = (
    "deinterleave/patent_two_phase deinterleave/shuffle2 deinterleave/shuffle4 "
    "deinterleave/butterfly"
)
COUNT = (
    f"{SHUFFLES} deinterleave/shared_exchange -p n=4096 -p type=u32 -p width=8,16,32,64 "
    "-c block=256 -c phases=one,two -c form=plain,vec8,padded"
)
MEASURE = (
    f"{SHUFFLES} deinterleave/shared_exchange -p type=u32 -p n=2^22 -p repeats=1021 "
    "-c block=256 -c form=plain,vec8,padded"
)
STREAM = (
    f"{SHUFFLES} deinterleave/shared_exchange -p type=u32 -p n=2^28 "
    "-c block=256 -c form=plain,vec8,padded"
)
MODES = (("in registers", 2**22, 1021), ("streaming", 2**28, 1))


def exchange(name: str) -> Point:
    """A variant that rearranges the registers of 32 lanes, in memory as they lie."""
    axes = {"direction": "deinterleave", "layout": "groups", "dist": "uniform"}
    return at(f"deinterleave/{name}", type="u32", width=32, block=256, **axes)


def _counted(evidence: Evidence, point: Point, counter: str) -> Quantity | None:
    return evidence.counted(point.with_(n=N, repeats=1), counter)


def _shuffles(evidence: Evidence, point: Point) -> Quantity | None:
    return per(_counted(evidence, point, "shuffles"), exact(N / 64))


def _needed(evidence: Evidence) -> list[Finding]:
    two_phase = exchange("patent_two_phase")
    return [
        Finding(
            "shuffles of `shuffle2` per exchange",
            "",
            _shuffles(evidence, exchange("shuffle2")),
            at_least(6),
        ),
        *(
            Finding(
                f"of `patent_two_phase[phases={phases}]`",
                "",
                _shuffles(evidence, two_phase.with_(phases=phases)),
            )
            for phases in ("one", "two")
        ),
    ]


def _no_shared_memory(evidence: Evidence) -> list[Finding]:
    return [
        Finding(
            f"shared-memory {kind}s of `{name}`",
            "",
            _counted(evidence, exchange(name), f"shared_{kind}_requests"),
            equals(0) if name == "patent_two_phase" else None,
        )
        for name in ("patent_two_phase", "shared_exchange")
        for kind in ("store", "load")
    ]


def _serial_accesses(evidence: Evidence) -> list[Finding]:
    def wavefronts(form: str, ideal: str) -> Quantity | None:
        point = exchange("shared_exchange").with_(form=form)
        return _counted(evidence, point, f"shared_load_{ideal}wavefronts")

    return [
        Finding(
            "load wavefronts beyond the minimum, per exchange",
            f"form = {form}",
            per(less(wavefronts(form, ""), wavefronts(form, "ideal_")), exact(N / 64)),
            at_least(1),
        )
        for form in ("plain", "vec8", "padded")
    ]


def _widths(evidence: Evidence) -> list[Finding]:
    return [
        Finding(
            "right exchanges",
            f"width = {width}",
            evidence.right(exchange("patent_two_phase").with_(n=N, width=width)),
            equals(1),
        )
        for width in WIDTHS
    ]


def _times(evidence: Evidence, others: tuple[str, ...], base: str) -> list[Finding]:
    return [
        Finding(
            f"time of `{name}` over `{base}`",
            words,
            evidence.ratio(
                exchange(name).with_(n=n, repeats=repeats),
                exchange(base).with_(n=n, repeats=repeats),
            ),
            at_least(1),
            name,
        )
        for name in others
        for words, n, repeats in MODES
    ]


CLAIMS = (
    Claim(
        id="004-no-shared-memory",
        text="The exchange between registers needs no address of shared memory.",
        source="patent-2022:¶5",
        count=COUNT,
        counted=_no_shared_memory,
    ),
    Claim(
        id="004-widths",
        text="It works alike for groups of 8, 16, 32 and 64 threads.",
        source="patent-2022:¶42",
        count=COUNT,
        counted=_widths,
    ),
    Claim(
        id="004-serial-accesses",
        text="In an exchange through shared memory, accesses that meet are serialised.",
        source="patent-2022:¶29",
        count=COUNT,
        counted=_serial_accesses,
    ),
    Claim(
        id="004-registers-needed",
        text="The exchange takes two further registers and a wide one, so, emulated, six shuffles "
        "at least.",
        source="patent-2022:¶30, ¶49 and ¶50",
        count=COUNT,
        counted=_needed,
    ),
    Claim(
        id="004-faster",
        text="It is faster than the exchange through shared memory.",
        source="patent-2022:¶4 and ¶5",
        measure=(MEASURE, STREAM),
        measured=lambda evidence: _times(evidence, ("shared_exchange",), "patent_two_phase"),
    ),
    Claim(
        id="004-shuffles-faster",
        text="Shuffles are faster than shared memory for it, in their shortest form.",
        source="patent-2022:¶3 to ¶5",
        measure=(MEASURE, STREAM),
        measured=lambda evidence: _times(evidence, ("shared_exchange",), "shuffle2"),
    ),
    Claim(
        id="004-fastest",
        text="It is the fast way to exchange: no other form by shuffles beats it.",
        source="patent-2022:¶5",
        measure=(MEASURE, STREAM),
        measured=lambda evidence: _times(
            evidence, ("shuffle2", "shuffle4", "butterfly"), "patent_two_phase"
        ),
    ),
)
