"""The gate on kernels of other people: each side has a description and sources of its own."""

import re

import pytest
from tests.gate.code.repository import Repository

SOURCE_TEXT = """
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    y[i] = a * x[i] + y[i];
}
"""

DESCRIPTION = """
[family]
name = "axpy"
file = "saxpy.cu"
reference = "plain"
[problem]
n = [1000]
[buffer.x]
role = "in"
type = "f32"
length = "n"
init = "uniform(-1, 1)"
[buffer.y]
role = "inout"
type = "f32"
length = "n"
init = "arange"
[variant.plain]
entry = "saxpy"
grid = 1
block = 32
args = ["f32=2.5", "@x", "@y", "i32=n"]
[variant.wide]
entry = "saxpy"
grid = "ceildiv(n, block)"
block = "block"
args = ["f32=2.5", "@x", "@y", "i32=n"]
[variant.wide.axes]
block = [128, 256]
"""

KERNELS = ("--kernels", "mine/axpy.toml", "--base", "main", "--stages", "static,counting")


@pytest.fixture
def repository(repository: Repository) -> Repository:
    repository.write("mine/saxpy.cu", SOURCE_TEXT)
    repository.write("mine/axpy.toml", DESCRIPTION)
    repository.commit("kernels")
    return repository


def test_equal_sides_are_unchanged(repository: Repository) -> None:
    repository.edit("mine/saxpy.cu", "  const int step", "  // All threads.\n  const int step")
    printed = repository.gate(*KERNELS, status=0)
    assert repository.last_line(printed) == "pass: 4 subjects compared: 4 UNCHANGED"


def test_a_load_that_is_not_coalesced_any_more(repository: Repository) -> None:
    line = repository.edit("mine/saxpy.cu", "a * x[i] + y[i]", "a * x[i] + y[i] + 0 * x[i * 7 % n]")
    printed = repository.gate(*KERNELS, "axpy/wide", status=1)
    assert re.search(r"! global_load_sectors .*: uncoalesced", printed)
    assert f"at mine/saxpy.cu:{line}\n" in printed


def test_each_side_has_its_own_launches(repository: Repository) -> None:
    repository.edit("mine/axpy.toml", 'grid = "ceildiv(n, block)"', "grid = 2")
    repository.commit("a small grid")
    words = ("--kernels", "mine/axpy.toml", "--base", "HEAD~1", "--head", "HEAD")
    printed = repository.gate(*words, "axpy/wide", "--stages", "counting", status=1)
    assert "longest_warp_instructions" in printed
    words = ("--kernels", "mine/axpy.toml", "--base", "HEAD", "--head", "HEAD")
    repository.gate(*words, "axpy/wide", "--stages", "counting", status=0)


def test_variants_that_are_gone_are_missing(repository: Repository) -> None:
    repository.edit("mine/axpy.toml", "[variant.wide]", "[variant.broad]")
    repository.edit("mine/axpy.toml", "[variant.wide.axes]", "[variant.broad.axes]")
    printed = repository.gate(*KERNELS, status=5)
    assert "MISSING (counting) axpy/wide[n=1000][block=128]" in printed
    assert "NEW (counting) axpy/broad[n=1000][block=128]" in printed
    assert re.search("^2 MISSING: axpy/wide", repository.last_line(printed))
    printed = repository.gate(*KERNELS, "axpy/wide", status=5)
    assert "in the head: unknown family or variant 'axpy/wide'" in printed


def test_wrong_results_of_the_head_are_invalid(repository: Repository) -> None:
    # Of the second variant alone: the first is the reference.
    text = DESCRIPTION.replace("f32=2.5", "f32=3").replace("f32=3", "f32=2.5", 1)
    repository.write("mine/axpy.toml", text)
    printed = repository.gate(*KERNELS, "axpy/wide", status=4)
    assert re.search(r"the head is wrong: interpreted: y\[\d+\] is", printed)


def test_a_description_that_one_side_lacks(repository: Repository) -> None:
    printed = repository.gate("--kernels", "other.toml", "--base", "main", status=2)
    assert "--kernels other.toml: there is no such file in the base main or the head ." in printed
