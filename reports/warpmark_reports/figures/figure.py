"""The result of a figure function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from ..analysis.views import View
from ..plot.figure_layout import Sheet


@dataclass(frozen=True)
class Figure:
    """A drawn sheet with its file name, its text for readers who cannot see it, and its data."""

    name: str
    title: str
    alt: str
    sheet: Sheet
    data: pd.DataFrame


# A function of the view's frame; it returns no figure where the data do not carry one.
Draw = Callable[[pd.DataFrame, View], list[Figure]]
