"""Results of callables as numpy arrays, and their comparison with what was expected."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from warpmark.session_library import Session

POISON = 0x5A  # of each byte; an element of every integer type
# By the bytes of a floating-point element; sums of many elements need more.
RELATIVE_TOLERANCES = {2: 1e-3, 4: 1e-5, 8: 1e-8}
INTERFACE = "__cuda_array_interface__"


@dataclass(frozen=True)
class Difference:
    """The first element that is not as expected, as in a journal's `verify`."""

    buffer: str
    index: int
    expected: str
    got: str
    tolerance: float
    reason: str


def flat(value: Any, name: str = "result") -> Iterator[tuple[str, Any]]:
    """The arrays and numbers within tuples, lists and mappings, each with what to call it."""
    if value is None:
        return
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from flat(each, f"{name}[{key!r}]")
    elif isinstance(value, (tuple, list)):
        for place, each in enumerate(value):
            yield from flat(each, f"{name}[{place}]")
    else:
        yield name, value


def to_numpy(value: Any, session: Session) -> npt.NDArray[Any]:
    """A copy in the memory of the host, by what the array offers.

    Raises TypeError for what is no array.
    """
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        value = value.detach().cpu()
        if value.dtype == torch.bfloat16:  # numpy has no such type
            value = value.float()
        return np.array(value.numpy())
    interface = getattr(value, INTERFACE, None)
    if interface is not None and is_contiguous(interface):
        return _downloaded(interface, session)
    for method in ("get", "copy_to_host"):  # CuPy, numba
        if callable(getattr(value, method, None)):
            return np.array(getattr(value, method)())
    result = np.array(value)
    if result.dtype == object:
        raise TypeError(
            f"a result of type {type(value).__name__}; expected arrays or numbers, or tuples, "
            "lists and dicts of them"
        )
    return result


def is_contiguous(interface: Mapping[str, Any]) -> bool:
    """Whether the elements are in memory in the order of their indices."""
    if interface.get("strides") is None:
        return True
    step = np.dtype(interface["typestr"]).itemsize
    for extent, stride in zip(
        reversed(interface["shape"]), reversed(interface["strides"]), strict=True
    ):
        if extent != 1 and stride != step:
            return False
        step *= extent
    return True


def _downloaded(interface: Mapping[str, Any], session: Session) -> npt.NDArray[Any]:
    kind, shape = np.dtype(interface["typestr"]), tuple(interface["shape"])
    size = kind.itemsize * int(np.prod(shape, dtype=np.int64))
    content = session.download(int(interface["data"][0]), size)
    return np.frombuffer(content, kind).reshape(shape)


def poison(value: Any, session: Session) -> None:
    """Overwrites the arrays of an `out=` argument, so that what is not written shows.

    Raises TypeError for an array whose memory cannot be reached.
    """
    for name, each in flat(value, "out"):
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(each, torch.Tensor):
            numeric = each.is_floating_point() or each.is_complex()
            each.fill_(float("nan") if numeric else POISON)
            continue
        interface = getattr(each, INTERFACE, None)
        if interface is None or not is_contiguous(interface):
            raise TypeError(f"{name}: expected a contiguous array with {INTERFACE}")
        size = np.dtype(interface["typestr"]).itemsize * int(
            np.prod(interface["shape"], dtype=np.int64)
        )
        # The last bytes of a size that is no multiple of 4 stay as they are.
        session.fill(int(interface["data"][0]), size // 4 * 4, POISON)


def first_difference(
    got: Any, expected: Any, session: Session, rtol: float | None, atol: float
) -> Difference | None:
    """The first element of `got` further from `expected` than atol + rtol * |expected|, or a
    difference of shape; None if there is none. `rtol` None: 0 for integers, else by the type.
    """
    results, wanted = list(flat(got)), list(flat(expected))
    if len(results) != len(wanted):
        return Difference(
            "result", 0, f"{len(wanted)} arrays", f"{len(results)} arrays", 0, "another number"
        )
    for (name, result), (_, reference) in zip(results, wanted, strict=True):
        found = _compare(name, to_numpy(result, session), to_numpy(reference, session), rtol, atol)
        if found is not None:
            return found
    return None


def _compare(
    name: str, got: npt.NDArray[Any], expected: npt.NDArray[Any], rtol: float | None, atol: float
) -> Difference | None:
    if got.shape != expected.shape:
        return Difference(name, 0, str(expected.shape), str(got.shape), 0, f"shape of {name}")
    if rtol is None:
        rtol = RELATIVE_TOLERANCES.get(got.dtype.itemsize, 0.0) if got.dtype.kind in "fc" else 0.0
    exact = got.dtype.kind in "iub" and expected.dtype.kind in "iub" and rtol == 0 and atol == 0
    if exact:
        wrong = got != expected
    else:
        kind = np.complex128 if "c" in (got.dtype.kind, expected.dtype.kind) else np.float64
        left, right = got.astype(kind), expected.astype(kind)
        with np.errstate(invalid="ignore"):
            wrong = ~np.isclose(left, right, rtol=rtol, atol=atol, equal_nan=True)
    places = np.flatnonzero(wrong)
    if not places.size:
        return None
    index = int(places[0])
    wanted, seen = expected.reshape(-1)[index], got.reshape(-1)[index]
    tolerance = 0.0 if exact else float(atol + rtol * abs(wanted))
    return Difference(
        name, index, str(wanted), str(seen), tolerance,
        f"{name} is wrong at {index}: expected {wanted}, got {seen}"
        + (f" (tolerance {tolerance:.3g})" if tolerance else "")
        + f"; {places.size} of {got.size} elements differ",
    )  # fmt: skip
