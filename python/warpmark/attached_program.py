"""Becomes a program that ends when the process that started it does: PID PROGRAM WORDS...

A script for `python -I -S`, since a function between fork and exec may block where the parent has
several threads, as workers of Dask have.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main() -> None:
    """SIGTERM, not SIGKILL: the program then ends its journal."""
    parent, program = int(sys.argv[1]), sys.argv[2]
    if ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
        sys.exit("error: prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:  # it ended before
        sys.exit("error: the process that started this one has ended")
    os.execv(program, ["warpmark", *sys.argv[3:]])


if __name__ == "__main__":
    main()
