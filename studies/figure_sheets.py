#!/usr/bin/env python3
"""Draws the column figures of every family's journals on one picture per width, to be looked at.

python studies/figure_sheets.py                    both sheets, into docs/results/
python studies/figure_sheets.py --column single    one of them
python studies/figure_sheets.py -o FOLDER          elsewhere, at the resolution of --dpi
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import matplotlib
from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "reports"))

from warpmark_reports.analysis.journal_comparison import compare_all_views  # noqa: E402
from warpmark_reports.analysis.views import views_of  # noqa: E402
from warpmark_reports.figures import Figure  # noqa: E402
from warpmark_reports.figures.comparison import PAIRED  # noqa: E402
from warpmark_reports.formats.reader import load  # noqa: E402
from warpmark_reports.page.figure_selection import FigureSelection  # noqa: E402
from warpmark_reports.page.report import figures_of  # noqa: E402
from warpmark_reports.plot import style  # noqa: E402
from warpmark_reports.plot.medium import COLUMNS, Medium, drawn_for  # noqa: E402

RESULTS = ROOT / "docs" / "results"
# Of every family; those of a line are one report.
JOURNALS = (
    ("h200/variants.jsonl.gz",),
    ("h200/reduce_types.jsonl.gz",),
    ("h200/counts_reduce.jsonl.gz", "h200/counts_reduce_padded.jsonl.gz"),
    ("h200/counts_scan.jsonl.gz", "h200/counts_scan_padded.jsonl.gz"),
    ("h200/sort.jsonl.gz",),
    ("h200/count.jsonl.gz",),
    ("h200/entropy.jsonl.gz",),
    ("h200/passes.jsonl.gz",),
    ("h200/partition_small.jsonl.gz", "h200/partition_middle.jsonl.gz"),
    ("h200/exchange_full.jsonl.gz",),
    ("h100/cub35/ladder_reduce.jsonl.gz", "modelled/reduce_and_scan.jsonl.gz"),
)
ONLY = {10: ("modelled_against_measured",)}  # of that line: all others are those of the first
COMPARED = ("h200/four_cards_one.jsonl.gz", "h200/four_cards_all.jsonl.gz")
ONCE = ("drift", "interval_width")  # of any family they look alike

DPI = 72
FINE = 2  # times: letters that are fitted to few pixels come out too wide
SHEET_INCHES = 58.0
GAP = 10  # pixels
CAPTION = 14
COLORS = 128
GREY = (225, 225, 225)


def figures() -> Iterator[tuple[str, Figure]]:
    """Each with a caption: journal, family and name."""
    once: set[str] = set()
    for index, names in enumerate(JOURNALS):
        for view in views_of(load(*(RESULTS / name for name in names))):
            for figure in figures_of(view, FigureSelection(only=ONLY.get(index, ()))):
                if figure.name in once:
                    continue
                once.update({figure.name} & set(ONCE))
                yield f"{Path(names[0]).name.split('.')[0]}: {view.family} {figure.name}", figure
    sides = [view for name in COMPARED for view in views_of(load(RESULTS / name))]
    for pair in compare_all_views(sides):
        for draw in PAIRED:
            yield from ((f"compared: {figure.name}", figure) for figure in draw(pair))


def pictures(medium: Medium, dpi: int) -> Iterator[Image.Image]:
    """The figures drawn for a column, their captions above."""
    with matplotlib.rc_context(style.RC), drawn_for(medium):  # type: ignore[arg-type]
        for caption, figure in figures():
            figure.sheet.finish()
            buffer = io.BytesIO()
            figure.sheet.savefig(buffer, format="png", dpi=FINE * dpi)
            drawn = Image.open(buffer).convert("RGB").reduce(FINE)
            captioned = Image.new("RGB", (drawn.width, drawn.height + CAPTION), GREY)
            ImageDraw.Draw(captioned).text((2, 1), caption, fill=(0, 0, 0))
            captioned.paste(drawn, (0, CAPTION))
            yield captioned


def contact_sheet(medium: Medium, dpi: int) -> Image.Image:
    """All of them in columns, each below the shortest so far."""
    drawn = list(pictures(medium, dpi))
    width = max(each.width for each in drawn) + GAP
    heights = [GAP] * max(1, int(SHEET_INCHES * dpi / width))
    places = []
    for each in drawn:
        column = heights.index(min(heights))
        places.append((GAP + column * width, heights[column]))
        heights[column] += each.height + GAP
    sheet = Image.new("RGB", (GAP + len(heights) * width, max(heights)), GREY)
    for each, place in zip(drawn, places, strict=True):
        sheet.paste(each, place)
    return sheet.quantize(COLORS, dither=Image.Dither.NONE)


def main(argv: list[str] | None = None) -> int:
    """Writes the sheets."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--column", choices=tuple(COLUMNS), help="default: each")
    parser.add_argument("--dpi", type=int, default=DPI)
    parser.add_argument("-o", "--output", type=Path, default=RESULTS, metavar="FOLDER")
    arguments = parser.parse_args(argv)
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name in [arguments.column] if arguments.column else COLUMNS:
        file = arguments.output / f"figures_contact_sheet_{name}.png"
        contact_sheet(COLUMNS[name], arguments.dpi).save(file, optimize=True)
        print(f"{file}: {file.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
