"""Work against depth: operations of all threads, and the longest dependent chain."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ..analysis import choose
from ..analysis.counter_table import PREFIX, at_usual_point
from ..analysis.views import View
from ..journal.frame import records
from ..plot import style
from ..plot.axis_ticks import log_axis
from ..plot.emphasis import styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from ..plot.panel_legend import add_legend
from .figure import Figure

DEPTH = f"{PREFIX}longest_warp_instructions"
WORK = f"{PREFIX}thread_instructions"


def work_against_depth(frame: pd.DataFrame, view: View) -> list[Figure]:
    """A mark per variant, at one input size and block; only where both were counted."""
    if not {DEPTH, WORK} <= set(frame.columns):
        return []
    chosen = at_usual_point(frame[(frame[DEPTH] > 0) & (frame[WORK] > 0)])
    if chosen is None or len(chosen.rows) < 2:
        return []
    table = work_and_depth(chosen.rows)
    title = f"{view.family}: work against depth"
    note = "exact counts, no error; depth leaves out that a warp or a block waits for another; "
    note += "sizes differ for no mark to hide another"
    grid = Grid(1, 1, max(3.6, 0.19 * len(table)), left=0.9, right=2.9)
    figure, panels = sheet(grid, title, f"counted on simt; {chosen.text}", footer(view, note))
    axes = panels[0]
    styles = styles_of(view)
    for index, row in enumerate(records(table)):
        look = styles[str(row.variant)]
        size = 6.0 + 6.0 * (len(table) - 1 - index) / len(table)  # larger below: none is hidden
        axes.plot(
            float(row.depth), float(row.work_per_element), look.marker, color=look.color, ms=size,
            mec=style.PAPER, mew=0.5, ls="none", label=_described(row),
        )  # fmt: skip
    axes.margins(0.06)
    log_axis(axes.xaxis)
    log_axis(axes.yaxis)
    axes.set_xlabel("depth (instructions of the longest warp, summed over launches)")
    axes.set_ylabel("work (thread instructions per element)")
    add_legend(
        axes, labelspacing=0.8, title="variant (launches, mean barriers per block)",
        title_fontsize=style.note(), alignment="left",
    )  # fmt: skip
    alt = f"Scatter of work per element against depth for {len(table)} variants."
    return [Figure("work_against_depth", title, alt, figure, table)]


def work_and_depth(rows: pd.DataFrame) -> pd.DataFrame:
    """variant, config, n, depth, work_per_element, launches, barriers_per_block."""
    columns = {"variant": rows["variant"], "config": rows["config_text"], "n": rows[choose.SIZE]}
    barriers, blocks = rows[f"{PREFIX}block_barriers"], rows[f"{PREFIX}blocks"]
    return pd.DataFrame(
        {
            **columns,
            "depth": rows[DEPTH],
            "work_per_element": rows[WORK] / rows[choose.SIZE].astype(float),
            "launches": rows["launches"],
            "barriers_per_block": barriers / blocks.where(blocks > 0),
        }
    )


def _described(row: Any) -> str:
    return f"{row.variant} ({int(row.launches)}, {row.barriers_per_block:.3g})"
