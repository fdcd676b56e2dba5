"""The recipes of conda, Spack and Apptainer, and the wheel of CUB: they agree with the build."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
CONDA = PACKAGING / "conda" / "recipe.yaml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CUB = tomllib.loads((PACKAGING / "cub" / "pyproject.toml").read_text())
Requirements = dict[str, str]  # minimum version by name, "" for any

# Names in CMake, conda-forge and Spack; Spack's zlib-api is a virtual package, without versions.
LIBRARIES = {
    "Boost": ("libboost-headers", "boost"),
    "CLI11": ("cli11", "cli11"),
    "OpenSSL": ("openssl", "openssl"),
    "ZLIB": ("zlib", "zlib-api"),
    "Zstd": ("zstd", "zstd"),
    "fmt": ("fmt", "fmt"),
    "nlohmann_json": ("nlohmann_json", "nlohmann-json"),
    "pugixml": ("pugixml", "pugixml"),
    "tomlplusplus": ("tomlplusplus", "tomlplusplus"),
}
OTHERS = {"Threads", "OpenMP", "GTest", "Python3"}  # of the compiler, of tests, or named apart


def cmake_version() -> str:
    found = re.search(r"project\(warpmark VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert found
    return found[1]


def libraries() -> Requirements:
    """Minimum versions by CMake's names: all that the programs look for."""
    texts = [path.read_text() for path in (ROOT / "cmake").glob("*.cmake")]
    texts += [
        (ROOT / part / "CMakeLists.txt").read_text() for part in ("base", "bench", "cli", "simt")
    ]
    found = {
        name: minimum
        for text in texts
        for name, minimum in re.findall(
            r"(?:find_package|warpmark_dependency)\((\w+) ?(\d[\d.]*)?", text
        )
    }
    return {name: minimum for name, minimum in found.items() if name not in OTHERS}


def build_tools() -> Requirements:
    cmake = re.search(
        r"cmake_minimum_required\(VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()
    )
    assert cmake
    return {"cmake": cmake[1], "ninja": "", **by_minimum(PROJECT["build-system"]["requires"])}


def by_minimum(lines: list[str]) -> Requirements:
    """Of `name>=1.2` and `name >=1.2`."""
    found = {}
    for line in lines:
        match = re.fullmatch(r"([\w.-]+) ?(?:>=([\d.]+))?", line)
        assert match, f"{line}: expected NAME or NAME >=VERSION"
        found[match[1].lower()] = match[2] or ""
    return found


def python_packages() -> Requirements:
    return by_minimum(PROJECT["project"]["dependencies"])


def python() -> str:
    return str(PROJECT["project"]["requires-python"]).removeprefix(">=")


def conda() -> Any:
    return YAML(typ="safe").load(CONDA.read_text())


def test_conda_has_the_versions_of_the_build() -> None:
    recipe = conda()
    assert recipe["context"]["version"] == cmake_version()
    needed = recipe["requirements"]
    compilers = ['${{ compiler("cxx") }}', '${{ stdlib("c") }}']
    assert needed["build"][:2] == compilers
    host = by_minimum(needed["build"][2:] + needed["host"])
    named = {LIBRARIES[name][0]: minimum for name, minimum in libraries().items()}
    assert host == build_tools() | named | {"python": python(), "pip": ""}
    run = by_minimum(needed["run"])
    run["matplotlib"] = run.pop("matplotlib-base")  # conda-forge's without windows
    assert run == python_packages() | {"python": python()}


def test_rattler_build_renders_the_recipe() -> None:
    rattler_build = pytest.importorskip("rattler_build", reason="tools/release_check installs it")
    variants = rattler_build.VariantConfig.from_file(str(CONDA.parent / "variants.yaml"))
    text = CONDA.read_text()
    (rendered,) = rattler_build.Stage0Recipe.from_yaml(text).render(variants)
    assert rendered.recipe.package.name == "warpmark"
    assert rendered.recipe.package.version == cmake_version()
    with pytest.raises(rattler_build.RattlerBuildError, match="hosts"):
        rattler_build.Stage0Recipe.from_yaml(text.replace("  host:", "  hosts:"))


