"""Kernel Tuner's `tune_kernel`, by warpmark's sweeps and searches."""

from __future__ import annotations

import itertools
import json
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from warpmark.kernel_tuner import kernels_file
from warpmark.kernel_tuner.kernels_file import VARIANT, Space, Value, family_of
from warpmark.kernel_tuner.restrictions import UntranslatableError, translated
from warpmark.programs import call

Result = dict[str, Any]
BLOCK_NAMES = ("block_size_x", "block_size_y", "block_size_z")
DEFAULT_BLOCK = ("256", "1", "1")
MAX_ENUMERATED = 1_000_000  # configs for which a restriction is evaluated in Python
MAX_THREADS = 1024  # per block
MEASURED = (0, 1, 5)
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
    kernel_source: str | Path,
    problem_size: int | str | Sequence[int | str],
    arguments: Sequence[npt.NDArray[Any] | np.generic],
    tune_params: Mapping[str, Sequence[Value]],
    grid_div_x: Sequence[int | str] | None = None,
    grid_div_y: Sequence[int | str] | None = None,
    grid_div_z: Sequence[int | str] | None = None,
    restrictions: Sequence[str] | Callable[[Mapping[str, Value]], bool] | None = None,
    answer: Sequence[npt.NDArray[Any] | None] | None = None,
    atol: float = 1e-6,
    verbose: bool = False,
    lang: str | None = None,
    device: int = 0,
    smem_args: Mapping[str, int | str] | None = None,
    cmem_args: Mapping[str, npt.NDArray[Any]] | None = None,
    compiler_options: Sequence[str] | None = None,
    block_size_names: Sequence[str] | None = None,
    defines: Mapping[str, str | int] | None = None,
    quiet: bool = False,
    strategy: str | None = None,
    strategy_options: Mapping[str, Any] | None = None,
    metrics: Mapping[str, Callable[[Mapping[str, Any]], float] | str] | None = None,
    objective: str = "time",
    objective_higher_is_better: bool | None = None,
    backend: str = "auto",
    journal: str | Path | None = None,
    progress: Callable[..., Any] | None = None,
    **others: Any,
) -> tuple[list[Result], dict[str, Any]]:
    """Measures configs of a kernel, and returns a dict of each (its parameters, `time` in
    milliseconds, `times`, metrics) and one about the run, with `best_config`.

    Arguments are those of Kernel Tuner's function. Without a `strategy`, or with brute_force, all
    configs that `restrictions` allow are measured; else `strategy` is one of warpmark's or Kernel
    Tuner's names, and `strategy_options` has `max_fevals` or `time_limit` (seconds). Each execution
    starts from the given arrays. Where there is an `answer`, configs with other results are left
    out. `iterations` is ignored: a config is executed until its time is known to a percent. `times`
    is the median alone where samples are not stored. On backend simt times are modelled. `journal`
    is a file to keep, for `load` and `report`.

    Raises ValueError for what is not supported: `verify`, `observers`, textures, functions as
    problem sizes; CommandError for a kernel that does not compile with any config.
    """
    _refuse(others)
    if lang not in (None, "CUDA", "CUPY", "NVCUDA", "cuda", "cupy", "nvcuda"):
        raise ValueError(f"lang: {lang!r}; expected CUDA")
    space = Space(tune_params)
    block_names = tuple(block_size_names or BLOCK_NAMES)
    constraints, allowed = _restricted(restrictions, space)
    is_translated = len(constraints) == _count(restrictions)
    if not is_translated and strategy not in (None, "brute_force", "exhaustive"):
        raise ValueError(
            f"strategy: {strategy!r} with restrictions that cannot be translated; expected "
            "restrictions as texts with integers, comparisons, and, or, not, in, min and max"
        )
    with tempfile.TemporaryDirectory(prefix="warpmark-tune-kernel-") as name:
        folder = Path(name)
        source, include = _source(kernel_source)
        file = kernels_file.write(
            folder, kernel_name, source, space, arguments,
            answer=answer, atol=atol,
            grid=kernels_file.extents(
                problem_size, (grid_div_x, grid_div_y, grid_div_z), block_names, space.values
            ),
            block=[each if each in space.values else usual
                   for each, usual in zip(block_names, DEFAULT_BLOCK, strict=False)],
            size=_elements(problem_size, arguments),
            base=_base(space, allowed, block_names),
            constraints=constraints,
            constants=cmem_args or {},
            shared=translated(str((smem_args or {}).get("size", 0)), space.values),
            options=list(compiler_options or ()),
            defines=[
                "kernel_tuner=1", *(f"{key}={value}" for key, value in (defines or {}).items())
            ],
            include=include,
        )  # fmt: skip
        path = Path(journal) if journal is not None else folder / "tune.jsonl"
        words: list[str | Path] = ["--kernels", file, "--backend", backend]
        words += ["--devices", str(device)] if backend != "simt" else []
        if strategy in (None, "brute_force", "exhaustive"):
            words += [
                "-o",
                path,
                *_all_points(folder, kernel_name, space, None if is_translated else allowed, file),
            ]
            call("run", *words, accepted=MEASURED, progress=progress)
        else:
            words += ["--journal", path, *_search(strategy or "", strategy_options or {})]
            call("tune", f"{family_of(kernel_name)}/{VARIANT}", *words, progress=progress)
        events = [json.loads(line) for line in path.open()]
    results = _results(events, space)
    for result in results:
        for metric, value in (metrics or {}).items():
            result[metric] = (
                eval(value, {}, dict(result)) if isinstance(value, str) else value(result)
            )
    faults = [
        event for event in events if event["event"] == "measurement" and event["status"] != "ok"
    ]
    higher = (
        objective != "time" if objective_higher_is_better is None else objective_higher_is_better
    )
    env = _environment(events[0], results, objective, higher)
    if not quiet:
        _tell(results, faults, env, objective, verbose)
    return results, env


