"""The regression gate."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from warpmark.programs import call
from warpmark.selections import Axes, option_words, words_of

VERDICTS = {0: "pass", 1: "regression", 3: "inconclusive", 4: "no_verdict", 5: "nothing_compared"}


@dataclass(frozen=True)
class GateResult:
    """The verdict over all points, and the full result, as in `--json`."""

    verdict: str  # pass, regression, inconclusive, no_verdict or nothing_compared
    text: str  # what the program printed
    result: Mapping[str, Any]

    @property
    def passed(self) -> bool:
        """Whether nothing became slower and everything that was asked for was compared."""
        return self.verdict == "pass"


def gate(
    *select: str,
    base: str | PathLike[str],
    head: str | PathLike[str] = ".",
    problem: Axes | None = None,
    config: Axes | None = None,
    kernels: str | PathLike[str] | None = None,
    folder: str | PathLike[str] = ".",
    **options: object,
) -> GateResult:
    """Checks whether `head` is slower than `base`, as `warpmark gate` does.

    Both are folders or git revisions of the repository at `folder`. `options` are others of
    `warpmark gate` (`stages="static,counting"`, `preset="strict"`). Raises CommandError for wrong
    use.
    """
    with tempfile.TemporaryDirectory(prefix="warpmark-gate-") as name:
        file = Path(name) / "gate.json"
        words: list[str | Path] = ["gate", *select, "--base", str(base), "--head", str(head)]
        words += words_of(problem, "-p") + words_of(config, "-c")
        words += [] if kernels is None else ["--kernels", str(kernels)]
        words += ["--json", file, "--summary", "none", *option_words(options)]
        finished = call(*words, accepted=tuple(VERDICTS), folder=Path(folder))
        result = json.loads(file.read_text()) if file.exists() else {}
        return GateResult(VERDICTS[finished.status], finished.out, result)
