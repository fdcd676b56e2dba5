"""Two sets of times by variant and size: where the second is faster or slower."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ...analysis import choose
from ...analysis.journal_comparison import JournalComparison
from ...analysis.ratios import MARGIN
from ...base import units
from ...journal.frame import records
from ...plot import heatmap, medium, style
from ...plot.figure_layout import Grid, sheet
from ...plot.footer import comparison_footer
from ..figure import Figure

MAX_TYPES = 3
MIN_SPREAD = 1.05


def ratio_heatmap(pair: JournalComparison) -> list[Figure]:
    """A panel per type; a cell: geometric mean of the ratios of a variant's configs at a size."""
    if choose.SIZE not in pair.pairs.columns:
        return []
    rows, held = choose.pinned(pair.pairs)
    table = means_of(rows)
    types = list(table["type"].drop_duplicates())[:MAX_TYPES]
    names = [name for name in choose.variants(rows) if name in set(table["variant"])]
    if table["n"].nunique() < 2:
        return []
    farthest = float(np.exp(np.log(table["ratio"]).abs().max()))
    max_ratio = max(MIN_SPREAD, min(farthest, 4.0))
    norm = LogNorm(1 / max_ratio, max_ratio)
    height, (right, below) = 0.27 * len(names), heatmap.scale_margins()
    grid = Grid(
        len(types), 1, height, names=names, right=right, gap_y=0.55, below=below
    )  # fmt: skip
    title = f"{pair.family}: {pair.names[1]} against {pair.names[0]}, by variant and size"
    note = "change of time in percent, geometric mean over configs; bold: every config "
    note += f"is significantly beyond the margin of {units.percent(MARGIN)} on the same side"
    figure, panels = sheet(
        grid,
        title,
        "; ".join(filter(None, [note, held])),
        comparison_footer(pair, "no intervals are drawn"),
    )
    for axes, name in zip(panels, types, strict=True):
        _panel(axes, table[table["type"] == name], names, norm)
        axes.set_title(name)
        axes.set_yticks([i + 0.5 for i in range(len(names))], grid.shown_names)
    panels[-1].set_xlabel("input size n (elements)")
    mappable = ScalarMappable(norm, style.DIVERGING)
    bar = heatmap.scale_bar(panels[medium.columns(0, -1)], mappable, "time, second over first (×)")
    if bar is not None:
        ticks = [1 / max_ratio, max_ratio**-0.5, 1.0, max_ratio**0.5, max_ratio]
        scale = bar.xaxis if medium.current().narrow else bar.yaxis
        scale.set_major_locator(FixedLocator(ticks))
        scale.set_minor_locator(NullLocator())
        scale.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.3g}"))
    alt = f"Change of time of {len(names)} variants by input size."
    return [Figure("ratio_heatmap", title, alt, figure, table)]


def means_of(rows: pd.DataFrame) -> pd.DataFrame:
    """variant, type, n, configs, geometric mean of ratio, and whether all agree on a side."""
    found = []
    by = ["variant", *(c for c in (choose.TYPE,) if c in rows.columns), choose.SIZE]
    for found_keys, group in rows.groupby(by, sort=False):
        keys: tuple[Any, ...] = found_keys if isinstance(found_keys, tuple) else (found_keys,)
        verdicts = set(group["verdict"])
        found.append(
            {
                "variant": keys[0],
                "type": keys[1] if len(keys) > 2 else "",
                "n": int(keys[-1]),
                "configs": len(group),
                "ratio": float(np.exp(np.log(group["ratio"]).mean())),
                "sure": len(verdicts) == 1 and verdicts <= {"faster", "slower"},
            }
        )
    return pd.DataFrame(found)


def _panel(axes: Axes, table: pd.DataFrame, names: list[str], norm: Normalize) -> None:
    sizes = heatmap.fitting(sorted(table["n"].unique()), axes, letters=4)
    cells = np.full((len(names), len(sizes)), np.nan)
    for row in records(table[table["n"].isin(sizes)]):
        y, x = names.index(row.variant), sizes.index(row.n)
        cells[y, x] = row.ratio
        percent = (row.ratio - 1) * 100
        axes.text(
            x + 0.5, y + 0.5, f"{percent:+.0f}" if abs(percent) >= 9.5 else f"{percent:+.1f}",
            ha="center", va="center", fontsize=style.note(),
            weight="bold" if row.sure else "normal",
            color=heatmap.ink_on(float(np.clip(row.ratio, norm.vmin, norm.vmax)), norm,
                              style.DIVERGING),
        )  # fmt: skip
    heatmap.draw_cells(axes, cells, norm, style.DIVERGING)
    heatmap.size_ticks(axes, sizes)
    axes.invert_yaxis()
