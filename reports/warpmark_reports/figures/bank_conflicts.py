"""Bank conflicts step by step: what each phase between barriers costs, with padding and without."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from ..analysis import choose, phases
from ..analysis.views import View
from ..base import units
from ..plot import style
from ..plot.emphasis import rows_shown, styles_of
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from ..plot.panel_legend import add_legend
from .figure import Figure

MEASURES = (
    ("worst_degree", "wavefronts of the worst request", "worst request of each step"),
    ("wavefronts", "wavefronts of all requests", "all requests of each step"),
)


def bank_conflicts(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Two panels, a line per variant and padding; only of journals with phases."""
    if phases.PHASES not in frame.columns or choose.SIZE not in frame.columns:
        return []
    rows, held = choose.pinned(frame[(frame["status"] == "ok") & frame[phases.PHASES].notna()])
    if rows.empty:
        return []
    type_name = choose.types(rows)[0]
    rows = choose.of_type(rows, type_name)
    n, block = choose.largest_common_size(rows), phases.largest_common_block(rows)
    lines = phases.lines_of(rows[rows[choose.SIZE] == n], block)
    if n is None or not lines:
        return []
    data = pd.concat([each.steps.assign(variant=each.variant, line=each.label) for each in lines])
    lines = phases.merged(lines)
    shown = rows_shown(view, list(dict.fromkeys(each.variant for each in lines)))
    lines = [each for each in lines if each.variant in shown]
    title = f"{view.family}: bank conflicts step by step"
    point = [f"n = {units.size(n)}", f"block {block}" * bool(block), type_name, held]
    how = "counted on simt, block 0 of the launch with most wavefronts (passes through the banks)"
    texts = sum(each.label.count("\n") + 1 for each in lines)
    grid = Grid(2, 1, max(2.3, 0.16 * texts), left=0.85, right=3.0, gap_y=0.45)
    subtitle = "; ".join(filter(None, [how, *point]))
    note = "exact counts, no error"
    if any(len(phases.steps_of(each)) > phases.MAX_STEPS for each in rows[phases.PHASES]):
        note += f"; the first {phases.MAX_STEPS} steps of each block"
    figure, panels = sheet(grid, title, subtitle, footer(view, note))
    styles = styles_of(view)
    for axes, (column, label, name) in zip(panels, MEASURES, strict=True):
        _panel(axes, lines, column, styles)
        axes.set_ylabel(label)
        axes.set_title(name)
    add_legend(panels[0], loc="upper left", bbox_to_anchor=(1.01, 1.0))
    panels[-1].set_xlabel("step (phase between block-wide barriers; 0 is before the first)")
    alt = f"Shared-memory wavefronts by step, one line for each of {len(lines)} variants."
    return [Figure("bank_conflicts", title, alt, figure, data)]


def _panel(
    axes: Axes, lines: list[phases.Line], column: str, styles: dict[str, style.LineStyle]
) -> None:
    highest = 1.0
    for index, each in enumerate(lines):
        look = styles[each.variant]
        width = 1.2 + 2.4 * (len(lines) - 1 - index) / len(lines)  # wider below: none is hidden
        x = each.steps["step"].to_numpy(dtype=float)
        y = each.steps[column].to_numpy(dtype=float)
        y = np.where(y > 0, y, np.nan)
        dash = style.DASHES[min(each.padded, len(style.DASHES) - 1)]
        face = style.PAPER if each.padded else look.color
        axes.plot(
            x, y, color=look.color, marker=look.marker, mfc=face, ls=dash, lw=width, ms=3.2 + width,
            label=each.label,
        )  # fmt: skip
        highest = max(highest, float(np.nanmax(y)))
    axes.set_yscale("log", base=2)
    powers = [2.0**power for power in range(int(np.ceil(np.log2(highest))) + 1)]
    axes.set_ylim(0.85, powers[-1] * 1.2)
    axes.yaxis.set_major_locator(FixedLocator(powers[:: -(-len(powers) // 8)]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlim(-0.5, max(len(each.steps) for each in lines) - 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=24, integer=True))
