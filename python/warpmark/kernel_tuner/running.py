"""Kernel Tuner's `run_kernel`, by warpmark's `inspect`."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from warpmark.inspection import inspect
from warpmark.kernel_tuner import sources
from warpmark.kernel_tuner.arguments import (
    DEFAULT_BLOCK,
    GRID_NAMES,
    block_names_of,
    refuse,
    require_cuda,
)
from warpmark.kernel_tuner.kernels_file import Divisors, Size, Sizes, Space, Value
from warpmark.kernel_tuner.sources import Source


def run_kernel(
    kernel_name: str,
    kernel_source: Source,
    problem_size: Sizes,
    arguments: Sequence[npt.NDArray[Any] | np.generic],
    params: Mapping[str, Value],
    grid_div_x: Divisors = None,
    grid_div_y: Divisors = None,
    grid_div_z: Divisors = None,
    lang: str | None = None,
    device: int = 0,
    platform: int = 0,
    smem_args: Mapping[str, Any] | None = None,
    cmem_args: Mapping[str, npt.NDArray[Any]] | None = None,
    texmem_args: None = None,
    compiler: None = None,
    compiler_options: Sequence[str] | None = None,
    defines: Mapping[str, Any] | None = None,
    block_size_names: Sequence[str] | None = None,
    quiet: bool = False,
    log: int | None = None,
    *,
    backend: str = "auto",
) -> list[Any]:
    """Runs a kernel once with the config `params`, and returns all arguments as it left them:
    arrays as new arrays, scalars as they are.

    Arguments are those of Kernel Tuner's function, in its order. Without a card the kernel is
    interpreted. Faults that are found (races, accesses out of bounds) are warnings. `platform`,
    `quiet` and `log` have no effect. Raises ValueError for what is not supported,
    CommandError for a kernel that does not compile or a launch that fails.

    >>> import numpy as np
    >>> from warpmark.kernel_tuner import run_kernel
    >>> source = "__global__ void k(int* x) { x[blockIdx.x * block_size_x + threadIdx.x] *= 2; }"
    >>> x = np.arange(64, dtype=np.int32)
    >>> (result,) = run_kernel("k", source, 64, [x], {"block_size_x": 32}, backend="simt")
    >>> int(result.sum()) == 2 * int(x.sum())
    True
    """
    del platform, quiet, log  # of OpenCL; of messages
    refuse(texmem_args=texmem_args, compiler=compiler)
    require_cuda(lang)
    names = block_names_of(block_size_names)
    block = [
        int(params.get(name, default)) for name, default in zip(names, DEFAULT_BLOCK, strict=True)
    ]
    grid = _grid(problem_size, (grid_div_x, grid_div_y, grid_div_z), names, params)
    usual = {
        "kernel_tuner": 1,
        **dict(zip(GRID_NAMES, grid, strict=True)),
        **dict(zip(names, block, strict=True)),
        **params,
    }
    text, include = sources.text_of(kernel_source, Space({key: [params[key]] for key in params}))
    macros = {
        name: value(params) if callable(value) else _replaced(str(value), params)
        for name, value in (usual if defines is None else defines).items()
    }
    result = inspect(
        sources.with_macros(text, macros) + "\n",
        _replaced(kernel_name, params),
        list(arguments),
        grid=grid,
        block=block,
        shared_bytes=_number((smem_args or {}).get("size", 0), params),
        constants=cmem_args,
        defines={f"{sources.PREFIX}{name}": value for name, value in macros.items()},
        include=include,
        options=compiler_options or (),
        device=device,
        backend=backend,
    )
    for finding in result.findings[:1]:
        place = f"{kernel_name}, line {finding.get('line')}"
        warnings.warn(f"{place}: {finding['kind']}: {finding['message']}", stacklevel=2)
    arrays = iter(result.arrays)
    return [next(arrays) if isinstance(each, np.ndarray) else each for each in arguments]


def _grid(
    problem_size: Sizes,
    divisors: Sequence[Divisors],
    block_names: Sequence[str],
    params: Mapping[str, Value],
) -> list[int]:
    given = problem_size(dict(params)) if callable(problem_size) else problem_size
    sizes: list[Any] = [given] if isinstance(given, (int, np.integer, str)) else list(given)
    sizes += [1] * (len(block_names) - len(sizes))
    grid = []
    for size, divisor, name in zip(sizes, divisors, block_names, strict=True):
        divided: Sequence[Size]
        if divisor is None:
            divided = [name] if name in params else []
        else:
            divided = [divisor] if isinstance(divisor, (int, str)) or callable(divisor) else divisor
        count = math.prod(_number(each, params) for each in divided)
        grid.append(-(-_number(size, params) // count))
    return grid


def _number(given: Size, params: Mapping[str, Value]) -> int:
    if callable(given):
        return int(given(dict(params)))
    return int(eval(given, {}, dict(params))) if isinstance(given, str) else int(given)


def _replaced(text: str, params: Mapping[str, Value]) -> str:
    return re.sub(
        r"[A-Za-z_]\w*", lambda word: str(params[word[0]]) if word[0] in params else word[0], text
    )
