"""From the bytes of a journal to numbered JSON objects."""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import JournalError, shown

Event = dict[str, Any]


@dataclass
class Lines:
    """Every whole line of a journal with its number (from 1), and what had to be passed over."""

    events: list[tuple[int, Event]] = field(default_factory=list)
    torn: bool = False
    warnings: list[str] = field(default_factory=list)


def read_lines(path: Path) -> Lines:
    """Reads a journal, compressed by gzip if its name ends in .gz. A line torn by a kill is passed
    over; any other bad line is an error.
    """
    try:
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise JournalError(
            path, None, f"cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from error
    if not content.strip():
        raise JournalError(path, None, "is empty; a journal begins with a manifest line")
    texts = content.split(b"\n")
    last = max(index for index, text in enumerate(texts) if text.strip())
    lines = Lines()
    for index, text in enumerate(texts):
        if not text.strip():
            continue
        event = _parse(text)
        if event is not None:
            lines.events.append((index + 1, event))
        elif index > 0 and _is_torn(texts, index, last):
            lines.torn = lines.torn or index == last
            lines.warnings.append(f"{path.name}:{index + 1}: a torn line is left out")
        else:
            value = shown(text.decode("utf-8", "replace").strip())
            wanted = "a JSON object" if index else 'a manifest, {"event": "manifest", …}'
            raise JournalError(
                path, index + 1, f"{value} is not a journal line; it must be {wanted}"
            )
    return lines


def _parse(text: bytes) -> Event | None:
    try:
        event = json.loads(text)
    except ValueError:  # also UnicodeDecodeError: a kill can split a character
        return None
    return event if isinstance(event, dict) else None


def _is_torn(texts: list[bytes], index: int, last: int) -> bool:
    """A kill tears the last line, which lacks its newline; a resumed run may go on after it."""
    if index == last:
        return index == len(texts) - 1
    follower = _parse(texts[index + 1])
    return follower is not None and follower.get("event") == "resume"