def spack_calls(name: str) -> list[ast.Call]:
    tree = ast.parse((PACKAGING / "spack" / "package.py").read_text())
    (package,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    assert package.name == "Warpmark"
    calls = [node.value for node in package.body if isinstance(node, ast.Expr)]
    return [
        call
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name
    ]


def first(call: ast.Call) -> str:
    value = ast.literal_eval(call.args[0])
    assert isinstance(value, str)
    return value


def test_spack_has_the_versions_of_the_build() -> None:
    assert [first(call) for call in spack_calls("version")] == [cmake_version()]
    needed = {}
    for call in spack_calls("depends_on"):
        match = re.fullmatch(r"([\w-]+)(?:@([\d.]+):)?(?:\+math)?", first(call))
        assert match, f"{first(call)}: expected NAME or NAME@VERSION:"
        needed[match[1]] = match[2] or ""
    assert {needed.pop("cxx"), needed.pop("cuda")} == {"", "12"}
    named = {LIBRARIES[name][1]: minimum for name, minimum in libraries().items()}
    tools = build_tools()
    tools["py-scikit-build-core"] = tools.pop("scikit-build-core")
    packages = {f"py-{name}": minimum for name, minimum in python_packages().items()}
    assert needed == tools | named | {"zlib-api": "", "python": python()} | packages


def test_both_install_all_programs_and_the_session_library() -> None:
    cmake = (ROOT / "cli" / "CMakeLists.txt").read_text()
    programs = re.findall(r"set\(programs ([^)]+)\)", cmake)[1].replace(" ", ";")
    programs += ";warpmark_session"
    assert f'build.targets={programs}"' in CONDA.read_text()
    assert f'"build.targets": "{programs}"' in (PACKAGING / "spack" / "package.py").read_text()


def test_apptainer_installs_the_wheel_with_nvrtc() -> None:
    text = (PACKAGING / "apptainer" / "warpmark.def").read_text()
    header, *sections = re.split(r"^%", text, flags=re.MULTILINE)
    keys = dict(line.split(": ", 1) for line in header.splitlines() if line[:1] not in ("", "#"))
    assert keys["Bootstrap"] == "docker"
    image = re.match(r"python:(\d+)\.(\d+)-", keys["From"])
    assert image
    assert (int(image[1]), int(image[2])) >= tuple(map(int, python().split(".")))
    parts = {part.split("\n", 1)[0]: part.split("\n", 1)[1] for part in sections}
    assert set(parts) == {"files", "post", "environment", "runscript", "test", "help"}
    assert "cuda13" in PROJECT["project"]["optional-dependencies"]
    assert '"./$wheel[cuda13]"' in parts["post"]
    for name in ("post", "environment", "runscript", "test"):
        subprocess.run(["sh", "-n"], input=parts[name], text=True, check=True)


def test_the_wheel_of_cub_is_of_the_same_version_and_is_an_extra() -> None:
    scikit = CUB["tool"]["scikit-build"]["metadata"]
    ours = PROJECT["tool"]["scikit-build"]["metadata"]["version"]
    assert scikit["version"]["regex"] == ours["regex"]
    assert (PACKAGING / "cub" / scikit["version"]["input"]).resolve() == ROOT / ours["input"]
    assert scikit["dependencies"]["result"] == ["warpmark=={project[version]}"]
    assert PROJECT["project"]["optional-dependencies"]["cub"] == [CUB["project"]["name"]]
    assert (PACKAGING / "cub" / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


@pytest.mark.parametrize("page", ["README.md", "docs/packaging.md", "packaging/spack/package.py"])
def test_commands_name_the_version_of_the_build(page: str) -> None:
    named = re.findall(r"warpmark(?:-|@)(\d+\.\d+\.\d+)", (ROOT / page).read_text())
    assert set(named) == {cmake_version()}
