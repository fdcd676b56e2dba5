"""Single bugs as data: what tests/mutations/*.toml state, and whether it still applies."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REQUIRED = {"name", "file", "find", "replace", "why"}
OPTIONAL = {"after", "tests", "filter"}


class MutationError(Exception):
    """A mutation that is not as it must be: the place, and what was expected."""


@dataclass(frozen=True)
class Mutation:
    """One replacement in one file, and the tests that must fail with it."""

    name: str
    file: str
    find: str
    replace: str
    why: str
    after: str
    tests: tuple[str, ...]
    filter: str

    @property
    def is_python(self) -> bool:
        """Whether the mutated file is a module of reports/ or python/."""
        return self.file.endswith(".py")

    def mutated(self, text: str) -> str:
        """The text of the file with the bug; raises MutationError if the place is not unique."""
        start = 0
        if self.after:
            if text.count(self.after) != 1:
                raise MutationError(
                    f"{self.name}: 'after' occurs {text.count(self.after)} times in {self.file}, "
                    "expected once"
                )
            start = text.index(self.after) + len(self.after)
        count = text.count(self.find, start)
        if count == 0 or (count > 1 and not self.after):
            raise MutationError(
                f"{self.name}: 'find' occurs {count} times in {self.file}, expected once"
            )
        place = text.index(self.find, start)
        return text[:place] + self.replace + text[place + len(self.find) :]


def mutation_of(entry: dict[str, Any], file_tests: list[str], part: str) -> Mutation:
    """The mutation that an entry of a file describes."""
    name = f"{part}.{entry.get('name', '?')}"
    missing = REQUIRED - entry.keys()
    unknown = entry.keys() - REQUIRED - OPTIONAL
    if missing or unknown:
        raise MutationError(
            f"{name}: missing keys: {sorted(missing)}; unknown keys: {sorted(unknown)}"
        )
    if entry["find"] == entry["replace"]:
        raise MutationError(f"{name}: 'replace' equals 'find'")
    if not entry["file"].endswith((".cpp", ".py")):
        raise MutationError(f"{name}: {entry['file']}: expected a .cpp or .py file")
    tests = entry.get("tests", file_tests)
    if not tests:
        raise MutationError(f"{name}: no 'tests', neither here nor for the whole file")
    return Mutation(
        name=name,
        file=entry["file"],
        find=entry["find"],
        replace=entry["replace"],
        why=entry["why"],
        after=entry.get("after", ""),
        tests=tuple(tests),
        filter=entry.get("filter", ""),
    )


def read_mutations(folder: Path) -> list[Mutation]:
    """The mutations of all files of a folder, in the order of their names."""
    mutations: list[Mutation] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise MutationError(f"{path.name}: {error}") from error
        entries = content.get("mutation", [])
        mutations += [mutation_of(each, content.get("tests", []), path.stem) for each in entries]
    names = [each.name for each in mutations]
    for name in sorted(set(names)):
        if names.count(name) > 1:
            raise MutationError(f"{name}: stated {names.count(name)} times")
    return mutations


def faults(mutations: list[Mutation], root: Path) -> list[str]:
    """Why mutations do not apply to the sources below `root`; empty if all do."""
    found = []
    for mutation in mutations:
        try:
            mutation.mutated((root / mutation.file).read_text(encoding="utf-8"))
        except MutationError as error:
            found.append(str(error))
        except OSError as error:
            found.append(f"{mutation.name}: {mutation.file}: {error.strerror}")
    return found
