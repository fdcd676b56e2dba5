"""Names at the ends of lines, pushed apart so that none covers another."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes

from . import style

LINE_HEIGHT_POINTS = 11.0
LEADER_INCHES = 0.22


@dataclass(frozen=True)
class Label:
    """A text for the point (x, y) in data coordinates."""

    text: str
    x: float
    y: float
    color: str


def label_ends(axes: Axes, labels: list[Label]) -> None:
    """Writes the labels right of the axes at their y, with leaders. Call after limits are set."""
    figure = axes.get_figure(root=True)
    if figure is None or not labels:
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
