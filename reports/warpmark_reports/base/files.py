"""Writes files; errors name the file."""

from __future__ import annotations

from pathlib import Path


def write_file(path: Path, content: bytes) -> None:
    """Makes the folders above, too. Raises OSError with the file's name, also on a full disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        error.filename = error.filename or str(path)  # write(2) knows none
        raise
