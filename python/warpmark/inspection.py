"""One kernel on given arrays: its results, what it did, and its faults."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from warpmark.html import table
from warpmark.programs import CommandError, call

TYPES = {
    "int8": "i8", "uint8": "u8", "int16": "i16", "uint16": "u16", "int32": "i32", "uint32": "u32",
    "int64": "i64", "uint64": "u64", "float16": "f16", "float32": "f32", "float64": "f64",
}  # fmt: skip
FAULTS = (0, 1)  # none; some, or an error of the device
SOURCE = "<source>"  # the name of a source that was given as text, in findings and errors
TEXT_FILE = "source.cu"
MAX_SHOWN = 3  # findings in a text
MAIN_COUNTERS = (
    "warp_instructions", "global_load_sectors", "global_store_sectors", "shared_load_wavefronts",
    "shared_store_wavefronts", "global_atomic_lanes", "barriers", "divergent_branches",
)  # fmt: skip

Extent: TypeAlias = int | Sequence[int]
Argument: TypeAlias = npt.NDArray[Any] | np.generic | int | None


@dataclass(frozen=True, repr=False)
class Inspection:
    """What a launch left and what it did."""

    arrays: list[npt.NDArray[Any]]  # of the arguments that are arrays, in order, after the launch
    counters: Mapping[str, int]  # empty on a card; docs/counters.md
    ratios: Mapping[str, float]
    findings: list[Mapping[str, Any]]  # races, accesses out of bounds, …; each with kind and place
    report: Mapping[str, Any]  # all that `warpmark inspect --json` says

    @property
    def is_clean(self) -> bool:
        """Whether no fault was found."""
        return not self.findings

    def __repr__(self) -> str:
        """A few lines: the kernel, the first faults, and the main counters that are not zero."""
        launch = self.report["launches"][-1]
        size = " ".join(f"{name}={tuple(launch[name])}" for name in ("grid", "block"))
        lines = [f"Inspection of {launch['entry']}, {size}, on {self.report['device']}"]
        lines += [f"  {_place(each)}: {each['message']}" for each in self.findings[:MAX_SHOWN]]
        more = len(self.findings) - MAX_SHOWN
        lines += [f"  … {more} more in findings"] if more > 0 else []
        lines += [] if self.findings else ["  no fault"]
        counted = [f"{name} {self.counters[name]}" for name in MAIN_COUNTERS
                   if self.counters.get(name)]  # fmt: skip
        lines += [f"  {', '.join(counted)}"] if counted else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """For a notebook: faults, and counters that are not zero."""
        faults = [(each["kind"], each.get("line", ""), each["message"]) for each in self.findings]
        counted = [(name, value) for name, value in self.counters.items() if value]
        shown = [table("Faults", ["kind", "line", "message"], faults)] if faults else []
        shown += [table("Counters", ["counter", "value"], counted)] if counted else []
        return "".join(shown) or "<p>no fault, and no counters</p>"


def inspect(
    source: str | PathLike[str],
    entry: str,
    args: Sequence[Argument],
    *,
    grid: Extent,
    block: Extent,
    shared_bytes: int = 0,
    constants: Mapping[str, npt.NDArray[Any]] | None = None,
    defines: Mapping[str, int | str] | None = None,
    include: Sequence[str | PathLike[str]] = (),
    options: Sequence[str] = (),
    arch: str = "sm_90",
    backend: str = "simt",
    device: int = 0,
) -> Inspection:
    """Launches one kernel, on the interpreter unless `backend` is cuda (card number `device`) or
    auto.

    `source` is a .cu file, or the text of one. `entry` names the kernel: `"reduce<256, float>"`.
    Arguments are numpy arrays (passed by address, contiguous, unchanged: results are new arrays),
    numpy scalars (`numpy.float32(2)`), ints (32 bits) and None (the null pointer). Extents are a
    number or up to three. `options` are NVRTC's. A source that is a text is named `<source>`.
    Raises CommandError if the source does not compile or an argument does not fit, TypeError for an
    argument of another type.

    >>> import numpy as np, warpmark
    >>> source = '''
    ... __global__ void shift(const int* from, int* to, int n) {
    ...   int i = blockIdx.x * blockDim.x + threadIdx.x;
    ...   if (i < n) to[i] = from[i + 1];
    ... }'''
    >>> data = np.arange(100, dtype=np.int32)
    >>> args = [data, np.zeros_like(data), 100]
    >>> result = warpmark.inspect(source, "shift", args, grid=2, block=64)
    >>> result.is_clean, result.findings[0]["kind"]
    (False, 'out_of_bounds')
    """
    with tempfile.TemporaryDirectory(prefix="warpmark-inspect-") as name:
        folder = Path(name)
        launch = _Launch(folder)
        words = [launch.argument(each, index) for index, each in enumerate(args)]
        for variable, array in (constants or {}).items():
            launch.table("constant", variable, np.asarray(array))
        specification = [
            f"arch = {_quoted(arch)}",
            f"file = {_quoted(str(_source_file(source, folder)))}",
            "[compile]",
            f"defines = {_list(f'{key}={value}' for key, value in (defines or {}).items())}",
            f"include = {_list(str(Path(each).resolve()) for each in include)}",
            f"options = {_list(options)}",
            *launch.tables,
            "[[launch]]",
            f"entry = {_quoted(entry)}",
            f"grid = {_extent(grid)}",
            f"block = {_extent(block)}",
            f"shared = {int(shared_bytes)}",
            f"args = {_list(words)}",
        ]
        file = folder / "inspect.toml"
        file.write_text("\n".join(specification) + "\n")
        saved = [
            word
            for each in launch.buffers
            for word in ("--save", f"{each}={folder / each}.out.npy")
        ]
        machine = ["--backend", backend, *(["--device", str(device)] if device else [])]
        text = str(folder / TEXT_FILE)
        try:
            finished = call("inspect", file, *machine, "--json", *saved, accepted=FAULTS)
        except CommandError as error:
            raise CommandError(str(error).replace(text, SOURCE), error.status) from None
        report = json.loads(finished.out.replace(json.dumps(text)[1:-1], SOURCE))
        last = report["launches"][-1]
        return Inspection(
            arrays=[
                np.load(folder / f"{each}.out.npy").reshape(shape)
                for each, shape in launch.buffers.items()
            ],
            counters=last.get("counters") or {},
            ratios=last.get("ratios") or {},
            findings=last.get("findings") or [],
            report=report,
        )


class _Launch:
    """The buffers of a launch, as tables of a specification, and their files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables: list[str] = []
        self.buffers: dict[str, tuple[int, ...]] = {}

    def argument(self, value: Argument, index: int) -> str:
        if value is None:
            return "null"
        if isinstance(value, np.ndarray):
            name = f"argument_{index}"
            self.table("buffer", name, value)
            self.buffers[name] = value.shape
            return f"@{name}"
        if isinstance(value, np.generic):
            return f"{_type_of(value.dtype, f'argument {index}')}={value.item()!r}"
        if isinstance(value, int) and not isinstance(value, bool):
            return f"i32={value}"
        raise TypeError(
            f"argument {index} is {value!r}; expected a numpy array, a numpy scalar such as "
            "numpy.float32(2), an int or None"
        )

    def table(self, kind: str, name: str, array: npt.NDArray[Any]) -> None:
        file = self.folder / f"{name}.npy"
        np.save(file, np.ascontiguousarray(array).reshape(-1))
        self.tables += [
            f"[[{kind}]]",
            f"name = {_quoted(name)}",
            f"type = {_quoted(_type_of(array.dtype, name))}",
            f"count = {array.size}",
            f"init = {_quoted('@' + str(file))}",
        ]


def _place(finding: Mapping[str, Any]) -> str:
    if not finding.get("file"):
        return str(finding["kind"])
    return f"{finding['file']}({finding.get('line', '?')}): {finding['kind']}"


def _source_file(source: str | PathLike[str], folder: Path) -> Path:
    if isinstance(source, str) and ("\n" in source or "{" in source):
        file = folder / TEXT_FILE
        file.write_text(source)
        return file
    file = Path(source).resolve()
    if not file.is_file():
        raise FileNotFoundError(f"{source}: no such file; expected a .cu file, or its text")
    return file


def _type_of(dtype: np.dtype[Any], name: str) -> str:
    if dtype.name not in TYPES:
        raise TypeError(f"{name} has elements of {dtype.name}; expected one of {', '.join(TYPES)}")
    return TYPES[dtype.name]


def _extent(extent: Extent) -> str:
    values = [extent] if isinstance(extent, int) else list(extent)
    return "[" + ", ".join(str(int(each)) for each in values) + "]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a TOML basic string has the same escapes


def _list(texts: Any) -> str:
    return "[" + ", ".join(_quoted(str(each)) for each in texts) + "]"
