"""A legend right of a panel, or in the key below a narrow sheet."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from . import style
from .figure_layout import Sheet


def add_legend(axes: Axes, handles: list[Any] | None = None, **options: Any) -> None:
    """Shows the axes' own labelled lines, unless handles are given."""
    drawn, labels = axes.get_legend_handles_labels()
    if handles is not None:
        drawn, labels = handles, [str(handle.get_label()) for handle in handles]
    figure = axes.get_figure(root=True)
    if isinstance(figure, Sheet) and figure.medium.narrow:
        for handle, label in zip(drawn, labels, strict=True):
            figure.key.setdefault(label, handle)
        return
    placed: dict[str, Any] = {
        "loc": "center left",
        "bbox_to_anchor": (1.0, 0.5),
        "fontsize": style.note(),
    }
    axes.legend(handles=drawn, labels=labels, **(placed | options))
