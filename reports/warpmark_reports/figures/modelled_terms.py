"""What the modelled time of each variant's best config consists of."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from ..analysis import choose
from ..analysis.model_parts import (
    DRAIN,
    REST,
    SERIAL,
    TERMS,
    ModelParts,
    largest_saving,
    model_parts,
)
from ..analysis.views import View, basis_text
from ..base import units
from ..journal.frame import records
from ..journal.modelled_times import BOUND, TIME
from ..plot import style
from ..plot.axis_ticks import linear_room
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from ..plot.panel_legend import add_legend
from .figure import Figure

MAX_ROWS = 24
SLOWEST = 10.0  # times the fastest
MAX_COLORS = len(style.PALETTE)
ENDS = (DRAIN, REST, *SERIAL)


def modelled_terms(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Stacked bars, one per variant, at the largest size with a modelled time."""
    metric = view.metric
    if metric is None or metric.timed or TERMS not in frame.columns:
        return []
    rows = frame[(frame["status"] == "ok") & frame[TIME].notna() & frame[TERMS].notna()]
    rows, held = choose.pinned(rows)
    if rows.empty:
        return []
    size = choose.sizes(rows)[-1]
    kind = choose.types(rows)[0]
    rows = choose.of_type(rows[rows[choose.SIZE] == size], kind)
    every = rows.sort_values([TIME, "key"]).drop_duplicates("variant")
    best = every[every[TIME] <= SLOWEST * every[TIME].min()].head(MAX_ROWS)
    split = {str(row["variant"]): model_parts(row) for row in best.to_dict("records")}
    parts = {name: found for name, found in split.items() if found is not None}
    if not parts:
        return []
    names = list(parts)
    terms = {name.replace("_", " ") for found in parts.values() for name in found.parts}
    height = max(0.27 * len(names) + 0.35, 0.19 * len(terms))
    grid = Grid(1, 1, height, names=names, ends=sorted(terms), below=0.75)
    title = f"{view.family}: what the modelled time consists of"
    problem = f"{kind} n = {units.size(size)}".strip()
    note = f"best modelled config of each variant, {problem}; line: the longest hidden term"
    more = f"{len(every) - len(best)} slower variants left out" if len(best) < len(every) else ""
    text = "; ".join(filter(None, [note, more, held]))
    figure, panels = sheet(grid, title, text, footer(view, basis_text(view)))
    (axes,) = panels
    colors = _bars(axes, parts)
    axes.set_yticks(range(len(names)), grid.row_names(0))
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("modelled time (µs)")
    handles = [Patch(color=color, label=name.replace("_", " ")) for name, color in colors.items()]
    add_legend(axes, handles, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    columns = ["variant", *choose.problem_columns(best), "config_text", TIME, BOUND]
    data = best[columns].copy()
    for name in colors:
        data[f"part_{name.replace(' ', '_')}_ns"] = [
            found.parts.get(name, 0.0) if (found := split[str(row.variant)]) else None
            for row in records(best)
        ]
    largest = [largest_saving(row) for row in best.to_dict("records")]
    data["saving_of_a_tenth_less"] = [found.share if found else None for found in largest]
    data["a_tenth_less_of"] = [found.less if found else "" for found in largest]
    data["what_would_help"] = [found.how if found else "" for found in largest]
    alt = f"Parts of the modelled time of {len(names)} variants: {', '.join(colors)}."
    return [Figure("modelled_terms", title, alt, figure, data)]


def _bars(axes: Axes, parts: dict[str, ModelParts]) -> dict[str, str]:
    """Draws them; the colour of each term, in the order of their largest part."""
    largest: dict[str, float] = {}
    for found in parts.values():
        for name, ns in found.parts.items():
            largest[name] = max(largest.get(name, 0.0), ns)
    # A hidden term begins with the launch, as the one that hides it.
    order = sorted(largest, key=lambda name: (name in ENDS, -largest[name]))
    colors = {
        name: style.PALETTE[index][0] if index < MAX_COLORS else style.MUTED
        for index, name in enumerate(order)
    }
    texts = []
    for y, found in enumerate(parts.values()):
        left = 0.0
        for name in order:
            width = found.parts.get(name, 0.0) * 1e-3
            if width > 0:
                axes.barh(y, width, 0.62, left=left, color=colors[name], lw=0)
                left += width
        if found.hidden_ns > 0:
            x = found.hidden_ns * 1e-3
            axes.plot([x, x], [y - 0.42, y + 0.42], color=style.INK, lw=1.2)
        text = f"{units.digits(left)} µs"
        if found.hidden:
            text += f"; next: {found.hidden.replace('_', ' ')}"
        texts.append(text)
        axes.annotate(
            text, (left, y), (4, 0), textcoords="offset points", va="center",
            fontsize=style.note(),
        )  # fmt: skip
    widest = max(sum(found.parts.values()) for found in parts.values()) * 1e-3
    axes.set_xlim(0, linear_room(axes, 0.0, widest, texts))
    return colors
