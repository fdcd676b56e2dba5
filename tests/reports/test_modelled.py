"""Modelled times are joined by key, correlated by rank, and never taken for measured ones."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest

from warpmark_reports.analysis.model_agreement import agreements, spearman, with_both_times
from warpmark_reports.journal.modelled_times import attach


def frame(modelled: list[float], measured: list[float]) -> pd.DataFrame:
    keys = [f"k{i}" for i in range(len(measured))]
    common: dict[str, Any] = {"status": "ok", "variant": "v", "problem_text": "n=8", "problem_n": 8}
    counted = pd.DataFrame({"key": keys, "modelled_time_ns": modelled, "time_kind": "none"})
    counted["modelled_bound_by"] = "dram"
    timed = pd.DataFrame({"key": keys, "time_median_ns": measured, "time_kind": "measured"})
    return pd.concat([counted, timed], ignore_index=True).assign(**common)


def test_measured_rows_get_the_modelled_time_of_their_key() -> None:
    table = with_both_times(attach(frame([3.0, 1.0, 2.0], [30.0, 10.0, 20.0])))
    assert list(table["modelled_time_ns"]) == [3.0, 1.0, 2.0]
    assert list(table["modelled_bound_by"]) == ["dram"] * 3
    assert set(table["time_kind"]) == {"measured"}


def test_without_modelled_times_nothing_changes() -> None:
    plain = frame([1.0], [1.0]).drop(columns=["modelled_time_ns", "modelled_bound_by"])
    assert attach(plain) is plain
    assert with_both_times(plain).empty


def test_rank_correlation_of_known_orders() -> None:
    same = with_both_times(attach(frame([1.0, 2.0, 4.0, 8.0, 16.0], [1.0, 3.0, 5.0, 7.0, 9.0])))
    assert spearman(same) == pytest.approx(1.0)
    swapped = with_both_times(attach(frame([2.0, 1.0, 4.0, 8.0, 16.0], [1.0, 3.0, 5.0, 7.0, 9.0])))
    assert spearman(swapped) == pytest.approx(0.9)  # 1 - 6 * 2 / (5 * 24)
    equal = with_both_times(attach(frame([1.0] * 5, [1.0, 3.0, 5.0, 7.0, 9.0])))
    assert math.isnan(spearman(equal))


def test_problems_with_few_configs_are_left_out() -> None:
    assert agreements(with_both_times(attach(frame([1.0] * 4, [1.0, 2.0, 3.0, 4.0])))) == []
    found = agreements(with_both_times(attach(frame([1.0, 2, 3, 4, 5], [1.0, 2, 3, 4, 5]))))
    assert [(each.problem, each.points) for each in found] == [({"n": 8}, 5)]
