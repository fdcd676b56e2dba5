"""Draws a series over commits: its values with their levels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes

from ..analysis.steps import Step
from . import style
from .direct_labels import Label

Values = npt.NDArray[np.float64]


def levels_of(values: Values, steps: Sequence[Step]) -> Values:
    """The level of each value: the geometric mean of its part between steps."""
    level = np.full(len(values), float(np.exp(np.log(values).mean())))
    if steps:
        level[: steps[0].at] = steps[0].before
    for step in steps:
        level[step.at :] = step.after
    return level


def draw_levels(axes: Axes, line: pd.DataFrame, look: style.LineStyle, name: str) -> Label:
    """Marks at `ratio` over `run` with their intervals as whiskers, and the `level` as a line that
    jumps between commits. Returns the label for its end.
    """
    x, y = line["run"].to_numpy(dtype=float), line["ratio"].to_numpy(dtype=float)
    low, high = (line[end].to_numpy(dtype=float) for end in ("ratio_lo", "ratio_hi"))
    axes.vlines(x, low, high, color=look.color, lw=1.0, alpha=0.6)
    axes.plot(x, y, look.marker, color=look.color, ms=4)
    axes.step(x, line["level"], where="mid", color=look.color, lw=1.3, ls=look.dash)
    return Label(name, x[-1], float(y[-1]), look.color, look)
