"""Every mistake in a kernels file: exit status 2 and one line that names it and the cure."""

import pytest
from tests.cli.program import Program

SOURCE_TEXT = """
template <class T, int block>
__global__ void twice(const T* in, T* out, int n) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
"""

SOUND = """[family]
name = "twice"
file = "twice.cu"
reference = "plain"
bytes = "2 * n * size(type)"
traffic = "copy"
[problem.n]
values = "2^10..2^12"
[problem.type]
values = ["i32", "f32"]
[buffer.in]
role = "in"
type = "{type}"
length = "n"
init = "uniform"
[buffer.out]
role = "out"
type = "{type}"
length = "n"
relative = { f32 = 1e-6 }
[variant.plain]
entry = "twice<{type}, {block}>"
grid = ["ceildiv(n, block)"]
block = ["block"]
args = ["@in", "@out", "i32=n"]
[variant.plain.axes]
block = { values = [64, 128], base = 64 }
[variant.plain.constraints]
"block % 32 == 0" = "whole warps"
"""

# The replaced text, its replacement, and the expected message.
MISTAKES = [
    ('name = "twice"\n', "", ["kernels.toml:1: [family]: 'name' is missing"]),
    ('name = "twice"', 'name = "two words"', ["family 'two words'", "letters, digits"]),
    (
        'name = "twice"',
        'nmae = "twice"',
        ["kernels.toml:2", "unknown key 'nmae' (did you mean 'name'?)"],
    ),
    (
        'traffic = "copy"',
        'trafic = "copy"',
        [":6:", "unknown key 'trafic' (did you mean 'traffic'?)"],
    ),
    ('traffic = "copy"', 'traffic = "up"', [":6:", "traffic: 'up'", "read"]),
    (
        'reference = "plain"',
        'reference = "plane"',
        [":4:", "reference: no variant 'plane' (did you mean 'plain'?)"],
    ),
    ('reference = "plain"\n', "", ["'out' has no reference", '"plain"', '"none"']),
    ('"twice.cu"', '"twoce.cu"', ["twoce.cu: No such file"]),
    ('"2 * n * size(type)"', '"2 * m"', [":5:", "bytes: '2 * m', column 5: no name 'm'"]),
    ('"2 * n * size(type)"', "true", [":5:", "bytes", "an expression in quotes"]),
    ('values = "2^10..2^12"', 'values = "2^12..2^10"', [":8:", "2^12..2^10", "empty"]),
    ("[problem.n]", "[problem.m]", ["has no numeric axis 'n'", "2^20..2^24"]),
    ('values = "2^10..2^12"', "values = []", [":8:", "values: no values", "[16, 32]"]),
    ('values = "2^10..2^12"', 'base = "5"', ["axis n", "'values' is missing"]),
    ('["i32", "f32"]', '["i32", "f31"]', [":10:", "'f31' (did you mean 'f32'?)"]),
    ('["i32", "f32"]', '["i32", 32]', [":10:", "only one of them"]),
    ('["i32", "f32"]', '["i32", "i32"]', [":10:", "duplicate value i32"]),
    ('role = "in"', 'role = "input"', [":12:", "[buffer.in]: role: 'input'", "inout"]),
    ('role = "in"\n', "", ["[buffer.in]: 'role' is missing", '"inout"']),
    ('init = "uniform"\n', "", ["[buffer.in]: 'init' is missing", "zeros"]),
    (
        'init = "uniform"',
        'init = "unifrom"',
        [":15:", "init", "'unifrom' (did you mean 'uniform'?)"],
    ),
    ('init = "uniform"', 'init = "@absent.npy"', [":15:", "absent.npy", "No such file"]),
    ('init = "uniform"', 'init = "@{n}.npy"', [":15:", "init"]),
    ('type = "{type}"', 'type = "{typ}"', [":13:", "no name 'typ' (did you mean 'type'?)"]),
    ('type = "{type}"', 'type = "float"', [":13:", "type", "no type 'float'"]),
    ('length = "n"', 'length = "n - 5000"', [":14:", "length", "-3976 is negative"]),
    ("{ f32 = 1e-6 }", "{ f33 = 1e-6 }", [":20:", "relative: no element type 'f33'"]),
    ("{ f32 = 1e-6 }", "-1", [":20:", "relative", "0 or more"]),
    ("{block}>", "{blck}>", [":22:", "entry", "no name 'blck' (did you mean 'block'?)"]),
    ("{block}>", "{block>", [":22:", "entry", "'{' without '}'"]),
    ('entry = "twice<{type}, {block}>"\n', "", ["[variant.plain]: 'entry' is missing"]),
    ('grid = ["ceildiv(n, block)"]\n', "", ["[variant.plain]: 'grid' is missing", "ceildiv"]),
    ('"ceildiv(n, block)"', '"n / (block - 64)"', [":23:", "division by zero (block = 64"]),
    ('"ceildiv(n, block)"', "1, 2, 3, 4", [":23:", "grid: 4 extents", "one to three"]),
    ('"ceildiv(n, block)"', '"ceildiv(n, )"', [":23:", "column 12: ')' is not a value"]),
    ('"@in"', '"@inn"', [":25:", "args: no buffer 'inn' (did you mean 'in'?)"]),
    ('"@in"', '"in"', [":25:", "args: 'in'", "@NAME"]),
    ('"@out", ', "", ["no step of 'plain' uses the output 'out'", '"@out"']),
    ('"i32=n"', '"i33=n"', [":25:", "no type 'i33'"]),
    ('"i32=n"', '"i8=n"', [":25:", "1024 does not fit i8"]),
    ('"i32=n"', '"i32=1.5"', [":25:", "'1.5' is not a valid i32"]),
    ("base = 64", "base = 65", ["block = 65", "one of 64, 128"]),
    ("block = { values", "n = { values", [":21:", "axis 'n' is also a problem axis"]),
    ("[64, 128]", "[63, 128]", [":27:", "block = 64", "one of 63, 128"]),
    ('"block % 32 == 0"', '"block % 3 == 0"', ["the base", "is excluded: whole warps"]),
    ("[64, 128], base = 64", "[2048]", ["the base", "max_threads_per_block"]),
    ('"whole warps"', "5", ["[variant.plain]: constraints", "in quotes"]),
    ("[variant.plain.axes]", "[variant.plain.axis]", ["unknown key 'axis' (did you mean 'axes'?)"]),
    ("[variant.plain]\n", "[variant.plain]\nfile = 'x.cu'\n", ["x.cu: No such file"]),
    ("[variant.plain]\n", "[variant.plain\n", ["kernels.toml:21"]),
]


