"""What the page says before anybody looks at a figure: values, not looks."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from pathlib import Path

import matplotlib
import pandas as pd
import pytest

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis import choose, point_warnings
from warpmark_reports.analysis.verdicts import verdict, verdicts_of
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.figures.throughput_by_size import throughput_by_size
from warpmark_reports.page.headlines import headlines
from warpmark_reports.page.hover import spots_of
from warpmark_reports.page.html_page import PageFigure, Section, render
from warpmark_reports.page.inline_svg import compact_inline
from warpmark_reports.page.page_table import MAX_ROWS, page_table
from warpmark_reports.page.provenance import facts, origin
from warpmark_reports.page.serve import server_of
from warpmark_reports.page.tiles import tiles
from warpmark_reports.plot import style
from warpmark_reports.tables.fastest import fastest
from warpmark_reports.tables.table import Column, Table

SIZES = (2**10, 2**20)
# Times in ns of three variants at both sizes, with intervals of 2 % either way.
TIMES = {"strided": (1000.0, 5000.0), "chunked": (1010.0, 9000.0), "vendor_cub": (1500.0, 4000.0)}


def view_of(path: Path) -> View:
    lines = sample_journal.lines("cuda", types=("i32",), sizes=SIZES, blocks=(256,))
    kept = []
    for line in lines[1:-1]:
        name = {"tree_multipass": "vendor_cub"}.get(line["variant"], line["variant"])
        if name not in TIMES:
            continue
        time = TIMES[name][SIZES.index(line["problem"]["n"])]
        ends = {"median": time, "ci_lo": 0.98 * time, "ci_hi": 1.02 * time}
        line |= {"variant": name, "key": line["key"].replace("tree_multipass", name)}
        line["times_ns"] |= ends
        line["warnings"] = ["bimodal", "power_throttle"] if name == "strided" else []
        for derived in ("throughput_bytes_per_s", "fraction_of_ceiling"):
            del line[derived]
        kept.append(line)
    end = {**lines[-1], "drift": {"chain": {"change": 0.031, "p_value": 0.001, "real": True}}}
    journal = load(sample_journal.write(path / "three.jsonl", [lines[0], *kept, end]))
    return views_of(journal)[0]


@pytest.fixture
def view(tmp_path: Path) -> View:
    return view_of(tmp_path)


def test_the_verdict_needs_intervals_apart() -> None:
    assert verdict(1.02, 1.01, 1.03) == "faster"
    assert verdict(1.02, 0.99, 1.05) == "equal"
    assert verdict(0.9, 0.8, 0.95) == "slower"
    assert verdict(1.5, float("nan"), float("nan")) == "faster"
    assert verdict(float("nan"), 1.0, 1.0) == ""


def test_the_fastest_at_each_size_with_lead_and_library(view: View) -> None:
    found = verdicts_of(view)
    assert found is not None
    assert found.library == "vendor_cub"
    small, large = found.table.to_dict("records")
    assert (small["variant"], small["tied"], small["next"]) == ("strided", "chunked", "")
    assert (small["ratio"], small["verdict"]) == (pytest.approx(1.5), "faster")
    assert (large["next"], large["lead"]) == ("chunked", pytest.approx(1.8))
    assert large["lead_lo"] == pytest.approx(1.8 * 0.98 / 1.02)
    assert (large["ratio"], large["verdict"]) == (pytest.approx(0.8), "slower")


def test_the_summary_says_it_and_marks_what_was_warned_of(view: View) -> None:
    table = fastest(view.frame, view)
    assert table is not None
    shown = [
        dict(zip([c.heading for c in table.columns], row, strict=True)) for row in table.rows()
    ]
    assert shown[0]["against vendor_cub"].text == "1.50× [1.44, 1.56] faster"
    assert shown[0]["ahead of the next by"].text == "equal to chunked"
    assert shown[1]["ahead of the next by"].text == "1.80× [1.73, 1.87] chunked"
    assert {row["warnings"].text for row in shown} == {"bimodal, power throttle"}


def test_the_tiles_answer_first(view: View) -> None:
    said = {tile.label: (tile.value, tile.tone) for tile in tiles(view)}
    assert said["Fastest, the library aside"] == ("strided", "plain")
    assert said["Against vendor_cub"] == ("faster at 1 of 2 sizes", "good")
    assert said["Results"] == ("all 6 right", "good")
    assert said["Warnings"] == ("2 of 6 points", "bad")


def test_the_words_explain_warnings_and_drift(view: View) -> None:
    said = [(answer.tone, answer.text, *answer.items) for answer in headlines(view)]
    drift = "the reference of chain took 3.1\u202f% longer at the end than at the beginning"
    assert ("bad", f"three.jsonl: the card drifted: {drift}.") in said
    warned = next(each for each in said if "carry a warning" in each[1])
    assert warned[0] == "bad"
    assert warned[2].startswith("power throttle, 2 points: ")  # the grave one first


def test_every_warning_of_the_engine_has_its_meaning() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs/measuring.md").read_text()
    rows = [line.split("|")[1] for line in text.split("## Warnings")[1].split("\n##")[0].split("\n")
            if line.startswith("| `")]  # fmt: skip
    named = {name.strip(" `") for row in rows for name in row.split(",")}
    assert named == set(point_warnings.MEANINGS)


def test_the_origin_and_the_facts_read_as_words(view: View) -> None:
    assert origin(view) == [
        "Sample Card", "driver 0.0", "2000-01-01", "commit 0123456789", "cold cache",
        "95\u00a0% interval of the median",
    ]  # fmt: skip
    assert ("ceilings", "read 4000\u202fGB/s, launch floor 3.00\u202fµs") in facts(view.runs[0])


def test_the_points_of_a_figure_say_what_the_journal_says(view: View) -> None:
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        figure = throughput_by_size(view.frame, view)[0]
        figure.sheet.savefig("/dev/null", format="svg")
        spots, _ = spots_of(figure.sheet, style.line_styles(choose.variants(view.frame)))
    mine = [spot for spot in spots if spot.name == "strided"]
    large = 4 * 2**20 / 5000  # GB/s
    label = "throughput (GB/s of compulsory bytes)"
    ends = f"[{large / 1.02:.0f}, {large / 0.98:.0f}]"
    assert mine[1].value == f"input size n (elements): 2²⁰\n{label}: {large:.0f} {ends}"
    assert mine[0].x < mine[1].x
    assert mine[0].y > mine[1].y


def test_an_inline_svg_is_shorter_and_says_the_same() -> None:
    path = '<path id="p" d="M 1.23456 7.5\nL 2 3.14159"/>'
    svg = f'<svg><!-- a -->\n  {path}\n<text x="1.999">1.23456</text></svg>'
    inline = compact_inline(svg, "f", "A line.")
    assert 'd="M 1.23 7.5 L 2 3.14"' in inline
    assert '<text x="1.99">1.23456</text>' in inline
    assert "\n" not in inline
    assert 'aria-label="A line."' in inline


def test_a_long_table_keeps_what_matters_and_says_so() -> None:
    count = MAX_ROWS + 100
    frame = pd.DataFrame(
        {"key": [str(i) for i in range(count)], "throughput_bytes_per_s": range(count)}
    )
    columns = (Column("throughput_bytes_per_s", "throughput", str),)
    shown = page_table("t", Table("t", "T", "", columns, frame), {"499": "bimodal", "0": "bimodal"})
    assert len(shown.rows) == MAX_ROWS
    assert shown.hidden == f"the {MAX_ROWS} rows with the highest throughput, of {count}"
    assert shown.rows[0][0].text == "100"
    assert shown.rows[-1][1].text == "bimodal"  # the column joins where a shown point was warned of
    short = page_table("t", Table("t", "T", "", columns, frame.iloc[:3]), {})
    assert (len(short.rows), short.hidden, len(short.columns)) == (3, "", 1)


def test_a_page_of_too_many_figures_leaves_some_to_their_files() -> None:
    heavy = [
        PageFigure(f"f{i}", f"F{i}", "<svg>" + "x" * 4_000_000 + "</svg>", []) for i in range(4)
    ]
    section = Section("a", "A", "reduce", [], [""], [], [], [], [], heavy, [], [])
    page = render([section], [])
    assert len(page) < 15_000_000
    assert "F3: left to its files" in page
    assert "figures/f3.svg" in page


def test_the_report_is_served_to_this_machine_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("here")
    with server_of(tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.server_address[:2]
        assert host == "127.0.0.1"
        url = f"http://127.0.0.1:{port}/"
        with urllib.request.urlopen(url) as answer:
            assert answer.read() == b"here"
        stranger = urllib.request.Request(url, headers={"Host": "example.org"})
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(stranger)
        server.shutdown()


@pytest.mark.parametrize("path", ["secret.txt", "folder/secret.txt", "folder/", "page/"])
def test_nothing_outside_of_the_report_is_served(tmp_path: Path, path: str) -> None:
    outside, report = tmp_path / "outside", tmp_path / "report"
    (report / "page").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    (report / "inside.txt").write_text("here")
    (report / "again.txt").symlink_to(report / "inside.txt")
    (report / "secret.txt").symlink_to(outside / "secret.txt")
    (report / "folder").symlink_to(outside)
    (report / "page" / "index.html").symlink_to(outside / "secret.txt")
    (tmp_path / "shown").symlink_to(report)
    with server_of(tmp_path / "shown") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        with urllib.request.urlopen(url + "again.txt") as answer:
            assert answer.read() == b"here"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(url + path)
        server.shutdown()
