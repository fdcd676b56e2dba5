"""Child processes that end: a time limit and a memory limit for all that a command starts."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

# A mutated loop may never stop allocating.
MAX_MEMORY_BYTES = 16 << 30


@dataclass(frozen=True)
class Ending:
    """How a command ended; no exit status if its time ran out."""

    status: int | None
    output: str


def run(
    command: list[str], folder: Path, limit_s: float, environment: dict[str, str] | None = None
) -> Ending:
    """Runs a command; at the limit it is killed with everything that it started."""
    child = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(child.pid, resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    try:
        output, _ = child.communicate(timeout=limit_s)
        return Ending(child.returncode, output)
    except subprocess.TimeoutExpired:
        kill_group(child)
        output, _ = child.communicate()
        return Ending(None, output)
    finally:
        kill_group(child)


def kill_group(child: subprocess.Popen[str]) -> None:
    """Ends what is left of a command."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
