"""Every header can be included alone: it includes, itself or through others, what it names.

Checked by reading, as compiling several hundred headers one by one would take minutes: names of the
standard library need one of the headers that declare them, and names that a header of this program
declares need that header.
"""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("base", "simt", "variants", "bench", "tuning", "ci", "cli")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|^[ \t]*#[^\n]*', re.DOTALL | re.MULTILINE
)
STANDARD = {
    "algorithm": "all_of any_of clamp copy count_if equal find find_if for_each max min none_of "
    "max_element min_element sort stable_sort unique remove_if lower_bound upper_bound",
    "array": "array to_array",
    "atomic": "atomic memory_order_relaxed",
    "bit": "bit_cast popcount countr_zero countl_zero has_single_bit bit_width",
    "chrono": "chrono",
    "concepts": "invocable same_as integral floating_point convertible_to",
    "condition_variable": "condition_variable",
    "coroutine": "coroutine_handle suspend_always suspend_never",
    "cstddef": "size_t ptrdiff_t byte nullptr_t",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t",
    "cstring": "memcpy memcmp memset strlen",
    "deque": "deque",
    "exception": "exception exception_ptr rethrow_exception current_exception",
    "filesystem": "filesystem",
    "fstream": "ifstream ofstream",
    "functional": "function hash less greater",
    "future": "future promise shared_future async",
    "initializer_list": "initializer_list",
    "iostream": "cerr cout cin",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared",
    "mutex": "mutex lock_guard unique_lock scoped_lock once_flag call_once",
    "numeric": "accumulate iota inner_product",
    "optional": "optional nullopt nullopt_t",
    "ostream": "ostream",
    "set": "set multiset",
    "span": "span as_bytes as_writable_bytes",
    "stdexcept": "runtime_error invalid_argument out_of_range logic_error length_error "
    "domain_error",
    "string": "string to_string stoi stoul getline",
    "string_view": "string_view",
    "thread": "thread jthread this_thread",
    "tuple": "tuple tie make_tuple",
    "type_traits": "is_same_v is_trivially_copyable_v conditional_t decay_t enable_if_t",
    "typeindex": "type_index",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "pair move forward exchange swap",
    "variant": "variant visit get_if holds_alternative monostate",
    "vector": "vector",
}
# Names that headers of the standard library declare in addition, by the standard.
ALSO = {
    "string": {"initializer_list", "cstddef"},
    "string_view": {"initializer_list", "cstddef"},
    "vector": {"initializer_list", "cstddef"},
    "map": {"initializer_list", "utility"},
    "set": {"initializer_list"},
    "span": {"cstddef"},
    "array": {"cstddef", "initializer_list"},
    "tuple": {"utility"},
    "memory": {"cstddef"},
    "iostream": {"ostream", "string"},
    "fstream": {"ostream", "string"},
    "stdexcept": {"exception", "string"},
    "filesystem": {"string"},
    "optional": {"utility"},
    "variant": {"cstddef"},
    "utility": {"cstddef", "initializer_list"},
    "functional": {"cstddef"},
    "bit": {"cstddef"},
    "numeric": {"cstddef"},
}  # fmt: skip
PROVIDERS: dict[str, set[str]] = defaultdict(set)
for _header, _names in STANDARD.items():
    for _name in _names.split():
        PROVIDERS[_name].add(_header)
# A type before the name of a member, a parameter or a function.
USED = re.compile(
    r"(?:^|[<(,;{}>]|\bconst|\bpublic|\breturn|\bstatic)\s+(?:\w+::)*([a-z_]\w*)&?"
    r"\s+[a-z_]\w*\s*[;,=({)]",
    re.MULTILINE,
)
DECLARES = re.compile(r"^(?:struct|class|enum class|enum)\s+([a-z_]\w*)[^;{]*\{", re.MULTILINE)


@cache
def text_of(path: str) -> str:
    """A header's text."""
    return (ROOT / path).read_text(encoding="utf-8")


def code_of(text: str) -> str:
    """Without comments, strings and directives."""
    return NOISE.sub(" ", text)


def headers() -> list[str]:
    """All headers of the program."""
    return sorted(
        str(file.relative_to(ROOT)) for part in PARTS for file in (ROOT / part).rglob("*.hpp")
    )


@cache
def reachable(path: str) -> frozenset[str]:
    """The headers that come with a header: of this program by path, others by name."""
    found: set[str] = {path}
    for kind, name in INCLUDE.findall(text_of(path)):
        if kind == '"' and (ROOT / name).is_file():
            found |= reachable(name)
        else:
            found |= {name} | ALSO.get(name, set())
            if "/" in name:  # Another library's, which brings its strings and containers.
                found |= {"string", "vector", "cstddef", "cstdint"}
    return frozenset(found)


def missing_standard(text: str, available: frozenset[str]) -> set[str]:
    """Names of the standard library whose header is missing."""
    used = set(re.findall(r"\bstd::(\w+)", code_of(text)))
    return {name for name in used & PROVIDERS.keys() if not PROVIDERS[name] & available}


def declarations() -> dict[str, set[str]]:
    """Types by name, each with the headers that declare one of that name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in headers():
        for name in DECLARES.findall(code_of(text_of(path))):
            found[name].add(path)
    return found


def named_in(code: str) -> set[str]:
    """Types that a text declares, if only by name."""
    return set(re.findall(r"\b(?:struct|class|enum class|enum|using|namespace)\s+(\w+)", code))


def missing_types(text: str, available: frozenset[str], declared: dict[str, set[str]]) -> set[str]:
    """Types that are used as a value or a base, and declared in no header that is at hand."""
    code = code_of(text)
    known = named_in(code)
    for path in available:
        if (ROOT / path).is_file():
            known |= named_in(code_of(text_of(path)))
    used = set(USED.findall(code))
    used |= set(re.findall(r"<(?:const )?(?:\w+::)*([a-z_]\w*)\*?>", code))
    return {name for name in used & declared.keys() - known if len(declared[name]) == 1}


def test_headers_include_what_they_name() -> None:
    declared = declarations()
    found = {}
    for path in headers():
        text, available = text_of(path), reachable(path)
        missing = missing_standard(text, available) | missing_types(text, available, declared)
        if missing:
            found[path] = missing
    assert found == {}


def test_missing_includes_are_noticed() -> None:
    vector = frozenset({"vector", "cstddef", "initializer_list"})
    assert missing_standard("std::vector<std::string> f();", vector) == {"string"}
    assert missing_standard("// std::string\nstd::vector<int> f();", vector) == set()
    declared = {"point": {"bench/core/point.hpp"}}
    assert missing_types("struct a {\n  point where;\n};", frozenset(), declared) == {"point"}
    assert missing_types("class point;\nvoid f(const point& p);", frozenset(), declared) == set()
    at_hand = frozenset({"bench/core/point.hpp"})
    assert missing_types("struct a {\n  point where;\n};", at_hand, declared) == set()
