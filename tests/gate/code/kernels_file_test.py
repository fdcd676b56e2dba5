"""The gate on kernels of other people: each side has a description and sources of its own."""

import unittest

from repository import RepositoryTest

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


class KernelsFile(RepositoryTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("mine/saxpy.cu", SOURCE_TEXT)
        self.write("mine/axpy.toml", DESCRIPTION)
        self.commit("kernels")

    def test_equal_sides_are_unchanged(self) -> None:
        self.edit("mine/saxpy.cu", "  const int step", "  // All threads.\n  const int step")
        printed = self.gate(*KERNELS, status=0)
        self.assertEqual(self.last_line(printed), "pass: 4 subjects compared: 4 UNCHANGED")

    def test_a_load_that_is_not_coalesced_any_more(self) -> None:
        line = self.edit("mine/saxpy.cu", "a * x[i] + y[i]", "a * x[i] + y[i] + 0 * x[i * 7 % n]")
        printed = self.gate(*KERNELS, "axpy/wide", status=1)
        self.assertRegex(printed, r"! global_load_sectors .*: uncoalesced")
        self.assertIn(f"at mine/saxpy.cu:{line}\n", printed)

    def test_each_side_has_its_own_launches(self) -> None:
        self.edit("mine/axpy.toml", 'grid = "ceildiv(n, block)"', "grid = 2")
        self.commit("a small grid")
        words = ("--kernels", "mine/axpy.toml", "--base", "HEAD~1", "--head", "HEAD")
        printed = self.gate(*words, "axpy/wide", "--stages", "counting", status=1)
        self.assertIn("longest_warp_instructions", printed)
        words = ("--kernels", "mine/axpy.toml", "--base", "HEAD", "--head", "HEAD")
        self.gate(*words, "axpy/wide", "--stages", "counting", status=0)

    def test_variants_that_are_gone_are_missing(self) -> None:
        self.edit("mine/axpy.toml", "[variant.wide]", "[variant.broad]")
        self.edit("mine/axpy.toml", "[variant.wide.axes]", "[variant.broad.axes]")
        printed = self.gate(*KERNELS, status=5)
        self.assertIn("MISSING (counting) axpy/wide[n=1000][block=128]", printed)
        self.assertIn("NEW (counting) axpy/broad[n=1000][block=128]", printed)
        self.assertRegex(self.last_line(printed), "^2 MISSING: axpy/wide")
        printed = self.gate(*KERNELS, "axpy/wide", status=5)
        self.assertIn("in the head: unknown family or variant 'axpy/wide'", printed)

    def test_wrong_results_of_the_head_are_invalid(self) -> None:
        # Of the second variant alone: the first is the reference.
        text = DESCRIPTION.replace("f32=2.5", "f32=3").replace("f32=3", "f32=2.5", 1)
        self.write("mine/axpy.toml", text)
        printed = self.gate(*KERNELS, "axpy/wide", status=4)
        self.assertRegex(printed, r"the head is wrong: interpreted: y\[\d+\] is")

    def test_a_description_that_one_side_lacks(self) -> None:
        printed = self.gate("--kernels", "other.toml", "--base", "main", status=2)
        self.assertIn("--kernels other.toml: there is no such file in the base main or the head .", printed)


if __name__ == "__main__":
    unittest.main()
