#!/usr/bin/env python3
"""One run of Kernel Tuner over a variant that a file for warpmark's --kernels describes.

    kernel_tuner_run.py KERNELS.toml VARIANT -n 4096 --strategy genetic_algorithm -o RUN.json
    kernel_tuner_run.py KERNELS.toml VARIANT -n 4096 --count

The kernel, its axes and their values, constraints, sizes of arguments and tolerances come from
that one file, so that both tuners have the same task. Of the file's language this reads what also
means the same in Python: `+ - * / %` with integer results, comparisons, `ceildiv`, `^`; values
`uniform(lo, hi)`, `zeros`, `ones`; no steps. The answer is that of the file's reference, executed
on the same card, and every config is verified against it. Anything else is Kernel Tuner's default.

RUN.json has each evaluation in the order of its end: {"at_s", "config", "time_ns"} with seconds
since --spawned (seconds since the epoch; default: now), time_ns null where it failed; and what
Kernel Tuner says that it spent on compiling, verifying and measuring, in seconds.

Needs Kernel Tuner 1.5 with cuda-bindings (`pip install "kernel_tuner==1.5.*" cuda-bindings`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import re
import sys
import time
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

DTYPES = {"f32": "float32", "f64": "float64", "i32": "int32", "u32": "uint32", "i64": "int64"}
NS_PER_MS = 1e6


def evaluate(expression: int | str, names: dict[str, Any]) -> int:
    """An integer, from an expression of the file."""
    if isinstance(expression, int):
        return expression
    known = {"ceildiv": lambda a, b: -(-a // b), "min": min, "max": max, "__builtins__": {}}
    text = expression.replace("^", "**").replace("/", "//")
    return int(eval(text, known, names))


def as_list(value: Any) -> list[Any]:
    """One or several."""
    return value if isinstance(value, list) else [value]


class Task:
    """The task for Kernel Tuner that the file describes, for one problem."""

    def __init__(self, path: Path, variant: str, n: int) -> None:
        self.numpy: Any = importlib.import_module("numpy")
        with path.open("rb") as file:
            self.file = tomllib.load(file)
        self.source = str((path.parent / self.file["family"]["file"]).resolve())
        self.problem = {"n": n}
        self.variant = self.file["variant"][variant]
        self.reference = self.file["variant"][self.file["family"]["reference"]]
        self.axes = {
            name: values["values"] if isinstance(values, dict) else values
            for name, values in self.variant["axes"].items()
        }
        self.constraints = list(self.variant.get("constraints", {}))

    def buffers(self, seed: int) -> dict[str, Any]:
        """An array for each buffer; the outputs hold zeros, which no answer is."""
        numbers = self.numpy.random.default_rng(seed)
        made = {}
        for name, buffer in self.file["buffer"].items():
            dtype = self.numpy.dtype(DTYPES[buffer["type"]])
            length = evaluate(buffer["length"], self.problem)
            drawn = re.fullmatch(r"uniform\((.+),(.+)\)", buffer.get("init", "zeros"))
            if drawn is None:
                fill = self.numpy.ones if buffer.get("init") == "ones" else self.numpy.zeros
                made[name] = fill(length, dtype)
            elif dtype.kind == "f":
                low, high = map(float, drawn.groups())
                made[name] = numbers.random(length, dtype) * dtype.type(high - low) + dtype.type(
                    low
                )
            else:
                made[name] = numbers.integers(*map(int, drawn.groups()), length, dtype)
        return made

    def arguments(self, variant: dict[str, Any], buffers: dict[str, Any]) -> list[Any]:
        """What the kernel is called with."""
        given = []
        for text in variant["args"]:
            if text.startswith("@"):
                given.append(buffers[text[1:]])
            else:
                kind, value = text.split("=")
                given.append(self.numpy.dtype(DTYPES[kind]).type(evaluate(value, self.problem)))
        return given

    def launch(self, variant: dict[str, Any], buffers: dict[str, Any]) -> dict[str, Any]:
        """Keywords that tune_kernel and run_kernel share."""
        constants = variant.get("constants", {})

        def grid(config: dict[str, Any]) -> tuple[int, ...]:
            names = self.problem | config
            return tuple(evaluate(extent, names) for extent in as_list(variant["grid"]))

        return {
            "kernel_name": variant["entry"].replace("{", "").replace("}", ""),
            "kernel_source": self.source,
            "problem_size": grid,
            "arguments": self.arguments(variant, buffers),
            "grid_div_x": [],
            "grid_div_y": [],
            "cmem_args": {name: buffers[of[1:]] for name, of in constants.items()},
            # The file's macros and templates alone make the kernel, as for warpmark.
            "defines": {},
            "compiler_options": ["--std=c++17"],
        }

    def answer(self, tuner: Any, buffers: dict[str, Any], language: str) -> list[Any]:
        """What the reference leaves in the outputs; None for what is only read."""
        names = ("block_size_x", "block_size_y", "block_size_z")
        extents = as_list(self.reference["block"])
        params = dict(
            zip(names, (evaluate(extent, self.problem) for extent in extents), strict=False)
        )
        came = tuner.run_kernel(
            params=params, lang=language, **self.launch(self.reference, buffers)
        )
        return [
            array
            if text.startswith("@") and self.file["buffer"][text[1:]]["role"] != "in"
            else None
            for text, array in zip(self.reference["args"], came, strict=True)
        ]

    def tolerance(self) -> float:
        """The largest absolute one of an output."""
        return max(float(each.get("absolute", 0)) for each in self.file["buffer"].values())


def tune(task: Task, given: argparse.Namespace) -> list[dict[str, Any]]:
    """Kernel Tuner's results, in the order in which they came."""
    random.seed(given.seed)
    task.numpy.random.seed(given.seed)
    tuner: Any = importlib.import_module("kernel_tuner")
    buffers = task.buffers(given.seed)
    answer = task.answer(tuner, buffers, given.language)
    options = {"time_limit": given.seconds, "max_fevals": given.evaluations}
    results, _ = tuner.tune_kernel(
        tune_params=task.axes,
        restrictions=task.constraints,
        block_size_names=as_list(task.variant["block"]),
        lang=given.language,
        answer=answer,
        atol=task.tolerance(),
        strategy=given.strategy,
        strategy_options={name: value for name, value in options.items() if value is not None},
        seed=given.seed,
        **task.launch(task.variant, buffers),
    )
    return sorted(results, key=lambda result: str(result["timestamp"]))


