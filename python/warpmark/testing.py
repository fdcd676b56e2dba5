"""`do_bench` with the parameters and results of `triton.testing.do_bench`."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from warpmark.callables import Work, bench

MODES = ("min", "max", "mean", "median", "all")
ESTIMATES = 5  # executions by which the number of samples is chosen
MAX_SAMPLES = 2000


def do_bench(
    fn: Callable[[], Any],
    warmup: float = 25,
    rep: float = 100,
    grad_to_none: Iterable[Any] | None = None,
    quantiles: Sequence[float] | None = None,
    return_mode: str = "mean",
) -> float | list[float]:
    """Milliseconds of `fn()` with a cold L2: `return_mode` of the samples, or their `quantiles` (a
    number if it is one), or with `"all"` the samples.

    warmup, rep: milliseconds to warm up and to sample. grad_to_none: tensors whose gradients are
    dropped before each execution. Work that waits for the card is timed with the host's time in it.
    Raises ValueError for another mode or a quantile outside of 0 to 1, and what `bench` raises.
    """
    if return_mode not in MODES:
        raise ValueError(f"return_mode={return_mode!r}: expected {', '.join(map(repr, MODES))}")
    gradients = list(grad_to_none) if grad_to_none is not None else []

    def drop_gradients() -> None:
        for tensor in gradients:
            tensor.grad = None

    work = Work(fn, prepare=drop_gradients if gradients else None)

    def sampled(count: int, max_ms: float) -> list[float]:
        measured = bench(
            work, hold="auto", precision=1e-9, max_time=max(max_ms, 1) / 1000,
            min_samples=count, max_samples=count,
        )  # fmt: skip
        return [ns / 1e6 for ns in measured.samples_ns]

    # A quarter of the time is for the warm-up, which ends when the times are steady.
    estimate_ms = statistics.median(sampled(ESTIMATES, 4 * warmup))
    count = max(1, min(MAX_SAMPLES, int(rep / max(estimate_ms, 1e-6))))
    times_ms = sampled(count, rep)
    if quantiles is not None:
        found: list[float] = np.quantile(times_ms, quantiles).tolist()
        return found[0] if len(found) == 1 else found
    if return_mode == "all":
        return times_ms
    summaries: dict[str, Callable[[list[float]], float]] = {
        "min": min,
        "max": max,
        "mean": statistics.fmean,
        "median": statistics.median,
    }
    return summaries[return_mode](times_ms)
