"""Every figure for a column of a paper as PDF, SVG and PNG: the same curves in all, legible."""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from shutil import which
from typing import Any

import matplotlib
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

import card_journals
import column_journals
import figure_layout
import read_back
from figure_layout import Drawn, Picture
from read_back import Content
from warpmark_reports.analysis.card_costs import with_costs
from warpmark_reports.analysis.journal_comparison import compare_all_views
from warpmark_reports.figures import FIGURES, Figure
from warpmark_reports.figures.comparison import ALL, MANY, PAIRED
from warpmark_reports.figures.comparison.cards_by_size import cards_by_size
from warpmark_reports.figures.comparison.throughput_by_card import throughput_by_card
from warpmark_reports.plot import style
from warpmark_reports.plot.figure_layout import Sheet
from warpmark_reports.plot.image_export import to_pdf, to_svg
from warpmark_reports.plot.medium import COLUMNS, SCREEN, Medium, drawn_for

DPI = 120
FINE = 3  # times: matplotlib fits letters to pixels, and at few of them all widths are wrong
INK = 80  # grey levels from the paper on from which a pixel has ink for sure
TRACE = 25  # from which it has some: renderers differ in thin lines
NEAR = 3  # pixels that renderers of different make may be apart
LOST = 0.01  # the share of a panel's ink that another picture may lack: edges of letters
TOLERANCE = 0.2  # points
MISSING = [name for name in ("pdftoppm", "pdftotext", "rsvg-convert") if which(name) is None]
NEEDS_TOOLS = f"{', '.join(MISSING)} missing: `tools/setup --dev` installs them"

WORD = re.compile(
    r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</word>'
)
RARE = {"roofline"}  # of problems whose variants differ in operations per byte

PAPER = 255

Ink = npt.NDArray[np.bool_]
Bounds = tuple[float, ...]


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Subject]:
    """Views, pairs of sides and families, each with the functions that draw it."""
    folder = tmp_path_factory.mktemp("journals")
    found = {}
    for name, view in column_journals.views(folder):
        only = OF_ONE_JOURNAL.get(name, ())
        functions = [draw for draw in FIGURES if not only or name_of(draw) in only]
        found[name] = Subject(name, functions, (view.frame, view))
    for name, views in column_journals.compared(folder):
        found[name] = Subject(name, MANY, (views,))
        for pair in compare_all_views(views)[:1]:
            found[f"{name}, pair"] = Subject(f"{name}, pair", PAIRED, (pair,))
    cards = card_journals.views(folder)
    sorts = [view for view in cards if view.family == "sort"]
    found["three cards"] = Subject("three cards", (throughput_by_card, cards_by_size), (sorts,))
    found["all families"] = Subject("all families", ALL, (cards,))
    return found


@pytest.fixture(scope="module")
def compared() -> Counter[tuple[str, str]]:
    """How many families had figures of a function in a column until now."""
    return Counter()


@dataclass(frozen=True)
class Subject:
    """What figures are drawn of: functions and their arguments."""

    name: str
    functions: Sequence[Callable[..., list[Figure]]]
    arguments: tuple[Any, ...]
    draws: dict[str, bool] = field(default_factory=dict)  # whether functions drew any figure

    def alternates(self, draw: Callable[..., list[Figure]]) -> bool:
        """Whether its figures are for one of the columns alone."""
        return self.name in ALTERNATING and name_of(draw) not in FAMILY_FIGURES

    def is_compared(
        self, draw: Callable[..., list[Figure]], medium: Medium, compared: Counter[tuple[str, str]]
    ) -> bool:
        """Whether the files of its figures are read back, which takes most of the time. One that is
        drawn for both columns is read in turn for one or the other, one that families have alike
        for the first COMPARED of them in each column.
        """
        if os.environ.get(ALL_FIGURES):
            return True
        column = list(COLUMNS.values()).index(medium)
        if not self.alternates(draw):
            return self.functions.index(draw) % 2 == column
        key = name_of(draw), medium.name
        compared[key] += 1
        return compared[key] <= COMPARED

    def functions_for(self, medium: Medium) -> list[Callable[..., list[Figure]]]:
        """Of a family like others, half of the figures in each column, and none that look alike for
        all families; $WARPMARK_ALL_FIGURES asks for all.
        """
        if self.name not in ALTERNATING or medium is SCREEN or os.environ.get(ALL_FIGURES):
            return list(self.functions)
        alike = () if self.name == "sort" else ALIKE
        own = [draw for draw in self.functions if name_of(draw) not in alike]
        turn = (NAMES.index(self.name) + list(COLUMNS.values()).index(medium)) % 2
        return [draw for i, draw in enumerate(own) if i % 2 == turn or not self.alternates(draw)]


