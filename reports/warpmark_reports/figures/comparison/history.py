"""Times of the same points over commits, with the levels between change points."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from ...analysis import choose
from ...analysis.metric import MEASURED, usable
from ...analysis.steps import ALPHA, MIN_CHANGE, steps_of
from ...analysis.views import View
from ...base import units
from ...plot import style
from ...plot.axis_ticks import ratio_axis
from ...plot.bands import panel_inches
from ...plot.direct_labels import label_ends
from ...plot.figure_layout import Grid, sheet
from ...plot.footer import footer
from ...plot.level_line import draw_levels, levels_of
from ..figure import Figure

MIN_JOURNALS = 3
MAX_LINES = 10


def history(views: Sequence[View]) -> list[Figure]:
    """A line per variant at the largest common size; needs three journals of a card and family."""
    table, n = history_of(views)
    if table.empty:
        return []
    names = list(table["variant"].drop_duplicates())
    order = list(table.sort_values("run")["commit"].drop_duplicates())
    family = views[0].family
    title = f"{family}: history over {len(order)} commits"
    note = "median times of each variant's best config over their first value"
    at = f"{table['type'].iloc[0]} n = {units.size(n)}".strip()
    lines = f"level: geometric mean between steps (binary segmentation, p ≤ {ALPHA}, "
    lines += f"{MIN_CHANGE:.0%} or more); whiskers: intervals of the medians"
    grid = Grid(1, 1, panel_inches(len(names), 3.0), left=0.9, ends=names, below=0.8)
    figure, (axes,) = sheet(grid, title, f"{note}; {at}", footer(views[-1], lines))
    styles = style.line_styles(names)
    labels = [
        draw_levels(axes, table[table["variant"] == name], styles[name], name) for name in names
    ]
    low, high = (f(table[["ratio", "ratio_lo", "ratio_hi"]].stack()) for f in (min, max))
    ratio_axis(axes.yaxis, min(0.95, low / 1.02), max(1.05, high * 1.02))
    axes.set_xticks(range(len(order)), order, rotation=35, ha="right", fontsize=style.note())
    axes.set_xlabel("commit, by the date of its journal")
    axes.set_ylabel("time over the first commit's (×)")
    label_ends(axes, labels)
    alt = f"Times of {len(names)} variants over {len(order)} commits."
    return [Figure("history", title, alt, figure, table)]


def history_of(views: Sequence[View]) -> tuple[pd.DataFrame, int]:
    """run, commit, date, variant, type, time and interval, ratios to the first, level; and the n.

    Of the views on the first one's card, by date; only points that all of them have, and of a
    variant the config that is fastest at the last of them.
    """
    timed = [view for view in views if view.metric is MEASURED]
    timed = [view for view in timed if view.machine == timed[0].machine]
    timed.sort(key=lambda view: str(view.manifest.get("started_at", "")))
    if len(timed) < MIN_JOURNALS:
        return pd.DataFrame(), 0
    frames = [usable(view.frame, MEASURED).drop_duplicates("key", keep="last") for view in timed]
    common = set.intersection(*(set(frame["key"]) for frame in frames))
    last = frames[-1][frames[-1]["key"].isin(common)]
    if last.empty or choose.SIZE not in last.columns:
        return pd.DataFrame(), 0
    last, _ = choose.pinned(last)
    last = choose.of_type(last, choose.types(last)[0])
    n = choose.largest_common_size(last) or 0
    best = choose.best_configs(last[last[choose.SIZE] == n], MEASURED)[:MAX_LINES]
    rows = []
    for key, variant in zip(best["key"], best["variant"], strict=True):
        line = pd.concat([frame[frame["key"] == key].iloc[:1] for frame in frames])
        rows.append(_course(line, timed).assign(key=key, variant=variant))
    table = pd.concat(rows, ignore_index=True)
    return table.assign(type=choose.types(last)[0]), n


def _course(line: pd.DataFrame, views: Sequence[View]) -> pd.DataFrame:
    median = line[MEASURED.cost].to_numpy(dtype=float)
    low, high = (line[c].to_numpy(dtype=float) for c in (MEASURED.cost_lo, MEASURED.cost_hi))
    level = levels_of(median, steps_of(median))
    return pd.DataFrame(
        {
            "run": range(len(views)),
            "commit": [view.commit for view in views],
            "date": [str(view.manifest.get("started_at", ""))[:10] for view in views],
            "time_ns": median,
            "ratio": median / median[0],
            "ratio_lo": low / median[0],
            "ratio_hi": high / median[0],
            "level": level / median[0],
        }
    )
