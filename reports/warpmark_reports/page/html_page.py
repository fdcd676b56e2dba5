"""The page: one HTML file with everything inline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup, escape

from ..plot.image_export import ink_css
from .headline import Headline
from .hover import Spot
from .page_table import PageTable
from .page_templates import page_templates
from .provenance import Facts
from .tiles import Tile

MAX_PAGE_BYTES = 14_500_000
SPOT_BYTES = 60  # about, of a point's values
CAPTION_BYTES = 1500  # about, of a figure without its drawing


@dataclass(frozen=True)
class PageFigure:
    """A figure as the page shows it: inline SVG ("": only its files), what its points say, the
    endings of its files, and what of many points is drawn or has values.
    """

    file_name: str
    title: str
    svg: str
    spots: list[Spot]
    endings: tuple[str, ...] = ("svg", "csv", "txt")
    sampled: str = ""

    def values(self) -> dict[str, Any]:
        """The points for the script: names and values apart from places, each name once."""
        names = list(dict.fromkeys(spot.name for spot in self.spots))
        index = {name: place for place, name in enumerate(names)}
        points = [[spot.x, spot.y, index[spot.name], spot.value] for spot in self.spots]
        return {"names": names, "points": points}


@dataclass(frozen=True)
class Section:
    """One view: its heading, headlines, figures, tables and the facts of its runs."""

    anchor: str
    title: str
    family: str
    variants: list[str]
    types: list[str]
    origin: list[str]
    tiles: list[Tile]
    headlines: list[Headline]
    summary: list[PageTable]
    figures: list[PageFigure]
    tables: list[PageTable]
    provenance: list[Facts]


def render(
    sections: list[Section], warnings: list[str], complete_tables: Sequence[str] = ()
) -> str:
    """The page's text. It depends only on the arguments: no clock, no paths.

    `complete_tables`: names of files in tables/ with all points.
    """
    figures = [figure for section in sections for figure in section.figures]
    budget = MAX_PAGE_BYTES
    if sum(map(_size, figures)) > MAX_PAGE_BYTES // 2:
        without = [replace(section, figures=[]) for section in sections]
        budget -= len(_render(without, warnings, complete_tables).encode())
        budget -= CAPTION_BYTES * len(figures)
    return _render(_within(sections, budget), warnings, complete_tables)


def _render(
    sections: Sequence[Section], warnings: list[str], complete_tables: Sequence[str]
) -> str:
    environment = page_templates("warpmark_reports.page")
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    environment.filters["breakable"] = _breakable
    template = environment.get_template("page.html.j2")
    return template.render(
        sections=sections,
        warnings=warnings,
        complete_tables=complete_tables,
        choices=_choices(sections),
        light=ink_css(dark=False),
        dark=ink_css(dark=True),
    )


def _breakable(text: str, after: str = ",") -> Markup:
    """Names and configs as HTML that may be broken after a comma, or another letter."""
    return Markup(re.sub(f"([{after}])(?=[^ ])", r"\1<wbr>", str(escape(text))))


def _choices(sections: Sequence[Section]) -> dict[str, Any]:
    """What the filters offer: families, each family's variants, and all types."""
    variants: dict[str, dict[str, None]] = {}
    types: dict[str, None] = {}
    for section in sections:
        variants.setdefault(section.family, {}).update(dict.fromkeys(section.variants))
        types.update(dict.fromkeys(name for name in section.types if name))
    return {"variants": {family: list(names) for family, names in variants.items()}, "types": types}


def _size(figure: PageFigure) -> int:
    return len(figure.svg.encode()) + SPOT_BYTES * len(figure.spots)


def _within(sections: Sequence[Section], budget: int) -> list[Section]:
    """Leaves the largest drawings to their files, until the others have no more bytes."""
    figures = [figure for section in sections for figure in section.figures]
    total = sum(map(_size, figures))
    left_out = set()
    largest_first = sorted(enumerate(figures), key=lambda each: (-_size(each[1]), -each[0]))
    for _, figure in largest_first:
        if total <= budget:
            break
        total -= _size(figure)
        left_out.add(figure.file_name)
    return [replace(each, figures=[_shown(f, left_out) for f in each.figures]) for each in sections]


def _shown(figure: PageFigure, left_out: set[str]) -> PageFigure:
    return replace(figure, svg="", spots=[]) if figure.file_name in left_out else figure
