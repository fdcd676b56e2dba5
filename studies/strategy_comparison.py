#!/usr/bin/env python3
"""Compares search strategies on recorded spaces by how near they come to the optimum, and when.

Takes result files of `strategy,space,seed,evaluation,best_ns`, also compressed by gzip: a line for
each improvement of a run, and one of evaluation 0 for every run; `kernel_tuner_strategies.py`
writes them, and so does `tuning/replay_benchmark`, which adds a line for the strategy `optimum`.
The fraction of the optimum is the best time of the space over the best found so far: 0 before
anything ran, 1 at the optimum. Prints a Markdown table of means over seeds; exits with 1 if the
strategy given by --ours is not above every other one.
"""

import argparse
import csv
import gzip
import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import numpy as np

from kernel_tuner_strategies import NS_PER_MS, is_time, load

Runs = dict[tuple[str, str], np.ndarray]  # (space, strategy) -> fractions[seed, evaluation - 1]


def optimum_ns(cache: Path) -> float:
    """The best time of a recorded space."""
    rows = load(cache, valid_only=True)["cache"].values()
    return min(float(row["time"]) for row in rows if is_time(row["time"])) * NS_PER_MS


def rows_of(files: list[Path]) -> Iterator[dict[str, str]]:
    """The lines of all result files."""
    for path in files:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        yield from csv.DictReader(text.splitlines())


def stated_optima(files: list[Path]) -> dict[str, float]:
    """The optima that result files state themselves."""
    return {
        row["space"]: float(row["best_ns"])
        for row in rows_of(files)
        if row["strategy"] == "optimum"
    }


def read(files: list[Path], optima: dict[str, float], budget: int) -> Runs:
    """The fractions of all runs over the given spaces."""
    best: dict[tuple[str, str], dict[int, np.ndarray]] = defaultdict(dict)
    for row in rows_of(files):
        if row["space"] not in optima or row["strategy"] == "optimum":
            continue
        runs = best[row["space"], row["strategy"]]
        curve = runs.setdefault(int(row["seed"]), np.full(budget, math.inf))
        evaluation = int(row["evaluation"])
        if evaluation > 0:
            curve[evaluation - 1 :] = float(row["best_ns"])
    return {
        key: np.stack([optima[key[0]] / runs[seed] for seed in sorted(runs)])
        for key, runs in best.items()
    }


def interval(values: np.ndarray, resamples: int = 2000) -> tuple[float, float]:
    """95 % bootstrap interval of the mean over seeds."""
    random = np.random.default_rng(1)
    means = values[random.integers(0, len(values), (resamples, len(values)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def table(runs: Runs, spaces: list[str], evaluations: list[int]) -> str:
    """Markdown: for each space, a row per strategy and a column per count of evaluations."""
    lines = []
    for space in spaces:
        lines += [f"### {space}", ""]
        heads = " | ".join(f"after {count}" for count in evaluations)
        lines += [f"| strategy | seeds | {heads} |", "|---|---|" + "---|" * len(evaluations)]
        here = {strategy: found for (where, strategy), found in runs.items() if where == space}
        for strategy in sorted(
            here, key=lambda name: -here[name][:, [e - 1 for e in evaluations]].mean()
        ):
            cells = []
            for count in evaluations:
                values = here[strategy][:, count - 1]
                low, high = interval(values)
                cells.append(f"{values.mean():.4f} [{low:.4f}, {high:.4f}]")
            lines.append(f"| {strategy} | {len(here[strategy])} | " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines)


def not_above(runs: Runs, ours: str, spaces: list[str], evaluations: list[int]) -> list[str]:
    """Where another strategy's mean is as high as ours, in words."""
    found = []
    for space in spaces:
        for count in evaluations:
            own = runs[space, ours][:, count - 1].mean()
            for (where, strategy), values in sorted(runs.items()):
                other = values[:, count - 1].mean()
                if where == space and strategy != ours and other >= own:
                    text = f"{space} after {count}: {strategy} {other:.4f}, {ours} {own:.4f}"
                    found.append(text)
    return found


def figure(runs: Runs, spaces: list[str], ours: str | None, path: Path) -> None:
    """Mean fraction against evaluations; a panel per space, ours with its interval."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    columns = min(3, len(spaces))
    rows = math.ceil(len(spaces) / columns)
    drawing, panels = plt.subplots(
        rows, columns, figsize=(5 * columns, 4 * rows), squeeze=False, layout="constrained"
    )
    strategies = sorted({strategy for _, strategy in runs})
    colours = mpl.colormaps["tab20"]
    for panel, space in zip(panels.flat, spaces, strict=False):
        for number, strategy in enumerate(strategies):
            values = runs.get((space, strategy))
            if values is None:
                continue
            at = np.arange(1, values.shape[1] + 1)
            own = strategy == ours
            colour = "black" if own else colours(number % 20)
            width = 2.5 if own else 1.0
            panel.plot(at, values.mean(axis=0), color=colour, lw=width, label=strategy)
            if own:
                bounds = np.array([interval(column, 300) for column in values.T])
                panel.fill_between(at, bounds[:, 0], bounds[:, 1], color=colour, alpha=0.2)
        panel.set(title=space, xscale="log", xlabel="evaluations", ylabel="fraction of the optimum")
    for panel in panels.flat[len(spaces) :]:
        panel.axis("off")
    lines, names = panels.flat[0].get_legend_handles_labels()
    drawing.legend(lines, names, loc="outside lower center", ncols=5, fontsize="small")
    drawing.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main(argv: list[str]) -> int:
    """Prints the table and draws the figure; 1 if ours is not above all others."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("results", nargs="+", type=Path, help="CSV files of both programs")
    parser.add_argument("--caches", nargs="+", type=Path, help="recorded spaces, for optima")
    parser.add_argument("--ours", help="strategy that must be above every other one")
    parser.add_argument("--evaluations", type=int, nargs="+", default=[25, 50, 100, 200])
    parser.add_argument("--figure", type=Path, help="PNG or SVG to write")
    arguments = parser.parse_args(argv)
    if arguments.caches:
        optima = {path.name.split(".")[0]: optimum_ns(path) for path in arguments.caches}
    else:
        optima = stated_optima(arguments.results)
    spaces = list(optima)
    if not spaces:
        parser.error("no optimum: give the recorded spaces by --caches")
    runs = read(arguments.results, optima, max(arguments.evaluations))
    print(table(runs, spaces, arguments.evaluations))
    if arguments.figure:
        figure(runs, spaces, arguments.ours, arguments.figure)
    if arguments.ours is None:
        return 0
    missing = [space for space in spaces if (space, arguments.ours) not in runs]
    if missing:
        parser.error(f"no run of {arguments.ours} on {', '.join(missing)}")
    beaten = not_above(runs, arguments.ours, spaces, arguments.evaluations)
    for line in beaten:
        print(line, file=sys.stderr)
    return 1 if beaten else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
