"""Figures of two sets of times of the same points, or of more. One file and one line each."""

from .card_against_card import card_against_card
from .card_choice import card_choice
from .cards_by_size import cards_by_size
from .counters_beside_time import counters_beside_time
from .history import history
from .ratio_forest import ratio_forest
from .ratio_heatmap import ratio_heatmap
from .throughput_by_card import throughput_by_card
from .volcano import volcano

PAIRED = (ratio_forest, ratio_heatmap, volcano, card_against_card)  # of a JournalComparison
# Of all views of a family.
MANY = (history, counters_beside_time, throughput_by_card, cards_by_size)
ALL = (card_choice,)  # of all views

__all__ = ["ALL", "MANY", "PAIRED"]
