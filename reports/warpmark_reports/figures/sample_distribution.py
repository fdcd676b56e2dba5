"""Distribution of the samples of a point: ECDFs if they were recorded, else quantiles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.comparison_size import RULE, comparison_of
from ..analysis.metric import usable
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.direct_labels import Label, label_ends
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from ..plot.text_size import width_inches
from .figure import Figure

MAX_PANELS = 3
MIN_SAMPLES = 5  # samples, for them to have a distribution
SAMPLES = "time_samples_ns"
QUANTILES = ("min", "p05", "ci_lo", "median", "ci_hi", "p95", "mean")
SHAPES = ("bimodal", "not_steady")


def sample_distribution(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per type, each variant at its best config and the largest common size."""
    metric = view.metric
    if metric is None or not metric.timed or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    best = choose.best_configs(rows, metric)
    tables = [_largest(choose.of_type(best, name)) for name in choose.types(best)]
    tables = [table for table in tables if len(table)][:MAX_PANELS]
    if not tables:
        return []
    recorded = SAMPLES in frame.columns and all(t[SAMPLES].notna().any() for t in tables)
    names = choose.variants(pd.concat(tables))
    height = 3.2 if recorded else 0.27 * len(names) + 0.2
    counts = [_count(row) for table in tables for row in records(table)]
    right = width_inches(counts, style.note()) / medium.current().scale + 0.2
    texts: dict[str, Any] = {"names": names, "right": right}
    if recorded:
        texts = {"left": 0.9, "ends": [_described(row) for t in tables for row in records(t)]}
    grid = Grid(len(tables), 1, height, **texts)
    title = f"{view.family}: spread of the samples"
    note = f"best config at {RULE}; times over the point's own median"
    how = "ECDF of the samples" if recorded else "samples not recorded: from their quantiles"
    bars = f"thin: least to 95 %; thick: 5 to 95 %; box: {interval_text(view)}; |: mean"
    text = footer(view, interval_text(view) if recorded else bars)
    figure, panels = sheet(grid, title, "; ".join(filter(None, [note, how, held])), text)
    styles = styles_of(view)
    for axes, table in zip(panels, tables, strict=True):
        if recorded:
            _ecdfs(axes, table, styles)
        else:
            _quantiles(axes, table, styles, dict(zip(names, grid.shown_names, strict=True)))
        type_name = table[choose.TYPE].iloc[0] if choose.TYPE in table.columns else ""
        axes.set_title(f"{type_name}  n = {units.size(table[choose.SIZE].iloc[0])}".strip())
    data = pd.concat(tables)
    columns = ["key", "variant", "config_text", "time_n", *(f"time_{q}_ns" for q in QUANTILES)]
    alt = f"Spread of the samples around the median for {len(names)} variants."
    return [Figure("sample_distribution", title, alt, figure, data[[*columns, "shape"]])]


def _largest(best: pd.DataFrame) -> pd.DataFrame:
    best = best[best["time_n"] >= MIN_SAMPLES]
    comparison = comparison_of(best)
    n = comparison.n if comparison is not None else None
    here = best[best[choose.SIZE] == n].drop_duplicates("variant")
    warnings = here["warnings"] if "warnings" in here.columns else [None] * len(here)
    return here.assign(shape=[_shape(each) for each in warnings])


def _shape(warnings: Any) -> str:
    """What the program itself said of the samples."""
    given = warnings if isinstance(warnings, list) else []
    return " ".join(name.replace("_", " ") for name in SHAPES if name in given)


def _count(row: Any) -> str:
    """How many samples, and what was said of their distribution."""
    return "\n".join(filter(None, [f"{row.time_n:.0f} samples", row.shape]))


def _described(row: Any) -> str:
    return " ".join(filter(None, [str(row.variant), f"({len(row.time_samples_ns)})", row.shape]))


def _quantiles(
    axes: Axes,
    table: pd.DataFrame,
    styles: dict[str, style.LineStyle],
    shown: dict[str, str],
) -> None:
    names = choose.variants(table)
    for row in records(table):
        look, y = styles[str(row.variant)], names.index(str(row.variant))
        at = {q: float(getattr(row, f"time_{q}_ns")) / float(row.time_median_ns) for q in QUANTILES}
        axes.plot([at["min"], at["p95"]], [y, y], color=look.color, lw=0.8)
        axes.plot([at["p05"], at["p95"]], [y, y], color=look.color, lw=3.0, alpha=0.45)
        if at["ci_lo"] < at["ci_hi"]:
            width = at["ci_hi"] - at["ci_lo"]
            axes.barh(y, width, left=at["ci_lo"], height=0.5, color="none", ec=style.INK, lw=0.8)
        axes.plot(at["mean"], y, "|", color=style.INK, ms=8)
        axes.plot(1.0, y, look.marker, color=look.color, ms=4.5)
        axes.annotate(_count(row), (1, y), (8, 0), xycoords=("axes fraction", "data"), va="center",
                      textcoords="offset points", fontsize=style.note())  # fmt: skip
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks(range(len(names)), [shown[name] for name in names])
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("time over the median (×)")


def _ecdfs(axes: Axes, table: pd.DataFrame, styles: dict[str, style.LineStyle]) -> None:
    labels = []
    for row in records(table[table[SAMPLES].notna()]):
        look = styles[str(row.variant)]
        x = np.sort(np.asarray(row.time_samples_ns, dtype=float)) / float(row.time_median_ns)
        y = np.arange(1, len(x) + 1) / len(x)
        axes.step(x, y, where="post", color=look.color, ls=look.dash, lw=1.3)
        axes.plot(x[-1], 1.0, look.marker, color=look.color, ms=4)
        labels.append(Label(_described(row), float(x[-1]), 1.0, look.color, look))
    axes.axhline(0.5, color=style.MUTED, lw=0.6)
    axes.set_ylim(0, 1.03)
    axes.set_xlabel("time over the median (×)")
    axes.set_ylabel("share of samples up to there")
    label_ends(axes, labels)
