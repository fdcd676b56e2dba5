"""Plans know the parameters of the templates of kernels/ by their names, order and kinds.

A plan fills a structure such as sort::templates::radix_onesweep, whose members become the arguments
in the order in which they are declared (variants/contract/template_arguments.hpp). Here each of
these structures is compared with the template that it names, and each kernel has to have one. Both
are read as text, as no compiler reads both.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "kernels"
COMMENT = re.compile(r"//[^\n]*")

STRUCTURE = re.compile(r"^struct (\w+) \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
NAMED = re.compile(
    r'static constexpr device_template<(\w*)> source\{\s*"([^"]+)",\s*"([^"]+)"\s*\};', re.DOTALL
)
MEMBERS = re.compile(r"\b(type|integer|bool|enumerator)_argument ([\w, ]+);")

# A template's parameters, with one level of brackets for class templates among them, then the
# beginning of what it defines.
TEMPLATE = re.compile(r"^template <((?:[^<>]|<[^<>]*>)*)>\n(.*?)[{;]", re.MULTILINE | re.DOTALL)
KERNEL = re.compile(
    r"^__global__\s+void\s+(?:__\w+__\s*\((?:[^()]|\([^()]*\))*\)\s*)*(\w+)\s*\(", re.DOTALL
)
TYPE = re.compile(r"^(?:struct|class)\s+(\w+)")
PARAMETER = re.compile(r"^((?:template <.*> )?\S+) (\w+)$")
KINDS = {"class": "type", "int": "integer", "unsigned": "integer", "bool": "bool"}

Parameters = list[tuple[str, str]]  # Names and kinds.


def kind_of(spelled: str) -> str:
    """The kind of argument for a parameter declared as `class`, `int`, ..."""
    return KINDS.get(spelled.split(" ")[-1], "enumerator")


def parameters_of(text: str) -> Parameters:
    """Of a template, from what is in its brackets."""
    found = []
    for part in re.split(r",(?![^<]*>)", " ".join(text.split())):
        parameter = PARAMETER.match(part.strip())
        assert parameter, f"cannot read the template parameter '{part.strip()}'"
        found.append((parameter[2], kind_of(parameter[1])))
    return found


def templates_in(text: str) -> dict[str, tuple[str, bool]]:
    """The templates of a file of kernels/: what is in brackets, and whether they are kernels."""
    found = {}
    for brackets, begin in TEMPLATE.findall(COMMENT.sub("", text)):
        kernel, of_type = KERNEL.match(begin), TYPE.match(begin)
        if kernel:
            found[kernel[1]] = (brackets, True)
        elif of_type and "<" not in begin.split(":")[0]:
            found.setdefault(of_type[1], (brackets, False))
    return found


def read_structures(text: str) -> dict[str, tuple[str, str, str, Parameters]]:
    """Structures of arguments: what comes first, the file, the qualified name and the members."""
    found = {}
    for name, body in STRUCTURE.findall(COMMENT.sub("", text)):
        named = NAMED.search(body)
        members = [
            (member.strip(), kind)
            for kind, names in MEMBERS.findall(body)
            for member in names.split(",")
        ]
        rest = MEMBERS.sub("", NAMED.sub("", body)).strip()
        if named or (members and not rest):
            assert not rest, f"{name}: cannot read '{rest}'"
            first, file, qualified = named.groups() if named else ("", "", "")
            found[name] = (first, file, qualified, members)
    return found


def declared() -> dict[str, tuple[str, Parameters]]:
    """Qualified names of templates: the file and the parameters that plans know."""
    headers = [
        file.read_text(encoding="utf-8")
        for part in ("variants", "bench")
        for file in sorted((ROOT / part).rglob("*.hpp"))
    ]
    texts = [text for text in headers if re.search(r"\b(?:type|integer|bool)_argument \w", text)]
    common = {}
    for text in texts:
        for name, (_, file, _, members) in read_structures(text).items():
            if not file:
                assert name not in common, f"two structures {name}"
                common[name] = members
    found = {}
    for text in texts:
        for name, (first, file, qualified, members) in read_structures(text).items():
            if file:
                assert qualified.split("::")[-1] == name, f"{name} stands for {qualified}"
                found[qualified] = (file, (common[first] if first else []) + members)
    return found


def difference(known: Parameters, defined: Parameters) -> str:
    """The first parameter that differs; empty if none does."""
    for at in range(max(len(known), len(defined))):
        ours = known[at] if at < len(known) else ("nothing", "")
        theirs = defined[at] if at < len(defined) else ("nothing", "")
        if ours != theirs:
            return (
                f"parameter {at + 1} is {' '.join(reversed(theirs)).strip()} in kernels/, "
                f"{' '.join(reversed(ours)).strip()} in the plan's structure"
            )
    return ""


def kernel_files() -> dict[str, dict[str, tuple[str, bool]]]:
    """The templates of each file below kernels/."""
    return {
        str(file.relative_to(KERNELS)): templates_in(file.read_text(encoding="utf-8"))
        for file in sorted(KERNELS.rglob("*.cuh"))
    }


def test_structures_are_as_the_templates_they_name() -> None:
    files, wrong = kernel_files(), []
    known = declared()
    assert len(known) > 80
    for qualified, (file, parameters) in known.items():
        family, name = qualified.split("::")
        assert file.split("/")[0] == family, f"{qualified} is in {file}"
        if name not in files.get(file, {}):
            wrong.append(f"{qualified}: kernels/{file} has no such template")
        elif differs := difference(parameters, parameters_of(files[file][name][0])):
            wrong.append(f"{qualified}: {differs}")
    assert not wrong, "\n".join(wrong)


def test_every_kernel_has_a_structure_and_mutants_share_that_of_the_sound_one() -> None:
    known, wrong = declared(), []
    for file, templates in kernel_files().items():
        text = (KERNELS / file).read_text(encoding="utf-8")
        for name, (brackets, is_kernel) in templates.items():
            qualified = f"{file.split('/')[0]}::{name}"
            is_mutant = "/mutants/" in file
            launched_by_kernels = f"{name}<" in text and "<<<" in text
            if qualified in known and (is_kernel or is_mutant):
                if differs := difference(known[qualified][1], parameters_of(brackets)):
                    wrong.append(f"{file}: {qualified}: {differs}")
            elif is_kernel and not launched_by_kernels:
                wrong.append(f"{file}: no structure for the kernel {qualified}")
    assert not wrong, "\n".join(wrong)


SHOWN = """
// A comment.
template <class T, int block, bool all,
          template <unsigned, unsigned> class Layout, form by>
