"""Convergence of a tuning: best time so far against evaluations and busy time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..analysis import choose
from ..analysis.problem_names import short_names, spread_out
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..journal.tuning_records import SEARCH
from ..plot import medium, style
from ..plot.axis_ticks import log_axis, ratio_axis
from ..plot.direct_labels import Label, label_ends
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

MAX_PROBLEMS = 6
MAX_NAMES = 5
MAX_RATIO = 8.0  # where the race drops a variant after its first stage
NOTE = (
    "lines of base and library: median ratios of the finals' rounds; "
    "hollow: sampling ended as soon as the config was significantly slower; at the upper edge: "
    f"slower than {MAX_RATIO:g} times; below 1: luck of the search, which the finals corrected"
)


@dataclass(frozen=True)
class Convergence:
    """The search of one problem: its result, and `converged`'s table of its search."""

    result: Any
    table: pd.DataFrame


def tuning_convergence(frame: pd.DataFrame, view: View) -> list[Figure]:  # noqa: ARG001
    """A row per problem, two panels each; only if a tuning has a result."""
    all_convergences = [
        convergence for convergence in convergences(view) if len(convergence.table) > 1
    ]
    if not all_convergences:
        return []
    drawn = [all_convergences[i] for i in spread_out(len(all_convergences), MAX_PROBLEMS)]
    shared, names = short_names([str(each.result.problem_text) for each in drawn])
    # What is interpreted keeps no machine busy.
    timed = all(bool((each.table["busy_so_far_s"] > 0).all()) for each in drawn)
    grid = Grid(len(drawn), 1 + timed, 1.75, left=0.8, right=1.95, gap_x=0.25, gap_y=0.38)
    title = f"{view.family}: convergence of the tuning"
    hidden = len(all_convergences) - len(drawn)
    more = f"{hidden} more problems in the CSV" if hidden else ""
    what = "times are modelled, not measured" if view.backend == "simt" else ""
    note = "a mark per config, the line: best so far; dash-dotted: base; dotted: library"
    figure, panels = sheet(
        grid, title, "; ".join(filter(None, [note, shared, more, what])), footer(view, NOTE)
    )
    styles = styles_of(view)
    for index, convergence in enumerate(drawn):
        row = panels[index * grid.cols : (index + 1) * grid.cols]
        _by_configs(row[0], convergence, styles)
        row[0].set_title(_title(convergence, names[str(convergence.result.problem_text)]))
        if timed:
            _by_time(row[1], convergence, styles)
        labels = _labels(convergence, styles, timed)
        if medium.current().narrow:  # one key for all problems: only names of variants
            labels = [label for label in labels if label.look is not None]
        label_ends(row[-1], labels)
    panels[-grid.cols].set_xlabel("configs tried")
    if timed:
        panels[-1].set_xlabel(_busy(view))
    data = pd.concat([each.table for each in all_convergences])
    alt = f"Best time so far of {len(drawn)} tunings against configs tried and busy time."
    return [Figure("tuning_convergence", title, alt, figure, data)]


def convergences(view: View) -> list[Convergence]:
    """The searches that have a result, in the order of the journal."""
    trials = view.tuning.trials
    found = []
    for result in records(view.tuning.results):
        of_problem = (trials["run"] == result.run) & (trials["problem_text"] == result.problem_text)
        search = trials[of_problem & (trials["phase"] == SEARCH)]
        found.append(Convergence(result, converged(search, float(result.time_ns))))
    return found


def converged(search: pd.DataFrame, winner_ns: float) -> pd.DataFrame:
    """Trials with a time, `ratio` of it to the winner's time in the finals, and the least ratio
    up to there of those that were sampled to the end (`best_so_far`, NaN before the first).
    """
    table = search[search["time_ns"] > 0].copy()
    table["ratio"] = table["time_ns"] / winner_ns
    fit = table["ratio"].where(~table["beaten"])
    # A library is compared with; it is no candidate.
    fit = fit.where(~table["variant"].map(choose.is_library).astype(bool))
    table["best_so_far"] = fit.cummin().ffill()
    return table


def _title(convergence: Convergence, name: str) -> str:
    result = convergence.result
    tried = f"{units.grouped(result.evaluations)} of {units.grouped(result.configs)} configs"
    winner = f"{result.variant}, {units.duration(float(result.time_ns))}"
    return f"{name}: {winner}; {tried}".removeprefix(": ")


