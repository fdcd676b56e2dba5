"""Keys per second over the input size, with the limit that the bandwidth sets."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose
from ..analysis.metric import Metric, usable
from ..analysis.passes import RUN
from ..analysis.views import View
from ..plot import style
from ..plot.axis_ticks import log_axis, size_axis
from ..plot.bands import Band, draw_lines, end_names, panel_inches
from ..plot.ceiling_line import DASH, Ceiling, ceiling_of, note_above
from ..plot.direct_labels import label_ends
from ..plot.emphasis import line_looks, note_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from .figure import Figure

PAYLOAD, BINS = "problem_payload", "problem_bins"
MAX_PANELS = 3
RATE = Band("keys_per_s", "keys_per_s_lo", "keys_per_s_hi", 1e-9)
FLOOR = "keys_per_s_at_ceiling"


def keys_per_second(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel for each type and payload with two sizes or more, a line per variant; for families of
    tasks on keys that have a payload or bins and are not a single pass over runs.
    """
    metric = view.metric
    if metric is None or not metric.timed or not of_keys(frame):
        return []
    rows, held = choose.pinned(usable(frame, metric), free=(PAYLOAD,))
    ceiling = ceiling_of(view)
    table = rates_of(choose.best_configs(rows, metric), metric, view.ceiling)
    parts = [part for _, part in table.groupby(["type", "payload"], sort=False)]
    drawn = [part for part in parts if part["n"].nunique() > 1][:MAX_PANELS]
    if not drawn:
        return []
    table = pd.concat(drawn)
    names = choose.variants(frame[frame["variant"].isin(table["variant"])])
    looks = line_looks(view, names)
    ends = [name for part in drawn for name in end_names(part, "n").values()]
    grid = Grid(len(drawn), 1, panel_inches(len(names)), ends=ends, left=0.9)
    title = f"{view.family}: keys per second by input size"
    note = "each variant at its best config for each size"
    libraries = [name for name in names if choose.is_library(name)]
    marked = f"dotted: {' and '.join(libraries)}" if libraries else ""
    text = footer(view, f"bands: {interval_text(view)}")
    subtitle = "; ".join(filter(None, [note, marked, note_of(looks), held]))
    figure, panels = sheet(grid, title, subtitle, text)
    for axes, part in zip(panels, drawn, strict=True):
        _panel(axes, part, looks, ceiling)
        axes.set_title(_title(part))
    alt = f"Billions of keys per second against input size for {len(names)} variants"
    alt += ", and what the measured bandwidth allows." if ceiling else "."
    return [Figure("keys_per_second", title, alt, figure, table)]


def of_keys(frame: pd.DataFrame) -> bool:
    """Whether the family is a task on keys: it has a payload or bins, but no runs."""
    columns = set(frame.columns)
    return choose.SIZE in columns and bool({PAYLOAD, BINS} & columns) and RUN not in columns


def rates_of(best: pd.DataFrame, metric: Metric, ceiling: float | None) -> pd.DataFrame:
    """variant, type, payload, n, config, keys/s with interval, compulsory bytes per key, and the
    keys/s of those bytes at the ceiling (bytes/s); NaN without one. Points of no key are left out.
    """
    best = best[best[choose.SIZE] > 0]
    n = best[choose.SIZE].astype(float)
    blank = pd.Series("", index=best.index)
    bytes_per_key = best["bytes"] / n
    return pd.DataFrame(
        {
            "variant": best["variant"],
            "type": best.get(choose.TYPE, blank).fillna(""),
            "payload": best.get(PAYLOAD, blank).fillna(""),
            "n": best[choose.SIZE].astype(int),
            "config": best["config_text"],
            RATE.value: n / best[metric.cost] * 1e9,
            RATE.low: n / best[metric.cost_hi] * 1e9,
            RATE.high: n / best[metric.cost_lo] * 1e9,
            "bytes_per_key": bytes_per_key,
            FLOOR: (ceiling if ceiling else float("nan")) / bytes_per_key,
        }
    )


def _title(part: pd.DataFrame) -> str:
    payload = str(part["payload"].iloc[0])
    what = {"": "", "none": ", keys only"}.get(payload, f", with {payload} payload")
    return f"{part['type'].iloc[0]}{what}".removeprefix(", ")


def _panel(
    axes: Axes,
    part: pd.DataFrame,
    looks: dict[str, style.LineStyle],
    ceiling: Ceiling | None,
) -> None:
    labels = draw_lines(axes, part, "n", RATE, looks)
    size_axis(axes, sorted(part["n"].unique()))
    log_axis(axes.yaxis)
    axes.set_ylabel("keys per second (Gkeys/s)")
    floor = part.dropna(subset=[FLOOR]).drop_duplicates("n").sort_values("n")
    if ceiling is not None and not floor.empty:
        _floor(axes, floor, ceiling)
    label_ends(axes, labels)  # last: the leaders start where the limits put the lines' ends


def _floor(axes: Axes, floor: pd.DataFrame, ceiling: Ceiling) -> None:
    """The line of the bandwidth floor; where few keys share a table of counts it bends down."""
    heights = floor[FLOOR] * RATE.scale
    axes.plot(floor["n"], heights, color=style.INK, linewidth=1.0, linestyle=DASH)
    last = floor.iloc[-1]
    text = (
        f"bandwidth floor of the time: {last['bytes_per_key']:.3g} B per key at the measured "
        f"{ceiling.traffic} ceiling of {ceiling.height:,.0f} GB/s"
    )
    note_above(axes, heights.max(), text)
