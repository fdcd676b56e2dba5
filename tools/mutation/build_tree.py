"""A build tree: how a source is compiled, and how a test program is linked."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.mutation.mutation import MutationError


@dataclass(frozen=True)
class Translation:
    """One compilation of a source, by itself or among others in a unity file."""

    source: Path
    command: list[str]

    @property
    def object(self) -> str:
        """The object file, relative to the build tree."""
        return self.command[self.command.index("-o") + 1]


@dataclass(frozen=True)
class ProgramTest:
    """A command of ctest that runs the program, with the variables that it needs."""

    command: list[str]
    environment: dict[str, str]

    @property
    def sources(self) -> list[str]:
        """The source files of GoogleTest that it runs, relative to tests/; empty for others."""
        return [word for word in self.command if word.endswith("_test.cpp")]


class BuildTree:
    """What ninja, ctest and the compilation database of a build tree say."""

    def __init__(self, folder: Path, root: Path) -> None:
        database = folder / "compile_commands.json"
        if not database.exists():
            raise MutationError(f"{folder}: no compile_commands.json; expected a configured build")
        self.folder = folder
        self.root = root
        cache = (folder / "CMakeCache.txt").read_text(encoding="utf-8")
        home = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", cache, re.MULTILINE)
        if home is None or Path(home[1]) != root:
            raise MutationError(f"{folder}: expected a build of {root}")
        python = re.search(r"^WARPMARK_TEST_PYTHON:FILEPATH=(.*)$", cache, re.MULTILINE)
        self.python = python[1] if python is not None else "python3"
        self._translations = [
            Translation(Path(each["file"]), shlex.split(each["command"]))
            for each in json.loads(database.read_text(encoding="utf-8"))
        ]

    def output_of(self, *command: str) -> str:
        """What a command prints that is run in the build tree."""
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise MutationError(f"{shlex.join(command)}: {(done.stderr or done.stdout).strip()}")
        return done.stdout

    def programs(self) -> dict[str, str]:
        """The path of each executable, relative to the build tree, by its name."""
        lines = self.output_of("ninja", "-t", "targets", "all").splitlines()
        found = re.compile(r"^([^/\[\]][^\[\]]*): CXX_EXECUTABLE_LINKER__")
        return {Path(m[1]).name: m[1] for m in map(found.match, lines) if m is not None}

    def build(self, programs: list[str]) -> None:
        """Brings programs up to date."""
        self.output_of("ninja", *programs)

    def link_command(self, program: str) -> list[str]:
        """The command that links a program, without what CMake runs afterwards."""
        last = self.output_of("ninja", "-t", "commands", program).splitlines()[-1]
        words = shlex.split(last)
        start = words.index("&&") + 1
        return words[start : words.index("&&", start)]

    def translation(self, file: str, link: list[str]) -> Translation:
        """The compilation whose object a program links, of a source given relative to the root."""
        path = self.root / file
        linked = self._linked_objects(link)
        for each in self._translations:
            if each.object not in linked:
                continue
            if each.source == path or (
                "/Unity/unity_" in str(each.source) and includes(each.source, path)
            ):
                return each
        raise MutationError(
            f"{file}: no compilation of it is linked to {link[link.index('-o') + 1]}"
        )

    def _linked_objects(self, link: list[str]) -> set[str]:
        """The objects of a link command, its own and those of the build's static libraries."""
        libraries = [word for word in link if word.endswith(".a") and not word.startswith("/")]
        text = self.output_of("ninja", "-t", "query", *libraries) if libraries else ""
        return {line.strip() for line in text.splitlines()}.union(link)

    def program_tests(self, name: str) -> list[ProgramTest]:
        """The test of ctest of that name, or those of the source files of that folder of tests."""
        pattern = rf"^{re.escape(name)}(\.[^.]*)?$"
        text = self.output_of("ctest", "--show-only=json-v1", "-R", pattern)
        tests: list[dict[str, Any]] = json.loads(text)["tests"]
        found = [program_test(each) for each in tests if each["name"] == name]
        return found or [each for each in map(program_test, tests) if each.sources]


def program_test(test: dict[str, Any]) -> ProgramTest:
    """What ctest says of one of its tests."""
    variables: list[str] = []
    for each in test.get("properties", []):
        if each["name"] == "ENVIRONMENT":
            variables = each["value"]
    return ProgramTest(test["command"], dict(each.split("=", 1) for each in variables))


def include_line(path: Path) -> str:
    """The line of a unity file that includes a source."""
    return f'#include "{path}"'


def includes(unity: Path, path: Path) -> bool:
    """Whether a unity file includes a source."""
    return include_line(path) in unity.read_text(encoding="utf-8")
