"""Kernels of Triton, whose compiler reads the source from a file."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any


def load_triton(source: str, folder: Path, name: str) -> Any:
    """The module of this source, which is written to `folder`/`name`.py."""
    path = folder / f"{name}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
