"""Kernel Tuner's `tune_kernel`, by warpmark's sweeps and searches."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from warpmark.kernel_tuner import caches, kernels_file, results, sources
from warpmark.kernel_tuner.arguments import (
    DEFAULT_BLOCK,
    GRID_NAMES,
    block_names_of,
    refuse,
    require_cuda,
)
from warpmark.kernel_tuner.caches import Known
from warpmark.kernel_tuner.kernels_file import VARIANT, Divisors, Sizes, Space, Value
from warpmark.kernel_tuner.results import Metrics, Result
from warpmark.kernel_tuner.rules import Restriction, Rules
from warpmark.kernel_tuner.sources import Source
from warpmark.programs import CommandError, Progress, call

MAX_THREADS = 1024  # per block
MEASURED = (0, 1, 5)
FAILED = 1  # exit status of the program where a point failed
LEFT_OUT = re.compile(r"^(\S+) left out: [^:]+: (.*)$", re.MULTILINE)
ALL = (None, "brute_force", "exhaustive")
STRATEGIES = {
    "random_sample": "random",
    "greedy_ils": "greedy_local_search",
    "greedy_mls": "multi_start_local_search",
    "ordered_greedy_mls": "multi_start_local_search",
    "mls": "multi_start_local_search",
    "genetic_algorithm": "genetic",
    "simulated_annealing": "simulated_annealing",
    "diff_evo": "differential_evolution",
    "bayes_opt": "model_based",
}  # fmt: skip


def tune_kernel(
    kernel_name: str,
    kernel_source: Source,
    problem_size: Sizes,
    arguments: Sequence[npt.NDArray[Any] | np.generic],
    tune_params: Mapping[str, Sequence[Value]],
    grid_div_x: Divisors = None,
    grid_div_y: Divisors = None,
    grid_div_z: Divisors = None,
    restrictions: Restriction | Sequence[Restriction] | None = None,
    answer: Sequence[npt.NDArray[Any] | None] | None = None,
    atol: float = 1e-6,
    verify: None = None,
    verbose: bool = False,
    lang: str | None = None,
    device: int = 0,
    platform: int = 0,
    smem_args: Mapping[str, Any] | None = None,
    cmem_args: Mapping[str, npt.NDArray[Any]] | None = None,
    texmem_args: None = None,
    compiler: None = None,
    compiler_options: Sequence[str] | None = None,
    defines: Mapping[str, Any] | None = None,
    log: int | None = None,
    iterations: int = 7,
    block_size_names: Sequence[str] | None = None,
    quiet: bool = False,
    strategy: str | None = None,
    strategy_options: Mapping[str, Any] | None = None,
    cache: str | Path | None = None,
    metrics: Metrics | None = None,
    simulation_mode: bool | None = None,
    parallel: bool | int | None = None,
    observers: None = None,
    objective: str | None = None,
    objective_higher_is_better: bool | None = None,
    objectives: None = None,
    seed: int | None = None,
    *,
    backend: str = "auto",
    journal: str | Path | None = None,
    progress: Progress = None,
) -> tuple[list[Result], dict[str, Any]]:
    """Measures configs of a kernel, and returns a dict of each (its parameters, `time` in
    milliseconds, `times`, metrics) and one about the run, with `best_config`.

    Arguments are those of Kernel Tuner's function, in its order. Without a `strategy`, or with
    brute_force, all configs that `restrictions` allow are measured, each by `iterations` samples
    after a warm-up. Else `strategy` is one of warpmark's or Kernel Tuner's names;
    `strategy_options` has `max_fevals` or `time_limit` (seconds) and warpmark's hyper-parameters;
    it decides itself how many samples a config is worth. Each execution starts from the given
    arrays. Where there is an `answer`, configs with other results are left out. `time` is the
    median, and modelled on backend simt.

    `cache` is a file of Kernel Tuner's format: configs in it are not measured again, and new ones
    are added. With `simulation_mode` all times are from it, and nothing is measured. `parallel`
    measures on all cards, or on the first so many. `platform` and `log` have no effect. `journal`
    is a file to keep, for `load` and `report`.

    Raises ValueError for what is not supported (`verify`, `observers`, `texmem_args`, `objectives`,
    `compiler`), with what to use instead; CommandError for a kernel that does not compile with any
    config.
    """
    del platform, log  # of OpenCL; of Python's logging
    refuse(
        verify=verify, texmem_args=texmem_args, observers=observers, compiler=compiler,
        objectives=objectives,
    )  # fmt: skip
    require_cuda(lang)
    if iterations < 1:
        raise ValueError(f"iterations: {iterations}; expected a number from 1")
    goal = results.Objective.of(objective, objective_higher_is_better, metrics)
    if strategy not in ALL and goal.name != "time":
        raise ValueError(
            f"objective: {goal.name!r} with a strategy, which minimises time; expected time, or no "
            "strategy"
        )
    space = Space(tune_params)
    task = _Task(
        space,
        Rules(restrictions, space),
        Known(cache, kernel_name, problem_size, tune_params),
        None if strategy in ALL else str(strategy),
        strategy_options or {},
        seed,
    )
    if simulation_mode:
        if journal is not None:
            raise ValueError(
                "journal: nothing is measured in simulation_mode; expected none "
                "(`warpmark import` makes a journal of a cache)"
            )
        found, left_out = _simulated(task), []
    else:
        if task.strategy is not None:
            task.rules.require_translated(task.strategy)
        with tempfile.TemporaryDirectory(prefix="warpmark-tune-kernel-") as name:
            folder = Path(name)
            file = _write(
                folder, kernel_name, kernel_source, problem_size, arguments, task,
                block_names=block_names_of(block_size_names),
                grid_div=(grid_div_x, grid_div_y, grid_div_z), answer=answer, atol=atol,
                smem_args=smem_args or {}, cmem_args=cmem_args or {},
                compiler_options=compiler_options or (), defines=defines,
            )  # fmt: skip
            words: list[str | Path] = ["--kernels", file, "--backend", backend]
            words += ["--devices", _devices(device, parallel)] if backend != "simt" else []
            path = Path(journal) if journal is not None else folder / "tune.jsonl"
            written, known_as = str(folder / kernels_file.SOURCE), sources.name_of(kernel_source)
            try:
                found = _measured(task, file, path, words, iterations, progress)
                left_out = [] if quiet else _left_out(task, file, words)
            except CommandError as error:
                raise CommandError(str(error).replace(written, known_as), error.status) from None
            faults = [each.replace(written, known_as) for each in found.faults]
            found = replace(found, faults=faults)
    if not found.results:
        raise CommandError(_why_none(found, task.known), FAILED)
    results.add_metrics(found.results, metrics or {})
    env = {**found.env, "best_config": goal.best(found.results)}
    if not quiet:
        _tell(found, left_out, env, goal.name, verbose)
    return found.results, env


@dataclass(frozen=True)
class _Task:
    space: Space
    rules: Rules
    known: Known
    strategy: str | None  # None: all configs
    options: Mapping[str, Any]
    seed: int | None


@dataclass(frozen=True)
class _Found:
    results: list[Result]
    faults: Sequence[str]
    env: dict[str, Any]
    basis: str  # what the times are: measured, modelled or recorded, and on what


def _measured(
    task: _Task,
    file: Path,
    journal: Path,
    words: list[str | Path],
    iterations: int,
    progress: Progress,
) -> _Found:
    """Measures what the cache does not have, and adds it there, also if it is interrupted."""
    variant = _variant(file)
    words = [*words, *(["--seed", str(task.seed)] if task.seed is not None else [])]
    known = _known(task) if task.strategy is None else []
    events: list[dict[str, Any]] = []
    if journal.exists():
        raise ValueError(f"journal: {journal} exists; expected a new file")
    try:
        if task.strategy is not None:
            words += ["--journal", journal, *_search(task.strategy, task.options)]
            call("tune", variant, *words, progress=progress)
        elif (chosen := _chosen(task, file, words)) is not None:
            words += ["-o", journal, "--max-samples", str(iterations), *chosen]
            call("run", *words, accepted=MEASURED, progress=progress)
    except BaseException:
        if journal.exists():  # what was measured before it; the error says more than the cache's
            with contextlib.suppress(ValueError):
                task.known.store(results.read(journal), task.space, journal)
        raise
    if journal.exists():
        events = results.read(journal)
        task.known.store(events, task.space, journal)
    measured = results.of_events(events, task.space)
    if task.strategy is None:
        measured = results.in_order([*measured, *known], task.space)
    points = [each for each in events if each["event"] == "measurement"]
    faults = [
        f"{each['key']}: {each['status']}: {each.get('reason', '')}"
        for each in points
        if each["status"] != "ok"
    ]
    manifest = events[0] if events else {}
    device = results.device_of(manifest) if events else task.known.device
    cards = dict.fromkeys(each["modelled_card"] for each in points if "modelled_card" in each)
    basis = f"{'measured' if events else 'recorded'} on {device}"
    if cards:
        basis = f"modelled for {', '.join(cards)}, not measured"
    env = {"device_name": device, "backend": manifest.get("backend", "cache")}
    return _Found(measured, faults, env, basis)


def _simulated(task: _Task) -> _Found:
    known = task.known
    if known.path is None or not known.path.exists():
        raise ValueError(
            f"simulation_mode: cache is {known.path}; expected a file with the results of all "
            "configs"
        )
    if task.strategy is None:
        measured = _known(task, complete=True)
    else:
        with tempfile.TemporaryDirectory(prefix="warpmark-tune-kernel-") as name:
            record, journal = Path(name) / "cache.json", Path(name) / "tune.jsonl"
            caches.write(record, {**known.content, "cache": _allowed_entries(task)})
            words: list[str | Path] = ["--from", record, "--journal", journal, "--json"]
            words += ["--seed", str(task.seed)] if task.seed is not None else []
            call("tune", *words, *_search(task.strategy, task.options))
            by_texts = {_texts(each, task.space): each for each in known.entries.values()}
            measured = [
                dict(by_texts[_texts(event["config"], task.space)])
                for event in results.read(journal)
                if event["event"] == "measurement" and event["status"] == "ok"
            ]
    env = {
        "device_name": known.device,
        "simulation": True,
        "simulated_time": sum(map(results.recorded_ms, measured)),
    }
    return _Found(measured, [], env, f"recorded on {known.device}")


def _known(task: _Task, *, complete: bool = False) -> list[Result]:
    """The cached results of allowed configs; all of these if it is complete."""
    found = []
    for config in task.rules.configs() if task.known.entries or complete else ():
        entry = task.known.entry(config)
        if entry is None and complete:
            raise ValueError(
                f"simulation_mode: {task.known.path} has no result of {config}; expected those of "
                "all configs"
            )
        if entry is not None and caches.is_valid(entry):
            found.append(dict(entry))
    return found


def _texts(config: Mapping[str, Any], space: Space) -> tuple[str, ...]:
    return tuple(str(config[name]).lower() for name in space.values)  # true is True in a cache


def _allowed_entries(task: _Task) -> dict[str, Any]:
    keys = [caches.key_of(config.values()) for config in task.rules.configs()]
    return {key: task.known.entries[key] for key in keys if key in task.known.entries}


def _devices(device: int, parallel: bool | int | None) -> str:
    if parallel is True:
        return "all"
    return ",".join(map(str, range(parallel))) if parallel else str(device)


def _write(
    folder: Path,
    kernel_name: str,
    kernel_source: Source,
    problem_size: Sizes,
    arguments: Sequence[npt.NDArray[Any] | np.generic],
    task: _Task,
    *,
    block_names: Sequence[str],
    grid_div: Sequence[Divisors],
    answer: Sequence[npt.NDArray[Any] | None] | None,
    atol: float,
    smem_args: Mapping[str, Any],
    cmem_args: Mapping[str, npt.NDArray[Any]],
    compiler_options: Sequence[str],
    defines: Mapping[str, Any] | None,
) -> Path:
    space = task.space
    source, include = sources.text_of(kernel_source, space)
    grid = kernels_file.extents(problem_size, grid_div, block_names, space)
    block = [
        name if name in space.values else str(default)
        for name, default in zip(block_names, DEFAULT_BLOCK, strict=True)
    ]
    macros = (
        _usual_macros(block_names, block, grid, space)
        if defines is None
        else {name: _macro(name, value, space) for name, value in defines.items()}
    )
    return kernels_file.write(
        folder, kernel_name, sources.with_macros(source, macros), space, arguments,
        answer=answer, atol=atol, grid=grid, block=block,
        size=_elements(problem_size, arguments),
        base=_base(task, block_names),
        constraints=task.rules.constraints,
        constants=cmem_args,
        shared=kernels_file.number(smem_args.get("size", 0), space, "smem_args"),
        options=list(compiler_options),
        defines=[f"{sources.PREFIX}{name}={value}" for name, value in macros.items()],
        include=include,
    )  # fmt: skip


def _usual_macros(
    block_names: Sequence[str], block: Sequence[str], grid: Sequence[str], space: Space
) -> dict[str, str]:
    extents = dict(itertools.zip_longest(GRID_NAMES, grid, fillvalue="1"))
    return {
        "kernel_tuner": "1",
        **{name: f"{{{extent}}}" for name, extent in extents.items()},
        **dict(zip(block_names, block, strict=True)),
        **{name: f"{{{name}}}" for name in space.values},
    }


def _macro(name: str, value: Any, space: Space) -> str:
    if callable(value):
        return f"{{{kernels_file.number(value, space, f'defines: {name}')}}}"
    return kernels_file.with_placeholders(str(value), space.values)


def _base(task: _Task, block_names: Sequence[str]) -> dict[str, int | str]:
    """The first config that is allowed, with no more threads per block than any card has."""
    too_many = 0
    for config in task.rules.configs():
        threads = [config[name] for name in block_names if name in config]
        if np.prod([int(each) for each in threads]) <= MAX_THREADS:
            return task.space.texts_of(config)
        too_many += 1
    if too_many:
        raise ValueError(
            f"{'/'.join(block_names)}: {_counted(too_many, 'config')}, each of more threads per "
            f"block than {MAX_THREADS}; expected one of fewer"
        )
    raise ValueError("restrictions: none of the configs is allowed; expected one or more")


def _elements(problem_size: Any, arguments: Sequence[Any]) -> int:
    """The problem's axis n: of what is known before the config is, or else of the arguments."""
    single = isinstance(problem_size, (int, np.integer, str)) or callable(problem_size)
    sizes = [problem_size] if single else list(problem_size)
    if all(isinstance(each, (int, np.integer)) for each in sizes):
        return int(np.prod([int(each) for each in sizes]))
    return max([each.size for each in arguments if isinstance(each, np.ndarray)], default=1)


