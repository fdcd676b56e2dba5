"""Verify, time, tune and gate variants of CUDA parallel primitives, and your own kernels.

>>> import numpy, warpmark
>>> source = "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }"
>>> result = warpmark.inspect(source, "twice", [numpy.arange(32, dtype="f4")], grid=1, block=32)
>>> float(result.arrays[0].sum()), result.counters["global_load_requests"]
(992.0, 1)

Names are imported when they are used: pandas and matplotlib are not, until a journal is read.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from warpmark.callables import Measurement, Measurements, Ratio, Work, bench, benchmark, compare
    from warpmark.gating import GateResult, gate
    from warpmark.inspection import Inspection, inspect
    from warpmark.journals import figure, frame, load, report
    from warpmark.profiles import BestConfig, best_config
    from warpmark.programs import CommandError
    from warpmark.running import run
    from warpmark.session_library import MisuseError, SessionError
    from warpmark.tuning import TuneResult, tune

try:
    __version__ = version("warpmark")
except PackageNotFoundError:  # imported from a source tree
    __version__ = "0+source"

_MODULES = {
    "BestConfig": "profiles",
    "CommandError": "programs",
    "GateResult": "gating",
    "Inspection": "inspection",
    "Measurement": "callables",
    "Measurements": "callables",
    "MisuseError": "session_library",
    "Ratio": "callables",
    "SessionError": "session_library",
    "TuneResult": "tuning",
    "Work": "callables",
    "bench": "callables",
    "benchmark": "callables",
    "best_config": "profiles",
    "compare": "callables",
    "figure": "journals",
    "frame": "journals",
    "gate": "gating",
    "inspect": "inspection",
    "load": "journals",
    "report": "journals",
    "run": "running",
    "tune": "tuning",
}

__all__ = [  # noqa: RUF022 # as in _MODULES
    "__version__",
    "BestConfig",
    "CommandError",
    "GateResult",
    "Inspection",
    "Measurement",
    "Measurements",
    "MisuseError",
    "Ratio",
    "SessionError",
    "TuneResult",
    "Work",
    "bench",
    "benchmark",
    "best_config",
    "compare",
    "figure",
    "frame",
    "gate",
    "inspect",
    "load",
    "report",
    "run",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"warpmark.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
