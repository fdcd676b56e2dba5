"""Names at the ends of lines, pushed apart so that none covers another."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from . import style
from .sheet import Sheet

LINE_HEIGHT_POINTS = 11.0
LEADER_INCHES = 0.22


@dataclass(frozen=True)
class Label:
    """A text for the point (x, y) in data coordinates; with its line's look, if it has one."""

    text: str
    x: float
    y: float
    color: str
    look: style.LineStyle | None = None


def label_ends(axes: Axes, labels: list[Label]) -> None:
    """Writes the labels right of the axes at their y, with leaders; on a narrow sheet they are
    in its key. Call after limits are set.
    """
    figure = axes.get_figure(root=True)
    if figure is None or not labels:
        return
    if isinstance(figure, Sheet) and figure.medium.narrow:
        for label in sorted(labels, key=lambda label: -label.y):
            figure.key.setdefault(label.text, _handle(label))
        return
    box = axes.get_window_extent()
    gap = LINE_HEIGHT_POINTS * figure.dpi / 72
    ordered = sorted(labels, key=lambda label: (label.y, label.text))
    wanted = [float(axes.transData.transform((label.x, label.y))[1]) for label in ordered]
    placed = spread(wanted, gap, box.y0, box.y1)
    leader = LEADER_INCHES * figure.dpi / box.width
    for label, pixel in zip(ordered, placed, strict=True):
        height = (pixel - box.y0) / box.height
        start = axes.transAxes.inverted().transform(axes.transData.transform((label.x, label.y)))
        axes.plot(
            [float(start[0]), 1.0, 1 + leader],
            [float(start[1]), float(start[1]), height],
            transform=axes.transAxes,
            color=label.color,
            linewidth=0.5,
            alpha=0.7,
            clip_on=False,
        )
        axes.text(
            1 + leader * 1.2,
            height,
            label.text,
            transform=axes.transAxes,
            color=label.color,
            fontsize=style.LABEL,
            va="center",
        )


def _handle(label: Label) -> Line2D:
    look = label.look or style.LineStyle(label.color, "", "solid")
    return Line2D(
        [], [], color=look.color, marker=look.marker, linestyle=look.dash, ms=4, lw=1.3
    )  # fmt: skip


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending positions `gap` apart, near the wanted ones, within low..high if it fits."""
    placed: list[float] = []
    for position in wanted:
        placed.append(max(position, placed[-1] + gap) if placed else max(position, low))
    limit = max(high, low + gap * (len(placed) - 1))
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - gap
    return placed