def evaluation(result: dict[str, Any], axes: list[str], spawned: float) -> dict[str, Any]:
    """A result of Kernel Tuner as this tool writes it."""
    time_ms = result.get("time")
    valid = "__error__" not in result and isinstance(time_ms, int | float)
    return {
        "at_s": datetime.fromisoformat(str(result["timestamp"])).timestamp() - spawned,
        "config": {axis: int(result[axis]) for axis in axes},
        "time_ns": float(time_ms) * NS_PER_MS if valid and time_ms is not None else None,
    }


def spent(results: list[dict[str, Any]]) -> dict[str, float]:
    """Seconds by what Kernel Tuner did in them; it gives milliseconds for each config."""
    parts = ("compile", "verification", "benchmark")
    return {part: sum(each.get(f"{part}_time", 0) for each in results) * 1e-3 for part in parts}


def keep_out(*packages: str) -> None:
    """Makes their import fail. Kernel Tuner imports them wherever they are installed, needs none of
    them here, and would wait seconds for them.
    """
    sys.modules.update(dict.fromkeys(packages))  # type: ignore[arg-type]


def count(task: Task) -> int:
    """Of the configs that Kernel Tuner has to choose from."""
    build = importlib.import_module("kernel_tuner.searchspace").Searchspace
    return int(build(task.axes, task.constraints, 1024).size)


def main() -> int:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kernels", type=Path)
    parser.add_argument("variant")
    parser.add_argument("-n", type=int, required=True)
    parser.add_argument("--strategy", default="genetic_algorithm")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="Kernel Tuner's time_limit")
    parser.add_argument("--evaluations", type=int, help="Kernel Tuner's max_fevals")
    parser.add_argument("--language", default="nvcuda", help="Kernel Tuner's backend")
    parser.add_argument("--spawned", type=float, default=time.time())
    parser.add_argument("--count", action="store_true", help="print how many configs there are")
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    keep_out("torch", *(["cupy"] if given.language != "cupy" else []))
    task = Task(given.kernels, given.variant, given.n)
    if given.count:
        print(count(task))
        return 0
    results = tune(task, given)
    axes = list(task.axes)
    evaluations = [evaluation(result, axes, given.spawned) for result in results]
    about = {"strategy": given.strategy, "seed": given.seed, "spent_s": spent(results)}
    text = json.dumps(about | {"evaluations": evaluations})
    if given.output:
        given.output.write_text(text + "\n", encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
