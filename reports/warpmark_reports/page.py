"""The page: one HTML file with everything inline."""

from __future__ import annotations

from dataclasses import dataclass

import jinja2

from .answers import Answer
from .draw import ink_css
from .provenance import Facts
from .tables import Table


@dataclass(frozen=True)
class PageFigure:
    """A figure as the page shows it: inline SVG, and the base of its files' names."""

    file_name: str
    title: str
    svg: str


@dataclass(frozen=True)
class Section:
    """One view: its heading, answers, figures, tables and the facts of its runs."""

    anchor: str
    title: str
    answers: list[Answer]
    figures: list[PageFigure]
    tables: list[tuple[str, Table]]  # file name, table
    provenance: list[Facts]


def render(sections: list[Section], warnings: list[str]) -> str:
    """The page's text. It depends on the arguments alone: no clock, no paths."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("warpmark_reports"),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    template = environment.get_template("page.html.j2")
    return template.render(
        sections=sections, warnings=warnings, light=ink_css(dark=False), dark=ink_css(dark=True)
    )
