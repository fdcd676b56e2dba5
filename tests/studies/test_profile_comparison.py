"""What the comparison of `--profile` with Nsight Compute and the interpreter takes for equal."""

from __future__ import annotations

import math

import pytest

from hardware_counters import counters_of, metric_pairs, ratios, summary
from profiler_counters import METRICS

Row = tuple[str, str, float, float, float]
EXACT = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"


def test_equal_pairs_are_counted_and_zeros_are_none() -> None:
    assert ratios([(4, 4), (0, 0), (5, 5)]) == "2/2"
    assert ratios([(4, 4), (3, 6), (8, 4)]) == "1/3 (0.5000..2.0000)"
    assert ratios([(4, 0)]) == "0/1 (inf..inf)"
    assert ratios([(0, 0), (4, math.nan)]) == "-"


@pytest.mark.parametrize(
    ("metric", "ncu", "status"),
    [(EXACT, 7.0, 0), (EXACT, 8.0, 1), ("dram__bytes_read.sum", 8.0, 0)],
)
def test_only_what_no_cache_changes_must_be_equal(metric: str, ncu: float, status: int) -> None:
    rows: list[Row] = [("a[][]", EXACT, 3, 3, 3), ("b[][]", metric, 7, ncu, math.nan)]
    assert summary(rows) == status


def test_counters_are_found_by_their_metrics() -> None:
    found = counters_of({"counters": {"global_load_requests": 5}}, metric_pairs())
    assert found[EXACT] == 5
    assert found["smsp__inst_executed.sum"] == 0


def test_both_studies_mean_the_same_global_counters() -> None:
    """The other one must not import: it is packed alone."""
    pairs = {pair.counter: list(pair.metrics) for pair in metric_pairs()}
    names = [name for name in METRICS if name.startswith("global_")]
    assert len(names) == 6
    assert {name: METRICS[name] for name in names} == {name: pairs[name] for name in names}
