"""Influence of each axis of the fastest variant: the best time of each of its values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes

from ..analysis.influence import CLEARLY_SLOWER, Influence, influence_of, parts, profile_of
from ..analysis.metric import usable
from ..analysis.problem_names import short_names, spread_out
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..journal.tuning_records import SEARCH
from ..plot import medium, style
from ..plot.axis_ticks import inches_of, ratio_axis
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from ..plot.text_size import width_inches
from .figure import Figure

MAX_PROBLEMS = 6
COUNT_POINTS = 5.5  # of how many configs a value has: not to be read from afar
GAP, GAP_NARROW = 1.2, 2.4  # columns between axes
UPRIGHT_COLUMNS, UPRIGHT_COLUMNS_NARROW, UPRIGHT_LETTERS = 26, 8, 6


@dataclass(frozen=True)
class Space:
    """The configs of one variant that were tried on one problem."""

    problem: str
    variant: str
    base: str
    searched: bool
    influence: Influence


def parameter_influence(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per problem, of the variant that won; where 8 configs of it or more have a time."""
    found = list(spaces(frame, view))
    if not found:
        return []
    drawn = [found[i] for i in spread_out(len(found), MAX_PROBLEMS)]
    shared, names = short_names([each.problem for each in drawn])
    gap = 0.62 if any(_is_long(each.influence) for each in drawn) else 0.32
    grid = Grid(
        len(drawn),
        1,
        1.5,
        left=0.8,
        right=0.4,
        gap_y=gap,
        panel_title=medium.columns(0.52, 0.75),
        below=gap,
    )
    title = f"{view.family}: what each axis of the fastest variant is worth"
    note = (
        "line: the best time that a config with this value has, over the best of all; "
        "strokes: configs, their number below; filled: the fastest config's values; "
        "diamonds: the base's; "
        "percent: share of the variance of log time"
    )
    hidden = len(found) - len(drawn)
    more = f"{hidden} more problems in the CSV" if hidden else ""
    model = "times are modelled, not measured" if view.backend == "simt" else ""
    text = "; ".join(filter(None, [note, shared, more, model]))
    figure, panels = sheet(grid, title, text, footer(view, _caution(drawn)))
    styles = styles_of(view)
    for axes, each in zip(panels, drawn, strict=True):
        _panel(axes, each, styles[each.variant].color)
        how = "all combinations" if each.influence.exact else "a part of the combinations"
        count = f"{len(each.influence.ratios)} configs, {how}"
        name = f"{names[each.problem]}: {each.variant}"
        name += "" if medium.current().narrow else f"; {count}"
        left_out = len(each.influence.shares) - _with_room(axes, each.influence)
        name += f"; {left_out} more axes in the CSV" if left_out else ""
        axes.set_title(name.removeprefix(": "), pad=medium.columns(20, 24))
    alt = f"Best reachable time by value of each axis, for {len(drawn)} problems."
    data = pd.concat([_data(each) for each in found])
    return [Figure("parameter_influence", title, alt, figure, data)]


def spaces(frame: pd.DataFrame, view: View) -> Iterator[Space]:
    """The winner's variant of each tuned problem, else the fastest one with enough configs."""
    trials = view.tuning.trials
    for result in records(view.tuning.results):
        own = (trials["run"] == result.run) & (trials["problem_text"] == result.problem_text)
        own &= (trials["variant"] == result.variant) & (trials["phase"] == SEARCH)
        influence = influence_of(trials[own])
        if influence is not None:
            base = str(result.base_config)
            yield Space(result.problem_text, result.variant, base, True, influence)
    metric = view.metric
    if metric is None or not metric.timed:
        return
    rows = usable(frame, metric)
    rows = rows[["problem_text", "variant", "config_text", "is_base"]].assign(
        time_ns=rows[metric.cost]
    )
    rows = rows[~rows["problem_text"].isin(trials["problem_text"])]
    for problem, here in rows.groupby("problem_text", sort=False):
        order = here.groupby("variant", sort=False)["time_ns"].min().sort_values(kind="stable")
        for variant in order.index:
            own = here[here["variant"] == variant]
            influence = influence_of(own)
            if influence is not None:
                bases = own.loc[own["is_base"], "config_text"]
                base = str(bases.iloc[0]) if len(bases) else ""
                yield Space(str(problem), str(variant), base, view.backend == "replay", influence)
                break


def _caution(drawn: list[Space]) -> str:
    """Which measure it is, and what it is worth."""
    measures = []
    if any(each.influence.exact for each in drawn):
        measures.append("of all combinations: eta squared, exact")
    if not all(each.influence.exact for each in drawn):
        text = (
            "of a part: epsilon squared of each single axis; axes that were tried together share "
            "what they explain"
        )
        if any(each.searched for each in drawn):
            text += ", and a search is no random sample (times of its trials, some of few samples)"
        measures.append(text)
    left_out = f"slower than {CLEARLY_SLOWER:g} times the best: in no share, at the upper edge"
    return "; ".join([*measures, left_out, "no intervals are drawn"])


