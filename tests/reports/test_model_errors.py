"""The bars that studies/model_errors.py judges the time model by."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import pytest

import model_errors
from warpmark_reports.journal.modelled_times import TIME


def pairs(times: Sequence[tuple[str, float, float]]) -> pd.DataFrame:
    """Rows of key, measured and modelled time of sums of 2^16 elements."""
    return pd.DataFrame(
        {
            "key": [f"reduce/{name}[type=i32,n=65536][block=256]" for name, _, _ in times],
            "measured_time_ns": [measured for _, measured, _ in times],
            TIME: [modelled for _, _, modelled in times],
        }
    )


def test_the_pick_costs_what_its_measured_time_is_above_the_fastest() -> None:
    table = model_errors.bars_of(pairs([("a", 100, 130), ("b", 125, 120), ("c", 400, 100000)]))
    row = table.iloc[0]
    assert (row["family"], row["n"], row["points"]) == ("reduce", 2**16, 3)
    assert row["regret"] == pytest.approx(1.25)
    assert row["median"] == pytest.approx(1.3)
    assert row["max"] == pytest.approx(250)
    assert row["worst"] == "reduce/c"
    assert row["spearman"] == pytest.approx(0.5)
    assert row["misses"] == "median, p90, max, regret, spearman"


def test_times_that_are_alike_are_not_judged_by_their_order() -> None:
    reverse = [("a", 100, 102), ("b", 101, 101), ("c", 102, 100)]
    assert model_errors.bars_of(pairs(reverse)).iloc[0]["misses"] == ""
    apart = [("a", 100, 101), ("b", 105, 100), ("c", 112, 110)]
    assert model_errors.bars_of(pairs(apart)).iloc[0]["misses"] == "spearman"


def test_variants_are_left_out_by_name() -> None:
    left = model_errors.without(pairs([("a", 1, 1), ("ab", 1, 1), ("b", 1, 1)]), ["reduce/a*"])
    assert list(left["key"].str.partition("[")[0]) == ["reduce/b"]
