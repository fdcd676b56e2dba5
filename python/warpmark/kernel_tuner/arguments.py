"""Arguments that `tune_kernel` and `run_kernel` have in common."""

from __future__ import annotations

from collections.abc import Sequence

BLOCK_NAMES = ("block_size_x", "block_size_y", "block_size_z")
DEFAULT_BLOCK = (256, 1, 1)
GRID_NAMES = ("grid_size_x", "grid_size_y", "grid_size_z")
LANGUAGES = ("CUDA", "CUPY", "NVCUDA")
REFUSED = {
    "verify": "answer with atol, which compares as numpy.allclose does; for another comparison "
    "run_kernel, whose arrays you compare",
    "texmem_args": "the data as an array in arguments; textures are not supported",
    "observers": "journal, a file in which clocks, power and temperature of each config are",
    "compiler": "none: kernels are compiled by NVRTC",
    "objectives": "objective, one that is minimised or maximised",
}


def refuse(**given: object) -> None:
    """Raises ValueError for an argument that is given and not supported."""
    for name, value in given.items():
        if value is not None:
            raise ValueError(f"{name}: not supported; expected {REFUSED[name]}")


def require_cuda(lang: str | None) -> None:
    """Raises ValueError for another language."""
    if lang is not None and lang.upper() not in LANGUAGES:
        raise ValueError(f"lang: {lang!r}; expected CUDA")


def block_names_of(given: Sequence[str] | None) -> tuple[str, ...]:
    """The names of three extents of a block: those given, then the usual ones."""
    names = tuple(given or ())
    return (*names, *BLOCK_NAMES[len(names) :])
