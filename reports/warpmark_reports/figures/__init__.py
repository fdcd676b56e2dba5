"""Every figure of a report, in the page's order. A new figure is one file and one line here."""

from .block_heatmap import block_heatmap
from .counters import counters
from .figure import Draw, Figure
from .fraction_of_ceiling import fraction_of_ceiling
from .interval_width import interval_width
from .ladder import ladder
from .modelled_against_measured import modelled_against_measured
from .throughput_by_size import throughput_by_size

FIGURES: tuple[Draw, ...] = (
    throughput_by_size,
    ladder,
    fraction_of_ceiling,
    block_heatmap,
    counters,
    interval_width,
    modelled_against_measured,
)

__all__ = ["FIGURES", "Draw", "Figure"]
