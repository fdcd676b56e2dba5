"""Time against energy per execution, of every config at one size, with the Pareto front."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.comparison_size import RULE, comparison_of
from ..analysis.energy import ENERGY, INTERVAL, conditions, is_on_front, with_energy
from ..analysis.metric import MEASURED
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import style
from ..plot.axis_ticks import log_axis
from ..plot.bands import panel_inches
from ..plot.emphasis import line_looks, note_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from ..plot.panel_legend import add_legend
from .figure import Figure

MAX_PANELS = 3
MIN_POINTS = 3
NEAR = 4.0  # times the least time and the least energy, for a config to be drawn
SCALES = ((1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"))


def energy_pareto(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per type; only with three configs of a problem."""
    rows = with_energy(frame, view)
    if choose.SIZE not in frame.columns or rows.empty:
        return []
    rows, held = choose.pinned(rows)
    tables = [
        points_at(part, comparison.n)
        for name in choose.types(rows)
        if (comparison := comparison_of(part := choose.of_type(rows, name))) is not None
    ]
    tables = [table for table in tables if len(table) >= MIN_POINTS][:MAX_PANELS]
    if not tables:
        return []
    data = pd.concat(tables)
    tables = [near(table) for table in tables]
    shown = pd.concat(tables)
    names = [name for name in choose.variants(rows) if name in set(shown["variant"])]
    looks = line_looks(view, names)
    grid = Grid(len(tables), 1, panel_inches(len(names) + 1), ends=[*names, FRONT], left=0.85)
    title = f"{view.family}: time and energy per execution"
    beyond = len(data) - len(shown)
    where = f" and energy; {beyond} more in the CSV" if beyond else " and energy"
    note = f"configs at {RULE}, within {NEAR:g}× of the least time{where}"
    notes = [note, conditions(rows), note_of(looks), held]
    bars = f"strokes, across: {interval_text(view)}; upright: {INTERVAL}"
    figure, panels = sheet(grid, title, "; ".join(filter(None, notes)), footer(view, bars))
    for axes, table in zip(panels, tables, strict=True):
        _panel(axes, table, names, looks)
        here = table.iloc[0]
        axes.set_title(f"{here['type']}  n = {units.size(here['n'])}".strip())
    add_legend(panels[0])
    on_front = int(shown["on_front"].sum())
    alt = f"Scatter of energy against time of {len(shown)} configs; {on_front} are on the front."
    return [Figure("energy_pareto", title, alt, figure, data)]


FRONT = "Pareto front"


def points_at(rows: pd.DataFrame, n: int) -> pd.DataFrame:
    """variant, type, n, config, time_ns and joules with their ends, on_front; a row per config."""
    here = rows[rows[choose.SIZE] == n]
    return pd.DataFrame(
        {
            "variant": here["variant"].astype(str),
            "type": here[choose.TYPE] if choose.TYPE in here.columns else "",
            "n": n,
            "config": here["config_text"],
            "time_ns": here[MEASURED.cost].astype(float),
            "time_lo_ns": here[MEASURED.cost_lo].astype(float),
            "time_hi_ns": here[MEASURED.cost_hi].astype(float),
            "joules": here[ENERGY.cost].astype(float),
            "joules_lo": here[ENERGY.cost_lo].astype(float),
            "joules_hi": here[ENERGY.cost_hi].astype(float),
            "on_front": is_on_front(here),
        }
    )


def near(table: pd.DataFrame) -> pd.DataFrame:
    """The front and the configs near it: others would leave it no room."""
    fast = table["time_ns"] <= NEAR * table["time_ns"].min()
    frugal = table["joules"] <= NEAR * table["joules"].min()
    shown: pd.DataFrame = table[(fast & frugal) | table["on_front"]]
    return shown


def _panel(
    axes: Axes, table: pd.DataFrame, names: list[str], looks: dict[str, style.LineStyle]
) -> None:
    least = float(table["joules"].min())
    scale, unit = next((each for each in SCALES if least >= each[0]), (1e-9, "nJ"))
    for name in names:
        look, own = looks[name], table[table["variant"] == name]
        for row in records(own):
            x, y = float(row.time_ns) * 1e-3, float(row.joules) / scale
            ends = [float(row.time_lo_ns) * 1e-3, float(row.time_hi_ns) * 1e-3]
            heights = [max(float(row.joules_lo) / scale, 0.1 * y), float(row.joules_hi) / scale]
            axes.plot(ends, [y, y], color=look.color, lw=1.2, alpha=0.5)
            axes.plot([x, x], heights, color=look.color, lw=1.2, alpha=0.5)
        grey = look == style.GREY_LINE
        axes.plot(
            own["time_ns"] * 1e-3, own["joules"] / scale, "." if grey else look.marker,
            color=look.color, ms=style.mark(), ls="none", label=None if grey else name,
        )  # fmt: skip
    front = table[table["on_front"]].sort_values("time_ns")
    axes.plot(
        front["time_ns"] * 1e-3, front["joules"] / scale, color=style.INK, lw=1.0, marker="o",
        ms=style.mark() * 2, mfc="none", mec=style.INK, mew=0.9, drawstyle="steps-post",
        label=FRONT, zorder=3,
    )  # fmt: skip
    axes.margins(0.08)
    log_axis(axes.xaxis)
    log_axis(axes.yaxis)
    axes.set_xlabel("time of an execution (µs)")
    axes.set_ylabel(f"energy of an execution ({unit})")
