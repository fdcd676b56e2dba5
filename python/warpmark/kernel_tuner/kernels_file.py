"""The arguments of `tune_kernel` as a kernels file with its arrays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from warpmark.inspection import TYPES
from warpmark.kernel_tuner import functions
from warpmark.kernel_tuner.restrictions import UntranslatableError, translated

Value: TypeAlias = int | float | str | bool
Size: TypeAlias = int | str | Callable[[Any], Any]
Sizes: TypeAlias = int | str | Sequence[int | str] | Callable[[Any], Any]
Divisors: TypeAlias = int | str | Sequence[Size] | Callable[[Any], Any] | None
RELATIVE = 1e-5  # numpy.allclose's, which Kernel Tuner compares by
VARIANT = "kernel"
SOURCE = "kernel.cu"
RESTRICTION = "restriction: "  # begins the reason of a config that is left out by one
AXES = "xyz"


def family_of(kernel_name: str) -> str:
    """A name for the family: the kernel's, without what TOML and globs have other uses for."""
    return re.sub(r"\W+", "_", kernel_name).strip("_") or "kernel"


class Space:
    """Tunable parameters: their values, and the texts by which a journal names them."""

    def __init__(self, tune_params: Mapping[str, Sequence[Value]]) -> None:
        self.values: dict[str, dict[int | str, Value]] = {}
        self.text_of: dict[tuple[str, Value], int | str] = {}
        for name, values in tune_params.items():
            if not re.fullmatch(r"[A-Za-z_]\w*", name):
                raise ValueError(f"tune_params: {name!r}; expected the name of a macro")
            if not len(values):
                raise ValueError(f"tune_params: {name} has no value; expected one or more")
            plain = [each.item() if isinstance(each, np.generic) else each for each in values]
            numbers = all(isinstance(each, int) for each in plain)
            self.values[name] = {int(each) if numbers else str(each): each for each in plain}
            self.text_of |= {(name, each): text for text, each in self.values[name].items()}

    def config_of(self, texts: Mapping[str, int | str]) -> dict[str, Value]:
        """A config as it was given, of one as in a journal."""
        return {name: self.values[name][texts[name]] for name in self.values}

    def texts_of(self, config: Mapping[str, Value]) -> dict[str, int | str]:
        """A config as in a journal, of one as it was given."""
        return {name: self.text_of[name, config[name]] for name in self.values}

    def axes(self, base: Mapping[str, int | str]) -> Iterable[str]:
        """The lines of their table; `base` is a config that is allowed."""
        for name, values in self.values.items():
            texts = ", ".join(map(_literal, values))
            yield f"{name} = {{ values = [{texts}], base = {_literal(base[name])} }}"


def write(
    folder: Path,
    kernel_name: str,
    source: str,
    space: Space,
    arguments: Sequence[npt.NDArray[Any] | np.generic],
    *,
    answer: Sequence[npt.NDArray[Any] | None] | None,
    atol: float,
    grid: Sequence[str],
    block: Sequence[str],
    size: int,
    base: Mapping[str, int | str],
    constraints: Iterable[str],
    constants: Mapping[str, npt.NDArray[Any]],
    shared: str,
    options: Sequence[str],
    defines: Sequence[str],
    include: Sequence[str],
) -> Path:
    """Writes `kernels.toml`, the source and the arrays into a folder, and returns its path."""
    (folder / SOURCE).write_text(source)
    answers = list(answer) if answer is not None else [None] * len(arguments)
    if len(answers) != len(arguments):
        raise ValueError(
            f"answer: {len(answers)} values for {len(arguments)} arguments; expected one for each, "
            "None where an argument is not checked"
        )
    words, buffers = [], []
    for index, (value, right) in enumerate(zip(arguments, answers, strict=True)):
        if isinstance(value, np.ndarray):
            name = f"argument_{index}"
            words.append(f"@{name}")
            buffers += _buffer(folder, name, value, right, atol, verified=answer is not None)
        else:
            words.append(_scalar(value, index))
    for name, array in constants.items():
        buffers += _input(folder, f"constant_{name}", np.asarray(array))
    variables = [f"{name} = {_quoted('@constant_' + name)}" for name in constants]
    lines = [
        "[family]",
        f'name = "{family_of(kernel_name)}"',
        f'file = "{SOURCE}"',
        *([] if any(each is not None for each in answers) else ['reference = "none"']),
        "[compile]",
        f"options = {_list(options)}",
        f"include = {_list(include)}",
        "[problem]",
        f"n = [{size}]",
        *buffers,
        f"[variant.{VARIANT}]",
        f"entry = {_quoted(with_placeholders(kernel_name, space.values))}",
        f"grid = {_list(grid)}",
        f"block = {_list(block)}",
        f"shared = {_quoted(shared)}",
        f"args = {_list(words)}",
        f"defines = {_list(defines)}",
        *([f"constants = {{ {', '.join(variables)} }}"] if variables else []),
        "constraints = ["
        + ", ".join(
            f"{{ if = {_quoted(each)}, reason = {_quoted(RESTRICTION + each)} }}"
            for each in constraints
        )
        + "]",
        f"[variant.{VARIANT}.axes]",
        *space.axes(base),
    ]
    path = folder / "kernels.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def with_placeholders(text: str, names: Collection[str]) -> str:
    """`f<{x}>` of `f<x>`, where x is a parameter."""
    escaped = text.replace("{", "{{").replace("}", "}}")
    return re.sub(r"[A-Za-z_]\w*", lambda word: _placed(word[0], names), escaped)


