"""Table 1 of dca-2016, and the times of the same algorithm here."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from ..analysis import choose, counting_article
from ..analysis.metric import MEASURED, usable
from ..analysis.views import View
from ..plot import style
from ..plot.axis_ticks import log_axis
from ..plot.direct_labels import Label, label_ends
from ..plot.figure_layout import Grid, sheet
from ..plot.footer import footer
from .figure import Figure

STATED, MEASURED_HERE, EXTRAPOLATED = "stated", "measured", "extrapolated"
TABLE = "the article's Table 1"
FASTEST = "fastest here"
LAW = "its first row, by n²"
SECONDS = 1e-9
BIG = max(counting_article.STATED_SECONDS)


def article_times(frame: pd.DataFrame, view: View) -> list[Figure]:
    """Measured points joined; what is extrapolated from the last of them dashed and hollow."""
    if view.family != counting_article.FAMILY or view.metric is not MEASURED:
        return []
    rows = counting_article.as_published(usable(frame, MEASURED))
    rows = choose.without_libraries(rows)
    if not rows["variant"].isin(counting_article.GROWTH.keys()).any():
        return []
    rows, held = slice_of(rows)
    table = table_of(rows)
    # Styles of these few lines only: among all variants the colours repeat.
    styles = style.line_styles(list(table["line"].unique()))
    title = f"{view.family}: Table 1 of the article, and its algorithm here"
    note = "dashed, hollow: extrapolated from the largest measured n, by n² or, in chunks, by n"
    grid = Grid(1, 1, 4.4, ends=list(table["line"].unique()), left=0.9)
    figure, (axes,) = sheet(grid, title, f"{note}; {held}", footer(view))
    _panel(axes, table, styles)
    alt = "Seconds against the number of keys, stated by the article, measured and extrapolated."
    return [Figure("article_times", title, alt, figure, table)]


def slice_of(rows: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """The rows of the problem that most of the article's variants were run on, but for its size."""
    quadratic = rows[rows["variant"].isin(counting_article.GROWTH.keys())]
    axes = [column for column in choose.problem_columns(rows) if column != choose.SIZE]
    first = quadratic.groupby(axes, sort=False, dropna=False).size().idxmax()
    values = first if isinstance(first, tuple) else (first,)
    held = []
    for column, value in zip(axes, values, strict=True):
        rows = rows[rows[column] == value]
        held.append(f"{column.removeprefix('problem_')} {value}")
    return rows, ", ".join(held)


def table_of(rows: pd.DataFrame) -> pd.DataFrame:
    """line, n, seconds and kind: stated, measured or extrapolated."""
    found: list[tuple[str, int, float, str]] = [
        (TABLE, n, seconds, STATED) for n, seconds in counting_article.STATED_SECONDS.items()
    ]
    first, seconds = next(iter(counting_article.STATED_SECONDS.items()))
    found.append((LAW, first, seconds, STATED))
    found += _beyond(LAW, first, seconds, growth=2)
    best = choose.best_configs(rows, MEASURED)
    for name in choose.variants(best):
        if name in counting_article.GROWTH:
            line = best[best["variant"] == name].sort_values(choose.SIZE)
            found += _line(name, line, counting_article.GROWTH[name])
    others = best[~best["variant"].isin(counting_article.GROWTH.keys())]
    for n in choose.sizes(others):
        fastest = others[others[choose.SIZE] == n].nsmallest(1, MEASURED.cost).iloc[0]
        found.append((FASTEST, n, float(fastest[MEASURED.cost]) * SECONDS, MEASURED_HERE))
    return pd.DataFrame(found, columns=["line", "n", "seconds", "kind"])


def _line(name: str, line: pd.DataFrame, growth: int) -> list[tuple[str, int, float, str]]:
    sizes = [int(n) for n in line[choose.SIZE]]
    seconds = [float(ns) * SECONDS for ns in line[MEASURED.cost]]
    points = [(name, n, s, MEASURED_HERE) for n, s in zip(sizes, seconds, strict=True)]
    return points + _beyond(name, sizes[-1], seconds[-1], growth)


def _beyond(name: str, n: int, seconds: float, growth: int) -> list[tuple[str, int, float, str]]:
    """The sizes of Table 1 above n, by a power of n."""
    sizes = [size for size in counting_article.STATED_SECONDS if size > n]
    return [(name, size, seconds * (size / n) ** growth, EXTRAPOLATED) for size in sizes]


def _panel(axes: Axes, table: pd.DataFrame, styles: dict[str, style.LineStyle]) -> None:
    labels = []
    for name in table["line"].unique():
        line = table[table["line"] == name]
        look = styles[name]
        there = line[line["kind"] != EXTRAPOLATED]
        axes.plot(there["n"], there["seconds"], color=look.color, marker=look.marker, ms=5, lw=1.3)
        beyond = pd.concat([there.tail(1), line[line["kind"] == EXTRAPOLATED]])
        if len(beyond) > 1:
            axes.plot(beyond["n"], beyond["seconds"], color=look.color, ls=(0, (3, 2)), lw=1.0)
            axes.plot(
                beyond["n"].iloc[1:], beyond["seconds"].iloc[1:], color=look.color, ls="",
                marker=look.marker, ms=5, mfc=style.PAPER,
            )  # fmt: skip
        end = line.iloc[-1]
        labels.append(Label(name, float(end["n"]), float(end["seconds"]), look.color))
    axes.set_xlim(table["n"].min() / 1.5, BIG * 1.5)
    log_axis(axes.xaxis)
    log_axis(axes.yaxis)
    axes.set_xlabel("keys n")
    axes.set_ylabel("time (s)")
    label_ends(axes, labels)
