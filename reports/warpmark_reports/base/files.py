"""Writes files; errors name the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_file(path: Path, content: bytes) -> None:
    """Makes the folders above, too. Raises OSError with the file's name, also on a full disk."""
    with _named(path):
        path.write_bytes(content)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """The file, to be written in parts; for the rest like write_file."""
    with _named(path), path.open("wb") as file:
        yield file


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        error.filename = error.filename or str(path)  # write(2) knows none
        raise
