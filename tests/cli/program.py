"""Runs the built program for the tests of the command line."""

import os
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

PROGRAM = os.environ["WARPMARK_PROGRAM"]
SOURCE = Path(os.environ["WARPMARK_SOURCE"])
HANG_S = 600  # Ends hanging programs; no test takes as long, even on a busy machine.


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own, removed afterwards."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory(prefix="warpmark-cli-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def run_program(self, *words: str) -> subprocess.CompletedProcess[str]:
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
            if time.monotonic() > deadline:
                self.fail(f"never: {what}")
            time.sleep(0.005)

    def wait_for_lines(self, journal: str, count: int) -> None:
        """Until the journal has so many whole lines."""
        path = self.folder / journal
        self.wait_until(
            lambda: path.exists() and path.read_bytes().count(b"\n") >= count,
            f"{count} lines in {journal}",
        )
