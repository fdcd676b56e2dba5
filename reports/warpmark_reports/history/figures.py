"""Figures of a history: what needs attention first, one panel per point with all its cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten, wrap

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ..analysis.steps import MIN_CHANGE
from ..figures import Figure
from ..figures.figure_names import Candidate, require_known
from ..page.figure_selection import FigureSelection
from ..page.report_files import ReportFiles, write_figures
from ..plot import style
from ..plot.axis_ticks import ratio_axis
from ..plot.direct_labels import label_ends
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import MAX_CHARACTERS
from ..plot.level_line import draw_levels, levels_of
from ..plot.medium import drawn_for
from .judge import FALSE_FINDS, OPEN, Found, Judgement
from .series import Series
from .text_output import short

MAX_PANELS = 5  # of a sheet
MAX_SHEETS = 4
MAX_TICKS = 14
PANEL_LETTERS = 105
NAME_LETTERS = 24
NOTE_POINTS = 10
COLUMNS = [
    "point", "card", "contract", "run", "commit", "date", "driver", "release", "journals",
    "time_ns", "ratio", "ratio_lo", "ratio_hi", "level", "step", "drift",
]  # fmt: skip


def write_history(
    every: Sequence[Series], judgement: Judgement, directory: Path, selection: FigureSelection
) -> list[Path]:
    """Each figure with its CSV and caption in figures/ of the directory; returns the files.

    Raises UnknownFigureError, before anything is written, for a name that none of them has.
    """
    report_files = ReportFiles(directory)
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        figures = history_figures(every, judgement)
        require_known(selection.only, [Candidate(each.name, "", "") for each in figures])
        _write(figures, report_files, selection)
        if selection.column is not None:
            with drawn_for(selection.column):
                _write(history_figures(every, judgement), report_files, selection)
    return report_files.files


def history_figures(every: Sequence[Series], judgement: Judgement) -> list[Figure]:
    """Points with an open step or a drift first, by its size, then the other points by name."""
    table = table_of(every, judgement)
    order = [each.series.point for each in judgement.open]
    order += [each.series.point for each in judgement.drifts]
    points = list(dict.fromkeys([*order, *(series.point for series in every)]))
    sheets = [points[i : i + MAX_PANELS] for i in range(0, len(points), MAX_PANELS)]
    shown = sheets[:MAX_SHEETS]
    hidden = len(points) - sum(map(len, shown))
    return [
        _figure(table, chosen, f"history_{number}", hidden)
        for number, chosen in enumerate(shown, start=1)
    ]


def table_of(every: Sequence[Series], judgement: Judgement) -> pd.DataFrame:
    """A row per value. `run`: its place among all commits of its point; `step`: the state of a step
    that begins there; ratios are over the card's first time.
    """
    places = _places(every)
    steps: dict[int, list[Found]] = {}
    for found in judgement.found:
        steps.setdefault(id(found.series), []).append(found)
    drifting = {id(drift.series) for drift in judgement.drifts}
    rows = []
    for series in every:
        own = sorted(steps.get(id(series), []), key=lambda found: found.step.at)
        level = levels_of(series.medians, [found.step for found in own])
        states = {found.step.at: found.state for found in own}
        first = series.values[0].median
        for i, value in enumerate(series.values):
            rows.append(
                (
                    series.point, series.card, series.contract,
                    places[series.point, value.date, value.commit], value.commit, value.date,
                    value.driver, value.release, value.rounds, value.median, value.median / first,
                    value.low / first, value.high / first, level[i] / first, states.get(i, ""),
                    id(series) in drifting,
                )
            )  # fmt: skip
    return pd.DataFrame(rows, columns=COLUMNS)


def _places(every: Sequence[Series]) -> dict[tuple[str, str, str], int]:
    """The commits of each point on all cards in the order of their dates."""
    found: dict[str, set[tuple[str, str]]] = {}
    for series in every:
        found.setdefault(series.point, set()).update((v.date, v.commit) for v in series.values)
    return {
        (point, *at): place
        for point, moments in found.items()
        for place, at in enumerate(sorted(moments))
    }


def _write(figures: list[Figure], report_files: ReportFiles, selection: FigureSelection) -> None:
    chosen = [figure for figure in figures if selection.figure(figure.name)]
    write_figures(chosen, [], report_files, selection, "", {})


def _figure(table: pd.DataFrame, points: list[str], name: str, hidden: int) -> Figure:
    data = table[table["point"].isin(points)].reset_index(drop=True)
    title = f"history of {len(points)} points"
    note = "median times over the card's first; stroke: step with its change (thick: slower and "
    note += "open); dotted: release; dashed: other driver; shaded: another card measured"
    more = f"; {hidden} more points are in no figure" if hidden else ""
    lines = "line: level between steps (least squares, Benjamini-Hochberg at "
    lines += f"{FALSE_FINDS:.0%} over all series, {MIN_CHANGE:.0%} or more); whiskers: 95 % "
    lines += "intervals of one journal's median, the reach of several; they know only their runs"
    days = sorted(data["date"].str[:10])
    span = " to ".join(dict.fromkeys([days[0], days[-1]]))
    count = len(data[["date", "commit"]].drop_duplicates())
    cards = list(data["card"].drop_duplicates())
    origin = f"{count} commits, {span} · {', '.join(cards)}"
    footer = "\n".join(wrap(origin, MAX_CHARACTERS) + wrap(lines, MAX_CHARACTERS))
    grid = Grid(len(points), 1, 1.5, left=0.9, right=2.35, gap_y=0.62, below=0.8)
    figure, panels = sheet(grid, title, note + more, footer)
    looks = style.line_styles(cards)
    for axes, point in zip(panels, points, strict=True):
        _panel(axes, data[data["point"] == point], looks)
        axes.set_title(shorten(point.replace(",", ", "), PANEL_LETTERS).replace(", ", ","))
    panels[-1].set_xlabel("commit, by the date of its journal")
    alt = f"Times of {len(points)} points over {count} commits with their steps."
    return Figure(name, title, alt, figure, data)


def _panel(axes: Axes, rows: pd.DataFrame, looks: dict[str, style.LineStyle]) -> None:
    low = min(0.95, float(rows[["ratio", "ratio_lo"]].min().min()) / 1.02)
    high = max(1.05, float(rows[["ratio", "ratio_hi"]].max().max()) * 1.06)
    ratio_axis(axes.yaxis, low, high)
    moments = rows.drop_duplicates("run").sort_values("run")
    axes.set_xlim(-0.7, float(moments["run"].max()) + 0.7)
    _mark_cards(axes, rows.sort_values("run", kind="stable"))
    for run in rows.loc[rows["release"] != "", "run"].drop_duplicates():
        tag = rows.loc[rows["run"] == run, "release"].iloc[0]
        axes.axvline(run, color=style.MUTED, lw=0.9, ls=(0, (1, 1.5)), zorder=0)
        _note(axes, run, str(tag))
    labels = []
    names = _names(rows)
    for place, ((card, contract), name) in enumerate(names.items()):
        line = rows[(rows["card"] == card) & (rows["contract"] == contract)].sort_values("run")
        labels.append(draw_levels(axes, line, looks[card], name))
        _mark_drivers(axes, line)
        _mark_steps(axes, line, looks[card], place)
    step = -(-len(moments) // MAX_TICKS)
    ticks = moments.iloc[::step]
    commits = [short(commit)[:10] for commit in ticks["commit"]]
    axes.set_xticks(ticks["run"], commits, rotation=35, ha="right", fontsize=style.note())
    axes.set_ylabel("time (× first)")
    label_ends(axes, labels)


def _mark_steps(axes: Axes, line: pd.DataFrame, look: style.LineStyle, place: int) -> None:
    """`place`: of the line among those of the panel, whose notes are below each other."""
    level = line["level"].to_numpy(dtype=float)
    runs = line["run"].to_numpy(dtype=float)
    for i in np.flatnonzero((line["step"] != "").to_numpy()):
        x = (runs[i - 1] + runs[i]) / 2
        is_open = line["step"].iloc[i] == OPEN
        axes.axvline(x, color=look.color, lw=2.0 if is_open else 0.8, alpha=0.6, zorder=1)
        state = "" if is_open else f" {line['step'].iloc[i].lower()}"
        text = f"{level[i] / level[i - 1] - 1:+.1%}{state}"
        axes.annotate(
            text, (x, 1.0), (3, -3 - NOTE_POINTS * place), xycoords=("data", "axes fraction"),
            textcoords="offset points", va="top", fontsize=style.note(), color=look.color,
            weight="bold" if is_open else "normal",
        )  # fmt: skip
    if line["drift"].any():
        axes.annotate(
            "drift past the ratchet", (1.0, 1.0), (-3, -3 - NOTE_POINTS * place),
            xycoords="axes fraction",
            textcoords="offset points", ha="right", va="top", fontsize=style.note(),
            color=look.color, weight="bold",
        )  # fmt: skip


def _mark_drivers(axes: Axes, line: pd.DataFrame) -> None:
    drivers, runs = list(line["driver"]), line["run"].to_numpy(dtype=float)
    for i in range(1, len(drivers)):
        if drivers[i] != drivers[i - 1]:
            x = (runs[i - 1] + runs[i]) / 2
            axes.axvline(x, color=style.INK, lw=0.8, ls=(0, (5, 3)), zorder=0)
            _note(axes, x, f"driver {drivers[i]}")


def _mark_cards(axes: Axes, rows: pd.DataFrame) -> None:
    """Shades the commits that another card than the first measured."""
    first = rows["card"].iloc[0]
    for run in sorted(set(rows.loc[rows["card"] != first, "run"])):
        axes.axvspan(run - 0.5, run + 0.5, color=style.GRID, alpha=0.5, lw=0, zorder=0)


def _note(axes: Axes, x: float, text: str) -> None:
    axes.annotate(
        text, (x, 0.0), (2, 3), xycoords=("data", "axes fraction"),
        textcoords="offset points", fontsize=style.note(), color=style.MUTED, va="bottom",
    )  # fmt: skip


def _names(rows: pd.DataFrame) -> dict[tuple[str, str], str]:
    """Distinguishing names of the cards and contracts of a panel."""
    kinds = list(rows[["card", "contract"]].drop_duplicates().itertuples(index=False, name=None))
    models = {card.rpartition(" ")[0] for card, _ in kinds}
    several = len({contract for _, contract in kinds}) > 1
    found = {}
    for card, contract in kinds:
        own = card.rpartition(" ")[2] if len(models) == 1 and len(kinds) > 1 else card
        parts = [own[:NAME_LETTERS], contract if several else ""]
        found[card, contract] = " ".join(filter(None, parts))
    return found
