"""One mutation: compile, link and test a copy, outside of the working tree."""

from __future__ import annotations

import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.mutation.build_tree import BuildTree, ProgramTest, Translation, include_line
from tools.mutation.mutation import Mutation, MutationError
from tools.mutation.processes import Ending, run

KILLED = "killed"
SURVIVED = "survived"
NOT_COMPILED = "does not compile"
TIMED_OUT = "timed out"
NOT_TRIED = "cannot be tried"

MAX_COMPILE_S = 600.0
MAX_BASELINE_S = 1200.0
# The mutated program gets a multiple of what the sound one took, and this on a busy machine.
LEAST_LIMIT_S = 60.0
LIMIT_FACTOR = 5.0

# Folders of packages, and what their tests import beside them.
PACKAGES = ("reports", "python")
MODULES_OF_TESTS = ("studies", "tests/reports", "tests/statistics", ".")

FAILED_TEST = re.compile(
    r"^\[  FAILED  \] (\S+)|^FAILED (\S+)|^(?:FAIL|ERROR): (\S+)", re.MULTILINE
)


@dataclass(frozen=True)
class Outcome:
    """What became of a mutation, the test that noticed or what was wrong, and the time it took."""

    mutation: Mutation
    result: str
    detail: str
    seconds: float


class TrialRunner:
    """Tries mutations; what the sound programs do is found out once for each set of tests."""

    def __init__(self, tree: BuildTree) -> None:
        self._tree = tree
        self._programs = tree.programs()
        self._tests: dict[str, list[ProgramTest]] = {}
        self._limits: dict[tuple[str, str], float] = {}
        self._limit_locks: dict[tuple[str, str], threading.Lock] = {}
        self._lock = threading.Lock()

    def build(self, mutations: list[Mutation]) -> None:
        """Brings up to date what the mutations are linked to and tested with."""
        programs = {self._program(test) for m in mutations if not m.is_python for test in m.tests}
        if programs:
            # Test programs start others, such as workers, that ninja builds with everything.
            self._tree.build([])

    def tried(self, mutation: Mutation, scratch: Path) -> Outcome:
        """Tries a mutation in an empty folder."""
        start = time.monotonic()
        attempt = self._tried_python if mutation.is_python else self._tried_cpp
        try:
            text = (self._tree.root / mutation.file).read_text(encoding="utf-8")
            result, detail = attempt(mutation, mutation.mutated(text), scratch)
        except (MutationError, OSError) as error:
            result, detail = NOT_TRIED, str(error)
        return Outcome(mutation, result, detail, time.monotonic() - start)

    def _tried_cpp(self, mutation: Mutation, text: str, scratch: Path) -> tuple[str, str]:
        objects: dict[str, Path] = {}
        for test in mutation.tests:
            program = self._program(test)
            link = self._tree.link_command(program)
            translation = self._tree.translation(mutation.file, link)
            if translation.object not in objects:
                ending = self._compiled(mutation, text, translation, scratch)
                if ending.status != 0:
                    return NOT_COMPILED, first_error(ending.output)
                objects[translation.object] = scratch / "mutated.o"
            binary = scratch / Path(program).name
            if not binary.exists():
                self._link_neighbours(binary)
                ending = run(
                    relinked(link, translation, objects[translation.object], binary),
                    self._tree.folder,
                    MAX_COMPILE_S,
                )
                if ending.status != 0:
                    return NOT_COMPILED, first_error(ending.output)
            result, detail = self._judged(test, mutation.filter, str(binary), scratch)
            if result != SURVIVED:
                return result, detail
        return SURVIVED, ""

    def _link_neighbours(self, binary: Path) -> None:
        """Links what a program looks for beside itself and above: programs, reports, Python."""
        built = [each for each in self._tree.folder.iterdir() if is_program_or_library(each)]
        beside = [self._tree.root / each for each in (*PACKAGES, ".venv")]
        for each in [*built, *beside]:
            if each.name != binary.name and each.exists():
                (binary.parent / each.name).symlink_to(each)

    def _compiled(
        self, mutation: Mutation, text: str, translation: Translation, scratch: Path
    ) -> Ending:
        original = self._tree.root / mutation.file
        copy = scratch / original.name
        copy.write_text(text, encoding="utf-8")
        source = copy
        if translation.source != original:
            unity = translation.source.read_text(encoding="utf-8")
            source = scratch / "unity.cxx"
            source.write_text(
                unity.replace(include_line(original), include_line(copy)), encoding="utf-8"
            )
        command = [
            str(source) if word == str(translation.source) else word for word in translation.command
        ]
        command[command.index("-o") + 1] = str(scratch / "mutated.o")
        # What the bug leaves unused is no reason to refuse it.
        command += ["-Wno-error", f"-iquote{original.parent}"]
        return run(command, self._tree.folder, MAX_COMPILE_S)

    def _judged(self, test: str, names: str, binary: str, scratch: Path) -> tuple[str, str]:
        limit = self._limit(test, names, scratch)
        return judged(self._run_test(test, names, binary, scratch, limit))

    def _run_test(
        self, test: str, names: str, binary: str | None, scratch: Path, limit_s: float
    ) -> Ending:
        """Runs tests with a program in place of the built one, if one is given."""
        built = str(self._tree.folder / self._program(test))
        tests = self._tests_of(test)
        files = [file for each in tests for file in each.sources]
        if test in self._programs or files:
            narrowed = [f"--gtest_filter={names}"] if names else files
            command = [binary or built, "--gtest_fail_fast", "--gtest_brief=1", *narrowed]
            return run(command, Path(built).parent, limit_s)
        if not tests:
            raise MutationError(f"{test}: neither a program nor a test or folder of the build")
        put = {built: binary or built}
        command = [put.get(word, word) for word in tests[0].command]
        command += names.split()
        environment = {name: put.get(value, value) for name, value in tests[0].environment.items()}
        return run(command, scratch, limit_s, environment)

    def _tests_of(self, name: str) -> list[ProgramTest]:
        with self._lock:
            if name not in self._tests:
                programs = name in self._programs
                self._tests[name] = [] if programs else self._tree.program_tests(name)
            return self._tests[name]

    def _program(self, test: str) -> str:
        """The program that a test runs: one of GoogleTest by its name, else the command line's."""
        if test in self._programs:
            return self._programs[test]
        for each in self._tests_of(test):
            if each.sources:
                return str(Path(each.command[0]).relative_to(self._tree.folder))
        return "warpmark"

    def _limit(self, test: str, names: str, scratch: Path) -> float:
        """The time limit of tests, from a run of them without a bug, which must pass."""

        def sound() -> Ending:
            return self._run_test(test, names, None, scratch, MAX_BASELINE_S)

        return self._limit_of((test, names), sound)

    def _limit_of(self, key: tuple[str, str], sound: Callable[[], Ending]) -> float:
        with self._lock:
            lock = self._limit_locks.setdefault(key, threading.Lock())
        with lock:
            if key not in self._limits:
                start = time.monotonic()
                ending = sound()
                if ending.status != 0:
                    raise MutationError(
                        f"{' '.join(key).strip()}: fails without a mutation: "
                        f"{judged(ending)[1] or ending.output[-2000:]}"
                    )
                if "] 0 tests from" in ending.output:
                    raise MutationError(f"{' '.join(key).strip()}: selects no test")
                seconds = time.monotonic() - start
                self._limits[key] = max(LEAST_LIMIT_S, LIMIT_FACTOR * seconds)
            return self._limits[key]

    def _tried_python(self, mutation: Mutation, text: str, scratch: Path) -> tuple[str, str]:
        package = mutated_folder(mutation.file)
        shutil.copytree(
            self._tree.root / package,
            scratch / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        path = python_path(self._tree.root, scratch, package)

        def tested() -> Ending:
            return self._run_pytest(mutation, path, limit)

        limit = MAX_BASELINE_S
        limit = self._limit_of((" ".join(mutation.tests), mutation.filter), tested)
        (scratch / mutation.file).write_text(text, encoding="utf-8")
        return judged(tested())

    def _run_pytest(self, mutation: Mutation, path: list[str], limit_s: float) -> Ending:
        command = [self._tree.python, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        command += ["-o", f"pythonpath={' '.join(path)}", *mutation.tests]
        if mutation.filter:
            command += ["-k", mutation.filter]
        environment = {"PYTHONPATH": ":".join(path)}
        program = self._tree.folder / "warpmark"
        if program.exists():
            environment["WARPMARK_PROGRAM"] = str(program)
        return run(command, self._tree.root, limit_s, environment)


def mutated_folder(file: str) -> str:
    """The folder of packages that a Python file is in: `reports` or `python`."""
    folder = Path(file).parts[0]
    if folder not in PACKAGES:
        raise MutationError(f"{file}: expected a file of {' or '.join(PACKAGES)}")
    return folder


def python_path(root: Path, scratch: Path, mutated: str) -> list[str]:
    """Where tests find modules, with a mutated copy of one folder of packages in its place."""
    packages = [str((scratch if each == mutated else root) / each) for each in PACKAGES]
    return [*packages, *(str(root / each) for each in MODULES_OF_TESTS)]


def relinked(link: list[str], translation: Translation, object_: Path, binary: Path) -> list[str]:
    """A link command with another object, and with another program as its result.

    The object defines all that the one in the library does, so the linker does not take that one.
    """
    output = link.index("-o")
    command = [*link[: output + 1], str(binary), *link[output + 2 :]]
    if translation.object in command:
        return [str(object_) if word == translation.object else word for word in command]
    return [*command[:output], str(object_), *command[output:]]


def is_program_or_library(path: Path) -> bool:
    """Whether it is an executable file."""
    return path.is_file() and os.access(path, os.X_OK)


def judged(ending: Ending) -> tuple[str, str]:
    """The result of a run of tests, and the first test that failed."""
    if ending.status is None:
        return TIMED_OUT, "a bug must end in a failed assertion"
    if ending.status == 0:
        return SURVIVED, ""
    failed = FAILED_TEST.search(ending.output)
    if failed is not None:
        return KILLED, next(each for each in failed.groups() if each).rstrip(",")
    lines = ending.output.strip().splitlines()
    return KILLED, f"exit status {ending.status}: {lines[-1] if lines else ''}"[:100]


def first_error(output: str) -> str:
    """The first line of a compiler's output that says what is wrong."""
    lines = [line for line in output.splitlines() if "error" in line]
    return lines[0][-160:] if lines else output.strip()[-160:]
