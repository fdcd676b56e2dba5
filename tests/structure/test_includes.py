"""Includes have one direction: each part uses only those below it.

    base <- kernels <- variants, simt <- bench <- tuning, ci <- cli

Parts at the same level do not use each other.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("*.cpp", "*.hpp", "*.cu", "*.cuh")
BELOW: dict[str, set[str]] = {
    "base": set(),
    "kernels": set(),
    "variants": {"base", "kernels"},
    "simt": {"base"},
    "bench": {"base", "kernels", "variants", "simt"},
    "tuning": {"base", "kernels", "variants", "simt", "bench"},
    "ci": {"base", "kernels", "variants", "simt", "bench"},
    "cli": {"base", "kernels", "variants", "simt", "bench", "tuning", "ci"},
}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def files_of(part: str) -> list[Path]:
    """The C++ and CUDA files of a top-level folder."""
    return sorted(file for pattern in SOURCES for file in (ROOT / part).rglob(pattern))


def forbidden(part: str, text: str) -> list[str]:
    """Includes of a file of `part` that name a part it must not use."""
    names = [name for name in INCLUDE.findall(text) if name.split("/")[0] in BELOW]
    return [name for name in names if name.split("/")[0] not in BELOW[part] | {part}]


@pytest.mark.parametrize("part", BELOW)
def test_a_part_includes_only_what_is_below_it(part: str) -> None:
    files = files_of(part)
    assert files
    found = {
        str(file.relative_to(ROOT)): names
        for file in files
        if (names := forbidden(part, file.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_an_include_upwards_or_sideways_is_noticed() -> None:
    assert forbidden("simt", '#include "bench/core/point.hpp"\n') == ["bench/core/point.hpp"]
    assert forbidden("tuning", '  #include "ci/gate/verdict.hpp"\n') == ["ci/gate/verdict.hpp"]
    assert forbidden("bench", '#include "base/number.hpp"\n#include <vector>\n') == []


def test_quoted_includes_start_at_the_root() -> None:
    """Generated headers and those of kernels, which NVRTC reads, are named without their part."""
    for part in set(BELOW) - {"kernels"}:
        for file in files_of(part):
            for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
                is_rooted = (ROOT / name).is_file()
                is_generated = name.endswith(("_embedded.hpp", "registry_table.hpp"))
                is_kernel = file.suffix == ".cu" and (ROOT / "kernels" / name).is_file()
                assert is_rooted or is_generated or is_kernel, f"{file}: {name}"
