"""Packages of warpmark_reports import in one direction only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import warpmark_reports

PACKAGE = Path(warpmark_reports.__file__).parent
# A package may import those of the levels above it in this list, and itself.
LEVELS = (
    ("base",),
    ("journal",),
    ("formats",),
    ("analysis",),
    ("plot",),
    ("figures", "tables"),
    ("page",),
    ("claims", "compare", "export", "history"),
    ("cli",),
    ("__init__", "__main__"),
)
LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}


def part_of(path: Path) -> str:
    """The package of a file, or the module that is in none."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and part of each import of this package, those within functions too."""
    folder = ["warpmark_reports", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            targets = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            root, _, rest = target.partition(".")
            if root == "warpmark_reports" and rest:
                yield node.lineno, rest.partition(".")[0]


def wrong_arrow(importer: str, target: str) -> bool:
    """Whether the target is of the same level or of a later one."""
    return importer != target and LEVEL.get(target, -1) >= LEVEL[importer]


def test_every_part_has_a_level() -> None:
    parts = {part_of(path) for path in PACKAGE.rglob("*.py")}
    assert parts == set(LEVEL)


def test_imports_follow_the_levels() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line}: {part_of(path)} imports {target}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, target in imported(path)
        if wrong_arrow(part_of(path), target)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("importer", "target", "is_wrong"),
    [
        ("page", "figures", False),
        ("figures", "figures", False),
        ("figures", "page", True),
        ("figures", "tables", True),
        ("journal", "cli", True),
        ("cli", "history", False),
    ],
)
def test_arrows(importer: str, target: str, *, is_wrong: bool) -> None:
    assert wrong_arrow(importer, target) == is_wrong