def read(program: Program, text: str) -> tuple[int, str, str]:
    (program.folder / "twice.cu").write_text(SOURCE_TEXT)
    (program.folder / "kernels.toml").write_text(text)
    done = program.run("list", "--kernels", "kernels.toml")
    return done.returncode, done.stdout, done.stderr


def test_the_sound_file_is_sound(program: Program) -> None:
    status, listing, complaint = read(program, SOUND)
    assert (status, complaint) == (0, "")
    assert "twice/plain" in listing


@pytest.mark.parametrize(("before", "after", "expected"), MISTAKES)
def test_each_mistake_is_named(
    program: Program, before: str, after: str, expected: list[str]
) -> None:
    assert before in SOUND
    status, listing, complaint = read(program, SOUND.replace(before, after, 1))
    assert (status, listing) == (2, ""), complaint
    assert len(complaint.strip().splitlines()) == 1, complaint
    assert complaint.startswith("error: "), complaint
    for part in ["kernels.toml", *expected]:
        assert part in complaint


def test_files(program: Program) -> None:
    for words, part in (
        (["--kernels", "absent.toml"], "absent.toml: No such file"),
        (["--kernels", "."], "it is a folder"),
        (["--kernels"], "--kernels"),
    ):
        done = program.run("list", *words)
        assert done.returncode == 2, done.stderr
        assert part in done.stderr


def test_built_in_variants_are_not_there(program: Program) -> None:
    read(program, SOUND)
    done = program.run("list", "--kernels", "kernels.toml", "reduce")
    assert done.returncode == 2
    assert "unknown family or variant 'reduce'" in done.stderr
    done = program.run("list", "--kernels", "kernels.toml", "-c", "block=96")
    assert "one of 64, 128" in done.stderr


def test_an_include_that_cannot_be_followed(program: Program) -> None:
    read(program, SOUND)
    (program.folder / "twice.cu").write_text("#define H <x.h>\n#include H\n")
    done = program.run("list", "--kernels", "kernels.toml")
    assert done.returncode == 2
    assert "twice.cu:2: '#include H'" in done.stderr
