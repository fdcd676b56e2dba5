"""The bill of materials that the build writes: it is valid, and names all that is linked."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("WARPMARK_PROGRAM", ROOT / "build/release/warpmark"))
BUILD = PROGRAM.parent
SBOM = BUILD / "warpmark.cdx.json"

# Debian's packages by the components that they are.
PACKAGES = {
    r"libfmt.*": "fmt",
    r"nlohmann-json3-dev": "nlohmann_json",
    r"libcli11-dev": "CLI11",
    r"libtomlplusplus.*": "tomlplusplus",
    r"libpugixml.*": "pugixml",
    r"libboost.*": "boost_math",
    r"libssl.*": "openssl",
    r"zlib1g.*": "zlib",
    r"libzstd.*": "zstd",
    r"libstdc\+\+.*": "libstdc++",
}
# The system's interface, and the compiler's own headers.
IGNORED = r"(libc6|linux-libc|libcrypt|libgcc-).*"

pytestmark = pytest.mark.skipif(not SBOM.exists(), reason=f"no {SBOM}: build the programs first")


def sbom() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SBOM.read_text())
    return found


def ninja(*words: str) -> str:
    done = subprocess.run(
        ["ninja", "-C", BUILD, "--quiet", "-t", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


def files_of_programs() -> set[str]:
    """Headers that the objects of the programs read, and libraries that they link."""
    targets = [
        name for name in ("warpmark", "warpmark-tuner", "warpmark-gate") if (BUILD / name).exists()
    ]
    inputs = set(ninja("inputs", *targets).split())
    files: set[str] = set()
    reads = False
    for line in ninja("deps").splitlines():
        if line.startswith("    "):
            if reads:
                files.add(line.strip())
        else:
            reads = line.partition(":")[0] in inputs
    links = [line for line in ninja("commands", *targets).splitlines() if " -o warpmark" in line]
    assert len(links) == len(targets)
    for line in links:
        files.update(re.findall(r"\S+\.(?:a|so)(?:\.[\d.]+)?(?=\s|$)", line))
    return {os.path.normpath(BUILD / file) for file in files}


def owners(files: set[str]) -> dict[str, str]:
    """Debian's package of one file per folder; only files outside the tree."""
    outside = {file for file in files if not file.startswith(f"{ROOT}/")}
    samples = {str(Path(file).parent): file for file in sorted(outside)}
    # Folders that several packages share.
    shared = [
        f
        for f in outside
        if re.fullmatch(r"/usr/(include|lib)(/[^/]+-linux-gnu)?", str(Path(f).parent))
    ]
    done = subprocess.run(
        ["dpkg", "-S", *{*samples.values(), *shared}], capture_output=True, text=True
    )
    assert not done.stderr, f"files of no package: {done.stderr}"
    lines = (line.split(": ", 1) for line in done.stdout.splitlines())
    return {path: packages.split(",")[0].split(":")[0] for packages, path in lines}


def components(files: set[str]) -> dict[str, str]:
    """Component → one of the files that prove it."""
    found = {}
    fetched = re.compile(re.escape(f"{BUILD}/_deps/") + "([^/]+)-src/")
    for file in files:
        if match := fetched.match(file):
            found[match[1]] = file
        if Path(file).name.startswith("libgomp."):
            found["libgomp"] = file
    for file, package in owners(files).items():
        if re.fullmatch(IGNORED, package):
            continue
        names = [name for pattern, name in PACKAGES.items() if re.fullmatch(pattern, package)]
        assert names, f"{file} of {package}: expected a component in cmake/ and a line in PACKAGES"
        found[names[0]] = file
    return found


def missing(found: dict[str, str], names: set[str]) -> dict[str, str]:
    lower = {name.lower() for name in names}
    return {name: file for name, file in found.items() if name.lower() not in lower}


def test_it_conforms_to_the_schema() -> None:
    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(SBOM.read_text())
    assert error is None, error


def test_the_schema_refuses_a_component_without_a_name() -> None:
    wrong = sbom()
    del wrong["components"][0]["name"]
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(wrong)) is not None


def test_versions_are_those_that_were_found() -> None:
    for component in sbom()["components"]:
        assert re.match(r"\d+\.\d+", component["version"]), component
        assert component["purl"].endswith(component["version"])
    project = re.search(
        r"project\(warpmark VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()
    )
    assert project
    assert sbom()["metadata"]["component"]["version"] == project[1]


@pytest.mark.skipif(not shutil.which("dpkg"), reason="asks Debian's packages whose the files are")
def test_all_that_is_linked_is_in_it_and_nothing_else() -> None:
    names = {component["name"] for component in sbom()["components"]}
    found = components(files_of_programs())
    assert not missing(found, names)
    assert not missing(dict.fromkeys(names, ""), set(found))
    for name in names:  # A forgotten one is noticed.
        assert set(missing(found, names - {name})) == {name}
