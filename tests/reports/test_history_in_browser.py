"""The page of a history in headless Chromium: whether it fits, and what is reachable."""

from __future__ import annotations

from pathlib import Path

import pytest

import chrome
import history_series
from test_page_in_browser import FINDINGS, axe_source
from warpmark_reports.history.cli import main

PROGRAM = chrome.find()


@pytest.mark.skipif(PROGRAM is None, reason="no Chromium on this machine (tools/setup --dev)")
def test_a_browser_shows_it(tmp_path: Path) -> None:
    """Twelve commits, of which `slow` is 10 % slower from the eighth on."""
    assert PROGRAM is not None
    store = tmp_path / "store"
    for day in range(12):
        jitter = 1 + 0.002 * (day * 7 % 5)
        times = {"slow": 1e3 * jitter * (1.1 if day >= 8 else 1), "quick": 500 * jitter}
        path = history_series.journal(tmp_path / f"j{day}.jsonl", times, day)
        assert main(["add", "--store", str(store), str(path)]) == 0
    assert main(["report", "--store", str(store), "--html", str(tmp_path / "h.html")]) == 0
    with chrome.Chrome(PROGRAM, tmp_path / "profile") as browser:
        for width, dark in ((390, False), (1280, True), (2560, False)):
            browser.screen(width, 900, dark)
            browser.open((tmp_path / "h.html").as_uri())
            assert browser.run("document.documentElement.scrollWidth") <= width
            boxes = browser.run(
                "[...document.querySelectorAll('figure svg text')].map((text) => {"
                " const at = text.getBoundingClientRect(), box = text.closest('svg')"
                ".getBoundingClientRect(); return [at.left - box.left, box.right - at.right];})"
            )
            assert min(min(each) for each in boxes) > -1
            browser.run(axe_source())
            assert browser.run(FINDINGS) == []
            assert browser.errors == []
            assert [each for each in browser.requests if not each.startswith("file:")] == []
