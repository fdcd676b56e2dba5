"""Compares the resulting buffers of two machines. Needs NumPy."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Difference:
    """How two buffers differ: 0 words are not equal, or at most `ulps` and `relative`."""

    words: int
    unequal: int = 0
    ulps: int = 0
    relative: float = 0.0
    within: bool = True  # the specification's tolerance; equal bits without one
    note: str = ""


def compare(collection: Path, first: Path, second: Path, name: str) -> dict[str, Difference]:
    """The differences of all buffers of the specification `name` in two folders of results."""
    specification = read_toml(collection / "specs" / f"{name}.toml")
    orders = read_toml(collection / "orders.toml").get(name, {})
    tolerances = {each["buffer"]: each for each in specification.get("output", [])}
    result = {}
    for each in specification["buffer"]:
        buffer = each["name"]
        files = [folder / name / f"{buffer}.npy" for folder in (first, second)]
        if not all(file.is_file() for file in files):
            result[buffer] = Difference(0, within=False, note="missing")
            continue
        a, b = (in_order(np.load(file), orders.get(buffer, {})) for file in files)
        if each["type"] == "f16":
            a, b = a.view(np.float16), b.view(np.float16)
        elif each["type"] == "bf16":
            a, b = from_bf16(a), from_bf16(b)
        result[buffer] = difference(a, b, tolerances.get(buffer, {}))
    return result


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file says; nothing if there is none."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def from_bf16(patterns: Array) -> Array:
    """The numbers that patterns of 16 bits mean in bf16."""
    return (patterns.view(np.uint16).astype(np.uint32) << 16).view(np.float32)


def in_order(values: Array, order: dict[str, Any]) -> Array:
    """`values` as a vector, without what depends on the order of threads."""
    values = values.reshape(-1)
    if order.get("sorted"):
        return np.sort(values)
    return np.delete(values, order.get("ignore", []))


def difference(a: Array, b: Array, tolerance: dict[str, Any]) -> Difference:
    """How `a` differs from the reference `b`."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return Difference(a.size, within=False, note=f"{a.dtype}{a.shape} and {b.dtype}{b.shape}")
    bits = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[a.dtype.itemsize]
    unequal = int(np.count_nonzero(a.view(bits) != b.view(bits)))
    if unequal == 0 or a.dtype.kind != "f":
        return Difference(a.size, unequal, within=unequal == 0)
    with np.errstate(all="ignore"):
        exact_a, exact_b = a.astype(np.float64), b.astype(np.float64)
        apart = np.abs(exact_a - exact_b)
        apart[np.isnan(a) & np.isnan(b) | (exact_a == exact_b)] = 0
        relative = apart / np.abs(exact_b)
        relative[apart == 0] = 0
        allowed = tolerance.get("absolute", 0) + tolerance.get("relative", 0) * np.abs(exact_b)
    within = bool(tolerance) and bool(np.all(apart <= allowed))
    return Difference(a.size, unequal, max_ulps(a, b), float(np.max(relative)), within)


def max_ulps(a: Array, b: Array) -> int:
    """The most representable values between corresponding elements that are no NaN."""
    signed = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]
    ordered = []
    for values in (a, b):
        bits = values.view(signed).astype(object if signed is np.int64 else np.int64)
        lowest = -(1 << (8 * a.dtype.itemsize - 1))
        ordered.append(np.where(bits < 0, lowest - bits, bits))
    apart = np.abs(ordered[0] - ordered[1])
    return int(np.max(np.where(np.isnan(a) | np.isnan(b), 0, apart)))
