"""The committed reference values are still what scipy says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from make_reference import REFERENCE, reference


def assert_same(committed: Any, computed: Any, place: str) -> None:
    assert type(committed) is type(computed), place
    if isinstance(committed, dict):
        assert committed.keys() == computed.keys(), place
        for key, part in committed.items():
            assert_same(part, computed[key], f"{place}.{key}")
    elif isinstance(committed, list):
        assert len(committed) == len(computed), place
        for i, (a, b) in enumerate(zip(committed, computed, strict=True)):
            assert_same(a, b, f"{place}[{i}]")
    elif isinstance(committed, float):
        assert committed == pytest.approx(computed, rel=1e-9, abs=1e-12), place
    else:
        assert committed == computed, place


def test_the_file_is_what_scipy_says() -> None:
    assert_same(json.loads(REFERENCE.read_text()), reference(), "reference")


def test_a_changed_value_is_noticed() -> None:
    with pytest.raises(AssertionError, match=r"p\[0\]"):
        assert_same({"p": [0.05]}, {"p": [0.051]}, "reference")
