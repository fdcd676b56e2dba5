"""Which check catches which mutant on the interpreter, and that no sound variant is flagged.

python3 studies/mutant_matrix.py --program build/release/warpmark          # a table, in Markdown
python3 studies/mutant_matrix.py --program build/release/warpmark --into docs/museum.md

python3 studies/mutant_matrix.py --program build/release/warpmark --check docs/museum.md

Runs every mutant where its fault shows, and the variant that it was made of at the same point, with
all checks. The exit status is 1 if a mutant is caught by anything but what it names, or not at all,
or if a sound variant is not right or anything was found in it, or the document says otherwise.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- studies/mutant_matrix.py -->\n", "<!-- end -->\n"
KINDS = (
    "out_of_bounds",
    "misaligned",
    "uninitialised_read",
    "shared_race",
    "global_race",
    "missing_syncwarp",
    "missing_lanes",
    "divergent_barrier",
)


@dataclass(frozen=True)
class Mutant:
    """One of the registry, and where its fault shows."""

    path: str
    caught_by: frozenset[str]
    sound: str
    key: str

    @property
    def sound_key(self) -> str:
        """The same point of the variant that has it right; on the host with one thread, for that
        one is refused more than the machine has."""
        return re.sub(r"\[threads=\d+\]", "[threads=1]", self.key.replace(self.path, self.sound, 1))


class Program:
    """The command line, in a folder of its own."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path.resolve()
        self.folder = folder

    def do(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs it."""
        return subprocess.run(
            [str(self.path), *words], cwd=self.folder, capture_output=True, text=True, check=False
        )

    def answer(self, *words: str) -> Any:
        """What it says in JSON."""
        done = self.do(*words, "--json")
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(words)}: {done.stderr}")
        return json.loads(done.stdout)

    def mutants(self, backend: str) -> list[Mutant]:
        """Those that run on `backend`."""
        listed = self.answer("list", "--mutants", "*/mutants/*")["variants"]
        some = [each for each in listed if backend in each["backends"]]
        if not some:
            return []
        paths = [each["path"] for each in some]
        plan = ["run", "--mutants", *paths, "--backend", backend, "--dry-run"]
        keys = {key.split("[", 1)[0]: key for key in self.answer(*plan)["points"]}
        return [
            Mutant(
                each["path"],
                frozenset(each["mutant"]["caught_by"]),
                each["mutant"]["sound"],
                keys[each["path"]],
            )
            for each in some
        ]

    def measure(self, keys: list[str], backend: str) -> dict[str, dict[str, Any]]:
        """The journal's line of each point."""
        points, journal = self.folder / "points.txt", self.folder / f"{backend}.jsonl"
        points.write_text("".join(f"{key}\n" for key in dict.fromkeys(keys)))
        done = self.do(
            "run", "--mutants", "--points", points.name, "--backend", backend, "-o", journal.name
        )
        if not journal.exists():
            raise SystemExit(done.stderr)
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
        return {line["key"]: line for line in lines if line["event"] == "measurement"}


def findings_of(line: dict[str, Any]) -> frozenset[str]:
    """Their kinds."""
    return frozenset(found["kind"] for found in line.get("findings", []))


def is_wrong(line: dict[str, Any]) -> bool:
    """By the oracle, regardless of findings."""
    return "verify" in line and not line["verify"]["ok"]


def is_sound(line: dict[str, Any]) -> bool:
    """Right, and nothing was found."""
    return line["status"] == "ok" and not line.get("findings")


@dataclass(frozen=True)
class Row:
    """A mutant, what was found of it, and of the variant that has it right."""

    mutant: Mutant
    line: dict[str, Any]
    sound: dict[str, Any]

    @property
    def counters(self) -> frozenset[str]:
        """Those that it names and that differ from the sound variant's."""
        own, right = self.line.get("counters", {}), self.sound.get("counters", {})
        return frozenset(
            name for name in self.mutant.caught_by if name in own and own[name] != right[name]
        )

    @property
    def found(self) -> frozenset[str]:
        """In the words of caught_by: the oracle's verdict counts where nothing else was found."""
        seen = findings_of(self.line) | self.counters
        return seen or (frozenset({"wrong"}) if is_wrong(self.line) else frozenset())

    @property
    def holds(self) -> bool:
        """What the mutants demonstrate."""
        return self.found == self.mutant.caught_by and is_sound(self.sound)

    def cells(self) -> list[str]:
        """Of the table."""
        marks = ["x" if is_wrong(self.line) else ""]
        marks += ["x" if kind in findings_of(self.line) else "" for kind in KINDS]
        marks += [", ".join(f"`{name}`" for name in sorted(self.counters))]
        sound = "right" if is_sound(self.sound) else f"**{self.sound['status']}**"
        named = "yes" if self.found == self.mutant.caught_by else "**no**"
        return [f"`{self.mutant.path}`", *marks, named, f"`{self.mutant.sound}`: {sound}"]


def rows_of(program: Program) -> list[Row]:
    """Each mutant on the interpreter, and those of host code on the host."""
    rows: dict[str, Row] = {}
    for backend in ("simt", "host"):
        mutants = [each for each in program.mutants(backend) if each.path not in rows]
        keys = [key for each in mutants for key in (each.key, each.sound_key)]
        lines = program.measure(keys, backend) if keys else {}
        for each in mutants:
            rows[each.path] = Row(each, lines[each.key], lines[each.sound_key])
    return sorted(rows.values(), key=lambda row: row.mutant.path)


def table(rows: list[Row]) -> str:
    """In Markdown."""
    header = ["mutant", "wrong result", *KINDS, "counter", "as named", "made of, at the same point"]
    lines = [header, ["---"] * len(header), *(row.cells() for row in rows)]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def put_into(path: Path, text: str) -> None:
    """Between the two marks of a document."""
    before, rest = path.read_text().split(BEGIN)
    path.write_text(before + BEGIN + text + END + rest.split(END, 1)[1])


def main() -> int:
    """Does as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--into", type=Path, help="the document whose table it replaces")
    parser.add_argument("--check", type=Path, help="the document whose table it must be")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = rows_of(Program(arguments.program, Path(folder)))
    unknown = {kind for row in rows for kind in findings_of(row.line)} - set(KINDS)
    if unknown:
        raise SystemExit(f"findings without a column: {', '.join(sorted(unknown))}")
    if arguments.into:
        put_into(arguments.into, table(rows))
    elif not arguments.check:
        print(table(rows), end="")
    is_shown = not arguments.check or BEGIN + table(rows) + END in arguments.check.read_text()
    if not is_shown:
        sys.stderr.write(f"{arguments.check} has another table; --into writes this one\n")
    bad = [row.mutant.path for row in rows if not row.holds]
    sound = {row.mutant.sound_key for row in rows}
    sys.stderr.write(
        f"{len(rows) - len(bad)} of {len(rows)} mutants caught by exactly what they name; "
        f"{len(sound)} sound points\n" + "".join(f"not so: {path}\n" for path in bad)
    )
    return 1 if bad or not is_shown else 0


if __name__ == "__main__":
    sys.exit(main())
