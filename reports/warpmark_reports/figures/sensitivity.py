"""Cost of a step away from the fastest config: one axis changed at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.text import Annotation

from ..analysis import choose
from ..analysis.influence import parts
from ..analysis.metric import Metric, usable
from ..analysis.problem_names import short_names, spread_out
from ..analysis.views import View
from ..journal.frame import records
from ..plot import medium, style
from ..plot.axis_ticks import inches_of, ratio_axis
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer, interval_text
from ..plot.text_size import width_inches
from .figure import Figure

MAX_PANELS = 4
MIN_STEPS = 3
MAX_RATIO = 4.0
PAD_INCHES = 0.06  # between values
RING_INCHES = 0.16  # of a ring and the gap before it


@dataclass(frozen=True)
class Steps:
    """A problem's fastest config, and all that differ from it in exactly one axis."""

    problem: str
    variant: str
    config: str
    table: pd.DataFrame


def sensitivity(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A panel per problem: rows are axes, marks their values, at the ratio of times to the best."""
    metric = view.metric
    if metric is None or not metric.timed or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(usable(frame, metric))
    found = steps_of(rows, metric)
    if not found:
        return []
    drawn = [found[i] for i in spread_out(len(found), MAX_PANELS)]
    shared, names = short_names([each.problem for each in drawn])
    max_rows = max(each.table["axis"].nunique() for each in drawn)
    grid = Grid(len(drawn), 1, 0.3 * max_rows + 0.15, left=1.35, right=0.4, gap_y=0.3)
    title = f"{view.family}: what a step away from the fastest config costs"
    note = "one axis changed, all others as in the fastest config; the ring is its own value"
    text = footer(view, f"strokes: ratio of the far interval ends; {interval_text(view)}")
    subtitle = "; ".join(filter(None, [note, shared, held if not shared else ""]))
    figure, panels = sheet(grid, title, subtitle, text)
    styles = styles_of(view)
    for axes, each in zip(panels, drawn, strict=True):
        _panel(axes, each, styles[each.variant].color)
        config = "" if medium.current().narrow else f"  {each.config}"
        axes.set_title(f"{names[each.problem]}: {each.variant}{config}".removeprefix(": "))
    panels[-1].set_xlabel("time over the fastest config's (×)")
    alt = f"Cost of changing one axis of the fastest config, for {len(drawn)} problems."
    data = pd.concat([s.table.assign(problem=s.problem, variant=s.variant) for s in found])
    return [Figure("sensitivity", title, alt, figure, data)]


def steps_of(rows: pd.DataFrame, metric: Metric) -> list[Steps]:
    """Steps from the fastest config of each problem, if three or more were measured."""
    costs = [metric.cost, metric.cost_lo, metric.cost_hi]
    columns = ["problem_text", "variant", "config_text", *costs]
    own = choose.without_libraries(rows)[columns]
    found = []
    for problem, here in own.groupby("problem_text", sort=False):
        best = here.iloc[int(here[metric.cost].argmin())]
        table = neighbours(here[here["variant"] == best["variant"]], best, metric)
        if len(table) >= MIN_STEPS:
            found.append(Steps(str(problem), best["variant"], best["config_text"], table))
    return found


def neighbours(rows: pd.DataFrame, best: pd.Series, metric: Metric) -> pd.DataFrame:
    """axis, value, from, config, ratio of times to the best's, with the far ends' ratios."""
    home = parts(str(best["config_text"]))
    found = []
    for row in records(rows):
        config = parts(row.config_text)
        differs = [axis for axis in home if config.get(axis) != home[axis]]
        if len(differs) != 1 or config.keys() != home.keys():
            continue
        cost, low, high = (getattr(row, c) for c in (metric.cost, metric.cost_lo, metric.cost_hi))
        found.append(
            {
                "axis": differs[0],
                "value": config[differs[0]],
                "from": home[differs[0]],
                "config": row.config_text,
                "ratio": cost / best[metric.cost],
                "ratio_lo": low / best[metric.cost_hi],
                "ratio_hi": high / best[metric.cost_lo],
            }
        )
    columns = ["axis", "value", "from", "config", "ratio", "ratio_lo", "ratio_hi"]
    return pd.DataFrame(found, columns=columns).drop_duplicates("config")


class _Labels:
    """Values beside the marks of a row: above, else below, else joined to the last one below."""

    def __init__(self, axes: Axes, y: float, gap: float) -> None:
        self._axes, self._y, self._gap = axes, y, gap
        self._last: dict[bool, Annotation] = {}
        self._end = {True: -math.inf, False: -math.inf}  # of the last text on each side

    def add(self, x: float, text: str) -> None:
        """Call it in the order of x. Above a text is centred on its mark, below it begins there."""
        width, at = self._gap * (width_inches(text, style.note()) + PAD_INCHES), math.log(x)
        for above, start in ((True, at - width / 2), (False, at)):
            if start >= self._end[above]:
                self._last[above] = self._axes.annotate(
                    text, (x, self._y), (0, 4 if above else -4), textcoords="offset points",
                    ha="center" if above else "left", va="bottom" if above else "top",
                    fontsize=style.note(),
                )  # fmt: skip
                self._end[above] = start + width
                return
        below = self._last[False]
        below.set_text(f"{below.get_text()}, {text}")
        self._end[False] += width


def _panel(axes: Axes, steps: Steps, color: str) -> None:
    table = steps.table
    order = table.groupby("axis")["ratio"].max().sort_values(kind="stable", ascending=False)
    high = min(MAX_RATIO, max(1.1, float(table[["ratio", "ratio_hi"]].max().max())))
    low = min(1.0, float(table[["ratio", "ratio_lo"]].min().min()))
    inches = width_inches(table["from"].tolist(), style.note()) + RING_INCHES
    share = inches / inches_of(axes.xaxis)  # of the axis, for the values at its left
    end = high**1.05
    limits = (min(low * high**-0.02, end ** (-share / (1 - share))), end)
    gap = math.log(limits[1] / limits[0]) / inches_of(axes.xaxis)  # of an inch
    for y, axis in enumerate(order.index):
        rows = table[table["axis"] == axis].sort_values("ratio", kind="stable")
        axes.plot([1.0, min(MAX_RATIO, rows["ratio"].max())], [y, y], color=color, lw=0.8)
        axes.plot(1.0, y, "o", mfc=style.PAPER, mec=color, ms=6)
        axes.annotate(f"{rows['from'].iloc[0]}", (0.0, y), (3, 0), va="center", ha="left",
                      xycoords=("axes fraction", "data"), textcoords="offset points",
                      fontsize=style.note())  # fmt: skip
        labels = _Labels(axes, y, gap)
        for row in records(rows):
            x = min(MAX_RATIO, float(row.ratio))
            ends = [min(MAX_RATIO, float(row.ratio_lo)), min(MAX_RATIO, float(row.ratio_hi))]
            axes.plot(ends, [y, y], color=color, lw=3.0, alpha=0.35, solid_capstyle="butt")
            axes.plot(x, y, ">" if row.ratio > MAX_RATIO else "o", color=color, ms=4)
            labels.add(x, str(row.value))
    ratio_axis(axes.xaxis, *limits)
    axes.set_yticks(range(len(order)), [str(axis) for axis in order.index])
    axes.set_ylim(len(order) - 0.4, -0.7)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0, pad=4)
