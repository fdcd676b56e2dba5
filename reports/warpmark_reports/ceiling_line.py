"""The bandwidth that the card was measured to have, as a line across a panel."""

from __future__ import annotations

from typing import NamedTuple

from matplotlib.axes import Axes

from . import style
from .views import View

DASH = (0, (1, 1.5))


class Ceiling(NamedTuple):
    """A measured bandwidth in GB/s, and of what: read, write or copy."""

    height: float
    traffic: str


def ceiling_of(view: View) -> Ceiling | None:
    """The ceiling of the family's traffic, where the run has measured it."""
    return Ceiling(view.ceiling * 1e-9, view.traffic) if view.ceiling else None


def draw_ceiling(axes: Axes, ceiling: Ceiling) -> None:
    """Draws and names it, and makes room above. The axis is logarithmic and in GB/s."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, max(high, ceiling.height * 1.8))
    axes.axhline(ceiling.height, color=style.INK, linewidth=1.0, linestyle=DASH)
    axes.text(
        0.01,
        ceiling.height * 1.1,
        f"measured {ceiling.traffic} ceiling {ceiling.height:,.0f} GB/s",
        transform=axes.get_yaxis_transform(),
        fontsize=style.NOTE,
        va="bottom",
    )
