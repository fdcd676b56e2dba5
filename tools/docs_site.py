"""What mkdocs adds to docs/: the front page, reference pages out of the program and the schema of
journals, and the files of the tree that pages link to.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("WARPMARK_PROGRAM", ROOT / "build" / "release" / "warpmark"))
SCHEMA = ROOT / "bench" / "journal" / "journal.schema.json"
TREE = "tree"  # where files of the tree are in the site
LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)]*)?(\))")
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "simt/README.md": "simt_library.md",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are not in docs/."""
    generated = {
        **{page: _moved(ROOT / source, ROOT / "docs") for source, page in PAGES.items()},
        "reference/verbs.md": _verbs(),
        "reference/journal_fields.md": _journal_fields(),
        "site.css": (ROOT / "tools" / "docs_site.css").read_text(),
    }
    for name, text in generated.items():
        files.append(File.generated(config, name, content=text))
    for path in sorted(_linked_files()):
        name = f"{TREE}/{path.relative_to(ROOT)}"
        files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Turns links that leave docs/ into those of copies in the site."""
    source = page.file.abs_src_path
    if source is None:
        return markdown
    folder = Path(source).parent
    at = Path(config.docs_dir) / Path(page.file.src_uri).parent

    def replaced(link: re.Match[str]) -> str:
        target = _outside(folder, link[2])
        if target is None:
            return link[0]
        relative = os.path.relpath(Path(config.docs_dir) / _in_site(target), at)
        return f"{link[1]}{relative}{link[3] or ''}{link[4]}"

    return LINK.sub(replaced, markdown)


def _moved(source: Path, to: Path) -> str:
    """A page's text as it is in the folder `to`."""

    def replaced(link: re.Match[str]) -> str:
        if re.match(r"[a-z]+:", link[2]):
            return link[0]
        target = (source.parent / link[2]).resolve()
        inside = target if target.is_relative_to(to) else to / _in_site(target)
        return f"{link[1]}{os.path.relpath(inside, to)}{link[3] or ''}{link[4]}"

    return LINK.sub(replaced, source.read_text())


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
