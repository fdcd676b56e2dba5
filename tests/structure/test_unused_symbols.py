"""The program has no symbols that only tests use.

A name that a header of the program declares has to be used by the program: once where it is
declared, once where it is defined, and somewhere else. Counted are words outside comments and
strings, so a name that two things share may hide that one of them is unused; a name that is
reported is unused.
"""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("base", "simt", "variants", "bench", "tuning", "ci", "cli", "tools", "studies")
SOURCES = (".cpp", ".hpp", ".cu", ".in")
# The compiler calls these.
COROUTINES = {
    "await_ready", "await_resume", "await_suspend", "final_suspend", "get_return_object",
    "initial_suspend", "return_value", "return_void", "unhandled_exception", "yield_value",
}  # fmt: skip
# Found by argument-dependent lookup, or named by a macro of a library.
LIBRARIES = {"to_json", "from_json"}

NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:[^"\\\n]|\\.)*"|#[ \t]*include[^\n]*', re.DOTALL
)
WORD = re.compile(r"[A-Za-z_]\w*")
DECLARED = re.compile(
    r"(?:\b(?:struct|class|using)\s+([A-Za-z_]\w*)\s*(?:final\s*)?[:={])"
    r"|(?:[\w>&*\]]\s+[&*]?([A-Za-z_]\w*)\s*\()"
    r"|(?:\bconstexpr\s[^=;{(]*?\b([A-Za-z_]\w*)\s*(?:=|\{))"
)


def words_of(text: str) -> Counter[str]:
    """How often each word is in the code."""
    return Counter(WORD.findall(NOISE.sub(" ", text)))


def declared_in(text: str) -> set[str]:
    """Functions, types and constants that a header declares."""
    code = NOISE.sub(" ", text)
    names = {name for groups in DECLARED.findall(code) for name in groups if name}
    return {name for name in names if name[0] != "_"} - COROUTINES - LIBRARIES


def defined_in(text: str) -> set[str]:
    """Functions that a source defines: definitions begin at the first column."""
    return set(re.findall(r"^[A-Za-z_][^\n;={}()]*?\b([A-Za-z_]\w*)\(", text, re.MULTILINE))


def unused(files: dict[str, str]) -> dict[str, str]:
    """Names declared in headers and used nowhere, each with its header."""
    counts = {path: words_of(text) for path, text in files.items()}
    total: Counter[str] = Counter()
    for each in counts.values():
        total.update(each)
    found = {}
    for path, text in files.items():
        if not path.endswith(".hpp"):
            continue
        source = files.get(path.removesuffix(".hpp") + ".cpp", "")
        for name in declared_in(text):
            is_defined_in_source = name in defined_in(source)
            if total[name] <= 1 + is_defined_in_source:
                found[name] = path
    return found


def program() -> dict[str, str]:
    """The sources of the program by path."""
    return {
        str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
        for part in PARTS
        for file in sorted((ROOT / part).rglob("*"))
        if file.suffix in SOURCES
    }


def test_no_symbol_is_for_tests_alone() -> None:
    assert unused(program()) == {}


def test_an_unused_function_type_and_constant_are_noticed() -> None:
    files = {
        "a.hpp": "struct used {};\nstruct lonely {};\nint f(used);\nint g();  // g() calls f\n"
        "constexpr int most = 3;\n",
        "a.cpp": "int f(used) { return 1; }\nint g() { return 2; }\n",
        "main.cpp": 'int main() { return f({}); }\nconst char* text = "g()";\n',
    }
    assert unused(files) == {"lonely": "a.hpp", "g": "a.hpp", "most": "a.hpp"}
