"""The result of a figure function."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import matplotlib
import pandas as pd

from ..analysis.views import View
from ..plot import style
from ..plot.figure_layout import Sheet
from ..plot.image_export import to_svg


@dataclass(frozen=True)
class Figure:
    """A drawn sheet with its file name, its text for readers who cannot see it, and its data.

    `sampled` says which part of many points is drawn, or is empty.
    """

    name: str
    title: str
    alt: str
    sheet: Sheet
    data: pd.DataFrame
    sampled: str = ""

    def _repr_html_(self) -> str:
        """For a notebook: the SVG, as an image with its text."""
        with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
            image = base64.b64encode(to_svg(self.sheet).encode()).decode()
        return f'<img alt="{escape(self.alt)}" src="data:image/svg+xml;base64,{image}">'


# A function of the view's frame; it returns no figure where the data do not carry one.
Draw = Callable[[pd.DataFrame, View], list[Figure]]
