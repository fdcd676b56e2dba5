"""Gains of a tuning: each winner over its base and over the library, with intervals."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..analysis.problem_names import short_names
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import log_room, ratio_axis
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

MAX_ROWS = 40


def tuning_gains(frame: pd.DataFrame, view: View) -> list[Figure]:  # noqa: ARG001
    """A forest plot: rows are problems, columns base and library; only where a tuning ended."""
    results = view.tuning.results
    if results.empty:
        return []
    drawn = results.iloc[:MAX_ROWS]
    shared, names = short_names([str(text) for text in drawn["problem_text"]])
    libraries = sorted({_name(key) for key in results["library"] if key})
    against = [("gain", "the base")]
    if libraries:
        against.append(("over_library", " or ".join(libraries)))
    height = max(0.8, 0.26 * len(drawn))
    grid = Grid(1, len(against), height, names=_row_names(drawn, names), right=0.75, gap_x=0.3)
    title = f"{view.family}: what tuning brought"
    hidden = len(results) - len(drawn)
    notes = [
        "time of the base, and of the library, over the winner's; hollow at 1: the base is kept",
        "equals: finalists within the margin of the fastest",
        shared,
        f"{hidden} more problems in the table" if hidden else "",
        "times are modelled, not measured" if view.backend == "simt" else "",
    ]
    figure, panels = sheet(grid, title, "; ".join(filter(None, notes)), footer(view, bars(view)))
    styles = styles_of(view)
    for axes, (column, what) in zip(panels, against, strict=True):
        _panel(axes, drawn, column, styles)
        axes.set_xlabel(f"{'' if medium.current().narrow else 'gain '}over {what} (×)")
    for index, axes in enumerate(panels):
        axes.set_yticks(range(len(drawn)), grid.row_names(index))
    if medium.current().narrow:
        for name in drawn["variant"].drop_duplicates():
            look = styles[str(name)]
            figure.key[str(name)] = Line2D([], [], color=look.color, marker=look.marker, ls="none")
    panels[-1].annotate(
        "equals", (1, 1), (14, 4), xycoords="axes fraction", textcoords="offset points",
        fontsize=style.note(), color=style.MUTED,
    )  # fmt: skip
    for y, row in enumerate(records(drawn)):
        panels[-1].annotate(
            f"{row.equals:.0f}", (1, y), (22, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", va="center", ha="center",
        )  # fmt: skip
    alt = f"Gains of {len(results)} winners over base and library, with intervals."
    return [Figure("tuning_gains", title, alt, figure, results.drop(columns="run"))]


def bars(view: View) -> str:
    """What the intervals are."""
    confidences = view.tuning.results["confidence"].dropna()
    if view.backend == "simt" or confidences.empty:
        return "exact counts under a model: no intervals"
    low = units.percent(float(confidences.min()))
    return (
        f"whiskers: interval of the median ratio, paired by rounds of the finals in fresh "
        f"processes (order statistics, {low} confidence)"
    )


def _row_names(results: pd.DataFrame, names: dict[str, str]) -> list[str]:
    rows = []
    for row in records(results):
        parts = [names[row.problem_text], row.variant, units.duration(float(row.time_ns))]
        if medium.current().narrow:  # the variants are in the key
            parts = [names[row.problem_text] or str(row.variant)]
        rows.append(" · ".join(filter(None, parts)))
    return rows


def _panel(
    axes: Axes, results: pd.DataFrame, column: str, styles: dict[str, style.LineStyle]
) -> None:
    axes.axvline(1.0, color=style.MUTED, lw=0.8)
    for y, row in enumerate(records(results)):
        value, low, high = (float(getattr(row, f"{column}{end}")) for end in ("", "_lo", "_hi"))
        kept = column == "gain" and row.base_kept
        if value != value and not kept:
            axes.annotate("none ran", (1.0, y), (5, 0), textcoords="offset points", va="center",
                          fontsize=style.note(), color=style.MUTED)  # fmt: skip
            continue
        value = 1.0 if kept else value
        color = styles[row.variant].color
        text = "base kept" if kept else units.times(value)
        if not kept and low < high:
            axes.plot([low, high], [y, y], color=color, lw=1.6, solid_capstyle="butt")
        face = style.PAPER if kept else color
        axes.plot(value, y, styles[row.variant].marker, color=color, mfc=face, ms=5.5)
        end = value if kept or high != high else max(value, high)
        axes.annotate(text, (end, y), (6, 0), textcoords="offset points", va="center",
                      fontsize=style.note())  # fmt: skip
    ends = results[[column, f"{column}_lo", f"{column}_hi"]]
    low, high = min(1.0, ends.min().min()), max(1.0, ends.max().max())
    spread = max(high / low, 1.08)
    low /= spread**0.08
    texts = ["base kept", *(units.times(float(v)) for v in results[column].dropna())]
    ratio_axis(axes.xaxis, low, log_room(axes, low, high, texts))
    axes.set_ylim(len(results) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)


def _name(key: str) -> str:
    return key.split("[")[0].split("/")[-1]