def _chosen(task: _Task, file: Path, words: Sequence[str | Path]) -> list[str | Path] | None:
    """What `warpmark run` shall measure: all that the kernels file allows, or a list of what the
    device can launch; None where the cache has everything.
    """
    everything = _everything(task, file)
    if task.rules.translated and not task.known.entries:
        return everything
    pending = [each for each in task.rules.configs() if task.known.entry(each) is None]
    if not pending:
        return None
    possible = set(
        json.loads(call("run", *everything, *words, "--dry-run", "--json").out)["points"]
    )
    (size,) = tomllib.loads(file.read_text())["problem"]["n"]
    keys = [
        f"{_variant(file)}[n={size}]["
        + ",".join(f"{name}={text}" for name, text in task.space.texts_of(config).items())
        + "]"
        for config in pending
    ]
    points = file.with_name("points.txt")
    points.write_text("".join(f"{key}\n" for key in keys if key in possible))
    return ["--points", points] if possible.intersection(keys) else None


def _variant(file: Path) -> str:
    return f"{tomllib.loads(file.read_text())['family']['name']}/{VARIANT}"


def _everything(task: _Task, file: Path) -> list[str | Path]:
    axes = [word for name in task.space.values for word in ("-c", f"{name}=all")]
    return [_variant(file), *axes]


