"""The best variant and config at each size, against the library."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ..analysis import choose
from ..analysis.config_text import shared_and_own, two_lines
from ..analysis.metric import usable
from ..analysis.views import View
from ..analysis.winners import winners_of
from ..base import units
from ..journal.frame import records
from ..plot import heatmap, medium, style
from ..plot.axis_ticks import inches_of, log_axis
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, join, sheet
from ..plot.footer import footer, interval_text
from ..plot.panel_legend import add_legend
from ..plot.text_size import width_inches
from .figure import Figure

MAX_TYPES = 3
MAX_CHARACTERS = 40
LOG_FROM_RATIO = 4.0


@dataclass(frozen=True)
class Shown:
    """What is drawn above the band: a ratio to the library, or throughput where there is none."""

    column: str
    low: str
    high: str
    scale: float
    axis: str


@dataclass(frozen=True)
class Labels:
    """Texts of the band: one for each size, and each variant's entry in the legend."""

    own: list[str]
    legend: dict[str, str]


def best_by_size(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Two panels per type, sizes as columns; only where times exist for two sizes or more."""
    metric = view.metric
    if metric is None or not metric.timed or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows, metric)
    libraries = choose.libraries(best)
    library = libraries[0] if len(libraries) == 1 else f"the faster of {' and '.join(libraries)}"
    tables = {name: winners_of(choose.of_type(best, name), metric) for name in choose.types(best)}
    tables = dict([each for each in tables.items() if len(each[1]) > 1][:MAX_TYPES])
    if not tables or best["variant"].nunique() < 2:
        return []
    columns = (metric.shown, metric.shown_lo, metric.shown_hi)
    shown = Shown(*columns, metric.scale, metric.axis)
    if libraries and any(table["ratio"].notna().any() for table in tables.values()):
        shown = Shown(
            "ratio",
            "ratio_lo",
            "ratio_hi",
            1.0,
            f"throughput over {library if len(libraries) == 1 else 'the library'}'s (×)",
        )
    labels = {name: _labels(table) for name, table in tables.items()}
    lines = [line for each in labels.values() for text in each.own for line in text.split("\n")]
    height = max(1.7, width_inches(lines, style.note()) + 0.2)
    rows_each = 1 if medium.current().on_paper else 2  # the configs are in the CSV there
    grid = Grid(rows_each * len(tables), 1, height, right=2.35, gap_y=0.3 * rows_each)
    if medium.current().on_paper:
        names = [_legend_name(table, n) for table in tables.values() for n in _winners(table)]
        grid = replace(grid, panel_height=2.4, ends=names, gap_y=0.75)
    title = f"{view.family}: where each variant wins"
    against = f"against {library}" if shown.column == "ratio" else ""
    note = ["best variant and config at each size", against, held]
    whiskers = "ratio of the far interval ends" if shown.column == "ratio" else "interval"
    bars = f"whiskers: {whiskers}; hollow: another variant's interval overlaps the winner's"
    text = footer(view, f"{bars}; {interval_text(view)}")
    figure, panels = sheet(grid, title, "; ".join(filter(None, note)), text)
    styles = styles_of(view)
    for index, (name, table) in enumerate(tables.items()):
        above = panels[rows_each * index]
        _values(above, table, shown, styles)
        above.set_title(name)
        if rows_each == 1:
            _key(above, table, styles, with_sizes=len(tables) == 1)
            continue
        below = panels[rows_each * index + 1]
        above.set_xticklabels([])
        _band(below, table, labels[name], styles)
        join(above, below)
    panels[-1].set_xlabel("input size n (elements)")
    data = pd.concat([table.assign(type=name) for name, table in tables.items()])
    alt = f"For each input size the fastest variant, its config, and {shown.axis}."
    return [Figure("best_by_size", title, alt, figure, data)]


def _values(
    axes: Axes, table: pd.DataFrame, shown: Shown, styles: dict[str, style.LineStyle]
) -> None:
    value, low, high = (table[c] * shown.scale for c in (shown.column, shown.low, shown.high))
    texts = [units.digits(each) for each in value.dropna()]
    has_room = width_inches(texts, style.note()) * len(table) < inches_of(axes.xaxis)
    edges = list(range(len(table) + 1))
    axes.step(edges, [value.iloc[0], *value], color=style.MUTED, lw=0.5, zorder=1)
    for x, row in enumerate(records(table)):
        look, y = styles[str(row.variant)], value.iloc[x]
        axes.plot([x, x + 1], [y, y], color=look.color, lw=2.2, solid_capstyle="butt")
        face = style.PAPER if row.tied else look.color
        axes.plot(x + 0.5, y, look.marker, color=look.color, mfc=face, ms=5)
        spread = [[y - low.iloc[x]], [high.iloc[x] - y]]
        axes.errorbar(x + 0.5, y, yerr=spread, color=style.INK, lw=1.0, capsize=3.5, zorder=1.5)
        if shown.column == "ratio" and y == y and has_room:
            axes.annotate(
                units.digits(y), (x + 0.5, max(y, high.iloc[x])), (0, 5), ha="center",
                textcoords="offset points", fontsize=style.note(),
            )  # fmt: skip
    if shown.column == "ratio":
        axes.axhline(1.0, color=style.INK, lw=1.0, ls=style.BASELINE_DASH)
    axes.margins(y=0.15)
    if value.max() > LOG_FROM_RATIO * value.min():
        log_axis(axes.yaxis)
    axes.set_xlim(0, len(table))
    axes.set_ylabel(shown.axis)
    heatmap.size_ticks(axes, [int(n) for n in table["n"]])


def _labels(table: pd.DataFrame) -> Labels:
    """Leaves out of each config what all sizes of its variant share: the legend says it."""
    own = [""] * len(table)
    legend = {}
    for name in _winners(table):
        places = [x for x, each in enumerate(table["variant"]) if each == name]
        shared, rest = shared_and_own([str(table["config"].iloc[x]) for x in places])
        for x, text in zip(places, rest, strict=True):
            own[x] = two_lines(text, MAX_CHARACTERS) or ("as in the key" if shared else "no axes")
        legend[name] = "\n".join([_legend_name(table, name), *shared])
    return Labels(own, legend)


def _winners(table: pd.DataFrame) -> list[str]:
    return list(dict.fromkeys(str(each) for each in table["variant"]))


def _legend_name(table: pd.DataFrame, name: str) -> str:
    return f"{name} ({_sizes(table, name)})"


def _key(
    axes: Axes, table: pd.DataFrame, styles: dict[str, style.LineStyle], with_sizes: bool
) -> None:
    """Only the winners' names."""
    handles = [
        Line2D([], [], color=styles[name].color, marker=styles[name].marker, ms=4, lw=2.0,
               label=_legend_name(table, name) if with_sizes else name)
        for name in _winners(table)
    ]  # fmt: skip
    add_legend(axes, handles, handlelength=1.4)


def _band(
    axes: Axes, table: pd.DataFrame, labels: Labels, styles: dict[str, style.LineStyle]
) -> None:
    for x, row in enumerate(records(table)):
        axes.axvspan(x, x + 1, color=styles[str(row.variant)].color, alpha=0.25, lw=0)
        axes.text(
            x + 0.5, 0.03, labels.own[x], rotation=90, ha="center", va="bottom",
            fontsize=style.note(), linespacing=1.05,
        )  # fmt: skip
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.set_yticks([])
    axes.set_ylabel("best config")
    axes.set_xlim(0, len(table))
    heatmap.size_ticks(axes, [int(n) for n in table["n"]])
    axes.tick_params(length=0)
    patches = [
        Patch(color=styles[name].color, alpha=0.45, label=text)
        for name, text in labels.legend.items()
    ]
    add_legend(axes, patches)


def _sizes(table: pd.DataFrame, name: str) -> str:
    count = int((table["variant"] == name).sum())
    only = [int(n) for n in table.loc[table["variant"] == name, "n"]]
    return units.size(only[0]) if count == 1 else f"{count} sizes"
