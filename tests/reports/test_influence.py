"""What an axis is worth, against sums worked out by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd
import pytest

import sample_journal
from drawn_sheets import texts_of
from warpmark_reports import load
from warpmark_reports.analysis.influence import influence_of
from warpmark_reports.analysis.problem_names import short_names, spread_out
from warpmark_reports.analysis.views import views_of
from warpmark_reports.figures.parameter_influence import parameter_influence


def times(logs: dict[str, float]) -> pd.DataFrame:
    rows = [{"config_text": text, "time_ns": math.exp(log)} for text, log in logs.items()]
    return pd.DataFrame(rows)


def grid() -> dict[str, float]:
    """log t = 0.3 a + 0.1 b, a of two values and b of four: variances 0.0225 and 0.0125."""
    return {f"a={a},b={b},c=7": 0.3 * a + 0.1 * b for a in range(2) for b in range(4)}


def test_shares_of_all_combinations_are_exact_and_add_up() -> None:
    found = influence_of(times(grid()))
    assert found is not None
    assert found.exact
    assert list(found.shares) == ["a", "b"]  # c has one value
    assert found.shares["a"] == pytest.approx(0.0225 / 0.035)
    assert sum(found.shares.values()) == pytest.approx(1.0)
    best = found.profile.set_index(["axis", "value"])["best"]
    assert best["a", "1"] == pytest.approx(math.exp(0.3))
    assert best["b", "2"] == pytest.approx(math.exp(0.2))
    assert set(found.profile["configs"]) == {2, 4}


def test_of_a_part_chance_is_taken_off() -> None:
    logs = {f"a={a},b={b}": 0.2 * a + 0.1 * b for a in range(2) for b in range(5)}
    del logs["a=1,b=4"]
    found = influence_of(times(logs))
    assert found is not None
    assert not found.exact
    # Within the values of a 0.1 and 0.05 of 0.2 in all: eta squared 1/4, of 2 values in 9 trials.
    assert found.shares["a"] == pytest.approx(1 - 0.75 * 8 / 7)


def test_less_than_chance_is_nothing() -> None:
    logs = {f"a={a},b={b}": 0.1 * b for a in range(2) for b in range(5)}
    del logs["a=1,b=4"]
    found = influence_of(times(logs))
    assert found is not None
    assert found.shares == {"b": pytest.approx(1.0), "a": 0.0}


def test_clearly_slower_configs_are_in_no_share_but_in_the_profile() -> None:
    logs = {**grid(), "a=2,b=0,c=7": math.log(5.0)}
    found = influence_of(times(logs))
    assert found is not None
    assert found.counted == 8
    assert not found.exact
    assert list(found.profile[found.profile["axis"] == "a"]["best"])[-1] == pytest.approx(5.0)


def test_values_stand_in_order_of_number() -> None:
    logs = {f"block={b},how={w}": 0.1 * b for b in (512, 64, 1024, 128) for w in ("z", "a")}
    found = influence_of(times({text: log / 1000 for text, log in logs.items()}))
    assert found is not None
    values = found.profile.groupby("axis", sort=False)["value"].agg(list)
    assert values["block"] == ["64", "128", "512", "1024"]
    assert values["how"] == ["z", "a"]


@pytest.mark.parametrize("few", [dict(list(grid().items())[:7]), {"a=1": 0.0}, {}])
def test_few_configs_say_nothing(few: dict[str, float]) -> None:
    table = pd.DataFrame(times(few), columns=["config_text", "time_ns"])
    assert influence_of(table) is None


def test_equal_times_have_nothing_to_explain() -> None:
    found = influence_of(times(dict.fromkeys(grid(), 0.0)))
    assert found is not None
    assert all(math.isnan(share) for share in found.shares.values())


def test_a_sweep_is_drawn_of_the_fastest_variant_with_configs_enough(tmp_path: Path) -> None:
    blocks = (32, 64, 128, 256, 512, 768, 896, 1024)
    lines = sample_journal.lines("cuda", types=("i32",), sizes=(2**10, 2**20), blocks=blocks)
    view = views_of(load(sample_journal.write(tmp_path / "run.jsonl", lines)))[0]
    (figure,) = parameter_influence(view.frame, view)
    text = texts_of(figure.sheet).replace("\n", " ")
    assert "n = 2¹⁰: shuffle_xor; 8 configs, all combinations" in text
    assert "eta squared, exact" in text
    assert "no random sample" not in text
    assert len(figure.data) == 16


def test_names_of_problems_leave_out_what_is_shared() -> None:
    shared, names = short_names(["type=i32,n=1024,op=sum", "type=i32,n=1000,op=sum"])
    assert shared == "type i32, op sum"
    assert list(names.values()) == ["n = 2¹⁰", "n = 1\u2009000"]
    assert short_names(["n=16"]) == ("", {"n=16": "n = 2⁴"})


def test_a_few_of_many_reach_from_the_first_to_the_last() -> None:
    assert spread_out(3, 6) == [0, 1, 2]
    assert spread_out(20, 6) == [0, 4, 8, 11, 15, 19]
