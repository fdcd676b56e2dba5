"""Runs the built program for the tests of the command line."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PROGRAM = os.environ.get("WARPMARK_PROGRAM", "")
SOURCE = Path(__file__).resolve().parents[2]
HANG_S = 600  # Ends hanging programs; no test takes as long, even on a busy machine.


@dataclass
class Program:
    """The program in a folder of the test's own."""

    folder: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The finished program, run in the test's folder."""
        return subprocess.run(
            [PROGRAM, *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=HANG_S,
            check=False,
        )

    def wait_until(self, holds: Callable[[], bool], what: str) -> None:
        """Looks again and again; fails only if it never holds. Its pauses decide nothing."""
        deadline = time.monotonic() + HANG_S
        while not holds():
            assert time.monotonic() < deadline, f"never: {what}"
            time.sleep(0.005)

    def wait_for_lines(self, journal: str, count: int) -> None:
        """Until the journal has so many whole lines."""
        path = self.folder / journal
        self.wait_until(
            lambda: path.exists() and path.read_bytes().count(b"\n") >= count,
            f"{count} lines in {journal}",
        )
