"""Searches for the fastest config of each problem."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warpmark.html import table, text_of
from warpmark.programs import Progress, call
from warpmark.selections import Axes, option_words, words_of

if TYPE_CHECKING:
    from warpmark_reports import Journal

MAX_SHOWN = 5  # winners in a text


@dataclass(frozen=True)
class Winner:
    """The fastest config of a problem, and its gain over the base config with a 95 % interval.

    `time_ns` is the median, measured in final rounds; on simt it is modelled.
    """

    problem: Mapping[str, int | str]
    variant: str
    config: Mapping[str, int | str]
    time_ns: float
    gain: float
    gain_interval: tuple[float, float]
    evaluations: int  # configs that the search measured
    configs: int  # configs in the space


@dataclass(frozen=True, repr=False)
class TuneResult:
    """A winner for each problem, in order, and all that was measured on the way."""

    winners: list[Winner]
    journal: Journal
    profile: Mapping[str, Any] | None  # None where times are modelled, which make no profile

    def __repr__(self) -> str:
        """A line for each of the first winners, then the journal's."""
        count = len(self.winners)
        lines = [f"TuneResult of {count} problem{'s' * (count != 1)}"]
        lines += [
            f"  {text_of(each.problem)}: {each.variant}, {text_of(each.config)}: "
            f"{each.time_ns:.4g} ns, gain {each.gain:.4g}"
            for each in self.winners[:MAX_SHOWN]
        ]
        lines += [f"  … {count - MAX_SHOWN} more in winners"] if count > MAX_SHOWN else []
        return "\n".join([*lines, repr(self.journal)])

    def _repr_html_(self) -> str:
        """For a notebook: the winners."""
        columns = ["problem", "variant", "config", "time, ns", "gain", "evaluations", "configs"]
        rows = [
            (
                each.problem, each.variant, each.config, each.time_ns, each.gain,
                each.evaluations, each.configs,
            )
            for each in self.winners
        ]  # fmt: skip
        return table("The fastest config of each problem", columns, rows)


def tune(
    *select: str,
    problem: Axes | None = None,
    config: Axes | None = None,
    backend: str = "auto",
    kernels: str | PathLike[str] | None = None,
    budget: int | str | None = None,
    strategy: str | None = None,
    journal: str | PathLike[str] | None = None,
    profile: str | PathLike[str] | None = None,
    progress: Progress = None,
    **options: object,
) -> TuneResult:
    """Finds the fastest config for each problem, as `warpmark tune` does.

    `select`, `problem`, `config`, `kernels`, `backend`, `progress` and `options` are as for `run`;
    config axes that are not named are searched. `budget` is a number of evaluations per problem, or
    a time for all (`"60s"`). `journal` and `profile` are files to keep.

    >>> import warpmark
    >>> result = warpmark.tune(
    ...     "reduce/tree_sequential", problem={"n": 4096}, backend="simt", budget=12, seed=1
    ... )
    >>> result.winners[0].variant, result.winners[0].gain > 1
    ('reduce/tree_sequential', True)
    """
    with tempfile.TemporaryDirectory(prefix="warpmark-tune-") as folder:
        path = Path(journal) if journal is not None else Path(folder) / "tune.jsonl"
        words: list[str | Path] = [
            "tune",
            *select,
            "--backend",
            backend,
            "--journal",
            path,
            "--json",
        ]
        words += words_of(problem, "-p") + words_of(config, "-c")
        words += [] if kernels is None else ["--kernels", Path(kernels)]
        words += [] if budget is None else ["--budget", str(budget)]
        words += [] if strategy is None else ["--strategy", strategy]
        words += [] if profile is None else ["-o", Path(profile)]
        finished = call(*words, *option_words(options), progress=progress)
        from warpmark_reports import load

        return TuneResult(
            _winners(json.loads(finished.out), path),
            load(path),
            None if profile is None else json.loads(Path(profile).read_text()),
        )


def _winners(events: list[dict[str, Any]], journal: Path) -> list[Winner]:
    measured = {}
    with journal.open() as lines:
        for line in lines:
            event = json.loads(line)
            if event["event"] == "measurement":
                measured[event["key"]] = event
    return [_winner(event, measured[event["winner"]]) for event in events if event["winner"]]


def _winner(event: dict[str, Any], measured: dict[str, Any]) -> Winner:
    gain = event["gain"] or {"median": 1.0, "ci_lo": 1.0, "ci_hi": 1.0}
    return Winner(
        problem=measured["problem"],
        variant=f"{measured['family']}/{measured['variant']}",
        config=measured["config"],
        time_ns=event["time_ns"],
        gain=gain["median"],
        gain_interval=(gain["ci_lo"], gain["ci_hi"]),
        evaluations=event["evaluations"],
        configs=event["configs"],
    )
