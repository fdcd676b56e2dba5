"""Runs the built program for the tests of the command line."""

import os
import subprocess
import tempfile
import unittest
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
