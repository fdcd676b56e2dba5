"""The documentation site that `make docs` built: every page in a browser, narrow and wide."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import chrome

SITE = Path(__file__).parents[2] / "build" / "site"
PAGES = sorted(SITE.rglob("*.html")) if SITE.is_dir() else []
PROGRAM = chrome.find()
pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="no Chromium on this machine (tools/setup --dev)"),
    pytest.mark.skipif(not PAGES, reason="no site; `make docs` builds it"),
]
VIOLATIONS = """
axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.map((each) =>
  each.id + ": " + each.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" ")))
"""
# The links of a search's results, once it has ended.
FOUND = """
new Promise((resolve) => {
  const look = () => {
    const links = [...document.querySelectorAll("#search-results li a")].map((each) => each.href);
    const ended = document.querySelector("#search-results .search-summary")?.textContent.trim();
    if (ended) resolve(links); else setTimeout(look, 50);
  };
  look();
})
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chrome.Chrome]:
    assert PROGRAM is not None
    with chrome.Chrome(PROGRAM, tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def axe() -> str:
    found = importlib.util.find_spec("selenium_axe_python")
    if found is None or found.origin is None:
        pytest.skip("the package selenium-axe-python is not installed (tools/setup --dev)")
    return (Path(found.origin).parent / "axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [390, 1280])
def test_pages_are_accessible_and_ask_for_nothing_elsewhere(
    browser: chrome.Chrome, axe: str, width: int, tmp_path: Path
) -> None:
    problems = []
    browser.screen(width, 900)
    for page in PAGES:
        browser.open(page.as_uri())
        name = page.relative_to(SITE)
        problems += [
            f"{name} asks for {url}"
            for url in browser.requests
            if not url.startswith(("data:", "file:", "blob:"))
        ]
        browser.run(axe + "; null")
        problems += [f"{name}: {each}" for each in browser.run(VIOLATIONS)]
        if not browser.run(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        ):
            problems.append(f"{name} is wider than a screen of {width}")
    pictures = Path(os.environ.get("WARPMARK_PICTURES", tmp_path))
    for shown in ("index.html", "reference/verbs.html", "tutorials/first_sweep.html"):
        browser.open((SITE / shown).as_uri())
        browser.picture(pictures / f"{Path(shown).stem}_{width}.png")
    assert not problems, "\n".join(problems)


def test_search_works_without_a_server(browser: chrome.Chrome) -> None:
    browser.open((SITE / "search.html").as_uri() + "?q=resume")
    found = browser.run(FOUND)
    assert any("commands.html" in link for link in found), found
    assert browser.errors == []