def name_of(draw: Callable[..., list[Figure]]) -> str:
    return draw.__module__.rpartition(".")[2]


def drawn(subject: Subject, medium: Medium) -> Iterator[tuple[Callable[..., list[Figure]], Figure]]:
    costs = with_costs(card_journals.COSTS)
    with matplotlib.rc_context(style.RC), drawn_for(medium), costs:  # type: ignore[arg-type]
        for function in subject.functions_for(medium):
            figures = function(*subject.arguments)
            subject.draws[name_of(function)] = bool(figures)
            for figure in figures:
                figure.sheet.finish()
                yield function, figure


ALL_FIGURES = "WARPMARK_ALL_FIGURES"
COMPARED = 1
ALTERNATING = ("sort", "reduce", "scan", "copy", "count", "merge", "partition", "deinterleave")
NAMES = (
    *ALTERNATING, "reduce counted", "reduce modelled", "count by entropy", "count by bins",
    "article", "energy", "levels of determinism", "tuned", "two cards, pair", "three commits",
    "times and counts", "three cards", "all families",
)  # fmt: skip
ALIKE = ("drift", "interval_width", "sample_distribution")
FAMILY_FIGURES = ("sensitivity", "time_per_pass", "exchange_cycles", "article_times")
SPECIAL_FIRST = NAMES[::-1]
# Of journals that are there for the sake of a figure, those figures alone.
OF_ONE_JOURNAL = {
    "reduce modelled": ("modelled_against_measured",),
    "count by entropy": ("entropy_ladder",),
    "count by bins": ("time_by_bins",),
    "article": ("article_times",),
    "energy": ("energy_ladder", "energy_pareto"),
    "levels of determinism": ("determinism_price",),
    "tuned": ("tuning_gains", "tuning_convergence", "parameter_influence"),
}


