"""Which way of counting suits how many bins: the time of each against their number."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.counting_article import FAMILY
from ..analysis.metric import Metric, usable
from ..analysis.views import View
from ..base import units
from ..plot import style
from ..plot.axis_ticks import log_axis, size_axis
from ..plot.bands import Band, draw_line, panel_inches
from ..plot.direct_labels import label_ends
from ..plot.emphasis import line_looks, note_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

BINS = "problem_bins"
DISTRIBUTION = "problem_dist"
MAX_PANELS = 4
MIN_NUMBERS = 3
TO_MICROSECONDS = 1e-3


def time_by_bins(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per key type and distribution; each variant at its best config; bands: intervals."""
    metric = view.metric
    if view.family != FAMILY or metric is None or not metric.timed or BINS not in frame:
        return []
    rows = usable(frame, metric)
    panels_of = [
        choose.at_usual_size(part, metric).sort_values(BINS)
        for _, part in rows.groupby([choose.TYPE, DISTRIBUTION])
    ]
    tables = [table for table in panels_of if table[BINS].nunique() >= MIN_NUMBERS][:MAX_PANELS]
    if not tables:
        return []
    names = choose.variants(pd.concat(tables))
    looks = line_looks(view, names)
    grid = Grid(len(tables), 1, panel_inches(len(names)), ends=names, left=0.9)
    title = f"{view.family}: time by number of bins"
    note = "each variant at its best config for each number of bins"
    figure, panels = sheet(
        grid, title, "; ".join(filter(None, [note, note_of(looks)])), footer(view)
    )
    for axes, table in zip(panels, tables, strict=True):
        _panel(axes, table, metric, looks)
    columns = ["variant", *choose.problem_columns(tables[0]), "config_text"]
    data = pd.concat(tables)[[*columns, metric.cost, metric.cost_lo, metric.cost_hi]]
    alt = f"Time against the number of bins, one line for each of {len(names)} variants."
    return [Figure("time_by_bins", title, alt, figure, data)]


def _panel(
    axes: Axes, table: pd.DataFrame, metric: Metric, looks: dict[str, style.LineStyle]
) -> None:
    band = Band(metric.cost, metric.cost_lo, metric.cost_hi, TO_MICROSECONDS)
    labels = [
        draw_line(axes, table[table["variant"] == name], BINS, band, looks[name], name)
        for name in choose.variants(table)
    ]
    size_axis(axes, sorted(table[BINS].unique()), "bins")
    log_axis(axes.yaxis)
    axes.set_ylabel("time (µs)")
    first = table.iloc[0]
    axes.set_title(
        f"{first[choose.TYPE]}, {first[DISTRIBUTION]}  n = {units.size(first[choose.SIZE])}"
    )
    label_ends(axes, labels)