def _left_out(task: _Task, file: Path, words: Sequence[str | Path]) -> list[str]:
    """How many combinations of values the device cannot launch, by the reason; those that
    restrictions exclude are not counted, if they could be translated.
    """
    out = call("run", *_everything(task, file), *words, "--dry-run").out
    return [
        f"{count} left out: {reason}"
        for count, reason in LEFT_OUT.findall(out)
        if not reason.startswith(kernels_file.RESTRICTION)
    ]


def _search(strategy: str, options: Mapping[str, Any]) -> list[str | Path]:
    words: list[str | Path] = ["--strategy", STRATEGIES.get(strategy, strategy)]
    for name, value in options.items():
        match name:
            case "max_fevals":
                words += ["--budget", str(value)]
            case "time_limit":
                words += [] if "max_fevals" in options else ["--budget", f"{value}s"]
            case _:
                words += ["--set", f"{name}={value}"]
    return words


def _why_none(found: _Found, known: Known) -> str:
    if found.faults:
        count = _counted(len(found.faults), "config")
        return f"none of {count} could be measured; the first: {found.faults[0]}"
    if known.entries:
        return (
            f"cache: {known.path} has only errors of these configs; expected another file, to "
            "measure them again"
        )
    return "none of the configs could be measured"


def _tell(
    found: _Found, left_out: Iterable[str], env: Mapping[str, Any], objective: str, verbose: bool
) -> None:
    for fault in found.faults if verbose else found.faults[:1]:
        print(fault)
    print(f"{_counted(len(found.results), 'config')} {found.basis}; {len(found.faults)} not right")
    for line in left_out:
        print(line)
    best = {key: value for key, value in env["best_config"].items() if key != "times"}
    print(f"best {objective}: " + ", ".join(_text(*each) for each in best.items()))


def _text(name: str, value: Any) -> str:
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return f"{name}={text} ms" if name == "time" else f"{name}={text}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
