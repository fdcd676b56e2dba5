"""`warpmark init`: kernels files for sources, which run as they are where the guesses hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import SOURCE, Program

KERNELS = """
// __global__ void in_a_comment(float* x) {}
#ifndef UNROLL
#define UNROLL 4
#endif
using real = float;
namespace mine {
template <typename T, int BLOCK>
__global__ void __launch_bounds__(512) saxpy(T a, const T* __restrict__ x, T* y, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
#pragma unroll UNROLL
  if (i < n) y[i] += a * x[i];
}
}  // namespace mine
__global__ void square(real* out, real const* in, unsigned n);
__global__ void square(real* out, real const* in, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
extern "C" __global__ void square_strided(real out[], const real in[], unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i] * in[i];
}
struct settings { int a; };
__global__ void structured(settings s, float* x) {}
__global__ void transpose(float* to, const float* from, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) to[x * height + y] = from[y * width + x];
}
"""


def drafted(program: Program, source: str) -> dict[str, Any]:
    (program.folder / "k.cu").write_text(source)
    done = program.run("init", "k.cu")
    assert done.returncode == 0, done.stderr
    return tomllib.loads((program.folder / "kernels.toml").read_text())


def test_a_draft_says_what_the_source_says(program: Program) -> None:
    families = {each["name"]: each for each in drafted(program, KERNELS)["family"]}
    assert list(families) == ["mine_saxpy", "square", "transpose"]
    saxpy = families["mine_saxpy"]["variant"]["mine_saxpy"]
    assert saxpy["entry"] == "mine::saxpy<{type}, {BLOCK}>"
    assert saxpy["args"] == ["{type}=1", "@x", "@y", "i32=n"]
    assert max(saxpy["axes"]["BLOCK"]) == 512
    assert families["mine_saxpy"]["buffer"]["x"]["role"] == "in"
    assert families["mine_saxpy"]["buffer"]["y"]["role"] == "inout"
    square = families["square"]
    assert list(square["variant"]) == ["square", "square_strided"]
    assert square["reference"] == "square"
    assert square["buffer"]["out"]["role"] == "out"
    assert square["buffer"]["out"]["type"] == "f32"
    assert families["transpose"]["variant"]["transpose"]["block"] == ["block_x", "block_y"]
    text = (program.folder / "kernels.toml").read_text()
    assert "# Left out: structured (line 25): its parameter s is a settings." in text
    assert "# UNROLL = [4]" in text


def test_a_draft_runs_as_it_is(program: Program) -> None:
    drafted(program, KERNELS)
    words = ("--kernels", "kernels.toml", "--backend", "simt")
    done = program.run("run", *words, "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    assert " ok in " in done.stdout


def test_examples_get_files_that_can_be_read(program: Program) -> None:
    for source in (
        SOURCE / "examples" / "convolution" / "convolution.cu",
        SOURCE / "studies" / "race_kernels" / "sum.cu",
    ):
        path = program.folder / f"{Path(source).stem}.toml"
        assert program.run("init", str(source), "-o", str(path)).returncode == 0
        done = program.run("list", "--kernels", str(path))
        assert done.returncode == 0, done.stderr


def test_what_cannot_be_described_is_an_error(program: Program) -> None:
    for source, message in (
        ("int main() {}", "k.cu: no kernel; expected a function that is __global__"),
        ("struct s {}; __global__ void f(s a) {}", "its parameter a is a s"),
        ("__global__ void f(float** a) {}", "its parameter a is a float**"),
    ):
        (program.folder / "k.cu").write_text(source)
        done = program.run("init", "k.cu")
        assert done.returncode == 2
        assert message in done.stderr
        assert not (program.folder / "kernels.toml").exists()
    assert "No such file" in program.run("init", "none.cu").stderr


def test_a_file_is_not_overwritten(program: Program) -> None:
    drafted(program, "__global__ void f(float* a) {}")
    before = (program.folder / "kernels.toml").read_text()
    assert program.run("init", "k.cu").returncode == 2
    assert (program.folder / "kernels.toml").read_text() == before


ODD = {
    "const_pointers": "__global__ void k(const float* const x, float* const y) { y[0] = x[0]; }",
    "namespace_alias": "namespace cg = other;\nextern \"C\" { __global__ void k(float* y) {} }",
    "using_namespace": "using namespace std;\n{ __global__ void k(float* y) {} }",
    "two_branches": "#if A\n__global__ void k(float* y) {}\n"
    "#else\n__global__ void k(float* y) {}\n#endif",
    "macro": "#define K(name) \\\n  __global__ void name(float* y) {}\n"
    "__global__ void k(float* y) {}",
    "crlf": "__global__ void k(float* y)\r\n{\r\n}\r\n",
    "block_by_use": "template <int BX> __global__ void __launch_bounds__(BX) k(float* y, int n) {\n"
    "  int i = blockIdx.x * BX + threadIdx.x;\n  if (i < n) y[i] = 1;\n}",
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_sources_get_files_that_can_be_read(program: Program, name: str) -> None:
    content = drafted(program, ODD[name])
    assert program.run("list", "--kernels", "kernels.toml").returncode == 0
    variant = content["variant"]["k"]
    assert variant["entry"].startswith("k")
    assert variant["args"][0].startswith("@")
    if name == "const_pointers":
        assert [each["role"] for each in content["buffer"].values()] == ["in", "out"]
    if name == "block_by_use":
        assert variant["block"] == "BX"


@pytest.mark.parametrize("file", ['a"b.cu', "a\tb.cu", "ä ö.cu"])
def test_any_name_of_a_file(program: Program, file: str) -> None:
    (program.folder / file).write_text("__global__ void k(float* y) {}")
    assert program.run("init", file).returncode == 0
    assert tomllib.loads((program.folder / "kernels.toml").read_text())["family"]["file"] == file


def test_long_texts_do_not_exhaust_the_stack(program: Program) -> None:
    index = "+".join(["i"] * 100_000)
    source = f"typedef int /* {'c' * 400_000} */ foo;\n#ifndef A{' ' * 400_000}\n"
    source += f"__global__ void k(float* y) {{ y[{index}] = 1; }}"
    assert drafted(program, source)["buffer"]["y"]["role"] == "out"


def test_a_draft_that_would_not_be_read_is_not_left(program: Program) -> None:
    (program.folder / "k.cu").write_text("__global__ void k() {}")
    done = program.run("init", "k.cu")
    assert done.returncode == 2
    assert "need a file written by hand" in done.stderr
    assert not (program.folder / "kernels.toml").exists()