@pytest.mark.skipif(bool(MISSING), reason=NEEDS_TOOLS)
@pytest.mark.parametrize("medium", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("name", NAMES)
def test_formats_have_the_same_curves_and_legible_texts(
    name: str,
    medium: Medium,
    journals: dict[str, Subject],
    compared: Counter[tuple[str, str]],
    tmp_path: Path,
) -> None:
    read: list[Figure] = []
    others: list[Figure] = []
    for function, figure in drawn(journals[name], medium):
        is_read = journals[name].is_compared(function, medium, compared)
        (read if is_read else others).append(figure)
    assert read or others
    problems = []
    if read:
        pdf, pages = pages_of([figure.sheet for figure in read], tmp_path)
        problems += [
            f"{figure.name}: {each}"
            for figure, content, page in zip(read, pdf, pages, strict=True)
            for each in problems_of(figure.sheet, content, page, tmp_path)
        ]
    for figure in others:
        texts = figure_layout.drawn_texts(figure.sheet, FINE * DPI)
        problems += [f"{figure.name}: {each}" for each in text_problems(figure.sheet, texts)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    "name", ["reduce counted", "two cards, pair", "three cards", "all families"]
)
def test_no_text_covers_another_on_a_screen(name: str, journals: dict[str, Subject]) -> None:
    problems = []
    for _, figure in drawn(journals[name], SCREEN):
        texts = figure_layout.drawn_texts(figure.sheet, FINE * DPI)
        problems += [f"{figure.name}: {each}" for each in text_problems(figure.sheet, texts)]
    assert not problems, "\n".join(problems)


def test_every_figure_is_drawn_of_one_of_the_journals(journals: dict[str, Subject]) -> None:
    functions: list[Callable[..., list[Figure]]] = [*FIGURES, *MANY, *PAIRED, *ALL]
    absent = {name_of(draw) for draw in functions}
    with matplotlib.rc_context(style.RC), drawn_for(COLUMNS["single"]):  # type: ignore[arg-type]
        for name in SPECIAL_FIRST:
            subject = journals[name]
            for function in subject.functions:
                drawn_by = name_of(function)
                if drawn_by not in absent:
                    continue
                if drawn_by not in subject.draws:  # by no test before this one
                    subject.draws[drawn_by] = bool(function(*subject.arguments))
                if subject.draws[drawn_by]:
                    absent.remove(drawn_by)
    assert absent == RARE


@dataclass(frozen=True)
class Page:
    """What pdftoppm and pdftotext make of a page of a PDF: its words with their boxes."""

    picture: Path
    words: list[tuple[str, ...]]


def pages_of(sheets: list[Sheet], folder: Path) -> tuple[list[Content], list[Page]]:
    """One PDF of all sheets, whose fonts are made but once."""
    pdf = to_pdf(*sheets)
    file = folder / "figures.pdf"
    file.write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DPI), str(file), str(folder / "p")], check=True)
    html = subprocess.run(
        ["pdftotext", "-bbox", str(file), "-"], capture_output=True, check=True, text=True
    ).stdout
    words = [WORD.findall(part) for part in html.split("<page ")[1:]]
    pictures = sorted(folder.glob("p-*.ppm"))
    return read_back.of_pdf(pdf), [Page(*each) for each in zip(pictures, words, strict=True)]


def problems_of(sheet: Sheet, pdf: Content, page: Page, folder: Path) -> Iterator[str]:
    texts, png = figure_layout.drawn_texts_and_picture(sheet, DPI, FINE)
    yield from text_problems(sheet, texts)
    expected = [read_back.of_axes(axes) for axes in sheet.axes]
    svg = to_svg(sheet)
    yield from svg_problems(expected, read_back.of_svg(svg))
    yield from pdf_problems(expected, pdf)
    yield from word_problems([each.text for each in texts], page.words, sheet)
    boxes = [axes.get_window_extent().bounds for axes in sheet.axes]
    boxes = [tuple(each * DPI / sheet.dpi for each in box) for box in boxes]
    (folder / "figure.svg").write_text(svg)
    words = ["rsvg-convert", "-d", str(DPI), "-p", str(DPI), "-b", "white"]
    subprocess.run([*words, "figure.svg", "-o", "svg.png"], cwd=folder, check=True)
    for kind, file in (("pdf", page.picture), ("svg", folder / "svg.png")):
        with Image.open(file) as image:
            other = figure_layout.grey(image)
        yield from (f"{kind} {each}" for each in picture_problems(png, other, boxes))


def text_problems(sheet: Sheet, texts: list[Drawn]) -> list[str]:
    """What covers or leaves what."""
    found = [f"'{a}' covers '{b}'" for a, b in figure_layout.overlapping(texts, FINE * DPI)]
    found += [
        f"'{text}' leaves the page" for text in figure_layout.outside(texts, sheet, FINE * DPI)
    ]
    return found


def svg_problems(expected: list[Content], found: list[Content]) -> Iterator[str]:
    if len(expected) != len(found):
        yield f"svg has {len(found)} panels, not {len(expected)}"
        return
    for index, (one, two) in enumerate(zip(expected, found, strict=True)):
        for what in ("curves", "marks"):
            counts = len(getattr(one, what)), len(getattr(two, what))
            if counts[0] != counts[1]:
                yield f"svg, panel {index}: {counts[1]} {what}, not {counts[0]}"
        lost = unmatched(one, two)
        if lost:
            yield f"svg, panel {index}: {lost} of {len(one.curves)} curves differ or are clipped"


