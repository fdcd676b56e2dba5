"""Stages the sources of the documentation site: docs/, the front page, reference pages out of the
program and the schema of journals, and the files of the tree that pages link to.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.site import gallery, reference

ROOT = Path(__file__).resolve().parents[2]
NAVIGATION = Path(__file__).parent / "navigation.toml"
TREE = "tree"  # where files of the tree are in the site
PLACE = re.compile(r'<a id="([^"]+)"></a>')
LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)]*)?(\))")
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "simt/README.md": "simt_library.md",
}


def stage(to: Path) -> None:
    """Writes all sources into a new folder."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    docs = ROOT / "docs"
    for path in docs.rglob("*"):
        copy = to / path.relative_to(docs)
        if path.is_dir():
            copy.mkdir(exist_ok=True, parents=True)
        elif path.suffix == ".md":
            copy.parent.mkdir(exist_ok=True, parents=True)
            copy.write_text(_moved(path, docs / path.relative_to(docs).parent))
        else:
            copy.parent.mkdir(exist_ok=True, parents=True)
            shutil.copy(path, copy)
    for source, page in PAGES.items():
        (to / page).write_text(_moved(ROOT / source, docs))
    for path in _linked_files():
        copy = to / TREE / path.relative_to(ROOT)
        copy.parent.mkdir(exist_ok=True, parents=True)
        shutil.copy(path, copy)
    reference.write_pages(to / "reference")
    gallery.write_page(to)
    _add_missing_titles(to)
    with (to / "index.md").open("a") as index:
        index.write(_navigation())


def _add_missing_titles(to: Path) -> None:
    for pages in _titles().values():
        for title, page in pages.items():
            path = to / f"{page}.md"
            if path.is_file() and not path.read_text().startswith("# "):
                path.write_text(f"# {title}\n\n{path.read_text()}")


def _titles() -> dict[str, dict[str, str]]:
    return tomllib.loads(NAVIGATION.read_text())


def _navigation() -> str:
    text = ""
    for caption, pages in _titles().items():
        text += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n"
        text += "".join(f"{title} <{page}>\n" for title, page in pages.items()) + "```\n"
    return text


def _moved(source: Path, to: Path) -> str:
    """A page's text with links as from a page in the folder `to` of docs/."""
    docs = ROOT / "docs"

    def replaced(link: re.Match[str]) -> str:
        if re.match(r"[a-z]+:", link[2]):
            return link[0]
        target = (source.parent / link[2]).resolve()
        inside = target if target.is_relative_to(docs) else docs / _in_site(target)
        return f"{link[1]}{os.path.relpath(inside, to)}{link[3] or ''}{link[4]}"

    # Sphinx knows the names of places in its own notation only.
    return LINK.sub(replaced, PLACE.sub(r"[]{#\1}", source.read_text()))


def _outside(folder: Path, link: str) -> Path | None:
    """The file of the tree outside of docs/ that a link of a page in `folder` leads to."""
    if re.match(r"[a-z]+:", link):
        return None
    target = (folder / link).resolve()
    if target.is_relative_to(ROOT / "docs") or not target.is_relative_to(ROOT):
        return None
    return target


def _in_site(target: Path) -> str:
    if target.is_dir():
        target = next(iter(sorted(target.iterdir())))  # a folder has no page: its first file
    name = str(target.relative_to(ROOT))
    return PAGES.get(name, f"{TREE}/{name}")


def _linked_files() -> Iterator[Path]:
    seen = set()
    pages = [*(ROOT / "docs").rglob("*.md"), *(ROOT / name for name in PAGES)]
    for page in pages:
        for link in LINK.finditer(page.read_text()):
            target = _outside(page.parent, link[2])
            if target is not None and target.is_dir():
                target = ROOT / _in_site(target).removeprefix(f"{TREE}/")
            if target is None or not target.is_file() or str(target.relative_to(ROOT)) in PAGES:
                continue
            seen.add(target)
    yield from seen


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
