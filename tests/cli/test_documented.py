"""The reference pages name all that the program accepts, as the program itself lists it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.program import SOURCE, Program

DOCS = SOURCE / "docs"
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
UNKNOWN = "qqqqqqqqqqqq"  # near no key, so the error lists all of them
LISTED = re.compile(r"\(there is ([^)]*)\)")
FAMILY = '[family]\nname = "f"\n[problem]\nn = [1]\n'
BUFFER = '[buffer.x]\nrole = "out"\ntype = "f32"\nlength = "n"\n'
VARIANT = f'{FAMILY}{BUFFER}[variant.v]\nentry = "k"\ngrid = 1\nblock = 1\n'
LIST = ("list", "--kernels")
INSPECT = ("inspect",)
# verb, the file up to the unknown key, the heading of the keys in kernels_keys.md
KERNELS_TABLES = [
    (LIST, "", "Kernels file: top level"),
    (LIST, "[[family]]\n", "`[family]`"),
    (INSPECT, "[compile]\n", "`[compile]`"),
    (LIST, f"{FAMILY.replace('n = [1]', '[problem.n]')}", "Axis"),
    (LIST, f"{FAMILY}[buffer.x]\n", "`[buffer.NAME]`"),
    (LIST, VARIANT, "`[variant.NAME]`"),
    (LIST, f"{VARIANT}[[variant.v.steps]]\n", "`[[variant.NAME.steps]]`"),
    (INSPECT, "", "Specification of inspect: top level"),
    (INSPECT, "[[buffer]]\n", "`[[buffer]]`"),
    (INSPECT, "[[constant]]\n", "`[[constant]]`"),
    (INSPECT, "[[launch]]\n", "`[[launch]]`"),
    (INSPECT, "[[output]]\n", "`[[output]]`"),
]
GATE_TABLES = [
    ("--settings", ""),
    ("--settings", "[static]\n"),
    ("--settings", "[timing]\n"),
    ("--settings", "[[point]]\n"),
    ("--settings", "[tolerances.registers]\n"),
    ("--accept", "[[accept]]\n"),
]
# Parts of the program, and of it what reads the environment.
PARTS = ("base", "bench", "ci", "cli", "python", "reports", "simt", "tuning", "variants")
READS = re.compile(r"getenv\(|os\.environ")
VARIABLE = re.compile(r'"([A-Z][A-Z0-9_]+)"')
KIND = re.compile(r'(?:type_name|add_option)\("([A-Z]+)"')  # of values of options


def _accepted(program: Program, words: tuple[str, ...], text: str) -> set[str]:
    """What the program says that it accepts in place of an unknown key."""
    (program.folder / "given.toml").write_text(text)
    done = program.run(*words)
    listed = LISTED.search(done.stderr)
    assert done.returncode == 2
    assert listed is not None, done.stderr
    return set(listed[1].split(", "))


def _codes(text: str) -> set[str]:
    return set(re.findall(r"`([^`\n]+)`", FENCED.sub("", text)))


def _keys_below(page: str, heading: str) -> set[str]:
    """The first cells of the table below a heading."""
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)
    return set().union(*map(_codes, rows))


@pytest.mark.parametrize(("verb", "text", "heading"), KERNELS_TABLES)
def test_keys_of_kernels_files_are_those_of_the_page(
    program: Program, verb: tuple[str, ...], text: str, heading: str
) -> None:
    accepted = _accepted(program, (*verb, "given.toml"), f"{text}{UNKNOWN} = 1\n")
    page = (DOCS / "kernels_keys.md").read_text(encoding="utf-8")
    assert accepted == _keys_below(page, heading)


@pytest.mark.parametrize(("option", "text"), GATE_TABLES)
def test_keys_of_the_gate_are_in_its_page(program: Program, option: str, text: str) -> None:
    text = f"version = 1\n{text}{UNKNOWN} = 1\n"
    words = ("gate", "--base", "HEAD", option, "given.toml")
    accepted = _accepted(program, words, text)
    codes = _codes((DOCS / "gate_settings.md").read_text(encoding="utf-8"))
    assert accepted <= set(re.findall(r"\w+", " ".join(codes)))


def test_quantities_are_described(program: Program) -> None:
    text = f"version = 1\n[tolerances]\n{UNKNOWN} = 1\n"
    quantities = _accepted(program, ("gate", "--base", "HEAD", "--settings", "given.toml"), text)
    named = _codes((DOCS / "counters.md").read_text(encoding="utf-8"))
    assert quantities <= named, sorted(quantities - named)


def test_environment_variables_are_described() -> None:
    named = _codes((DOCS / "environment.md").read_text(encoding="utf-8"))
    read: dict[str, Path] = {"WARPMARK_SITE_PACKAGES": Path()}  # by name, in a header
    for path in (path for part in PARTS for path in (SOURCE / part).rglob("*.*")):
        if path.suffix in (".cpp", ".hpp", ".py"):
            text = path.read_text(encoding="utf-8")
            if READS.search(text):
                read.update(dict.fromkeys(VARIABLE.findall(text), path))
    sources = (path.read_text(encoding="utf-8") for path in (SOURCE / "cli").rglob("*.cpp"))
    kinds = {name for text in sources for name in KIND.findall(text)}
    read = {name: path for name, path in read.items() if name not in kinds}
    assert len(read) > 20
    assert read.keys() <= named, {name: read[name] for name in read.keys() - named}


def test_exit_statuses_are_described(program: Program) -> None:
    rows = re.findall(r"^\| (\d) \|", (DOCS / "environment.md").read_text("utf-8"), re.MULTILINE)
    for verb in re.findall(r"^  ([a-z]+)  +\S", program.run("--help").stdout, re.MULTILINE):
        line = re.search(r"^Exit status: (.*)", program.run(verb, "--help").stdout, re.MULTILINE)
        given = re.findall(r"(?:^|, )(\d)\b", line[1]) if line else []
        assert set(given) <= set(rows), f"{verb}: {given}"
