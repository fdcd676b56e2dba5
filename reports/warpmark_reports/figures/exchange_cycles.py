"""Cost of a register exchange: cycles of a multiprocessor, width by width."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.config_text import shared_and_own
from ..analysis.exchange_cycles import UNIT, exchange_cycles
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import linear_room
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

CYCLES = "cycles_of_unit"
WIDTH = "problem_width"
MAX_PANELS = 4


def exchange_cycles_by_width(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Bars for each variant and config at the largest n, a panel per width of the logical warp."""
    table = exchange_cycles(frame, view)
    if table is None or WIDTH not in table.columns:
        return []
    rows, held = choose.pinned(table, (WIDTH,))
    rows = rows[rows[choose.TYPE] == choose.types(rows)[0]]
    rows = _named(rows[rows[choose.SIZE] == rows[choose.SIZE].max()])
    if rows["name"].nunique() < 2:
        return []
    widths = sorted(int(width) for width in rows[WIDTH].unique())[-MAX_PANELS:]
    order = rows.groupby("name", sort=False)[CYCLES].median().sort_values(kind="stable")
    styles = styles_of(view)
    cols = medium.columns(len(widths), 1)
    height = max(1.2, 0.27 * len(order))
    grid = Grid(-(-len(widths) // cols), cols, height, names=list(order.index), right=0.35)
    n = units.size(rows[choose.SIZE].iloc[0])
    title = f"{view.family}: cycles of a multiprocessor for {UNIT} elements"
    note = (
        f"{rows[choose.TYPE].iloc[0]}, n = {n}; slope of time over repeats, at the measured clock"
    )
    bars = "whiskers, where they can be seen: far ends of both medians' 95 % intervals"
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, held])), footer(view, bars))
    for index, (axes, width) in enumerate(zip(panels, widths, strict=True)):
        here = rows[rows[WIDTH] == width]
        _panel(axes, here, list(order.index), styles)
        axes.set_yticks(range(len(order)), grid.row_names(index))
        axes.set_title(f"width {width}")
        texts = [units.digits(float(cycles)) for cycles in rows[CYCLES]]
        axes.set_xlim(0, linear_room(axes, 0.0, float(rows[CYCLES].max()), texts))
    alt = f"Bars: cycles that each of {len(order)} forms of the exchange takes, width by width."
    return [Figure("exchange_cycles", title, alt, figure, rows)]


def _named(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with a `name`: the variant, and the axes in which its configs differ."""
    names: dict[tuple[str, str], str] = {}
    for variant in choose.variants(rows):
        configs = list(rows.loc[rows["variant"] == variant, "config_text"].drop_duplicates())
        own = shared_and_own(configs)[1] if len(configs) > 1 else [""]
        names |= {(variant, c): f"{variant} {o}".strip() for c, o in zip(configs, own, strict=True)}
    keys = zip(rows["variant"], rows["config_text"], strict=True)
    return rows.assign(name=[names[variant, config] for variant, config in keys])


def _panel(
    axes: Axes,
    rows: pd.DataFrame,
    names: list[str],
    styles: dict[str, style.LineStyle],
) -> None:
    for row in records(rows):
        y, cycles = names.index(str(row.name)), float(row.cycles_of_unit)
        share = cycles / float(row.cycles)
        spread = [[cycles - float(row.cycles_lo) * share], [float(row.cycles_hi) * share - cycles]]
        axes.barh(y, cycles, height=0.62, color=styles[str(row.variant)].color)
        axes.errorbar(cycles, y, xerr=spread, color=style.INK, lw=1.0, capsize=2.5)
        axes.annotate(
            units.digits(cycles), (cycles, y), (5, 0), textcoords="offset points", va="center",
            bbox={"fc": style.PAPER, "ec": "none", "pad": 1},
        )  # fmt: skip
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("cycles")
