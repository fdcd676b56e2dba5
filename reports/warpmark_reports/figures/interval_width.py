"""Precision of the times: the interval's relative half-width against the time itself."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose, thinning
from ..analysis.metric import usable
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import log_axis
from ..plot.figure_layout import PANEL_TITLE_INCHES, Grid, sheet
from ..plot.footer import footer
from .figure import Figure

STOPS = {
    "precision": "stopped at the requested precision",
    "budget": "stopped at the time budget",
    "max_samples": "stopped at the most samples",
    "": "no reason to stop recorded",
}
FLOOR_PERCENT = 0.01
LABELLED = 1


def interval_width(frame: pd.DataFrame, view: View) -> list[Figure]:
    """One mark per point, by stop reason; the requested precision as a line; the widest named."""
    if view.metric is None or not view.metric.timed:
        return []
    rows = usable(frame, view.metric)
    rows = rows[rows["time_ci_lo_ns"].notna() & rows["time_ci_hi_ns"].notna()]
    if rows.empty:
        return []
    data = rows[["key", "variant", "time_n", "time_median_ns", "stop_reason"]].copy()
    half = (rows["time_ci_hi_ns"] - rows["time_ci_lo_ns"]) / 2
    data["half_width_percent"] = half / rows["time_median_ns"] * 100
    widest = rows.assign(half_width_percent=data["half_width_percent"])
    counts = data["stop_reason"].value_counts()
    drawn, sampled = _thinned(data)
    title = f"{view.family}: how sure the times are"
    lines = -(-data["stop_reason"].nunique() // medium.columns(2, 1))  # of the key above the panel
    note = f"half-width of the interval of {len(data)} points, all variants and configs"
    alone = int(usable(frame, view.metric)["time_n"].eq(1).sum())
    if alone:
        note += f"; {alone} points of a single sample have none"
    note += _between(rows)
    figure, panels = sheet(
        Grid(1, 1, 3.6, left=0.9, panel_title=PANEL_TITLE_INCHES * (1 + lines) / 2),
        title,
        note,
        footer(view),
    )
    axes = panels[0]
    _marks(axes, drawn, counts)
    precision = view.manifest.get("contract", {}).get("precision")
    if precision:
        axes.axhline(precision * 100, color=style.INK, lw=1.0, linestyle=(0, (1, 1.5)))
        axes.text(
            1.0,
            precision * 105,
            f"requested: {units.digits(precision * 100)} %",
            transform=axes.get_yaxis_transform(),
            ha="right",
            fontsize=style.note(),
        )
    if not medium.current().narrow:
        _name_widest(axes, widest)
    alt = "Relative half-width of the interval against the median time, one mark per point."
    return [Figure("interval_width", title, alt, figure, drawn, sampled)]


def _between(rows: pd.DataFrame) -> str:
    """How much processes differ, and how much of that is sampling, where there are several."""
    if "between_processes" not in rows.columns or rows["between_processes"].isna().all():
        return ""
    between, within = (rows[f"{where}_processes"].median() for where in ("between", "within"))
    return (
        f"; standard deviation between processes {units.digits(between * 100)} %, of each median "
        f"within its process {units.digits(within * 100)} % (medians over points)"
    )


def _thinned(data: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """What is drawn, and how it was chosen; all points up to MAX_MARKS of them."""
    if len(data) <= thinning.MAX_MARKS:
        return data, ""
    chosen = thinning.one_per_cell(
        data["time_median_ns"].to_numpy(),
        data["half_width_percent"].clip(lower=FLOOR_PERCENT).to_numpy(),
        data["stop_reason"],
    )
    drawn = data.iloc[chosen["row"]].assign(points=chosen["points"].to_numpy())
    across, up = thinning.GRID
    half, most = data["half_width_percent"].quantile([0.5, 0.95], interpolation="lower")
    return drawn, (
        f"{units.grouped(len(drawn))} marks for {units.grouped(len(data))} points: one per cell of "
        f"a grid of {across} by {up} and per reason to stop (column `points` of the CSV counts "
        f"them); of all points, half are at {units.digits(half)} % or below, 95 of 100 at "
        f"{units.digits(most)} % or below"
    )


def _marks(axes: Axes, data: pd.DataFrame, counts: pd.Series[int]) -> None:
    for index, (stop, text) in enumerate(STOPS.items()):
        part = data[data["stop_reason"] == stop]
        if part.empty:
            continue
        axes.plot(
            part["time_median_ns"] / 1e3,
            part["half_width_percent"].clip(lower=FLOOR_PERCENT),
            style.MARKERS[index],
            color=style.PALETTE[index][0],
            ms=3.5,
            alpha=0.65,
            mew=0,
            label=f"{text} ({counts[stop]})",
        )
    axes.margins(y=0.12)
    log_axis(axes.xaxis)
    log_axis(axes.yaxis)
    axes.set_xlabel("median time (µs)")
    axes.set_ylabel("half-width of the interval (% of the median)")
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=medium.columns(2, 1),
        borderaxespad=0.1,
        fontsize=style.note(),
    )


def _short(row: Any) -> str:
    """Variant and size: the full key is in the CSV."""
    n = getattr(row, choose.SIZE, None)
    return str(row.variant) + (f", n = {units.size(int(n))}" if n is not None and n == n else "")


def _name_widest(axes: Axes, data: pd.DataFrame) -> None:
    widest = data.nlargest(LABELLED, "half_width_percent")
    middle = float(data["time_median_ns"].min() * data["time_median_ns"].max()) ** 0.5
    for row in records(widest):
        right = float(row.time_median_ns) > middle
        axes.annotate(
            _short(row),
            (float(row.time_median_ns) / 1e3, float(row.half_width_percent)),
            (0, 7),
            textcoords="offset points",
            ha="right" if right else "left",
            va="center",
            fontsize=style.note(),
            color=style.MUTED,
        )