__global__ void __launch_bounds__(block, (1024 / block)) shown(const T* from) {
}
template <class T>
struct of_type : base<T> {
};
"""
STRUCTURES = """
struct before {
  type_argument T;
  integer_argument block;
};

struct shown {
  static constexpr device_template<before> source{"family/shown.cuh",
                                              "family::shown"};
  bool_argument all;
  type_argument Layout;
  enumerator_argument by;
};
"""


def test_the_reader_reads_templates_and_structures() -> None:
    templates = templates_in(SHOWN)
    assert templates["shown"][1]
    assert not templates["of_type"][1]
    found = read_structures(STRUCTURES)
    first, file, qualified, members = found["shown"]
    assert (first, file, qualified) == ("before", "family/shown.cuh", "family::shown")
    assert difference(found["before"][3] + members, parameters_of(templates["shown"][0])) == ""


def test_a_missing_a_swapped_and_another_kind_of_parameter_are_named() -> None:
    sound = [("block", "integer"), ("items", "integer"), ("all", "bool")]
    assert "parameter 3 is bool all" in difference(sound[:2], sound)
    assert "parameter 3 is nothing" in difference(sound, sound[:2])
    swapped = [sound[1], sound[0], sound[2]]
    assert difference(swapped, sound) == (
        "parameter 1 is integer block in kernels/, integer items in the plan's structure"
    )
    other = [sound[0], ("items", "type"), sound[2]]
    assert "parameter 2 is integer items" in difference(other, sound)
