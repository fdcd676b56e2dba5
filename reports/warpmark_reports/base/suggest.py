"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MIN_SIMILARITY = 0.6
MAX_LETTERS = 200  # of a name to compare: the time grows with the square


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """ "; did you mean 'ladder'?" for "lader"; "" if nothing known is alike."""
    found = get_close_matches(name[:MAX_LETTERS], list(known), n=1, cutoff=MIN_SIMILARITY)
    return f"; did you mean '{found[0]}'?" if found else ""
