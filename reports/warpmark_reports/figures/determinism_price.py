"""The price of determinism: the fastest variants with reproducible results, against all."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..plot import style
from ..plot.axis_ticks import ratio_axis, size_axis
from ..plot.bands import Band, draw_line
from ..plot.direct_labels import label_ends
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

LEVEL = "deterministic"
LEVELS = ("none", "run", "card")  # each includes those after it
NAMES = {"run": "run to run", "card": "on every card"}
MAX_TYPES = 3
PANEL_INCHES = 2.4
ROOM = 1.05  # beyond the ends of the lines


def determinism_price(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per type, a line per level; only where a type has variants of two levels or more."""
    metric = view.metric
    if metric is None or not metric.timed or not {choose.SIZE, LEVEL} <= set(frame.columns):
        return []
    rows, held = choose.pinned(choose.without_libraries(usable(frame, metric)))
    rows = rows[rows[LEVEL].isin(LEVELS)]
    best = choose.best_configs(rows, metric)
    tables = {name: prices_of(choose.of_type(best, name), metric) for name in choose.types(best)}
    tables = dict([each for each in tables.items() if len(each[1])][:MAX_TYPES])
    if not tables:
        return []
    looks = style.line_styles(list(NAMES))
    grid = Grid(len(tables), 1, PANEL_INCHES, ends=list(NAMES.values()))
    title = f"{view.family}: the price of determinism"
    note = (
        "fastest variant of the level at its best config over the fastest of any level, "
        "without libraries"
    )
    text = footer(view, "bands: ratio of the far interval ends; none where both are one variant")
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, held])), text)
    for axes, (name, table) in zip(panels, tables.items(), strict=True):
        _panel(axes, table, looks)
        axes.set_title(name)
    panels[-1].set_xlabel("input size n (elements)")
    data = pd.concat([table.assign(type=name) for name, table in tables.items()])
    alt = (
        "Time of the fastest reproducible variant over that of the fastest one, without libraries, "
        "by input size."
    )
    return [Figure("determinism_price", title, alt, figure, data)]


def prices_of(best: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """From the best configs of one type: one row per size and level above none, with the cheapest
    variant of that level or a higher one.

    `ratio` of its cost to that of the cheapest of all, with `ratio_lo` and `ratio_hi` from the far
    ends of both intervals: 1 without a width where it is the cheapest itself. Empty if all have one
    level.
    """
    if best[LEVEL].nunique() < 2:
        return best.iloc[:0]
    best = best.sort_values([choose.SIZE, metric.cost], kind="stable")
    found = []
    for _, here in best.groupby(choose.SIZE):
        fastest = here.iloc[0]
        for place, level in enumerate(LEVELS[1:], start=1):
            able = here[here[LEVEL].isin(LEVELS[place:])]
            if able.empty:
                continue
            chosen = able.iloc[0]
            same = chosen.name == fastest.name
            found.append(
                {
                    "n": int(fastest[choose.SIZE]),
                    "level": level,
                    "variant": chosen["variant"],
                    "config": chosen["config_text"],
                    metric.cost: chosen[metric.cost],
                    "fastest": fastest["variant"],
                    "ratio": chosen[metric.cost] / fastest[metric.cost],
                    "ratio_lo": 1.0 if same else chosen[metric.cost_lo] / fastest[metric.cost_hi],
                    "ratio_hi": 1.0 if same else chosen[metric.cost_hi] / fastest[metric.cost_lo],
                }
            )
    return pd.DataFrame(found)


def _panel(axes: Axes, table: pd.DataFrame, looks: dict[str, style.LineStyle]) -> None:
    band = Band("ratio", "ratio_lo", "ratio_hi")
    labels = [
        draw_line(axes, table[table["level"] == level], "n", band, looks[level], name)
        for level, name in NAMES.items()
        if (table["level"] == level).any()
    ]
    axes.axhline(1.0, color=style.INK, lw=1.0, ls=style.BASELINE_DASH)
    size_axis(axes, sorted(table["n"].unique()))
    ends = table[["ratio", "ratio_lo", "ratio_hi"]]
    low, high = float(ends.min().min()), float(ends.max().max())
    ratio_axis(axes.yaxis, min(1.0, low) / ROOM, ROOM * high)
    axes.set_ylabel("time over the fastest's (×)")
    label_ends(axes, labels)
