"""The measured bandwidth of the card as a line across a panel."""

from __future__ import annotations

from typing import NamedTuple

from matplotlib.axes import Axes

from ..analysis.views import View
from . import style
from .axis_ticks import inches_of
from .text_size import wrapped

DASH = (0, (1, 1.5))
GAP_POINTS = 2.5


class Ceiling(NamedTuple):
    """A measured bandwidth in GB/s, and of what: read, write or copy."""

    height: float
    traffic: str


def ceiling_of(view: View) -> Ceiling | None:
    """The ceiling of the family's traffic, where the run has measured it."""
    return Ceiling(view.ceiling * 1e-9, view.traffic) if view.ceiling else None


def draw_ceiling(axes: Axes, ceiling: Ceiling) -> None:
    """Draws and names it, and makes room above. The axis is logarithmic and in GB/s."""
    axes.axhline(ceiling.height, color=style.INK, linewidth=1.0, linestyle=DASH)
    text = f"measured {ceiling.traffic} ceiling {ceiling.height:,.0f} GB/s"
    note_above(axes, ceiling.height, text)


def note_above(axes: Axes, height: float, text: str) -> None:
    """Writes a text above a line at this height of a logarithmic axis, in as many lines as it
    takes, and makes room for it.
    """
    points = style.note()
    text = wrapped(text, inches_of(axes.xaxis) * 0.97, points)
    lines = text.count("\n") + 1
    inches = (lines * points * 1.25 + 2 * GAP_POINTS) / 72
    low, high = axes.get_ylim()
    share = min(0.5, inches / inches_of(axes.yaxis))  # of the axis, above the line
    axes.set_ylim(low, max(high, low * (height / low) ** (1 / (1 - share))))
    axes.annotate(
        text, (0.01, height), (0, GAP_POINTS), xycoords=axes.get_yaxis_transform(),
        textcoords="offset points", fontsize=points, va="bottom",
    )  # fmt: skip
