"""The page in headless Chromium: what a reader can see, do and reach."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import chrome
import column_journals
from warpmark_reports.cli import main

PROGRAM = chrome.find()
pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="no Chromium on this machine (tools/setup --dev)"),
    pytest.mark.parametrize("backend", ["cuda"], indirect=True),
]
SCREENS = [(width, dark) for width in (390, 1280, 2560) for dark in (False, True)]
# What a picture is made of does not matter to screen readers, and takes seconds to check.
FINDINGS = """
document.querySelectorAll("figure svg").forEach((svg) => svg.replaceChildren());
axe.run(document, {resultTypes: ["violations"]}).then((found) =>
  found.violations.filter((each) => ["serious", "critical"].includes(each.impact))
    .map((each) => each.id + ": " + each.nodes.map((node) => node.html).join(" ")))
"""


def axe_source() -> str:
    """The script that checks accessibility; a package brings it along."""
    found = importlib.util.find_spec("selenium_axe_python")
    if found is None or found.origin is None:
        pytest.skip("the package selenium-axe-python is not installed (tools/setup --dev)")
    return (Path(found.origin).parent / "axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chrome.Chrome]:
    assert PROGRAM is not None
    with chrome.Chrome(PROGRAM, tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def page(browser: chrome.Chrome, report: Path) -> chrome.Chrome:
    """The page at 1280 pixels, just loaded."""
    browser.screen(1280, 900)
    browser.open((report / "index.html").as_uri())
    return browser


def choose(page: chrome.Chrome, name: str, value: str) -> None:
    page.run(
        f"filters.elements[{name!r}].value = {value!r};"
        "filters.dispatchEvent(new Event('input', {bubbles: true}))"
    )


def shown_rows(page: chrome.Chrome, table: str) -> list[list[str]]:
    return list(
        page.run(
            f"[...document.querySelector('table[data-name={table}]').tBodies[0].rows]"
            ".filter((row) => !row.hidden)"
            ".map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
    )


def column(page: chrome.Chrome, table: str, key: str) -> list[str]:
    heads = page.run(
        f"[...document.querySelectorAll('table[data-name={table}] th')].map((h) => h.dataset.key)"
    )
    return [row[heads.index(key)] for row in shown_rows(page, table)]


@pytest.mark.parametrize(("width", "dark"), SCREENS)
def test_every_screen_fits_and_asks_for_nothing(
    browser: chrome.Chrome, report: Path, width: int, dark: bool, tmp_path: Path
) -> None:
    browser.screen(width, 900, dark)
    browser.open((report / "index.html").as_uri())
    assert browser.errors == []
    asked = [url for url in browser.requests if not url.startswith("data:")]
    assert asked == [(report / "index.html").as_uri()]
    assert browser.run(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    paper = browser.run("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(22, 25, 29)" if dark else "rgb(255, 255, 255)")
    browser.picture(Path(os.environ.get("WARPMARK_PICTURES", tmp_path)) / f"{width}_{dark}.png")


def test_the_first_table_shows_all_of_its_columns(
    browser: chrome.Chrome, backend: str, tmp_path: Path
) -> None:
    """Of a journal whose configs are long, at the width of a small notebook."""
    path = column_journals.part_of(
        tmp_path, "h200/sort.jsonl.gz", column_journals.of("sort", 12, 20, 26)
    )
    out = tmp_path / backend
    assert main([str(path), "-o", str(out), "--only", "ladder"]) == 0
    browser.screen(1280, 900)
    browser.open((out / "index.html").as_uri())
    box = "document.querySelector('.summary .rows')"
    assert browser.run(f"{box}.scrollWidth <= {box}.clientWidth")


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_the_accessibility_check_finds_nothing_serious(
    browser: chrome.Chrome, report: Path, width: int, dark: bool
) -> None:
    source = axe_source()
    browser.screen(width, 900, dark)
    browser.open((report / "index.html").as_uri())
    browser.run(source + ";0")
    assert browser.run(FINDINGS) == []


def test_filters_narrow_the_rows_and_are_undone(page: chrome.Chrome) -> None:
    before = shown_rows(page, "best_configs")
    choose(page, "variant", "strided")
    assert set(column(page, "best_configs", "variant")) == {"strided"}
    choose(page, "type", "f32")
    assert set(column(page, "best_configs", "problem_type")) == {"f32"}
    assert set(column(page, "fastest", "type")) <= {"f32"}
    choose(page, "text", "2²⁰ no-such-word")
    assert shown_rows(page, "best_configs") == []
    assert page.run("document.querySelector('#table-best_configs .none').checkVisibility()")
    page.run("filters.querySelector('button').click()")
    assert (
        page.run("new Promise((done) => setTimeout(() => done(filters.elements.text.value)))") == ""
    )
    assert shown_rows(page, "best_configs") == before


def test_the_chosen_variant_is_marked_in_the_figures(page: chrome.Chrome) -> None:
    choose(page, "variant", "strided")
    assert page.run("document.querySelectorAll('#figure-throughput_by_size .picked').length") == 6
    choose(page, "variant", "")
    assert page.run("document.querySelectorAll('.picked').length") == 0


def test_a_heading_sorts_up_down_and_back(page: chrome.Chrome) -> None:
    head = "document.querySelector('table[data-name=best_configs] th[data-key=time_median_ns]')"
    cells = (
        "[...document.querySelectorAll('table[data-name=best_configs] tbody tr')]"
        f".map((row) => row.cells[{head}.cellIndex].dataset.sort)"
    )
    original = page.run(cells)
    page.run(f"{head}.querySelector('button').focus()")
    page.press("Enter")
    up = page.run(cells)
    assert page.run(f"{head}.ariaSort") == "ascending"
    assert up == sorted(original, key=float)
    page.press("Enter")
    assert page.run(f"{head}.ariaSort") == "descending"
    assert page.run(cells) == sorted(original, key=float, reverse=True)
    page.press("Enter")
    assert page.run(cells) == original


def test_the_first_tab_skips_to_the_answers(page: chrome.Chrome) -> None:
    page.press("Tab")
    assert page.run("document.activeElement.className") == "skip"
    page.press("Enter")
    assert page.run("document.activeElement.id") == "main"
    reached: list[Any] = []
    for _ in range(12):
        page.press("Tab")
        reached.append(page.run("document.activeElement.closest('main') !== null"))
    assert all(reached)


def test_a_figure_enlarges_tells_its_values_and_goes_back(page: chrome.Chrome) -> None:
    page.run("document.querySelector('#figure-throughput_by_size .enlarge').focus()")
    page.press("Enter")
    assert page.run("document.getElementById('enlarged').matches(':modal')")
    assert page.run("document.querySelector('.stage svg').getBoundingClientRect().height > 500")
    page.press("ArrowRight")
    first = page.run("document.querySelector('#enlarged output').textContent").split("\n")
    assert first[0] == "serial_thread"
    assert first[1] == "input size n (elements): 2¹⁰"
    assert first[2].startswith("throughput (GB/s of compulsory bytes): ")
    assert first[2].endswith("]")
    assert page.run("document.querySelectorAll('.stage .ring').length") == 1
    page.press("Escape")
    assert not page.run("document.getElementById('enlarged').open")
    assert page.run(  # the drawing goes back in a task after the dialog's end
        "new Promise((done) => setTimeout(() =>"
        " done(document.querySelector('#figure-throughput_by_size svg') !== null)))"
    )
    assert page.run("document.activeElement.closest('figure').id") == "figure-throughput_by_size"


def test_the_pointer_near_a_point_shows_its_value(page: chrome.Chrome) -> None:
    place = """new Promise((done) => {
      const svg = document.querySelector("#figure-ladder svg");
      svg.scrollIntoView({block: "center", behavior: "instant"});
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const [x, y] = valuesOf.get(svg).points[1];
        const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
        done([at.x, at.y]);
      }));
    })"""
    x, y = page.run(place)
    page.point(x + 3, y)
    name, value = page.run("tip.hidden ? '' : tip.textContent").split("\n")
    assert name == "chunked"
    assert value.startswith("times as fast as serial_thread (×): ")
    page.point(2, y)
    assert page.run("tip.hidden")


def test_print_opens_everything_on_white(page: chrome.Chrome) -> None:
    page.screen(1280, 900, dark=True, media="print")
    assert not page.run("filters.checkVisibility()")
    assert page.run(
        "[...document.querySelectorAll('.rows')]"
        ".every((box) => box.scrollHeight <= box.clientHeight + 1)"
    )
    assert (
        page.run("getComputedStyle(document.documentElement).getPropertyValue('--ink-3').trim()")
        == "#ffffff"
    )
    assert page.pdf().startswith(b"%PDF")
