#!/usr/bin/env python3
"""How fast each strategy of Kernel Tuner finds good configurations of a recorded space.

Runs Kernel Tuner's strategies with their default settings in its simulation mode over caches of
its own format, and writes one CSV line for each improvement of the best time:
`strategy,space,seed,evaluation,best_ns`. An evaluation is a configuration that this run sees for
the first time, in the order in which Kernel Tuner asks for it; failed ones count as well. Results
that the file already has are not made again.

Needs Kernel Tuner (`pip install "kernel_tuner==1.5.*" scikit-learn scikit-optimize pyatf pymoo`).
"""

import argparse
import contextlib
import copy
import csv
import functools
import gzip
import importlib
import io
import json
import math
import os
import random
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HEADER = ["strategy", "space", "seed", "evaluation", "best_ns"]
NS_PER_MS = 1e6
# These can't run in a comparison of one objective at a time.
LEFT_OUT = {
    "brute_force": "enumerates the space in order and has no choice to make",
    "nsga2": "is for several objectives",
    "nsga3": "is for several objectives",
}
NEIGHBOUR_CACHES = ["_Searchspace__neighbor_cache", "_Searchspace__neighbor_partial_cache"]


@dataclass
class Recorder:
    """The first visits of one run, as Kernel Tuner's runner sees them."""

    budget: int
    seen: set[str] = field(default_factory=set)
    best_ms: float = math.inf
    improvements: list[tuple[int, float]] = field(default_factory=list)

    def add(self, config: tuple[Any, ...], result: dict[str, Any] | None) -> None:
        """Notes a result unless the configuration was seen before or the budget is spent."""
        key = ",".join(map(str, config))
        if result is None or key in self.seen or len(self.seen) >= self.budget:
            return
        self.seen.add(key)
        value = result.get("time")
        if "__error__" not in result and isinstance(value, int | float) and value < self.best_ms:
            self.best_ms = value
            self.improvements.append((len(self.seen), value * NS_PER_MS))


