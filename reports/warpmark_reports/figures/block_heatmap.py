"""The best block size for each input size, variant by variant."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from ..analysis import choose
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..journal.frame import records
from ..plot import heatmap, medium, style
from ..plot.emphasis import rows_shown
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from .figure import Figure

MAX_TYPES = 3
MAX_PANELS = 16


def block_heatmap(frame: pd.DataFrame, view: View) -> list[Figure]:
    """One figure per element type; panels are variants that were run at two block sizes or more."""
    metric = view.metric
    if metric is None or not {choose.SIZE, choose.BLOCK} <= set(frame.columns):
        return []
    rows, held = choose.pinned(usable(frame, metric))
    rows = rows[rows[choose.BLOCK].notna()]
    figures = []
    for name in choose.types(rows)[:MAX_TYPES]:
        figure = _one_type(choose.of_type(rows, name), view, metric, name, held)
        if figure is not None:
            figures.append(figure)
    return figures


def _one_type(
    rows: pd.DataFrame, view: View, metric: Metric, type_name: str, held: str
) -> Figure | None:
    shares = shares_of_best(rows, metric)
    many = shares.groupby("variant")["block"].nunique()
    several = [name for name in choose.variants(rows) if many[name] > 1]
    names = rows_shown(view, several)[:MAX_PANELS]
    if not names:
        return None
    data, shares = shares, shares[shares["variant"].isin(names)]
    sizes = sorted(int(n) for n in shares["n"].unique())
    blocks = sorted(int(b) for b in shares["block"].unique())
    norm = Normalize(min(math.floor(shares["share"].min() * 10) / 10, 0.9), 1.0)
    cols = min(medium.columns(3, 2), len(names))
    count = math.ceil(len(names) / cols)
    right, below = heatmap.scale_margins()
    height, left = 0.19 * len(blocks) + 0.25, 0.9 if medium.current().on_paper else 0.75
    grid = Grid(count, cols, height, left=left, right=right, gap_y=0.55, below=below)
    what = metric.name
    title = f"{view.family}: best block size by input size" + f", {type_name}" * bool(type_name)
    note = f"{what} relative to the variant's best block at that size (1 = best)"
    if not metric.timed:
        note += "; modelled, not measured"
    left_out = len(several) - len(names)
    more = f"{len(names)} of {len(several)} variants" if left_out else ""
    ring = "; ring: its interval overlaps the winner's" if metric.timed else "; several: a tie"
    figure, panels = sheet(
        grid,
        title,
        "; ".join(filter(None, [note, held, more])),
        footer(view, f"dot: the winner of each column{ring}; {interval_text(view)}"),
    )
    for index, axes in enumerate(panels):
        if index >= len(names):
            axes.remove()
            continue
        _panel(axes, shares[shares["variant"] == names[index]], sizes, blocks, norm)
        axes.set_title(names[index])
        if index % cols == 0:
            axes.set_ylabel("block (threads)")
        else:
            axes.set_yticklabels([])
        if index + cols >= len(names):
            axes.set_xlabel("input size n (elements)")
    last = cols * (count - 1)  # the first of the last row
    heatmap.scale_bar(
        panels[medium.columns(cols - 1, last)],
        ScalarMappable(norm, style.HEAT),
        "share of the best",
    )
    file_name = f"block_heatmap_{type_name}" if type_name else "block_heatmap"
    alt = f"Heat maps of {what} over block and input size, one for each of {len(names)} variants."
    return Figure(file_name, title, alt, figure, data)


def shares_of_best(rows: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """variant, n, block, cost of the block's best config, share of the column's best, tied."""
    by = ["variant", choose.SIZE, choose.BLOCK]
    best = rows.loc[sorted(rows.groupby(by, sort=False)[metric.cost].idxmin())]
    column = best.groupby(["variant", choose.SIZE], sort=False)[metric.cost]
    winner_hi = best.loc[column.transform("idxmin"), metric.cost_hi].to_numpy()
    return pd.DataFrame(
        {
            "variant": best["variant"],
            "n": best[choose.SIZE].astype(int),
            "block": best[choose.BLOCK].astype(int),
            "config": best["config_text"],
            metric.cost: best[metric.cost],
            "share": column.transform("min") / best[metric.cost],
            "tied": best[metric.cost_lo].to_numpy() <= winner_hi,
        }
    )


def _panel(
    axes: Axes, table: pd.DataFrame, sizes: list[int], blocks: list[int], norm: Normalize
) -> None:
    cells = np.full((len(blocks), len(sizes)), np.nan)
    marks: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for row in records(table):
        y, x = blocks.index(int(row.block)), sizes.index(int(row.n))
        share = float(row.share)
        cells[y, x] = share
        if share == 1.0 or row.tied:
            ink = heatmap.ink_on(share, norm)
            face = ink if share == 1.0 else "none"
            marks.setdefault((face, ink), []).append((x + 0.5, y + 0.5))
    for (face, ink), places in marks.items():
        axes.plot(*zip(*places, strict=True), "o", ms=3.6, mfc=face, mec=ink, mew=0.8)
    heatmap.draw_cells(axes, cells, norm)
    heatmap.size_ticks(axes, sizes)
    axes.set_yticks([i + 0.5 for i in range(len(blocks))], [str(block) for block in blocks])
