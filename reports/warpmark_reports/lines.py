"""From the bytes of a file to blocks of whole lines, compressed or not, as streams of any size."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from .errors import JournalError, shown

Event = dict[str, Any]

GZIP_MAGIC = b"\x1f\x8b"
BLOCK_BYTES = 8 << 20
TEXT_BYTES = 4096  # that are looked at for zeros
MANIFEST = 'a manifest, {"event": "manifest", …}'


@dataclass(frozen=True)
class Lines:
    """Whole lines of a file; the last of a file may lack its newline."""

    first: int  # the number of the first line, from 1
    content: bytes


def read_blocks(path: Path, size: int = BLOCK_BYTES) -> Iterator[Lines]:
    """The file in blocks of about `size` bytes; gzip is known by its first bytes, not the name.

    Raises JournalError if the file cannot be read, is empty, or is no text.
    """
    first, held, rest = 1, b"", b""  # the last block is held: a file may end within a line
    try:
        with path.open("rb") as file:
            packed = file.peek(2)[:2] == GZIP_MAGIC
            source = io.BufferedReader(gzip.GzipFile(fileobj=file)) if packed else file
            for content in _read(source, size):
                whole, newline, tail = content.rpartition(b"\n")
                if not newline:
                    rest += content
                    continue
                if held:
                    yield Lines(first, held)
                    first += held.count(b"\n")
                held, rest = rest + whole + newline, tail
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or error
        wanted = "name the files in it" if isinstance(error, IsADirectoryError) else ""
        wanted = (
            "it was cut off; `zcat` gives what is left" if isinstance(error, EOFError) else wanted
        )
        text = f"cannot be read: {problem}"
        raise JournalError(path, None, f"{text}; {wanted}" if wanted else text) from error
    if held or rest:
        yield Lines(first, held + rest)


def _read(source: BinaryIO | io.BufferedReader, size: int) -> Iterator[bytes]:
    while content := source.read(size):
        yield content


def first_block(path: Path, blocks: Iterator[Lines]) -> Lines:
    """The first block that is not blank. Raises JournalError if there is none, or it is no text."""
    for lines in blocks:
        if lines.content.strip():
            break
    else:
        raise JournalError(path, None, "is empty; a journal begins with a manifest line")
    place = lines.content.find(b"\0", 0, TEXT_BYTES)
    if place >= 0:
        raise JournalError(
            path,
            None,
            f"is binary (its byte {place} is 0); a journal is text, a JSON object a line",
        )
    return lines


def is_journal(lines: Lines) -> bool:
    """Whether the file begins with a line as journals have them, or with nothing else known."""
    text = lines.content.lstrip()
    event = parse(text.partition(b"\n")[0])
    return not text.startswith(b"{") or (event is not None and "event" in event)


def parse(text: bytes) -> Event | None:
    """The JSON object of a line; None if it is none."""
    try:
        event = json.loads(text)
    except (ValueError, RecursionError):  # also UnicodeDecodeError: a kill can split a character
        return None
    return event if isinstance(event, dict) else None


def no_line(path: Path, number: int, text: bytes) -> JournalError:
    """The error for a line that is no JSON object."""
    wanted = "a JSON object" if number > 1 else MANIFEST
    value = shown(text.decode("utf-8", "replace").strip())
    return JournalError(path, number, f"{value} is not a journal line; it must be {wanted}")