def _refuse(others: Mapping[str, Any]) -> None:
    ignored = {"iterations", "platform", "compiler", "log", "store_cache"}
    for name, value in others.items():
        if name not in ignored and value is not None and value is not False:
            raise ValueError(f"{name}: not supported by warpmark.kernel_tuner; expected none")


def _restricted(
    restrictions: Any, space: Space
) -> tuple[list[str], Callable[[Mapping[str, Value]], bool]]:
    """Constraints as texts, none where one cannot be translated; and a function for all of them."""
    if callable(restrictions):
        return [], restrictions
    given = [restrictions] if isinstance(restrictions, str) else list(restrictions or ())

    def allowed(config: Mapping[str, Value]) -> bool:
        return all(
            each(config) if callable(each) else eval(each, {}, dict(config)) for each in given
        )

    try:
        return [translated(each, space.values) for each in given], allowed
    except (UntranslatableError, TypeError, AttributeError):
        return [], allowed


def _count(restrictions: Any) -> int:
    if callable(restrictions) or isinstance(restrictions, str):
        return 1
    return len(restrictions or ())


def _base(
    space: Space, allowed: Callable[[Mapping[str, Value]], bool], block_names: Sequence[str]
) -> dict[str, int | str]:
    """The first config that is allowed, with no more threads per block than any card has."""
    for texts in itertools.islice(_configs(space), MAX_ENUMERATED):
        threads = [texts[name] for name in block_names if name in texts]
        if np.prod([int(each) for each in threads]) <= MAX_THREADS and allowed(
            space.config_of(texts)
        ):
            return texts
    raise ValueError("restrictions: none of the configs is allowed; expected one or more")


def _source(kernel_source: str | Path) -> tuple[str, list[str]]:
    if isinstance(kernel_source, str) and ("\n" in kernel_source or "{" in kernel_source):
        return kernel_source, []
    if not isinstance(kernel_source, (str, Path)):
        raise ValueError(f"kernel_source: {kernel_source!r}; expected a file's name or its text")
    file = Path(kernel_source)
    if not file.is_file():
        raise FileNotFoundError(f"{file}: no such file; expected a .cu file, or its text")
    return file.read_text(), [str(file.resolve().parent)]


