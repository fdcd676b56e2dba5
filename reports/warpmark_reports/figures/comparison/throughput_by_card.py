"""Small multiples: each variant's throughput over the input size, a panel per kind of card."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ...analysis import choose
from ...analysis.card_kinds import CardKind, card_kinds
from ...analysis.metric import MEASURED, usable
from ...analysis.views import View
from ...plot import medium, style
from ...plot.axis_ticks import log_axis, size_axis
from ...plot.bands import Band, draw_line
from ...plot.ceiling_line import DASH
from ...plot.emphasis import MAX_COLOURED, foreground
from ...plot.figure_layout import Grid, Sheet, sheet
from ...plot.kinds_footer import intervals_text, kinds_footer, left_out_note
from ...plot.style import LineStyle
from ..figure import Figure

MAX_CARDS = 12
PANEL_INCHES = 2.3
BAND = Band(MEASURED.shown, MEASURED.shown_lo, MEASURED.shown_hi, MEASURED.scale)


def throughput_by_card(views: Sequence[View]) -> list[Figure]:
    """Panels with the same axes, of the type that most cards have; two kinds at least."""
    kinds = card_kinds(views)[:MAX_CARDS]
    if len(kinds) < 2:
        return []
    parts = {kind.name: _best(kind, views[0].family) for kind in kinds}
    type_name = _usual_type(list(parts.values()))
    parts = {name: choose.of_type(part, type_name) for name, part in parts.items() if len(part)}
    parts = {name: part for name, part in parts.items() if len(part)}
    kinds = [kind for kind in kinds if kind.name in parts]
    table = pd.concat([p.assign(card=n) for n, p in parts.items()]) if parts else pd.DataFrame()
    if len(kinds) < 2 or len(choose.sizes(table)) < 2:
        return []
    table, held = choose.pinned(table)
    cols = medium.columns(min(3, len(kinds)), 1)
    rows = -(-len(kinds) // cols)
    grid = Grid(rows, cols, PANEL_INCHES, left=0.9, right=0.25, gap_x=0.3, gap_y=0.5)
    family = views[0].family
    title = f"{family}: throughput by input size, on each kind of card"
    looks = _looks(kinds, table)
    grey = sum(look == style.GREY_LINE for look in looks.values())
    note = [
        "each variant at its best config for each size",
        type_name,
        f"dotted: measured {kinds[0].views[0].traffic} ceiling" if _ceilings(kinds) else "",
        f"in colour: the cheapest at some size, and baselines; grey: {grey} others" if grey else "",
        held,
        left_out_note(kinds),
    ]
    bars = f"bands: {intervals_text(kinds)}"
    figure, panels = sheet(
        grid, title, "; ".join(filter(None, note)), kinds_footer(kinds, bars)
    )  # fmt: skip
    limits = _limits(kinds, table)
    for index, (axes, kind) in enumerate(zip(panels, kinds, strict=False)):
        _panel(axes, kind, table, looks, limits)
        axes.set_title(kind.name)
        if index % cols:
            axes.set_ylabel("")
            axes.tick_params(labelleft=False)
        if index + cols < len(kinds):
            axes.set_xlabel("")
    for axes in panels[len(kinds) :]:
        axes.remove()
    _name_lines(figure, looks)
    alt = f"Throughput against input size, a panel for each of {len(kinds)} kinds of cards."
    columns = ["card", "variant", *choose.problem_columns(table), "config_text", *BAND[:3]]
    return [Figure("throughput_by_card", title, alt, figure, table[columns])]


def _best(kind: CardKind, family: str) -> pd.DataFrame:
    frames = [usable(view.frame, MEASURED) for view in kind.of(family)]
    frames = [frame[frame[MEASURED.shown].notna()] for frame in frames if choose.SIZE in frame]
    if not frames:
        return pd.DataFrame()
    return choose.best_configs(pd.concat(frames, ignore_index=True), MEASURED)


def _usual_type(parts: list[pd.DataFrame]) -> str:
    """The element type that most cards have; of equally many the first."""
    names = [name for part in parts if len(part) for name in choose.types(part)]
    return max(dict.fromkeys(names), key=names.count, default="")


def _looks(kinds: Sequence[CardKind], table: pd.DataFrame) -> dict[str, LineStyle]:
    """One look per variant in all panels; of many, grey where no card has it in the foreground."""
    names = choose.variants(table)
    first = [n for kind in kinds for view in kind.views for n in foreground(view) if n in names]
    shown = list(dict.fromkeys(first))[:MAX_COLOURED]
    looks = style.line_styles([*shown, *(name for name in names if name not in shown)])
    if len(names) <= MAX_COLOURED:
        return {name: looks[name] for name in names}
    return {name: looks[name] if name in shown else style.GREY_LINE for name in names}


def _ceilings(kinds: Sequence[CardKind]) -> list[float]:
    return [view.ceiling * BAND.scale for kind in kinds for view in kind.views if view.ceiling]


def _limits(kinds: Sequence[CardKind], table: pd.DataFrame) -> tuple[float, float]:
    """The same for all panels, which are to be compared."""
    ends = table[[BAND.value, BAND.low, BAND.high]] * BAND.scale
    return ends.min().min() / 1.3, max([ends.max().max(), *_ceilings(kinds)]) * 1.3


def _panel(
    axes: Axes,
    kind: CardKind,
    table: pd.DataFrame,
    looks: dict[str, LineStyle],
    limits: tuple[float, float],
) -> None:
    here = table[table["card"] == kind.name]
    for name in choose.variants(here):
        draw_line(axes, here[here["variant"] == name], choose.SIZE, BAND, looks[name], name)
    for height in _ceilings([kind])[:1]:
        axes.axhline(height, color=style.INK, lw=1.0, ls=DASH)
    size_axis(axes, choose.sizes(table))
    axes.set_ylim(*limits)
    log_axis(axes.yaxis)
    axes.set_ylabel("throughput (GB/s)")


def _name_lines(figure: Sheet, looks: dict[str, LineStyle]) -> None:
    """Names below the panels: lines of one look have one name in all of them."""
    for name, look in looks.items():
        if look == style.GREY_LINE:
            continue
        figure.key[name] = Line2D(
            [], [], color=look.color, marker=look.marker, linestyle=look.dash, ms=4, lw=1.3
        )  # fmt: skip
