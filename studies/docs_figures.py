#!/usr/bin/env python3
"""Draws the figures of README.md and docs/ again, as docs/figures.toml lists them.

    python studies/docs_figures.py                     all of them
    python studies/docs_figures.py '*/scan_*'          those whose path matches a pattern
    python studies/docs_figures.py --check             writes nothing; 1 if a figure's data changed

Each image holds a digest of the numbers that it was drawn from; --check compares that with what
the journals give now.
"""

from __future__ import annotations

import argparse
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "reports"))

from warpmark_reports.page.document_figures import Published, digest, draw, image_of, read_list  # noqa: E402

LIST = ROOT / "docs" / "figures.toml"
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\bsrc=\"([^\"]+)\"")


def shown_images(root: Path = ROOT) -> set[Path]:
    """The images that README.md and the pages of docs/ show."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return {
        (page.parent / (one or two)).resolve()
        for page in pages
        for one, two in IMAGE.findall(page.read_text(encoding="utf-8"))
        if not (one or two).startswith("http")
    }


def stored_digest(image: Path) -> str:
    """What the image says that its data were; "" for none."""
    with Image.open(image) as opened:
        return str(opened.info.get("Data", ""))


def is_current(entry: Published) -> bool:
    """Whether the journals still give the numbers that the image was drawn from."""
    return stored_digest(LIST.parent / entry.image) == digest(draw(entry, LIST.parent))


def main(argv: list[str] | None = None) -> int:
    """Returns 0, or 1 if --check finds an image that is not current."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(argv)
    stale = 0
    for entry in read_list(LIST):
        if arguments.patterns and not any(fnmatchcase(entry.image, p) for p in arguments.patterns):
            continue
        if arguments.check:
            current = is_current(entry)
            stale += not current
            print(f"{'current' if current else 'STALE':8}{entry.image}")
        else:
            (LIST.parent / entry.image).write_bytes(image_of(entry, LIST.parent))
            print(entry.image)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
