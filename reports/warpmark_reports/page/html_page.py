"""The page: one HTML file with everything inline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import jinja2
from markupsafe import Markup, escape

from ..plot.image_export import ink_css
from .headline import Headline
from .hover import Spot
from .page_table import PageTable
from .provenance import Facts
from .tiles import Tile

MAX_FIGURE_BYTES = 9_000_000  # of all figures together, so that the page stays below 15 MB


@dataclass(frozen=True)
class PageFigure:
    """A figure as the page shows it: inline SVG ("": only its files), what its points say, and the
    endings of its files.
    """

    file_name: str
    title: str
    svg: str
    spots: list[Spot]
    endings: tuple[str, ...] = ("svg", "csv", "txt")

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
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("warpmark_reports.page"),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    environment.filters["breakable"] = _breakable
    template = environment.get_template("page.html.j2")
    return template.render(
        sections=list(_within_limit(sections)),
        warnings=warnings,
        complete_tables=complete_tables,
        choices=_choices(sections),
        light=ink_css(dark=False),
        dark=ink_css(dark=True),
    )


def _breakable(text: str, after: str = ",") -> Markup:
    """Names and configs as HTML that may be broken after a comma, or another letter."""
    return Markup(re.sub(f"([{after}])(?=[^ ])", r"\1<wbr>", str(escape(text))))


def _choices(sections: list[Section]) -> dict[str, Any]:
    """What the filters offer: families, each family's variants, and all types."""
    variants: dict[str, dict[str, None]] = {}
    types: dict[str, None] = {}
    for section in sections:
        variants.setdefault(section.family, {}).update(dict.fromkeys(section.variants))
        types.update(dict.fromkeys(name for name in section.types if name))
    return {"variants": {family: list(names) for family, names in variants.items()}, "types": types}


def _within_limit(sections: list[Section]) -> Iterator[Section]:
    """Leaves the drawing of a figure out once those before it have spent what a page may hold."""
    left = MAX_FIGURE_BYTES
    for section in sections:
        figures = []
        for figure in section.figures:
            size = len(figure.svg.encode()) + 60 * len(figure.spots)
            fits = size <= left
            left -= size if fits else 0
            figures.append(figure if fits else replace(figure, svg="", spots=[]))
        yield replace(section, figures=figures)
