"""Contention: the time of each way to count, against how evenly the keys are spread."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from .. import choose, style, units
from ..axes import log_axis
from ..counting import FAMILY
from ..direct_labels import Label, label_ends
from ..footer import footer
from ..metric import Metric, usable
from ..sheet import Grid, sheet
from ..views import View
from .figure import Figure

DISTRIBUTION = "problem_dist"
MOST_PANELS = 4
FEWEST_LEVELS = 3
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
    """One panel a key type; each variant at its best config for each entropy; bands: intervals."""
    metric = view.metric
    if view.family != FAMILY or metric is None or not metric.timed:
        return []
    rows = usable(frame, metric)
    rows, held = choose.pinned(rows[rows[DISTRIBUTION].isin(ENTROPY.keys())], (DISTRIBUTION,))
    best = [at_usual_size(choose.of_type(rows, name), metric) for name in choose.types(rows)]
    best = [table for table in best if table[DISTRIBUTION].nunique() >= FEWEST_LEVELS]
    best = best[:MOST_PANELS]
    if not best:
        return []
    names = choose.variants(pd.concat(best))
    styles = style.line_styles(choose.variants(frame))
    grid = Grid(len(best), 1, max(3.2, 0.165 * len(names) + 0.4), right=2.35, left=0.9)
    title = f"{view.family}: time by entropy of the keys"
    note = "1: every bin as likely; 0: all keys equal; each variant at its best config"
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, held])), footer(view))
    for axes, table in zip(panels, best, strict=True):
        _panel(axes, table, metric, styles)
    columns = ["variant", *choose.problem_columns(best[0]), "entropy", "config_text"]
    data = pd.concat(best)[[*columns, metric.cost, metric.cost_lo, metric.cost_hi]]
    alt = f"Time against the entropy of the keys, one line for each of {len(names)} variants."
    return [Figure("entropy_ladder", title, alt, figure, data)]


def at_usual_size(rows: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """The best configs at the size with most variants and entropies; of equals, the largest."""
    best = choose.best_configs(rows, metric)
    pairs = best.groupby(choose.SIZE).size()
    if pairs.empty:
        return best.assign(entropy=[])
    size = int(pairs[pairs == pairs.max()].index.max())
    here: pd.DataFrame = best[best[choose.SIZE] == size].copy()
    here["entropy"] = here[DISTRIBUTION].map(ENTROPY)
    return here.sort_values("entropy")


def _panel(
    axes: Axes, table: pd.DataFrame, metric: Metric, styles: dict[str, style.LineStyle]
) -> None:
    labels = []
    for name in choose.variants(table):
        line = table[table["variant"] == name]
        x = line["entropy"].to_numpy()
        y = line[metric.cost].to_numpy() * TO_MICROSECONDS
        look = styles[name]
        axes.plot(x, y, color=look.color, marker=look.marker, linestyle=look.dash, ms=4, lw=1.3)
        low, high = (line[end].to_numpy() * TO_MICROSECONDS for end in _ends(metric))
        axes.fill_between(x, low, high, color=look.color, alpha=0.22, linewidth=0)
        labels.append(Label(name, float(x[-1]), float(y[-1]), look.color))
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("entropy (bits a bit of the key)")
    log_axis(axes.yaxis)
    axes.set_ylabel("time (µs)")
    kind = table[choose.TYPE].iloc[0]
    axes.set_title(f"{kind}  n = {units.size(table[choose.SIZE].iloc[0])}")
    label_ends(axes, labels)


def _ends(metric: Metric) -> tuple[str, str]:
    return metric.cost_lo, metric.cost_hi
