"""From the bytes of a file, compressed or not, to blocks of complete lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..base.errors import JournalError, shown
from ..base.inputs import open_input
from ..base.limits import MAX_TEXT_CHARACTERS, Limits, cut_texts, size_text
from ..base.progress import Progress

Event = dict[str, Any]

BLOCK_BYTES = 8 << 20
TEXT_BYTES = 4096  # that are looked at for zeros
MANIFEST = 'a manifest, {"event": "manifest", …}'


@dataclass(frozen=True)
class Lines:
    """Complete lines of a file; the last of a file may lack its newline."""

    first: int  # the number of the first line, from 1
    content: bytes


def read_blocks(
    path: Path,
    size: int = BLOCK_BYTES,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Iterator[Lines]:
    """The file in blocks of about `size` bytes.

    Raises JournalError if the file cannot be read, or is beyond the limits.
    """
    limits, progress = limits or Limits(), progress or Progress()
    first, held = 1, b""  # the last block is held: a file may end within a line
    rest: list[bytes] = []
    with open_input(path, limits) as source:
        while content := source.read(size):
            progress.show(lambda: f"reading {path.name}: {size_text(source.count)}")
            complete, newline, tail = content.rpartition(b"\n")
            if not newline:
                rest.append(content)
                if sum(map(len, rest)) > limits.max_document_bytes:
                    raise too_long(path, first + held.count(b"\n"), limits.max_document_bytes)
                continue
            if held:
                yield Lines(first, held)
                first += held.count(b"\n")
            held, rest = b"".join([*rest, complete, newline]), [tail]
    if held or any(rest):
        yield Lines(first, b"".join([held, *rest]))


def too_long(path: Path, number: int, limit: int) -> JournalError:
    """The error for a line that is longer than it may be."""
    return JournalError(path, number, f"a line of more than {size_text(limit)}; expected less")


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
            f"is binary (its byte {place} is 0); a journal is text, a JSON object per line",
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
    if not isinstance(event, dict):
        return None
    return cut_texts(event) if len(text) > MAX_TEXT_CHARACTERS else event


def no_line(path: Path, number: int, text: bytes) -> JournalError:
    """The error for a line that is no JSON object."""
    expected = "a JSON object" if number > 1 else MANIFEST
    value = shown(text.decode("utf-8", "replace").strip())
    return JournalError(path, number, f"{value} is not a journal line; expected {expected}")
