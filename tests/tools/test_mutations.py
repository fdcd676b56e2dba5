"""The planted bugs of tests/mutations/ fit the sources, and what plants them tells its results."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tools.mutation.build_tree import BuildTree
from tools.mutation.mutation import Mutation, MutationError, faults, read_mutations
from tools.mutation.trial import (
    KILLED,
    NOT_COMPILED,
    NOT_TRIED,
    SURVIVED,
    TrialRunner,
    mutated_folder,
    python_path,
)

ROOT = Path(__file__).resolve().parents[2]

BUILD = """
rule CXX_STATIC_LIBRARY_LINKER__l_Release
  command = ar rcs $out $in
rule CXX_EXECUTABLE_LINKER__t_Release
  command = : && c++ $in -o $out $libraries && :
rule cxx
  command = c++ -c $in -o $out
build CMakeFiles/l.dir/twice.o: cxx {root}/twice.cpp
build CMakeFiles/t.dir/test.o: cxx {root}/test.cpp
build libl.a: CXX_STATIC_LIBRARY_LINKER__l_Release CMakeFiles/l.dir/twice.o
build t: CXX_EXECUTABLE_LINKER__t_Release CMakeFiles/t.dir/test.o | libl.a
  libraries = libl.a
"""

TWICE = Mutation(
    name="m.one_off",
    file="twice.cpp",
    find="2 * n",
    replace="2 * n + 1",
    why="off by one",
    after="",
    tests=("t",),
    filter="",
)


@pytest.fixture
def runner(tmp_path: Path) -> TrialRunner:
    """A project of one library and one test program, as CMake would describe its build."""
    if shutil.which("ninja") is None or shutil.which("c++") is None:
        pytest.skip("no ninja or no compiler")
    (tmp_path / "twice.cpp").write_text("int unused(int n) { return n; }\n"
                                        "int twice(int n) { return 2 * n; }\n")  # fmt: skip
    (tmp_path / "test.cpp").write_text("int twice(int); int main() { return twice(4) != 8; }\n")
    build = tmp_path / "build"
    build.mkdir()
    (build / "build.ninja").write_text(BUILD.format(root=tmp_path))
    (build / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={tmp_path}\n")
    source, output = tmp_path / "twice.cpp", "CMakeFiles/l.dir/twice.o"
    entry = {"file": str(source), "command": f"c++ -c {source} -o {output}"}
    (build / "compile_commands.json").write_text(json.dumps([entry]))
    found = TrialRunner(BuildTree(build, tmp_path))
    found.build([TWICE])
    return found


@pytest.mark.parametrize(
    ("mutation", "result"),
    [
        (TWICE, KILLED),
        (replace(TWICE, find="return n;", replace="return n + 1;"), SURVIVED),
        (replace(TWICE, replace="2 *"), NOT_COMPILED),
        (replace(TWICE, find="3 * n"), NOT_TRIED),
        (replace(TWICE, file="nowhere.cpp"), NOT_TRIED),
    ],
)
def test_a_bug_is_killed_if_a_test_fails_with_it(
    runner: TrialRunner, tmp_path: Path, mutation: Mutation, result: str
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    before = (tmp_path / "twice.cpp").read_text()
    assert runner.tried(mutation, scratch).result == result
    assert (tmp_path / "twice.cpp").read_text() == before


def test_modules_of_both_packages_can_be_mutated(tmp_path: Path) -> None:
    root, scratch = tmp_path / "root", tmp_path / "scratch"
    for package, other in [("python", "reports"), ("reports", "python")]:
        assert mutated_folder(f"{package}/m/a.py") == package
        path = python_path(root, scratch, package)
        assert str(scratch / package) in path
        assert str(root / other) in path
        assert str(root / package) not in path
    with pytest.raises(MutationError, match=r"tools/m.py: expected a file of reports or python"):
        mutated_folder("tools/m.py")


def test_a_place_must_be_unique() -> None:
    assert TWICE.mutated("2 * n") == "2 * n + 1"
    assert replace(TWICE, after="b").mutated("2 * n b 2 * n") == "2 * n b 2 * n + 1"
    for text in ("", "2 * n, 2 * n"):
        with pytest.raises(MutationError, match="expected once"):
            TWICE.mutated(text)


def test_every_mutation_applies_to_the_sources() -> None:
    mutations = read_mutations(ROOT / "tests/mutations")
    assert len(mutations) >= 80
    assert faults(mutations, ROOT) == []
