"""Streams of the content of gzip, xz and zstd files, with bounded memory."""

from __future__ import annotations

import io
import lzma
import zlib
from abc import abstractmethod
from gzip import GzipFile
from typing import Any

from .errors import MissingPackageError
from .limits import KIB, MIB

GZIP_MAGIC, XZ_MAGIC, ZSTD_MAGIC = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
MAGIC_BYTES = max(map(len, (GZIP_MAGIC, XZ_MAGIC, ZSTD_MAGIC)))
CHUNK_BYTES = 1 * MIB
# Of the window or dictionary. `xz -9` needs 65 MiB; more than 128 MiB `zstd -d` refuses, too.
XZ_MEMORY_BYTES, ZSTD_MEMORY_BYTES = 256 * MIB, 128 * MIB
# A piece of zstd becomes up to 30 000 times as long at once.
ZSTD_PIECE_BYTES = 1 * KIB

DAMAGED = (zlib.error, lzma.LZMAError)  # what the streams raise beside OSError and EOFError


def decompressed(file: io.BufferedReader[Any]) -> io.BufferedReader[Any] | None:
    """The content of a compressed file, whose kind is detected from its first bytes; None for
    others. Reading raises EOFError if the file was cut off, else OSError or one of DAMAGED.
    Raises MissingPackageError.
    """
    magic = file.peek(MAGIC_BYTES)
    if magic.startswith(GZIP_MAGIC):
        return io.BufferedReader(GzipFile(fileobj=file))
    if magic.startswith(XZ_MAGIC):
        return io.BufferedReader(_Xz(file))
    is_skippable = magic[1:4] == b"\x2a\x4d\x18" and magic[0] >> 4 == 5  # pzstd begins so
    if magic.startswith(ZSTD_MAGIC) or is_skippable:
        return io.BufferedReader(_Zstd(file))
    return None


class _Stream(io.RawIOBase):
    """Decompresses what follows each other in a file."""

    def __init__(self, file: io.BufferedReader[Any]) -> None:
        self._file = file

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """At least one byte, unless the file has ended. Raises EOFError if it was cut off."""
        found = self._next(len(buffer))
        buffer[: len(found)] = found
        return len(found)

    @abstractmethod
    def _next(self, size: int) -> bytes | memoryview:
        """From one to `size` bytes; none at the end."""


class _Xz(_Stream):
    """LZMAFile has no limit of memory."""

    def __init__(self, file: io.BufferedReader[Any]) -> None:
        super().__init__(file)
        self._stream = self._new()

    @staticmethod
    def _new() -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY_BYTES)

    def _next(self, size: int) -> bytes:
        while True:
            content = b""
            if self._stream.eof:  # streams may follow each other, padded by zeros
                content = (self._stream.unused_data or self._file.read(CHUNK_BYTES)).lstrip(b"\0")
                if not content:
                    return b""
                self._stream = self._new()
            elif self._stream.needs_input:
                content = self._file.read(CHUNK_BYTES)
                if not content:
                    raise EOFError
            if found := self._stream.decompress(content, size):
                return found


class _Zstd(_Stream):
    """The package's own stream takes a file that was cut off for a shorter one."""

    def __init__(self, file: io.BufferedReader[Any]) -> None:
        super().__init__(file)
        try:
            import zstandard
        except ImportError as error:
            raise MissingPackageError(
                "it is compressed by zstd, which needs the package zstandard: "
                "`pip install zstandard` or the extra warpmark[zstd]; `zstd -d` decompresses it"
            ) from error
        self._error = zstandard.ZstdError
        self._frames = zstandard.ZstdDecompressor(max_window_size=ZSTD_MEMORY_BYTES)
        self._frame: Any = None  # None between frames
        self._held = memoryview(b"")

    def _next(self, size: int) -> bytes | memoryview:
        while not self._held:
            piece = self._rest() or self._file.read(ZSTD_PIECE_BYTES)
            if not piece and self._frame is None:
                return b""
            if not piece:
                raise EOFError
            self._frame = self._frame or self._frames.decompressobj()
            try:
                self._held = memoryview(self._frame.decompress(piece))
            except self._error as error:
                raise OSError(str(error)) from error
        found, self._held = self._held[:size], self._held[size:]
        return found

    def _rest(self) -> bytes:
        """What follows a frame that has ended."""
        if self._frame is None or not self._frame.eof:
            return b""
        rest: bytes = self._frame.unused_data
        self._frame = None
        return rest
