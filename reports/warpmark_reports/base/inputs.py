"""Opens input files: plain, or compressed by gzip, xz or zstd, within limits."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .decompression import CHUNK_BYTES, DAMAGED, decompressed
from .errors import JournalError, MissingPackageError
from .limits import FREE_BYTES, Limits, size_text


class _Counted(io.RawIOBase):
    """A file that says how many bytes were read of it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.count = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Counts."""
        content = self._file.read(len(buffer))
        buffer[: len(content)] = content
        self.count += len(content)
        return len(content)


class Input:
    """The content of a file, decompressed; `count` is how many bytes of it were read."""

    def __init__(self, path: Path, file: BinaryIO, limits: Limits) -> None:
        raw = _Counted(file)
        buffered = io.BufferedReader(raw, CHUNK_BYTES)
        self._path, self._raw, self._limits = path, raw, limits
        packed = decompressed(buffered)
        self._packed, self._source = packed is not None, packed or buffered
        self.count = 0

    def read(self, size: int) -> bytes:
        """Up to `size` bytes, none at the end. Raises JournalError at a limit."""
        content = self._source.read(size)
        self.count += len(content)
        limits, max_ratio = self._limits, self._limits.max_ratio
        if self.count > limits.max_bytes:
            self._refuse(f"holds more than {size_text(limits.max_bytes)}")
        if (
            self._packed and max_ratio is not None
            and self.count > max(FREE_BYTES, max_ratio * self._raw.count)
        ):  # fmt: skip
            self._refuse(f"holds more than {max_ratio:g} times its compressed size")
        return content

    def _refuse(self, problem: str) -> None:
        more = "; expected a journal; --max-input SIZE raises the limit"
        raise JournalError(self._path, None, problem + more)


@contextmanager
def open_input(path: Path, limits: Limits | None = None) -> Iterator[Input]:
    """Opens a file, whose kind is detected from its first bytes, not its name.

    Raises JournalError, which names the file, if it cannot be read or is beyond the limits.
    """
    try:
        with path.open("rb") as file:
            yield Input(path, file, limits or Limits())
    except IsADirectoryError as error:
        problem = "cannot be read: it is a folder; name the files in it"
        raise JournalError(path, None, problem) from error
    except EOFError as error:
        problem = "cannot be read: it was cut off; `zcat`, `xzcat` or `zstdcat` gives what is left"
        raise JournalError(path, None, problem) from error
    except MissingPackageError as error:
        raise JournalError(path, None, f"cannot be read: {error}") from error
    except (OSError, *DAMAGED) as error:
        problem = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        raise JournalError(path, None, problem) from error


def read_input(path: Path, limits: Limits | None = None) -> bytes:
    """The content of a file that fits in memory: max_document_bytes. Raises JournalError."""
    limits = limits or Limits()
    max_bytes = min(limits.max_bytes, limits.max_document_bytes)
    with open_input(path, Limits(max_bytes, limits.max_ratio, max_bytes)) as source:
        parts = []
        while content := source.read(CHUNK_BYTES):
            parts.append(content)
    return b"".join(parts)
