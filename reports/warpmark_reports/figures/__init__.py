"""Every figure of a report, in the page's order. A new figure is one file and one line here."""

from .article_times import article_times
from .bank_conflicts import bank_conflicts
from .best_by_size import best_by_size
from .block_heatmap import block_heatmap
from .counters import counters
from .determinism_price import determinism_price
from .drift import drift
from .energy_ladder import energy_ladder
from .energy_pareto import energy_pareto
from .entropy_ladder import entropy_ladder
from .exchange_cycles import exchange_cycles_by_width
from .figure import Draw, Figure
from .fraction_of_ceiling import fraction_of_ceiling
from .interval_width import interval_width
from .keys_per_second import keys_per_second
from .ladder import ladder
from .modelled_against_measured import modelled_against_measured
from .modelled_terms import modelled_terms
from .parameter_influence import parameter_influence
from .roofline import roofline
from .roofline_section import roofline_section
from .sample_distribution import sample_distribution
from .sensitivity import sensitivity
from .small_n_latency import small_n_latency
from .throughput_by_size import throughput_by_size
from .time_by_bins import time_by_bins
from .time_by_size import time_by_size
from .time_per_pass import time_per_pass
from .tuning_convergence import tuning_convergence
from .tuning_gains import tuning_gains
from .work_against_depth import work_against_depth

FIGURES: tuple[Draw, ...] = (
    tuning_gains,
    tuning_convergence,
    parameter_influence,
    sensitivity,
    throughput_by_size,
    time_by_size,
    keys_per_second,
    time_per_pass,
    ladder,
    energy_ladder,
    energy_pareto,
    entropy_ladder,
    time_by_bins,
    article_times,
    exchange_cycles_by_width,
    best_by_size,
    determinism_price,
    small_n_latency,
    fraction_of_ceiling,
    roofline,
    roofline_section,
    block_heatmap,
    counters,
    bank_conflicts,
    work_against_depth,
    interval_width,
    sample_distribution,
    drift,
    modelled_against_measured,
    modelled_terms,
)

__all__ = ["FIGURES", "Draw", "Figure"]
