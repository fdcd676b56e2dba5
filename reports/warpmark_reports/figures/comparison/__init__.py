"""Figures of two sets of times of the same points, or of more. One file and one line each."""

from .card_against_card import card_against_card
from .counters_beside_time import counters_beside_time
from .history import history
from .ratio_forest import ratio_forest
from .ratio_heatmap import ratio_heatmap
from .volcano import volcano

PAIRED = (ratio_forest, ratio_heatmap, volcano, card_against_card)  # of a JournalComparison
MANY = (history, counters_beside_time)  # of all views of a family

__all__ = ["MANY", "PAIRED"]