def _panel(axes: Axes, space: Space, color: str) -> None:
    influence = space.influence
    ratios = influence.ratios
    configs = [parts(text) for text in ratios["config_text"]]
    best = configs[int(ratios["ratio"].to_numpy().argmin())]
    base = parts(space.base)
    places: list[float] = []
    labels: list[str] = []
    x = 0.0
    gap = _gap()
    for axis, share in list(influence.shares.items())[: _with_room(axes, influence)]:
        rows = profile_of(influence, axis)
        here = {row.value: x + index for index, row in enumerate(rows)}
        _strokes(axes, [(here[c[axis]], r) for c, r in zip(configs, ratios["ratio"], strict=True)])
        xs = list(here.values())
        ys = [min(row.best, CLEARLY_SLOWER) for row in rows]
        axes.plot(xs, ys, color=color, lw=1.3, zorder=3)
        for row, y in zip(rows, ys, strict=True):
            mark = "D" if base.get(axis) == row.value else "o"
            face = color if best.get(axis) == row.value else style.PAPER
            axes.plot(here[row.value], y, mark, color=color, mfc=face, ms=5, zorder=4)
            axes.annotate(
                str(row.configs), (here[row.value], 0.02), xycoords=("data", "axes fraction"),
                ha="center", fontsize=COUNT_POINTS, color=style.MUTED,
            )  # fmt: skip
        percent = units.percent(share) if share == share else "–"
        axes.annotate(
            f"{axis}:{_between()}{percent}", (x - 0.4, 1.03), xycoords=("data", "axes fraction"),
            fontsize=style.label(), color=style.INK,
        )  # fmt: skip
        places.extend(xs)
        labels.extend(str(row.value) for row in rows)
        x = xs[-1] + 1 + gap
        axes.axvline(x - (1 + gap) / 2, color=style.GRID, lw=0.8)
    _finish(axes, influence, places, labels)


def _gap() -> float:
    return GAP_NARROW if medium.current().narrow else GAP


def _between() -> str:
    """What is between an axis and its share."""
    return "\n" if medium.current().narrow else " "


def _with_room(axes: Axes, influence: Influence) -> int:
    """How many axes, those that explain most first, have room for their headings and values."""
    groups = [
        (f"{axis}:{_between()}100 %", [row.value for row in profile_of(influence, axis)])
        for axis in influence.shares
    ]
    inches = inches_of(axes.xaxis)
    for count in range(len(groups), 1, -1):
        columns = sum(len(values) for _, values in groups[:count]) + (count - 1) * _gap() + 1.4
        if all(
            width_inches(heading, style.label()) < (len(values) + _gap()) * inches / columns
            for heading, values in groups[:count]
        ):
            return count
    return 1


def _strokes(axes: Axes, strokes: list[tuple[float, float]]) -> None:
    """A stroke per config; above the edge a caret on it."""
    for mark, edge in (("_", False), ("^", True)):
        chosen = [(x, min(r, CLEARLY_SLOWER)) for x, r in strokes if (r > CLEARLY_SLOWER) == edge]
        if chosen:
            xs, ys = zip(*chosen, strict=True)
            axes.plot(xs, ys, mark, color=style.MUTED, ms=4, alpha=0.35, mew=0.8, zorder=2)


def _finish(axes: Axes, influence: Influence, places: list[float], labels: list[str]) -> None:
    max_ratio = min(float(influence.ratios["ratio"].max()), CLEARLY_SLOWER)
    max_ratio = max(max_ratio, 1.1)
    ratio_axis(axes.yaxis, max_ratio ** (-0.14), max_ratio**1.06)
    axes.set_ylabel("time over\nthe best (×)")
    axes.set_xlim(-0.7, places[-1] + 0.7)
    long = _is_long(influence)
    axes.set_xticks(places, labels, rotation=35 if long else 0, ha="right" if long else "center")
    axes.tick_params(axis="x", length=0, labelsize=style.note())
    axes.grid(visible=False, axis="x")


def _is_long(influence: Influence) -> bool:
    """Whether the values of the axes have no place side by side."""
    values = influence.profile["value"]
    columns = medium.columns(UPRIGHT_COLUMNS, UPRIGHT_COLUMNS_NARROW)
    return len(values) > columns or max(map(len, values)) > UPRIGHT_LETTERS


def _data(space: Space) -> pd.DataFrame:
    shares = space.influence.shares
    measure = "eta_squared" if space.influence.exact else "epsilon_squared"
    return space.influence.profile.assign(
        problem=space.problem,
        variant=space.variant,
        share=lambda table: table["axis"].map(shares),
        measure=measure,
        configs_in_share=space.influence.counted,
    )
