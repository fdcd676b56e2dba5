"""The ladder of energy: joules per execution of each variant, at the most common size."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.comparison_size import RULE, comparison_of
from ..analysis.energy import ENERGY, INTERVAL, conditions, with_energy
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import linear_room, log_axis, log_room
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

MAX_PANELS = 3
LOG_FROM_RATIO = 10.0
SCALES = ((1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"))


def energy_ladder(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Bars level by level, each of the config with the least energy; only with two variants."""
    rows = with_energy(frame, view)
    if choose.SIZE not in frame.columns or rows.empty:
        return []
    rows, held = choose.pinned(rows)
    best = choose.best_configs(rows, ENERGY)
    parts = [choose.of_type(best, name) for name in choose.types(best)]
    tables = [
        (comparison, energies_at(part, comparison.n))
        for part in parts
        if (comparison := comparison_of(part)) is not None
    ]
    tables = [each for each in tables if len(each[1]) > 1][:MAX_PANELS]
    if not tables:
        return []
    shown = pd.concat([table for _, table in tables])
    names = [name for name in choose.variants(best) if name in set(shown["variant"])]
    cols = medium.columns(len(tables), 1)
    grid = Grid(-(-len(tables) // cols), cols, max(1.2, 0.27 * len(names)), names=names, right=0.35)
    title = f"{view.family}: energy per execution"
    notes = [f"config of least energy of each at {RULE}", conditions(rows)]
    missing = dict.fromkeys(comparison.note for comparison, _ in tables)
    text = footer(view, f"whiskers: {INTERVAL}")
    figure, panels = sheet(grid, title, "; ".join(filter(None, [*notes, *missing, held])), text)
    styles = styles_of(view)
    for index, (axes, (_, table)) in enumerate(zip(panels, tables, strict=True)):
        _panel(axes, table, names, styles)
        axes.set_yticks(range(len(names)), grid.row_names(index))
    alt = f"Bars: joules per execution of {len(names)} variants, at one size."
    return [Figure("energy_ladder", title, alt, figure, shown)]


def energies_at(best: pd.DataFrame, n: int) -> pd.DataFrame:
    """variant, type, n, config, joules with lo and hi, mean power; one row per variant."""
    here = best[best[choose.SIZE] == n].drop_duplicates("variant")
    return pd.DataFrame(
        {
            "variant": here["variant"],
            "type": here[choose.TYPE] if choose.TYPE in here.columns else "",
            "n": n,
            "config": here["config_text"],
            "joules": here[ENERGY.cost].astype(float),
            "joules_lo": here[ENERGY.cost_lo].astype(float),
            "joules_hi": here[ENERGY.cost_hi].astype(float),
            "mean_power_w": here["energy_mean_power_w"],
        }
    )


def _panel(
    axes: Axes, table: pd.DataFrame, names: list[str], styles: dict[str, style.LineStyle]
) -> None:
    least = float(table["joules"].min())
    scale, unit = next((each for each in SCALES if least >= each[0]), (1e-9, "nJ"))
    texts = [units.energy(float(joules)) for joules in table["joules"]]
    high = float(table[["joules", "joules_hi"]].max().max()) / scale
    is_log = high > LOG_FROM_RATIO * least / scale
    low = least / scale / 2 if is_log else 0.0
    for row, text in zip(records(table), texts, strict=True):
        y, joules = names.index(str(row.variant)), float(row.joules) / scale
        axes.barh(y, joules - low, left=low, height=0.62, color=styles[str(row.variant)].color)
        ends = [float(row.joules_lo) / scale, float(row.joules_hi) / scale]
        spread = [[joules - max(ends[0], low)], [ends[1] - joules]]
        axes.errorbar(joules, y, xerr=spread, color=style.INK, lw=1.0, capsize=2.5)
        axes.annotate(
            text, (max(joules, ends[1]), y), (5, 0), textcoords="offset points", va="center",
            bbox={"fc": style.PAPER, "ec": "none", "pad": 1},
        )  # fmt: skip
    if is_log:
        axes.set_xlim(low, log_room(axes, low, high, texts))
        log_axis(axes.xaxis)
    else:
        axes.set_xlim(0.0, linear_room(axes, 0.0, high, texts))
    for joules in table.loc[table["variant"].isin(choose.libraries(table)), "joules"]:
        axes.axvline(joules / scale, color=style.INK, lw=1.0, ls=style.BASELINE_DASH, zorder=0.5)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_title(f"{table['type'].iloc[0]}  n = {units.size(table['n'].iloc[0])}".strip())
    axes.set_xlabel(f"energy of an execution ({unit})")
