"""Makes the session's stream the current one of the libraries that a program has imported.

Nothing is imported here that the program has not imported itself.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, ExitStack
from inspect import Parameter, signature
from typing import Any

PARAMETER = "stream"


def current_device() -> int:
    """The card that PyTorch or CuPy uses now; 0 where neither is imported."""
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_initialized():
        return int(torch.cuda.current_device())
    cupy = sys.modules.get("cupy")
    return int(cupy.cuda.Device().id) if cupy is not None else 0


def made_current(stream: int, device: int) -> AbstractContextManager[Any]:
    """A context in which PyTorch (and so Triton) and CuPy enqueue into the CUstream `stream`."""
    stack = ExitStack()
    torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
    if torch is not None and torch.cuda.is_available():
        external = torch.cuda.ExternalStream(stream, device=torch.device("cuda", device))
        stack.enter_context(torch.cuda.stream(external))
    if cupy is not None:
        stack.enter_context(cupy.cuda.ExternalStream(stream, device))
    return stack


def stream_argument(function: Any, stream: int, asked: bool | None) -> dict[str, Any]:
    """`{"stream": …}` for a function that takes its stream by that parameter: numba's stream where
    numba's CUDA is imported, else the address of the CUstream. `asked`: whether the caller wants
    it; None: if the function names such a parameter without a default.
    """
    if asked is None:
        try:
            found = signature(function).parameters.get(PARAMETER)
        except (TypeError, ValueError):  # compiled functions may not tell
            found = None
        asked = found is not None and found.default is Parameter.empty
    if not asked:
        return {}
    numba = sys.modules.get("numba.cuda")
    return {PARAMETER: stream if numba is None else numba.external_stream(stream)}


def runs_in_its_own_streams(value: object) -> bool:
    """Whether a result comes from JAX, whose threads enqueue into streams of its own."""
    jax = sys.modules.get("jax")
    if jax is None:
        return False
    values = value if isinstance(value, (tuple, list)) else [value]
    return any(isinstance(each, jax.Array) for each in values)
