"""Which metrics of a card are which counters of the interpreter (docs/counters.md)."""

from __future__ import annotations

from dataclasses import dataclass

_REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op"
_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op"
_SHARED = "smsp__inst_executed_op_shared"
_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op"


@dataclass(frozen=True)
class MetricPair:
    """A counter of the interpreter and the metrics whose sum it is."""

    counter: str
    metrics: tuple[str, ...]
    exact: bool = True  # else PTX or perfect caches are counted, or counts of the card vary


PAIRS = (
    MetricPair("warp_instructions", ("smsp__inst_executed.sum",), exact=False),
    MetricPair("thread_instructions", ("smsp__thread_inst_executed.sum",), exact=False),
    MetricPair("warps", ("smsp__warps_launched.sum",)),
    MetricPair("blocks", ("sm__ctas_launched.sum",)),
    MetricPair("global_load_requests", (f"{_REQUESTS}_ld.sum",)),
    MetricPair("global_load_sectors", (f"{_SECTORS}_ld.sum",)),
    MetricPair("global_store_requests", (f"{_REQUESTS}_st.sum",)),
    MetricPair("global_store_sectors", (f"{_SECTORS}_st.sum",)),
    MetricPair("global_atomic_requests", (f"{_REQUESTS}_red.sum", f"{_REQUESTS}_atom.sum")),
    MetricPair("global_atomic_sectors", (f"{_SECTORS}_red.sum", f"{_SECTORS}_atom.sum")),
    MetricPair("shared_load_requests", (f"{_SHARED}_ld_pred_on_any.sum",), exact=False),
    MetricPair("shared_store_requests", (f"{_SHARED}_st_pred_on_any.sum",), exact=False),
    MetricPair("shared_atomic_requests", (f"{_SHARED}_atom_pred_on_any.sum",), exact=False),
    MetricPair("shared_load_wavefronts", (f"{_WAVEFRONTS}_ld.sum",), exact=False),
    MetricPair("shared_store_wavefronts", (f"{_WAVEFRONTS}_st.sum",), exact=False),
    MetricPair("shared_atomic_wavefronts", (f"{_WAVEFRONTS}_atom.sum",), exact=False),
    MetricPair("global_load_unique_bytes", ("dram__bytes_read.sum",), exact=False),
    MetricPair("global_store_unique_bytes", ("dram__bytes_write.sum",), exact=False),
)
COUNTERS = tuple(pair.counter for pair in PAIRS)