def pdf_problems(expected: list[Content], found: Content) -> Iterator[str]:
    for index, panel in enumerate(expected):
        lost = unmatched(panel, found)
        if lost:
            yield f"pdf, panel {index}: {lost} of {len(panel.curves)} curves differ or are clipped"
        places = np.asarray(found.marks or [(0, 0)])
        small = np.asarray(found.small or [(0, 0, 0, 0)])
        absent = sum(
            not _has_form(places, mark) and not _has_shape(small, mark) for mark in panel.marks
        )
        if absent:
            yield f"pdf, panel {index}: {absent} of {len(panel.marks)} marks are absent"


def unmatched(expected: Content, found: Content) -> int:
    """How many curves have no other of the same visible extent; each is matched once."""
    left = [read_back.visible(curve) for curve in found.curves]
    lost = 0
    for curve in expected.curves:
        want = read_back.visible(curve)
        index = next(
            (i for i, have in enumerate(left)
             if max(abs(a - b) for a, b in zip(want, have, strict=True)) < TOLERANCE), None,
        )  # fmt: skip
        if index is None:
            lost += 1
        else:
            left.pop(index)
    return lost


def _has_form(places: npt.NDArray[np.float64], mark: tuple[float, float]) -> bool:
    return bool((np.abs(places - mark).max(axis=1) < TOLERANCE).any())


def _has_shape(boxes: npt.NDArray[np.float64], mark: tuple[float, float]) -> bool:
    low, high = boxes[:, :2] - TOLERANCE, boxes[:, 2:] + TOLERANCE
    return bool(((low <= mark) & (mark <= high)).all(axis=1).any())


def word_problems(texts: list[str], words: list[tuple[str, ...]], sheet: Sheet) -> Iterator[str]:
    """Every letter that is drawn is in the PDF as text, and on its page."""
    letters = sorted(unescape("".join(word for *_, word in words)))
    expected = sorted("".join("".join(texts).split()))
    if letters != expected:
        yield f"pdf has {len(letters)} letters of text, not {len(expected)}"
    width, height = (float(each) * 72 for each in sheet.get_size_inches())
    for x0, y0, x1, y1, word in words:
        if min(float(x0), float(y0)) < -1 or float(x1) > width + 1 or float(y1) > height + 1:
            yield f"pdf: '{word}' leaves the page"


def picture_problems(one: Picture, two: Picture, boxes: list[Bounds]) -> Iterator[str]:
    """Ink that one of two pictures has and the other has not near it, panel by panel."""
    if max(abs(a - b) for a, b in zip(one.shape, two.shape, strict=True)) > 1:
        yield f"is {two.shape} pixels, not {one.shape}"
        return
    rows, columns = (min(a, b) for a, b in zip(one.shape, two.shape, strict=True))
    one, two = one[:rows, :columns], two[:rows, :columns]
    for index, (x, y, width, height) in enumerate([(0, 0, columns, rows), *boxes]):
        part = np.s_[
            max(0, int(rows - y - height) - 2) : int(rows - y) + 2,
            max(0, int(x) - 2) : int(x + width) + 2,
        ]
        for which_one, a, b in (("lacks", one, two), ("adds", two, one)):
            ink = a[part] < PAPER - INK
            share = (ink & ~near(b[part] < PAPER - TRACE)).sum() / max(1, ink.sum())
            if share > LOST:
                where = f"panel {index - 1}" if index else "the page"
                yield f"{which_one} {share:.1%} of the ink of {where}"


def near(ink: Ink) -> Ink:
    """Ink grown by NEAR pixels to all sides: a square grows along one axis, then the other."""
    for axis in (0, 1):
        ink = np.moveaxis(_grown_down(np.moveaxis(ink, axis, 0)), 0, axis)
    return ink


def _grown_down(ink: Ink) -> Ink:
    grown = ink.copy()
    for step in range(1, NEAR + 1):
        grown[step:] |= ink[:-step]
        grown[:-step] |= ink[step:]
    return grown