def load(path: Path, valid_only: bool) -> dict[str, Any]:
    """A cache, complete even where Kernel Tuner left the last brackets open."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")
    try:
        cache: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError:
        cache = json.loads(text.rstrip().rstrip(",") + "}}")
    if valid_only:
        kept = {key: row for key, row in cache["cache"].items() if is_time(row.get("time"))}
        cache["cache"] = kept
    return cache


def is_time(value: object) -> bool:
    """Whether a recorded objective is a time rather than the name of an error."""
    return isinstance(value, int | float) and math.isfinite(value) and 0 < value < 1e18


class Simulation:
    """Kernel Tuner over one cache, which is read and enumerated once for all runs."""

    def __init__(self, path: Path, valid_only: bool, folder: Path) -> None:
        self.interface: Any = importlib.import_module("kernel_tuner.interface")
        self.util: Any = importlib.import_module("kernel_tuner.util")
        self.runner = importlib.import_module("kernel_tuner.runners.simulation").SimulationRunner
        cache = load(path, valid_only)
        self.names = cache["tune_params_keys"]
        rows = cache["cache"].values()
        self.params = {
            name: [v for v in cache["tune_params"][name] if any(row[name] == v for row in rows)]
            for name in self.names
        }
        self.recorded = {tuple(row[name] for name in self.names) for row in rows}
        self.file = folder / f"{path.name.split('.')[0]}.json"
        self.file.write_text(json.dumps(cache), encoding="utf-8")
        self.problem_size = cache["problem_size"]
        self.kernel_name = cache["kernel_name"]
        self._share_loaded_data()

    def _share_loaded_data(self) -> None:
        """Makes repeated runs read the cache and build the space only once."""
        self.util.read_cache = functools.cache(self.util.read_cache)
        build = importlib.import_module("kernel_tuner.searchspace").Searchspace
        spaces: list[Any] = []

        def fresh(*args: Any, **options: Any) -> Any:
            if not spaces:
                spaces.append(build(*args, **options))
            space = copy.copy(spaces[0])
            # A space remembers the neighbours that it gave away, which must not outlive a run.
            for name in NEIGHBOUR_CACHES:
                setattr(space, name, copy.deepcopy(getattr(spaces[0], name)))
            return space

        self.interface.Searchspace = fresh

    def run(self, strategy: str, seed: int, budget: int) -> tuple[Recorder, str]:
        """One seeded run, and the error that ended it, if any."""
        recorder = Recorder(budget)
        plain = self.runner.run

        def recording(runner: Any, configs: Any, options: Any) -> Any:
            configs = list(configs)
            results = plain(runner, configs, options)
            for config, result in zip(configs, results, strict=True):
                recorder.add(tuple(config), result)
            return results

        numpy = importlib.import_module("numpy")
        random.seed(seed)
        numpy.random.seed(seed)
        self.runner.run = recording
        error = ""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                self._tune(strategy, seed, budget)
        except Exception as caught:  # Strategies import what is not there, divide by zero, …
            error = f"{type(caught).__name__}: {caught}"
        finally:
            self.runner.run = plain
        return recorder, error

    def _tune(self, strategy: str, seed: int, budget: int) -> None:
        function = importlib.import_module("constraint").FunctionConstraint
        recorded = self.recorded
        self.interface.tune_kernel(
            self.kernel_name,
            "",
            self.problem_size if isinstance(self.problem_size, int) else tuple(self.problem_size),
            [],
            self.params,
            restrictions=[function(lambda *values: values in recorded)],
            lang="CUDA",
            strategy=strategy,
            strategy_options={"max_fevals": budget},
            cache=str(self.file),
            simulation_mode=True,
            quiet=True,
            verbose=False,
            seed=seed,
        )


def done(path: Path) -> set[tuple[str, str, int]]:
    """The runs that a result file already has."""
    if not path.exists():
        return set()
    with path.open(newline="", encoding="utf-8") as file:
        return {(row["strategy"], row["space"], int(row["seed"])) for row in csv.DictReader(file)}


def all_runs(
    simulation: Simulation, name: str, arguments: argparse.Namespace, known: set[Any]
) -> Iterator[list[object]]:
    """CSV lines of every run that is not known yet; a strategy that fails is named on stderr."""
    for strategy in arguments.strategies:
        start, runs = time.monotonic(), 0
        for seed in range(1, arguments.seeds + 1):
            if (strategy, name, seed) in known:
                continue
            if time.monotonic() - start > arguments.limit:
                print(f"{strategy}: stopped before seed {seed}: too slow", file=sys.stderr)
                break
            recorder, error = simulation.run(strategy, seed, arguments.budget)
            if error:
                evaluations = len(recorder.seen)
                print(f"{strategy}: seed {seed}: {evaluations} runs, {error}", file=sys.stderr)
            if not recorder.seen:
                break
            runs += 1
            yield [strategy, name, seed, 0, "nan"]  # A run in which nothing was valid shows too.
            for evaluation, best in recorder.improvements:
                yield [strategy, name, seed, evaluation, f"{best:.6g}"]
        each = (time.monotonic() - start) / max(1, runs)
        print(f"{name} {strategy}: {runs} runs, {each:.2f} s each", file=sys.stderr)


def main(argv: list[str]) -> int:
    """Appends what is missing to the result file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("caches", nargs="+", type=Path, help="Kernel Tuner caches, also .gz")
    parser.add_argument("-o", "--output", type=Path, required=True, help="CSV to append to")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--budget", type=int, default=200)
    parser.add_argument("--strategies", type=lambda text: text.split(","), default=None)
    parser.add_argument("--limit", type=float, default=math.inf, help="seconds per strategy")
    parser.add_argument("--valid-only", action="store_true", help="leave failed ones out")
    arguments = parser.parse_args(argv)
    if arguments.strategies is None:
        names = importlib.import_module("kernel_tuner.interface").strategy_map
        arguments.strategies = [name for name in names if name not in LEFT_OUT]
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    warnings.filterwarnings("ignore")
    known = done(arguments.output)
    fresh = not arguments.output.exists()
    with (
        arguments.output.open("a", newline="", encoding="utf-8") as file,
        tempfile.TemporaryDirectory() as folder,
    ):
        writer = csv.writer(file, lineterminator="\n")
        if fresh:
            writer.writerow(HEADER)
        for path in arguments.caches:
            simulation = Simulation(path, arguments.valid_only, Path(folder))
            for line in all_runs(simulation, path.name.split(".")[0], arguments, known):
                writer.writerow(line)
                file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