def _elements(problem_size: Any, arguments: Sequence[Any]) -> int:
    sizes = (
        [problem_size] if isinstance(problem_size, (int, np.integer, str)) else list(problem_size)
    )
    if all(isinstance(each, (int, np.integer)) for each in sizes):
        return int(np.prod([int(each) for each in sizes]))
    if any(not isinstance(each, (int, np.integer, str)) for each in sizes):
        raise ValueError(f"problem_size: {problem_size!r}; expected numbers or texts")
    return max([each.size for each in arguments if isinstance(each, np.ndarray)], default=1)


def _all_points(
    folder: Path,
    kernel_name: str,
    space: Space,
    allowed: Callable[[Mapping[str, Value]], bool] | None,
    file: Path,
) -> list[str | Path]:
    if allowed is None:
        words: list[str | Path] = [f"{family_of(kernel_name)}/{VARIANT}"]
        for name in space.values:
            words += ["-c", f"{name}=all"]
        return words
    size = next(line for line in file.read_text().splitlines() if line.startswith("n = "))[5:-1]
    points = folder / "points.txt"
    with points.open("w") as out:
        for texts in _enumerated(space):
            if allowed(space.config_of(texts)):
                config = ",".join(f"{name}={value}" for name, value in texts.items())
                out.write(f"{family_of(kernel_name)}/{VARIANT}[n={size}][{config}]\n")
    return ["--points", points]


def _enumerated(space: Space) -> Iterator[dict[str, int | str]]:
    count = int(np.prod([len(values) for values in space.values.values()], dtype=float))
    if count > MAX_ENUMERATED:
        raise ValueError(
            f"restrictions: a function, and a space of {count} configs; expected texts, or at most "
            f"{MAX_ENUMERATED} configs"
        )
    return _configs(space)


def _configs(space: Space) -> Iterator[dict[str, int | str]]:
    for values in itertools.product(*space.values.values()):
        yield dict(zip(space.values, values, strict=True))


def _search(strategy: str, options: Mapping[str, Any]) -> list[str | Path]:
    words: list[str | Path] = ["--strategy", STRATEGIES.get(strategy, strategy)]
    if "max_fevals" in options:
        words += ["--budget", str(options["max_fevals"])]
    elif "time_limit" in options:
        words += ["--budget", f"{options['time_limit']}s"]
    return words


def _results(events: Iterable[Mapping[str, Any]], space: Space) -> list[Result]:
    """One for each config that was right: the median of its final measurements, or of all."""
    measured: dict[str, list[Mapping[str, Any]]] = {}
    wrong = set()
    for event in events:
        if event["event"] != "measurement":
            continue
        if event["status"] != "ok":
            wrong.add(event["key"])
        elif _time_ns(event) is not None:
            measured.setdefault(event["key"], []).append(event)
    results = []
    for key, of_key in measured.items():
        if key in wrong:
            continue
        final = [
            each for each in of_key if each.get("tuning", {}).get("phase") == "final"
        ] or of_key
        times = [_time_ns(each) / 1e6 for each in final]
        samples = final[0].get("times_ns", {}).get("samples") if len(final) == 1 else None
        results.append(
            {
                **space.config_of(final[0]["config"]),
                "time": statistics.median(times),
                "times": [each / 1e6 for each in samples] if samples else times,
            }
        )
    return results


def _time_ns(event: Mapping[str, Any]) -> Any:
    return event.get("times_ns", {}).get("median") or event.get("modelled_time_ns")


def _environment(
    manifest: Mapping[str, Any], results: list[Result], objective: str, higher: bool
) -> dict[str, Any]:
    card = manifest.get("card") or {}
    choose = max if higher else min
    return {
        "device_name": card.get("name", manifest.get("backend")),
        "backend": manifest.get("backend"),
        "best_config": choose(results, key=lambda each: each[objective]) if results else {},
    }


def _tell(
    results: list[Result],
    faults: list[Mapping[str, Any]],
    env: Mapping[str, Any],
    objective: str,
    verbose: bool,
) -> None:
    for fault in faults if verbose else faults[:1]:
        print(f"{fault['key']}: {fault['status']}: {fault.get('reason', '')}")
    print(f"{len(results)} configs measured on {env['device_name']}, {len(faults)} not right")
    if results:
        best = {key: value for key, value in env["best_config"].items() if key != "times"}
        print(f"best {objective}: " + ", ".join(f"{key}={value}" for key, value in best.items()))
