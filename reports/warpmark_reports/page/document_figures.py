"""Figures of documents: a list of images, each with its journals and options."""

from __future__ import annotations

import hashlib
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

import matplotlib

from ..base.errors import UnknownFigureError
from ..figures import Figure
from ..formats.reader import load
from ..journal.journal import Journal
from ..plot import style
from ..plot.image_export import to_png
from .report_files import csv_text
from .single_figure import single_figure

DIGITS = 16  # of a digest


@dataclass(frozen=True)
class Published:
    """One image, by its path below the list's folder."""

    image: str
    journals: tuple[str, ...]
    figure: str
    family: str = ""
    backend: str = ""


def read_list(file: Path) -> list[Published]:
    """The entries of a TOML file with [[figure]]; raises KeyError or TypeError for a bad one."""
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["figure"]
    return [Published(**{**entry, "journals": tuple(entry["journals"])}) for entry in entries]


def draw(entry: Published, folder: Path) -> Figure:
    """Draws the figure for the screen; raises ValueError unless the journals have just one."""
    journal = _journal(folder, entry.journals)
    try:
        return single_figure(journal, entry.figure, family=entry.family, backend=entry.backend)
    except (UnknownFigureError, ValueError) as error:
        raise ValueError(f"{entry.image}: {error}") from None


def image_of(entry: Published, folder: Path) -> bytes:
    """The PNG, which holds a digest of its data."""
    with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
        figure = draw(entry, folder)
        return to_png(figure.sheet, {"Data": digest(figure)})


def digest(figure: Figure) -> str:
    """The first digits of the SHA-256 of the figure's CSV file."""
    return hashlib.sha256(csv_text(figure.data).encode()).hexdigest()[:DIGITS]


@lru_cache(maxsize=8)  # entries near each other share journals
def _journal(folder: Path, names: tuple[str, ...]) -> Journal:
    with tempfile.TemporaryDirectory() as scratch:
        paths = [path for name in names for path in _paths(folder, name, Path(scratch))]
        return load(*paths)


def _paths(folder: Path, name: str, scratch: Path) -> Iterator[Path]:
    """A journal, or those in a folder of an archive (`file.tar.gz:folder/`), in its order."""
    file, _, inside = name.partition(":")
    if not inside:
        yield folder / file
        return
    with tarfile.open(folder / file) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.name.startswith(inside) else None
            if content is not None:
                path = scratch / PurePosixPath(member.name).name
                path.write_bytes(content.read())
                yield path
