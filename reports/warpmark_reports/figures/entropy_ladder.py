"""Contention: the time of each way to count, against the entropy of the keys."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.counting_article import FAMILY
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..base import units
from ..plot import style
from ..plot.axis_ticks import log_axis
from ..plot.bands import Band, draw_line, panel_inches
from ..plot.direct_labels import label_ends
from ..plot.emphasis import line_looks, note_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

DISTRIBUTION = "problem_dist"
MAX_PANELS = 4
MIN_LEVELS = 3
TO_MICROSECONDS = 1e-3

# Bits of information that a bit of the key carries.
ENTROPY = {
    "constant": 0.0,
    "entropy_0.201": 0.201,
    "entropy_0.337": 0.337,
    "entropy_0.544": 0.544,
    "entropy_0.811": 0.811,
    "uniform": 1.0,
}


def entropy_ladder(frame: pd.DataFrame, view: View) -> list[Figure]:
    """One panel per key type; each variant at its best config per entropy; bands: intervals."""
    metric = view.metric
    if view.family != FAMILY or metric is None or not metric.timed:
        return []
    rows = usable(frame, metric)
    rows, held = choose.pinned(rows[rows[DISTRIBUTION].isin(ENTROPY.keys())], (DISTRIBUTION,))
    best = [
        with_entropy(choose.at_usual_size(choose.of_type(rows, name), metric))
        for name in choose.types(rows)
    ]
    best = [table for table in best if table[DISTRIBUTION].nunique() >= MIN_LEVELS]
    best = best[:MAX_PANELS]
    if not best:
        return []
    names = choose.variants(pd.concat(best))
    looks = line_looks(view, names)
    grid = Grid(len(best), 1, panel_inches(len(names)), ends=names, left=0.9)
    title = f"{view.family}: time by entropy of the keys"
    note = "1: every bin as likely; 0: all keys equal; each variant at its best config"
    figure, panels = sheet(
        grid, title, "; ".join(filter(None, [note, note_of(looks), held])), footer(view)
    )
    for axes, table in zip(panels, best, strict=True):
        _panel(axes, table, metric, looks)
    columns = ["variant", *choose.problem_columns(best[0]), "entropy", "config_text"]
    data = pd.concat(best)[[*columns, metric.cost, metric.cost_lo, metric.cost_hi]]
    alt = f"Time against the entropy of the keys, one line for each of {len(names)} variants."
    return [Figure("entropy_ladder", title, alt, figure, data)]


def with_entropy(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows in the order of their keys' entropy, which is a column."""
    return rows.assign(entropy=rows[DISTRIBUTION].map(ENTROPY)).sort_values("entropy")


def _panel(
    axes: Axes, table: pd.DataFrame, metric: Metric, looks: dict[str, style.LineStyle]
) -> None:
    band = Band(metric.cost, metric.cost_lo, metric.cost_hi, TO_MICROSECONDS)
    labels = [
        draw_line(axes, table[table["variant"] == name], "entropy", band, looks[name], name)
        for name in choose.variants(table)
    ]
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("entropy (bits per bit of the key)")
    log_axis(axes.yaxis)
    axes.set_ylabel("time (µs)")
    kind = table[choose.TYPE].iloc[0]
    axes.set_title(f"{kind}  n = {units.size(table[choose.SIZE].iloc[0])}")
    label_ends(axes, labels)
