"""Drift of the machine over the run: reference times, clock and temperature."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import thinning
from ..analysis.views import View
from ..base import units
from ..plot import style
from ..plot.direct_labels import Label, label_ends
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

MIN_REFERENCES = 3
MAX_SERIES = 8
MIN_PERCENT = 1.0  # to either side, so that noise does not look like drift


class Panel(NamedTuple):
    """A column of the references, what it is called, and whether it is drawn relative."""

    column: str
    label: str
    title: str
    relative: bool


PANELS = (
    Panel("memory_ns", "change (%)", "read of twice the L2, over its median", True),
    Panel("chain_ns", "change (%)", "dependent arithmetic, over its median", True),
    Panel("sm_mhz", "clock (MHz)", "clock of the multiprocessors", False),
    Panel("temperature_c", "temperature (°C)", "temperature", False),
)


def drift(frame: pd.DataFrame, view: View) -> list[Figure]:  # noqa: ARG001 the figures' signature
    """A panel per quantity over the run's time, a line per journal and card; needs references."""
    table = references_of(view)
    if table.empty:
        return []
    names = list(table["series"].drop_duplicates())[:MAX_SERIES]
    table = table[table["series"].isin(names)]
    panels_of = [p for p in PANELS if table[p.column].notna().any()]
    title = f"{view.family}: what the machine did over the run"
    note = "fixed kernels that are timed again and again between the points"
    text = footer(view, "; ".join(verdicts(view)) or "no verdict on drift recorded")
    grid = Grid(len(panels_of), 1, 1.1, left=0.9, ends=names, gap_y=0.4)
    figure, panels = sheet(grid, title, note, text)
    styles = style.line_styles(names)
    columns = [panel.column for panel in panels_of]
    medians = table.groupby("series")[columns].median()
    drawn = pd.concat(
        thinning.extremes(rows, "at_s", columns) for _, rows in table.groupby("series", sort=False)
    )
    for axes, panel in zip(panels, panels_of, strict=True):
        _panel(axes, drawn, medians[panel.column], panel, styles, named=axes is panels[0])
    panels[-1].set_xlabel("time since the run's first point (s)")
    alt = f"Reference times, clock and temperature over the run, {len(names)} series."
    sampled = ""
    if len(drawn) < len(table):
        sampled = (
            f"{units.grouped(len(drawn))} of {units.grouped(len(table))} reference measurements: "
            f"those with the least and the largest value in each of {thinning.SPANS} spans of "
            "time; the CSV has all"
        )
    return [Figure("drift", title, alt, figure, table, sampled)]


def references_of(view: View) -> pd.DataFrame:
    """series (journal and card), at_s, memory_ns, chain_ns, sm_mhz, temperature_c, power_w."""
    rows: list[dict[str, Any]] = []
    for run in view.runs:
        several = run.part is not None and len(view.runs) > 1
        which = run.name.rpartition(", ")[2] if several else ""
        cards = {str(event.get("card_uuid", "")) for event in run.references}
        for event in run.references:
            card = str(event.get("card_uuid", ""))[:12] if len(cards) > 1 else ""
            clocks = event.get("clocks") or {}
            rows.append(
                {
                    "series": " ".join(filter(None, [run.path.name.split(".")[0], which, card])),
                    "at_s": event.get("at_s"),
                    "memory_ns": event.get("memory_ns"),
                    "chain_ns": event.get("chain_ns"),
                    "sm_mhz": clocks["sm_hz"] / 1e6 if clocks.get("sm_hz") else None,
                    "temperature_c": event.get("temperature_c"),
                    "power_w": event.get("power_w"),
                }
            )
    table = pd.DataFrame(rows)
    if table.empty:
        return table
    numbers = table.columns.drop("series")
    table[numbers] = table[numbers].apply(pd.to_numeric, errors="coerce").astype(float)
    table = table[table["at_s"].notna()].sort_values("at_s", kind="stable")
    places = {
        name: place for place, name in enumerate(dict.fromkeys(row["series"] for row in rows))
    }
    table = table.sort_values("series", key=lambda names: names.map(places), kind="stable")
    return table[table.groupby("series")["at_s"].transform("size") >= MIN_REFERENCES]


def verdicts(view: View) -> list[str]:
    """What the program itself concluded at the end of each run."""
    found = []
    for run in view.runs:
        for name, each in sorted(((run.end or {}).get("drift") or {}).items()):
            real = "drift" if each.get("real") else "no drift"
            change, p = float(each.get("change", 0)), float(each.get("p_value", 1))
            found.append(f"{run.name} {name}: {change:+.2%}, p = {units.digits(p)}, {real}")
    return found


def _panel(
    axes: Axes,
    table: pd.DataFrame,
    medians: pd.Series[float],
    panel: Panel,
    styles: dict[str, style.LineStyle],
    named: bool,
) -> None:
    labels = []
    for name, rows in table.groupby("series", sort=False):
        look = styles[str(name)]
        line = rows.sort_values("at_s")
        y = line[panel.column]
        if panel.relative:
            y = (y / medians[name] - 1) * 100
        axes.plot(line["at_s"], y, color=look.color, marker=look.marker, ls=look.dash, ms=3, lw=1.0)
        end = y.dropna()
        if len(end):
            last = float(line["at_s"].iloc[-1])
            labels.append(Label(str(name), last, float(end.iloc[-1]), look.color, look))
    if panel.relative:
        low, high = axes.get_ylim()
        axes.set_ylim(min(low, -MIN_PERCENT), max(high, MIN_PERCENT))
        axes.axhline(0.0, color=style.MUTED, lw=0.8)
    axes.ticklabel_format(axis="y", useOffset=False)
    axes.margins(y=0.2)
    axes.set_title(panel.title)
    axes.set_ylabel(panel.label)
    if named:
        label_ends(axes, labels)
