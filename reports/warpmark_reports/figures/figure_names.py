"""Names of the figures that a report may have, and the data that each needs.

The table of docs/figures.md says the same, and what each shows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ..base.errors import UnknownFigureError
from ..base.suggest import did_you_mean

# Figures of one view. A name with <type> is a figure of each element type.
OF_VIEWS = {
    "tuning_gains": "results of `tune`",
    "tuning_convergence": "results of `tune`",
    "parameter_influence": "8 configs of one variant, of `tune` or `run`",
    "sensitivity": "times of three configs that differ from the fastest in one axis",
    "throughput_by_size": "times at two sizes, measured or modelled",
    "time_by_size": "measured times at two sizes",
    "keys_per_second": "measured times, an axis `payload` or `bins`",
    "time_per_pass": "measured times of three runs or more",
    "ladder": "times of two variants, measured or modelled",
    "energy_ladder": "energy of two variants, of `run --energy`",
    "energy_pareto": "energy of three configs of a problem",
    "entropy_ladder": "measured times of count at three entropies",
    "time_by_bins": "measured times of count at three numbers of bins",
    "article_times": "measured times of count's all pairs or chunks",
    "exchange_cycles": "measured times of deinterleave at two numbers of repeats",
    "best_by_size": "measured times of two variants at two sizes",
    "determinism_price": "measured times of variants of two levels of determinism",
    "small_n_latency": "measured times",
    "fraction_of_ceiling": "measured times, a ceiling",
    "roofline": "measured times, ceilings, variants of several intensities",
    "roofline_section": "measured times, ceilings, variants of one intensity",
    "block_heatmap_<type>": "times at two block sizes, measured or modelled",
    "counters": "counts",
    "bank_conflicts": "counts of `run --phases`",
    "work_against_depth": "counts",
    "interval_width": "measured times",
    "sample_distribution": "measured times",
    "drift": "three references in a journal",
    "modelled_against_measured": "measured times and modelled ones of the same points",
    "modelled_terms": "modelled times",
}
# Figures of two sides.
OF_PAIRS = {
    "ratio_forest": "points timed on both sides",
    "ratio_heatmap": "points timed on both sides at two sizes",
    "volcano": "intervals of times on both sides",
    "card_against_card": "times of two cards",
}
# Figures of all views of a family.
OF_FAMILIES = {
    "history": "three journals of a card and family",
    "counters_beside_time": "times and counts of the same points",
    "throughput_by_card": "times at two sizes on two kinds of cards",
    "cards_by_size": "times of the same problems of two sizes on two kinds of cards",
}
# Figures of all views.
OF_ALL = {
    "card_choice": "times of the same problem on two kinds of cards",
}


@dataclass(frozen=True)
class Candidate:
    """A figure that a report may have; `prefix` tells it from those of other views."""

    name: str
    prefix: str
    needs: str

    @property
    def file_name(self) -> str:
        """The file name without its ending."""
        return self.prefix + self.name

    def matches(self, pattern: str) -> bool:
        """Whether the pattern matches its name with or without the prefix."""
        return fnmatchcase(self.name, pattern) or fnmatchcase(self.file_name, pattern)


def candidates(known: Mapping[str, str], prefix: str, types: Sequence[str]) -> list[Candidate]:
    """Figures of one of the tables above, each of the types put in; [""] for no types."""
    return [
        Candidate(name.replace("_<type>", f"_{each}" if each else ""), prefix, needs)
        for name, needs in known.items()
        for each in (types if "<type>" in name else [""])
    ]


def require_known(only: Iterable[str], found: Sequence[Candidate]) -> None:
    """Raises UnknownFigureError for the first pattern that asks for none of the candidates."""
    names = list(dict.fromkeys(each.name for each in found))
    for pattern in only:
        if not any(each.matches(pattern) for each in found):
            problem = f"--only: unknown figure '{pattern}'{did_you_mean(pattern, names)}"
            raise UnknownFigureError(f"{problem}; expected one of {', '.join(names)}")


def missing(
    only: Iterable[str], found: Sequence[Candidate], drawn: Collection[str]
) -> Iterator[str]:
    """For each pattern that gave no figure, what the figures it asks for need, in a sentence.

    `drawn`: the names of the files.
    """
    for pattern in only:
        matching = [each for each in found if each.matches(pattern)]
        if not any(each.file_name in drawn for each in matching):
            needs = "; or ".join(dict.fromkeys(each.needs for each in matching))
            yield f"no figure '{pattern}': expected {needs}, which the journals do not have"
