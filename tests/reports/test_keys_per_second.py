"""Keys per second and their floor: by value, and which families have them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import key_journals
import sample_journal
from drawn_sheets import texts_of, title_of, view_of
from key_journals import COPY, Point
from warpmark_reports import load
from warpmark_reports.analysis.views import views_of
from warpmark_reports.figures.keys_per_second import keys_per_second
from warpmark_reports.plot.style import BASELINE_DASH, line_styles


def a_sort(variant: str, n: int, ns: float, type_name: str = "u32", payload: str = "none") -> Point:
    size = key_journals.BYTES[type_name] + (4 if payload == "u32" else 0)
    return Point(variant, {"type": type_name, "n": n, "payload": payload}, ns, 2 * size * n)


def test_keys_a_second_and_their_floor(tmp_path: Path) -> None:
    points = [
        a_sort("radix", 0, 3000.0),
        a_sort("radix", 1000, 2000.0),
        a_sort("radix", 4000, 4000.0),
        a_sort("vendor_cub_merge", 4000, 2000.0),
        a_sort("vendor_cub_radix", 4000, 1000.0),
        a_sort("radix", 1000, 8000.0, payload="u32"),
        a_sort("radix", 4000, 8000.0, payload="u32"),
        a_sort("radix", 4000, 8000.0, "u64"),  # one size alone is no line
    ]
    view = view_of(tmp_path, "sort", points)
    (figure,) = keys_per_second(view.frame, view)
    assert [title_of(axes) for axes in figure.sheet.axes] == [
        "u32, keys only",
        "u32, with u32 payload",
    ]
    table = figure.data.set_index(["variant", "payload", "n"])
    row = table.xs(("radix", "none", 4000))
    assert row["keys_per_s"] == pytest.approx(1e9)
    assert row["keys_per_s_lo"] == pytest.approx(1e9 / 1.02)
    assert row["keys_per_s_hi"] == pytest.approx(1e9 / 0.98)
    assert row["bytes_per_key"] == 8
    assert row["keys_per_s_at_ceiling"] == pytest.approx(COPY / 8)
    paired = table.xs(("radix", "u32", 4000))
    assert paired["keys_per_s_at_ceiling"] == pytest.approx(COPY / 16)
    assert set(figure.data["n"]) == {1000, 4000}
    drawn = figure.sheet.axes[0].lines[0]
    assert np.asarray(drawn.get_ydata(), dtype=float).tolist() == pytest.approx([0.5, 1.0])
    shown = texts_of(figure.sheet)
    for part in (
        *("Sample Card", "2000-01-01", "0123456789", "bands: 95 % interval of the median"),
        *("keys per second (Gkeys/s)", "input size n (elements)", "dotted: vendor_cub_merge and"),
        "8 B per key at the measured copy ceiling of 4,000 GB/s",
    ):
        assert part in shown, part


def test_the_floor_of_a_count_has_its_table(tmp_path: Path) -> None:
    view = view_of(tmp_path, "count", key_journals.count_points())
    (figure,) = keys_per_second(view.frame, view)
    table = figure.data[figure.data["variant"] == "shared_block"].set_index("n")
    assert table.loc[2**8, "bytes_per_key"] == 1 + 4
    assert table.loc[2**8, "keys_per_s_at_ceiling"] == pytest.approx(key_journals.READ / 5)
    assert "at the measured read ceiling of 4,400 GB/s" in texts_of(figure.sheet)


def test_without_a_ceiling_there_is_no_floor(tmp_path: Path) -> None:
    lines = key_journals.journal("sort", key_journals.sort_points())
    lines[0]["ceilings"] = {}
    view = views_of(load(sample_journal.write(tmp_path / "journal.jsonl", lines)))[0]
    (figure,) = keys_per_second(view.frame, view)
    assert figure.data["keys_per_s_at_ceiling"].isna().all()
    assert "floor" not in texts_of(figure.sheet)


def test_only_whole_tasks_on_keys_have_keys_a_second(tmp_path: Path) -> None:
    passes = [*key_journals.merge_points(2**6), *key_journals.merge_points(2**8)]
    merges = view_of(tmp_path, "merge", passes)
    counted = view_of(tmp_path, "sort", key_journals.sort_points(), "simt")
    lines = sample_journal.lines("cuda", sizes=(2**10, 2**20), blocks=(256,))
    reduced = views_of(load(sample_journal.write(tmp_path / "r.jsonl", lines)))[0]
    for view in (merges, counted, reduced):
        assert keys_per_second(view.frame, view) == []


def test_three_panels_are_enough(tmp_path: Path) -> None:
    points = [
        a_sort("radix", n, 1000.0, type_name, payload)
        for type_name in ("u8", "u32", "u64")
        for payload in ("none", "u32")
        for n in (1000, 4000)
    ]
    view = view_of(tmp_path, "sort", points)
    (figure,) = keys_per_second(view.frame, view)
    assert len(figure.sheet.axes) == 3
    assert set(figure.data["type"]) == {"u8", "u32"}


def test_two_libraries_are_dotted_and_do_not_look_alike() -> None:
    looks = line_styles(["radix", "vendor_cub_merge", "vendor_cub_radix"])
    first, second = looks["vendor_cub_merge"], looks["vendor_cub_radix"]
    assert first.dash == second.dash == BASELINE_DASH
    assert first.marker != second.marker