def _busy(view: View) -> str:
    return f"busy time of the {'machine' if view.backend == 'host' else 'GPU'} so far (ms)"


def _limits(convergence: Convergence) -> tuple[float, float]:
    table = convergence.table
    lines = [convergence.result.gain, convergence.result.over_library]
    low = min([1.0, float(table["ratio"].min()), *(v for v in lines if v == v)])
    high = max([1.3, float(table["ratio"].max()), *(v for v in lines if v == v)])
    return low / 1.06, min(high, MAX_RATIO) * 1.08


def _by_configs(axes: Axes, convergence: Convergence, styles: dict[str, style.LineStyle]) -> None:
    _panel(axes, convergence, convergence.table["order"], styles)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_ylabel("time over\nthe winner's (×)")


def _by_time(axes: Axes, convergence: Convergence, styles: dict[str, style.LineStyle]) -> None:
    _panel(axes, convergence, convergence.table["busy_so_far_s"] * 1e3, styles)
    log_axis(axes.xaxis)
    axes.set_yticklabels([])


def _panel(
    axes: Axes,
    convergence: Convergence,
    x: pd.Series[Any],
    styles: dict[str, style.LineStyle],
) -> None:
    table = convergence.table.assign(x=x)
    named = _named(table)
    for row in records(table):
        look = styles[str(row.variant)]
        color, mark = (look.color, look.marker) if row.variant in named else (style.MUTED, "o")
        y = min(float(row.ratio), MAX_RATIO)
        face = style.PAPER if row.beaten else color
        alpha = 0.75 if row.variant in named else 0.4
        axes.plot(row.x, y, mark, color=color, mfc=face, ms=3.0, mew=0.7, alpha=alpha, zorder=2)
    axes.step(table["x"], table["best_so_far"], where="post", color=style.INK, lw=1.2, zorder=3)
    better = table[table["best_so_far"].diff().ne(0) & (table["ratio"] == table["best_so_far"])]
    for row in records(better):
        look = styles[str(row.variant)]
        color, mark = (look.color, look.marker) if row.variant in named else (style.MUTED, "o")
        axes.plot(row.x, row.ratio, mark, color=color, ms=5.5, mec=style.INK, mew=0.7, zorder=4)
    axes.axhline(1.0, color=style.MUTED, lw=0.8, zorder=1)
    for value, dash in (
        (convergence.result.gain, (0, (6, 2, 1.5, 2))),
        (convergence.result.over_library, style.BASELINE_DASH),
    ):
        if value == value and not (value == 1.0 and convergence.result.base_kept):
            axes.axhline(min(value, MAX_RATIO), color=style.INK, lw=1.0, ls=dash, zorder=1.5)
    ratio_axis(axes.yaxis, *_limits(convergence))


def _named(table: pd.DataFrame) -> list[str]:
    """The variants with the least times; the rest is grey, and a library has its line."""
    own = choose.without_libraries(table)
    best = own.groupby("variant", sort=False)["ratio"].min().sort_values(kind="stable")
    return [str(name) for name in best.index[:MAX_NAMES]]


def _labels(
    convergence: Convergence, styles: dict[str, style.LineStyle], by_time: bool
) -> list[Label]:
    table, result = convergence.table, convergence.result
    x = table["busy_so_far_s"] * 1e3 if by_time else table["order"]
    last = float(np.nanmax(x))
    labels = []
    for name in _named(table):
        lowest = table[table["variant"] == name].nsmallest(1, "ratio").assign(x=x)
        y = float(lowest["ratio"].iloc[0])
        if y <= MAX_RATIO:
            look = style.LineStyle(styles[name].color, styles[name].marker, "none")
            labels.append(Label(name, float(lowest["x"].iloc[0]), y, look.color, look))
    others = table["variant"].nunique() - len(_named(table)) - bool(result.library)
    if others > 0:
        text = f"grey: {others} more variant{'s' * (others > 1)}"
        labels.append(Label(text, last, _limits(convergence)[1], style.MUTED))
    if not result.base_kept and result.gain <= MAX_RATIO:
        labels.append(Label(f"base {units.times(result.gain)}", last, result.gain, style.INK))
    if result.over_library <= MAX_RATIO:
        name = str(result.library).split("[")[0].split("/")[-1]
        text = f"{name} {units.times(result.over_library)}"
        labels.append(Label(text, last, result.over_library, style.INK))
    return labels
