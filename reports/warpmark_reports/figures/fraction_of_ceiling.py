"""Fraction of the measured ceiling that each variant reaches, size by size."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from ..analysis import choose
from ..analysis.metric import usable
from ..analysis.views import View
from ..base import units
from ..plot import heatmap, medium, style
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

MAX_PANELS = 3


def fraction_of_ceiling(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Percentages in coloured cells; only where times and a ceiling exist."""
    metric = view.metric
    if metric is None or not metric.timed or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows, metric)
    best = best[best["fraction_of_ceiling"].notna()]
    if best.empty:
        return []
    types = choose.types(best)[:MAX_PANELS]
    names = choose.variants(best)
    height, (right, below) = 0.27 * len(names), heatmap.scale_margins()
    grid = Grid(
        len(types), 1, height, names=names, right=right, gap_y=0.55, below=below
    )  # fmt: skip
    title = f"{view.family}: share of the measured {view.traffic} ceiling"
    ceiling = f"100 % = {view.ceiling * 1e-9:,.0f} GB/s" if view.ceiling else ""
    note = ["best config of each variant", ceiling, held]
    figure, panels = sheet(grid, title, "; ".join(filter(None, note)), footer(view))
    highest = float(best["fraction_of_ceiling"].max())
    norm = Normalize(0.0, highest)
    for axes, name in zip(panels, types, strict=True):
        _panel(axes, choose.of_type(best, name), names, norm)
        axes.set_title(name)
        axes.set_yticks([i + 0.5 for i in range(len(names))], grid.shown_names)
    mappable = ScalarMappable(Normalize(0.0, highest * 100), style.HEAT)
    label = f"% of the ceiling,\ncolours to {units.digits(highest * 100, 2)} %"
    heatmap.scale_bar(panels[medium.columns(0, -1)], mappable, label)
    panels[-1].set_xlabel("input size n (elements)")
    columns = ["variant", *choose.problem_columns(best), "config_text", "fraction_of_ceiling"]
    alt = f"Percentages of the {view.traffic} ceiling for {len(names)} variants by input size."
    return [Figure("fraction_of_ceiling", title, alt, figure, best[columns])]


def _panel(axes: Axes, best: pd.DataFrame, names: list[str], norm: Normalize) -> None:
    sizes = heatmap.fitting(choose.sizes(best), axes, letters=4)
    best = best[best[choose.SIZE].isin(sizes)]
    cells = np.full((len(names), len(sizes)), np.nan)
    for row in best[["variant", choose.SIZE, "fraction_of_ceiling"]].itertuples(index=False):
        y, x, value = names.index(str(row[0])), sizes.index(int(row[1])), float(row[2])
        cells[y, x] = value
        text = f"{value * 100:.0f}" if value >= 0.095 else f"{value * 100:.1f}"
        axes.text(
            x + 0.5,
            y + 0.5,
            "<0.1" if text == "0.0" else text,
            ha="center",
            va="center",
            fontsize=style.note(),
            color=heatmap.ink_on(value, norm),
        )
    heatmap.draw_cells(axes, cells, norm)
    heatmap.size_ticks(axes, sizes)
    axes.invert_yaxis()
