"""Short texts of configs."""

from __future__ import annotations

from warpmark_reports.analysis.config_text import shared_and_own, two_lines


def test_what_all_share_is_told_apart() -> None:
    configs = ["block=64,vector=16,finish=flags", "block=512,vector=16,finish=ticket"]
    shared, own = shared_and_own(configs)
    assert shared == ["vector=16"]
    assert own == ["block=64,finish=flags", "block=512,finish=ticket"]


def test_a_value_of_another_axis_is_not_shared() -> None:
    assert shared_and_own(["a=1,b=2", "a=2,b=1"]) == ([], ["a=1,b=2", "a=2,b=1"])


def test_a_single_config_stays_whole() -> None:
    assert shared_and_own(["block=64"]) == ([], ["block=64"])
    assert shared_and_own(["", ""]) == ([], ["", ""])


def test_long_texts_break_at_the_middle_comma() -> None:
    assert two_lines("block=64,unroll=4", 17) == "block=64,unroll=4"
    assert two_lines("block=64,unroll=4", 16) == "block=64,\nunroll=4"
    assert two_lines("a=1,b=2,c=3,d=4", 8) == "a=1,b=2,\nc=3,d=4"
    assert two_lines("transfer=transposed", 10) == "transfer=…"
