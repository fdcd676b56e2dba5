"""`warpmark history report --html`: what the page says and draws, its limits, and how it looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import history_series
import sample_journal
from warpmark_reports.history import page
from warpmark_reports.history.cli import main
from warpmark_reports.history.judge import judge
from warpmark_reports.history.page import CommitLinks, history_page
from warpmark_reports.history.series import At, Release, Series
from warpmark_reports.history.series_drawing import MAX_MARKS
from warpmark_reports.plot import style

Captured = pytest.CaptureFixture[str]
SVG = re.compile(r"<svg viewBox=\"0 0 720.*?</svg>", re.DOTALL)


def series(
    change: Callable[[int], float], name: str = "copy/v[n=1][]", count: int = 40, **more: object
) -> Series:
    """About 1 µs with a noise of 0.3 %; driver 2 from the tenth commit on."""
    noise = np.exp(0.003 * np.random.default_rng(len(name)).standard_normal(count))
    values = tuple(
        At(history_series.commit(day), f"2001-{1 + day // 700:02d}-{1 + day // 28 % 25:02d}",
           "1" if day < 10 else "2", "v1" if day == 5 else "",
           1000 * change(day) * float(noise[day]), 990 * change(day), 1010 * change(day), 1)
        for day in range(count)
    )  # fmt: skip
    return Series("Card GPU-1", "cuda cold", name, values, **more)  # type: ignore[arg-type]


def page_of(*every: Series, accepted: dict[tuple[str, str, str], set[str]] | None = None) -> str:
    marked = accepted or {}
    reasons = {(*key, each): "sums are exact" for key, known in marked.items() for each in known}
    links = CommitLinks("https://example.com/{commit}")
    return history_page(every, judge(every, marked), reasons, links)


def drawings(text: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(found) for found in SVG.findall(text)]


def paths(drawing: ElementTree.Element, name: str) -> list[str]:
    found = drawing.iter("path")
    return [each.get("d", "") for each in found if name in each.get("class", "").split()]


def texts(drawing: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in drawing.iter("text")]


def test_a_page_has_its_judgements_and_figures() -> None:
    slow = series(lambda day: 1.08 if day >= 25 else 1.0, "copy/slow[n=1][]")
    calm = series(lambda _: 1.0, "copy/calm[n=1][]")
    text = page_of(calm, slow)
    assert "1 open step," in text
    row = text[text.index("<tbody>") : text.index("</tbody>")]
    assert "SLOWER" in row
    assert f'href="https://example.com/{history_series.commit(25)}"' in row
    assert 'href="#s0">copy/slow[n=1][]</a>' in row
    assert '<figure id="s0">\n<figcaption><b>copy/slow' in text
    assert "<script" not in text
    assert not re.search(r'(src|href)="(?!#|https://example.com/)', text)
    first, second = drawings(text)
    for drawing in (first, second):
        assert paths(drawing, "pt")[0].count("h0") == 40
        assert paths(drawing, "iv")[0].count("V") == 40
        assert len(list(drawing.iter("title"))) == 40
        assert {"time (µs)", "driver 2", "v1", "c0000000", "2001-01-01"} <= set(texts(drawing))
    assert paths(first, "lv")[0].count("M") == 2
    assert paths(second, "lv")[0].count("M") == 1
    # The stroke is between the commits 24 and 25 of 40 places from 62 to 710.
    (stroke,) = paths(first, "st")
    assert float(stroke[1:].split()[0]) == pytest.approx(62 + 25 / 40 * 648, abs=0.06)
    assert any(each.startswith("▲ +8.") for each in texts(first))
    assert "SLOWER +8." in str(first.get("aria-label"))


def test_times_are_where_the_axis_says() -> None:
    (drawing,) = drawings(page_of(series(lambda day: 1 + day / 40)))
    places = {
        float(each.text or ""): float(each.get("y", "")) - 4
        for each in drawing.iter("text")
        if each.get("text-anchor") == "end" and re.fullmatch(r"\d\.\d+", each.text or "")
    }
    assert len(places) >= 3
    scale = np.polyfit(list(places), list(places.values()), 1)
    first = float(paths(drawing, "pt")[0].split("h0")[0].split()[1])
    assert first == pytest.approx(np.polyval(scale, 1.0), abs=2)


def test_accepted_and_faster_steps_look_unlike_open_ones() -> None:
    key = ("Card GPU-1", "cuda cold", "copy/kept[n=1][]")
    kept = series(lambda day: 1.08 if day >= 25 else 1.0, key[2])
    fast = series(lambda day: 0.9 if day >= 25 else 1.0, "copy/fast[n=1][]")
    old = series(lambda day: 1.08 if day >= 20 else 1.0, "copy/old[n=1][]",
                 release=Release("2001-01-02", "v2"))  # fmt: skip
    text = page_of(kept, fast, old, accepted={key: {history_series.commit(25)}})
    assert "<td>sums are exact</td>" in text
    signs = {
        each[0] for drawing in drawings(text) for each in texts(drawing) if re.search("%$", each)
    }
    assert signs == {"◆", "▼", "△"}
    assert "0 open steps," in text


def test_names_cannot_be_markup() -> None:
    text = page_of(series(lambda day: 1.1 if day > 20 else 1.0, '"><script>alert(1)</script>&'))
    assert "<script" not in text
    assert "&lt;script&gt;alert" in text
    assert len(drawings(text)) == 1


def test_long_series_are_drawn_by_ranges_that_lose_no_extreme() -> None:
    lone = series(lambda day: 2.0 if day == 777 else 1.0, count=1500)
    (drawing,) = drawings(page_of(lone))
    assert paths(drawing, "pt")[0].count("h0") == MAX_MARKS
    tops = [float(each.split("V")[1]) for each in paths(drawing, "iv")[0].split("M")[1:]]
    assert min(tops) < 45  # of the plot from 34 to 158
    assert sorted(tops)[1] > 100


def test_a_page_has_a_limit_and_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    calm = [series(lambda _: 1.0, f"copy/a{i:02d}[n=1][]") for i in range(30)]
    slow = series(lambda day: 1.08 if day >= 25 else 1.0, "copy/slow[n=1][]")
    whole = page_of(*calm, slow)
    limit = len(whole.encode()) // 2
    monkeypatch.setattr(page, "MAX_PAGE_BYTES", limit)
    monkeypatch.setattr(page, "MAX_TITLES", 100)
    text = page_of(*calm, slow)
    assert len(text.encode()) < len(whole.encode()) // 2 + 30_000
    count = len(drawings(text))
    assert 0 < count < 31
    assert f"{31 - count} series have no figure here" in text
    assert '<figure id="s0">\n<figcaption><b>copy/slow' in text
    assert text.count("<title>") == 1 + 80  # of the page, and of two series
    assert text.count('<tr><th scope="row">') == 31


def test_a_series_of_one_value_is_drawn() -> None:
    value = At("c" * 40, "2001-01-01", "", "", 5.0, float("nan"), float("nan"), 1)
    flat = Series("Card", "cuda", "p", (value,))
    (drawing,) = drawings(page_of(flat))
    assert "time (ns)" in texts(drawing)
    assert paths(drawing, "iv") == [""]


def test_colours_are_those_of_the_figures() -> None:
    css = (Path(page.__file__).parent / "templates/history.css").read_text()
    known = {color for pair in style.PALETTE for color in pair}
    known |= set(style.DARK_INKS) | set(style.DARK_INKS.values()) | {"#fff"}
    assert set(re.findall(r"#[0-9a-f]{3,6}\b", css)) <= known


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve commits; `slow` is 10 % slower from the eighth on."""
    folder = tmp_path_factory.mktemp("page")
    for day in range(12):
        jitter = 1 + 0.002 * (day * 7 % 5)
        times = {"slow": 1e3 * jitter * (1.1 if day >= 8 else 1), "quick": 500 * jitter}
        card = {**sample_journal.CARD, "uuid": "GPU-1"}
        path = history_series.journal(folder / f"j{day}.jsonl", times, day, card=card)
        assert main(["add", "--store", str(folder / "store"), str(path)]) == 0
    return folder / "store"


def test_the_verb_writes_a_page(store: Path, tmp_path: Path, capsys: Captured) -> None:
    words = ["report", "--store", str(store), "--html", str(tmp_path / "h.html")]
    assert main([*words, "--commit-url", "https://example.com/{commit}"]) == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "h.html"]  # no figures besides
    text = (tmp_path / "h.html").read_text()
    assert len(drawings(text)) == 2
    assert main([*words, "copy/quick", "-o", str(tmp_path / "figures")]) == 0
    assert len(drawings((tmp_path / "h.html").read_text())) == 1
    assert (tmp_path / "figures/figures/history_1.svg").is_file()
    capsys.readouterr()
    for address in ("javascript:{commit}", "https://example.com/"):
        assert main([*words, "--commit-url", address]) == 2
        assert "expected an address such as https://" in capsys.readouterr().err
