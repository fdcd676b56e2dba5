"""Links between pages of the documentation that name a heading or an anchor."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s:]*)#([^)\s]+)\)")


@cache
def anchors(page: Path) -> frozenset[str]:
    text = FENCED.sub("", page.read_text())
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", each).lower() for each in headings]
    slugs = [re.sub(r"[^\w\- ]", "", each).strip().replace(" ", "-") for each in plain]
    return frozenset([*slugs, *re.findall(r'<a id="([^"]+)">', text)])


def test_anchors_that_links_name_are_there() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    found, broken = 0, []
    for page in pages:
        for name, anchor in LINK.findall(FENCED.sub("", page.read_text())):
            target = (page.parent / name).resolve() if name else page
            if target.suffix == ".md":
                found += 1
                if not target.exists() or anchor not in anchors(target):
                    broken.append(f"{page.relative_to(ROOT)}: {name}#{anchor}")
    assert found > 20
    assert not broken
