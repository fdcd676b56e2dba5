"""Progress of long work on stderr, in the format of `warpmark run`."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from typing import TextIO

TERMINAL_PERIOD_S, PLAIN_PERIOD_S = 0.1, 5.0
CLEAR = "\r\x1b[K"


def is_capable(stream: TextIO) -> bool:
    """Whether it is a terminal that knows colours and how to clear a line."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Progress:
    """Without a stream, silent. On a terminal one line that changes, else a line every few seconds.

    `clock` gives seconds.
    """

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream, self._clock = stream, clock
        self._on_terminal = stream is not None and is_capable(stream)
        self._shown_s = clock()

    def show(self, text: Callable[[], str]) -> None:
        """Shows what `text` gives, if it is time to."""
        if self._stream is None:
            return
        now = self._clock()
        if now - self._shown_s < (TERMINAL_PERIOD_S if self._on_terminal else PLAIN_PERIOD_S):
            return
        self._shown_s = now
        if self._on_terminal:
            columns = shutil.get_terminal_size().columns - 1  # what wraps is not cleared
            self._stream.write(CLEAR + text()[:columns])
        else:
            self._stream.write(text() + "\n")
        self._stream.flush()

    def clear(self) -> None:
        """Clears the line of a terminal, so that other text may follow."""
        if self._stream is not None and self._on_terminal:
            self._stream.write(CLEAR)
            self._stream.flush()


def on_stderr(*, quiet: bool = False) -> Progress:
    """The one of a command."""
    return Progress(None if quiet else sys.stderr)