def _placed(word: str, names: Collection[str]) -> str:
    return f"{{{word}}}" if word in names else word


def number(given: Size, space: Space, subject: str) -> str:
    """The expression of an int, a text or a function of a config.

    Raises UntranslatableError for Python that has no counterpart.
    """
    if isinstance(given, (int, np.integer)):
        return str(int(given))
    if isinstance(given, str):
        try:
            return translated(given, space.values, rounds_down=True)
        except UntranslatableError:
            text = given
            return number(lambda config: int(eval(text, {}, config)), space, subject)
    if callable(given):
        return functions.expression(
            {
                combination: None if value is None else _whole(value, subject)
                for combination, value in functions.table(given, space.values, subject).items()
            },
            subject,
        )
    raise ValueError(f"{subject}: {given!r}; expected an int, a text or a function of a config")


def extents(
    problem_size: Sizes, divisors: Sequence[Divisors], block_size_names: Sequence[str], space: Space
) -> list[str]:
    """Expressions of the grid's extents: the problem's by the products of what divides them, which
    are the block's extents unless they are given.
    """
    grid = []
    for axis, size, given, block in zip(
        AXES, _sizes(problem_size, space), divisors, block_size_names, strict=False
    ):
        divided: Sequence[Size]
        if given is None:
            divided = [block] if block in space.values else []
        else:
            divided = [given] if isinstance(given, (int, str)) or callable(given) else given
        text = " * ".join(number(each, space, f"grid_div_{axis}") for each in divided)
        grid.append(f"ceildiv({size}, {text})" if text else size)
    return grid


def _sizes(problem_size: Sizes, space: Space) -> list[str]:
    if callable(problem_size):
        results = functions.table(problem_size, space.values, "problem_size")
        tuples = {
            combination: value if isinstance(value, (tuple, list)) else (value,)
            for combination, value in results.items()
            if value is not None
        }
        return [
            functions.expression(
                {
                    combination: _whole(value[axis], "problem_size")
                    for combination, value in tuples.items()
                },
                "problem_size",
            )
            for axis in range(max(map(len, tuples.values()), default=0))
        ]
    given = [problem_size] if isinstance(problem_size, (int, np.integer, str)) else problem_size
    return [number(each, space, "problem_size") for each in given]


def _whole(value: Any, subject: str) -> int:
    if int(value) != value:
        raise UntranslatableError(f"{subject}: a function returned {value!r}; expected an int")
    return int(value)


def _buffer(
    folder: Path,
    name: str,
    array: npt.NDArray[Any],
    right: npt.NDArray[Any] | None,
    atol: float,
    *,
    verified: bool,
) -> list[str]:
    lines = _array(folder, name, array, "inout")
    if right is not None:
        if np.size(right) != array.size:
            raise ValueError(
                f"answer: {np.size(right)} elements for an argument of {array.size}; expected as "
                "many"
            )
        np.save(folder / f"{name}_answer.npy", np.ascontiguousarray(right, array.dtype).reshape(-1))
        lines += [f'expected = "{name}_answer.npy"', f"absolute = {atol!r}"]
        if array.dtype.kind == "f":
            lines.append(f"relative = {RELATIVE!r}")
    elif verified:
        lines.append("compared = false")
    return lines


def _input(folder: Path, name: str, array: npt.NDArray[Any]) -> list[str]:
    return _array(folder, name, array, "in")


def _array(folder: Path, name: str, array: npt.NDArray[Any], role: str) -> list[str]:
    if array.dtype.name not in TYPES:
        raise TypeError(
            f"{name} has elements of {array.dtype.name}; expected one of {', '.join(TYPES)}"
        )
    np.save(folder / f"{name}.npy", np.ascontiguousarray(array).reshape(-1))
    return [
        f"[buffer.{name}]",
        f'role = "{role}"',
        f'type = "{TYPES[array.dtype.name]}"',
        f'length = "{array.size}"',
        f'init = "@{name}.npy"',
    ]


def _scalar(value: Any, index: int) -> str:
    if isinstance(value, np.generic) and value.dtype.name in TYPES:
        return f"{TYPES[value.dtype.name]}={value.item()!r}"
    raise TypeError(
        f"argument {index} is {value!r}; expected a numpy array or a numpy scalar such as "
        "numpy.int32(5)"
    )


def _literal(value: int | str) -> str:
    return str(value) if isinstance(value, int) else _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]"
