"""Limits of input: no file may exhaust memory or time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
UNITS = {"": 1, "b": 1, "kib": KIB, "mib": MIB, "gib": GIB, "kb": 10**3, "mb": 10**6, "gb": 10**9}
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]*)", re.IGNORECASE)
MAX_SIZE = 1 << 60

MAX_LINE_BYTES = 16 * MIB  # of a journal
MAX_NAME_CHARACTERS = 1 * KIB  # of a key, a variant, an axis or its value
MAX_TEXT_CHARACTERS = 4 * KIB  # of any other text, which is cut to it
MAX_COLUMNS = 4096  # different keys of all measurements of a file


@dataclass(frozen=True)
class Limits:
    """Limits of one file.

    `max_bytes`: after decompression; `max_ratio`: of these to the compressed bytes, from FREE_BYTES
    on, None for no limit; `max_document_bytes`: of a file that is one JSON value, which must fit in
    memory.
    """

    max_bytes: int = 2 * GIB
    max_ratio: float | None = 200.0
    max_document_bytes: int = 128 * MIB

    @classmethod
    def up_to(cls, size: int) -> Limits:
        """What a user asks for: this many bytes, however well they were compressed."""
        return cls(size, None, size)


FREE_BYTES = 16 * MIB
UNLIMITED = Limits.up_to(MAX_SIZE)  # of files that were taken into a store within limits


def parse_size(text: str) -> int:
    """Bytes of "4GiB", "500 MB" or "1048576". Raises ValueError."""
    found = SIZE.fullmatch(text.strip())
    unit = UNITS.get(found[2].lower()) if found else None
    size = int(float(found[1]) * unit) if found and unit else 0
    if not 0 < size <= MAX_SIZE:
        raise ValueError(f"'{text}': expected a size above zero such as 500MiB or 4GiB")
    return size


def size_text(size: float) -> str:
    """2 GiB, 1.5 MiB, 17 bytes."""
    for name, unit in (("GiB", GIB), ("MiB", MIB), ("KiB", KIB)):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size:.0f} bytes"


def cut_texts(value: Any) -> Any:
    """The JSON value with every text cut to MAX_TEXT_CHARACTERS."""
    if isinstance(value, str) and len(value) > MAX_TEXT_CHARACTERS:
        return value[: MAX_TEXT_CHARACTERS - 1] + "…"
    if isinstance(value, list):
        return [cut_texts(each) for each in value]
    if isinstance(value, dict):
        return {key: cut_texts(each) for key, each in value.items()}
    return value
