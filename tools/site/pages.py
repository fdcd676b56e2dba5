"""Stages the sources of the documentation site: docs/, the front page, reference pages out of the
program and the schema of journals, and the files of the tree that pages link to.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("WARPMARK_PROGRAM", ROOT / "build" / "release" / "warpmark"))
NAVIGATION = Path(__file__).parent / "navigation.toml"
SCHEMA = ROOT / "bench" / "journal" / "journal.schema.json"
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
    (to / "reference").mkdir()
    (to / "reference" / "verbs.md").write_text(_verbs())
    (to / "reference" / "journal_fields.md").write_text(_journal_fields())
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


def _verbs() -> str:
    text = "# Verbs\n\nWhat `warpmark help VERB` prints.\n"
    listing = _help()
    names = re.findall(r"^  ([a-z]+)  +\S", listing.partition("Subcommands:")[2], re.MULTILINE)
    for name in names:
        text += f"\n## {name}\n\n```text\n{_help(name).rstrip()}\n```\n"
    return text


def _help(*words: str) -> str:
    done = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True)
    return done.stdout


def _journal_fields() -> str:
    schema = json.loads(SCHEMA.read_text())
    text = f"# Fields of a journal\n\n{schema['description']}\n\n"
    text += "Generated from the schema, `bench/journal/journal.schema.json`.\n"
    for name, definition in schema["$defs"].items():
        properties = definition.get("properties")
        if not properties:
            continue
        required = definition.get("required", [])
        text += f"\n## {name}\n\n{definition.get('description', '')}\n\n"
        text += "| field | type | always | meaning |\n|---|---|---|---|\n"
        for field, value in properties.items():
            always = "yes" if field in required else ""
            text += f"| `{field}` | {_type(value)} | {always} | {_cell(value)} |\n"
    return text


def _type(value: Mapping[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"{name}"
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    types = value.get("type", "any")
    return " or ".join(types) if isinstance(types, list) else str(types)


def _cell(value: Mapping[str, Any]) -> str:
    return str(value.get("description", "")).replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
