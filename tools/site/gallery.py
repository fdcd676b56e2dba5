"""The gallery: every kind of figure, drawn from committed journals by the command below it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.site.reference import PROGRAM, ROOT

LIST = ROOT / "docs" / "gallery.toml"
FIGURES = ROOT / "docs" / "figures.md"
WORK = Path("build") / "gallery"
ROW = re.compile(r"^\| `([a-z_<>]+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
HEAD = """# Gallery

Each kind of [figure](figures.md), drawn from journals of this repository while this page was
built, by the command below it, in a source tree. Beside each image the command leaves its data
as CSV and a caption.
"""


def write_page(to: Path) -> None:
    """Draws all figures and writes `gallery.md` and its images into the folder."""
    entries = tomllib.loads(LIST.read_text())["figure"]
    kinds = {name: (needs, shows) for name, needs, shows in ROW.findall(FIGURES.read_text())}
    drawn = {entry["name"]: entry for entry in entries}
    if unknown := [name for name in drawn if name not in kinds and "title" not in drawn[name]]:
        raise SystemExit(f"error: {LIST.name}: expected names of {FIGURES.name}: {unknown}")
    shutil.rmtree(ROOT / WORK, ignore_errors=True)
    (ROOT / WORK).mkdir(parents=True)
    for entry in entries:
        if "prepare" in entry:
            _run(entry["prepare"])
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_run, map(_command, entries)))
    (to / "gallery").mkdir()
    text = HEAD
    for name, (needs, shows) in kinds.items():
        text += f"\n## {name.replace('<', '&lt;').replace('>', '&gt;')}\n\n"
        text += f"{shows[0].upper()}{shows[1:]}.\n\n"
        if name in drawn:
            text += _shown(drawn[name], to)
        else:
            text += f"Not drawn here: no journals of this repository have {needs}.\n"
    for entry in entries:
        if "title" in entry:
            text += f"\n## {entry['title']}\n\n{entry['about']}.\n\n{_shown(entry, to)}"
    (to / "gallery.md").write_text(text)


def _shown(entry: Mapping[str, str], to: Path) -> str:
    """The image, which is copied into the site, its caption, and what drew it."""
    folder = _folder(entry)
    source = ROOT / WORK / folder / entry.get("file", f"figures/{entry['name']}")
    shutil.copy(source.with_suffix(".svg"), to / "gallery" / f"{folder}.svg")
    caption = ""
    if "title" in entry:  # its title and footer are nowhere else
        written = source.with_suffix(".txt").read_text(encoding="utf-8").splitlines()[0]
        escaped = re.sub(r"([*_\[\]<>])", r"\\\1", written)
        caption = f"*{escaped}*\n\n"
    commands = [entry["prepare"]] if "prepare" in entry else []
    block = "\n".join([*commands, _command(entry)])
    return f"![{entry['alt']}](gallery/{folder}.svg)\n\n{caption}```\n{block}\n```\n"


def _folder(entry: Mapping[str, str]) -> str:
    return str(entry["name"].partition("_<")[0])


def _command(entry: Mapping[str, str]) -> str:
    return f"{entry['command']} -o {WORK / _folder(entry)}"


def _run(command: str) -> None:
    words = shlex.split(command)
    environment = {**os.environ, "PATH": f"{PROGRAM.resolve().parent}:{os.environ['PATH']}"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"error: {command}\n{done.stdout}{done.stderr}")
