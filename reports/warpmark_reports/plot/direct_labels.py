"""Labels of lines: at their ends without overlaps, or below the panels.

Right of a panel a name has a leader to the end of its line. A line that ends early has a letter
there, and the name follows that letter: a leader would cross the panel. A narrow sheet has all
names below its panels; grey lines, which look alike, then have letters as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_letters

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from . import style
from .figure_layout import LEADER_INCHES, NAME_PAD_INCHES, Sheet
from .text_size import elided

LINE_HEIGHT = 1.3  # over the size of letters
EARLY_POINTS = 8.0  # an end so far left of the last one is early
LEADER_SHARE = 0.8  # of the leader's room; the rest is before the name
MOVED_POINTS = 2.0  # a letter that is farther from its line's end has a thread to it
THREAD = {"arrowstyle": "-", "lw": 0.4, "shrinkA": 0.0, "shrinkB": 0.0, "relpos": (0.0, 0.5)}
PLAIN = ("none", "None", "")


@dataclass(frozen=True)
class Label:
    """A text for the point (x, y) in data coordinates; with its line's look, if it has one."""

    text: str
    x: float
    y: float
    color: str
    look: style.LineStyle | None = None

    @property
    def is_grey(self) -> bool:
        """Whether its line looks like others."""
        return self.look is not None and self.look.color == style.MUTED

    @property
    def is_mark(self) -> bool:
        """Whether it is of a mark alone, without a line."""
        return self.look is not None and self.look.dash in PLAIN


@dataclass(frozen=True)
class _End:
    """A label with the place of its point, in points from the lower left of the sheet."""

    label: Label
    x: float
    y: float


def label_ends(axes: Axes, labels: Sequence[Label]) -> None:
    """Names the lines. Call after limits are set; in a figure's panels names keep their letters."""
    figure = axes.get_figure(root=True)
    if figure is None or not labels:
        return
    to_points = 72 / figure.dpi
    places = axes.transData.transform([(label.x, label.y) for label in labels]) * to_points
    ends = [_End(label, x, y) for label, (x, y) in zip(labels, places.tolist(), strict=True)]
    last = max(end.x for end in ends)
    early = [end for end in ends if end.x < last - EARLY_POINTS]
    if isinstance(figure, Sheet) and figure.medium.narrow:
        tagged = [e for e in ends if e.label.is_grey or (e in early and not e.label.is_mark)]
        _tag(axes, figure, tagged)
        for end in sorted(ends, key=lambda end: (end.label.is_grey, -end.y)):
            text = end.label.text
            name = f"{figure.tags[text]}  {text}" if end in tagged else text
            figure.key.setdefault(name, _handle(end.label))
        return
    tagged = [end for end in early if not end.label.is_mark]
    tags = figure.tags if isinstance(figure, Sheet) else {}
    if isinstance(figure, Sheet):
        _tag(axes, figure, tagged)
    _right_of(axes, [end for end in ends if end not in early], early, tags)


def _tag(axes: Axes, figure: Sheet, ends: list[_End]) -> None:
    """Letters right of the ends; those at one place below each other."""
    for end in sorted(ends, key=lambda end: (-end.y, end.label.text)):  # from the top down
        figure.tags.setdefault(end.label.text, ascii_letters[len(figure.tags) % len(ascii_letters)])
    gap = style.note() * LINE_HEIGHT
    box = axes.get_window_extent()
    low, high = box.y0 * 72 / figure.dpi, box.y1 * 72 / figure.dpi
    for group in _near(ends):
        ordered = sorted(group, key=lambda end: (end.y, end.label.text))
        right = max(end.x for end in ordered)
        heights = spread([end.y for end in ordered], gap, low, high)
        for end, height in zip(ordered, heights, strict=True):
            moved = abs(height - end.y) > MOVED_POINTS
            axes.annotate(
                figure.tags[end.label.text], (end.label.x, end.label.y),
                (right - end.x + (7.0 if moved else 3.5), height - end.y),
                textcoords="offset points", va="center", fontsize=style.note(),
                color=end.label.color, annotation_clip=False,
                arrowprops=THREAD | {"color": end.label.color} if moved else None,
            )  # fmt: skip


def _near(ends: list[_End]) -> list[list[_End]]:
    """The ends in groups whose letters could cover each other."""
    groups: list[list[_End]] = []
    for end in sorted(ends, key=lambda end: end.x):
        if groups and end.x - groups[-1][-1].x < EARLY_POINTS:
            groups[-1].append(end)
        else:
            groups.append([end])
    return groups


def _right_of(axes: Axes, ends: list[_End], early: list[_End], tags: dict[str, str]) -> None:
    figure = axes.get_figure(root=True)
    assert figure is not None
    gap = style.label() * LINE_HEIGHT
    box = axes.get_window_extent()
    to_points = 72 / figure.dpi
    low, high, right = box.y0 * to_points, box.y1 * to_points, box.x1 * to_points
    width = box.width * to_points
    room = float(figure.get_size_inches()[0]) - right / 72 - LEADER_INCHES - NAME_PAD_INCHES / 2
    ordered = sorted(ends, key=lambda end: (end.y, end.label.text))
    below = sorted(early, key=lambda end: (tags.get(end.label.text, ""), -end.y))
    texts = [(end, low + gap * (len(below) - 0.5 - i)) for i, end in enumerate(below)]
    start = low + gap * (len(below) + 0.5) if below else low
    heights = spread([end.y for end in ordered], gap, start, high)
    leader = LEADER_INCHES * 72 / width
    for end, height in [*texts, *zip(ordered, heights, strict=True)]:
        label, up = end.label, (height - low) / (high - low)
        name = label.text
        if end not in early:
            from_x, from_y = (end.x - right + width) / width, (end.y - low) / (high - low)
            axes.plot(
                [from_x, 1.0, 1 + leader * LEADER_SHARE], [from_y, from_y, up],
                transform=axes.transAxes, color=label.color, linewidth=0.5, alpha=0.7,
                clip_on=False,
            )  # fmt: skip
        elif label.is_mark and label.look is not None:
            axes.plot(
                1 + leader / 2, up, label.look.marker, transform=axes.transAxes, ms=4,
                color=label.color, clip_on=False,
            )  # fmt: skip
        else:
            axes.text(
                1 + leader / 2, up, tags.get(name, ""), transform=axes.transAxes, ha="center",
                color=label.color, fontsize=style.note(), va="center",
            )  # fmt: skip
        axes.text(
            1 + leader, up, elided(name, room, style.label()), transform=axes.transAxes,
            color=label.color, fontsize=style.label(), va="center",
        )  # fmt: skip


def _handle(label: Label) -> Line2D:
    look = label.look or style.LineStyle(label.color, "", "solid")
    return Line2D(
        [], [], color=look.color, marker=look.marker, linestyle=look.dash, ms=4, lw=1.3
    )  # fmt: skip


def spread(targets: list[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending positions `gap` apart, near the wanted ones, within low..high if it fits."""
    placed: list[float] = []
    for position in targets:
        placed.append(max(position, placed[-1] + gap) if placed else max(position, low))
    limit = max(high, low + gap * (len(placed) - 1))
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - gap
    return placed
