"""Kernels that a file describes: listed, run, judged and resumed like warpmark's own."""

import json
import shutil
import struct
import unittest
from pathlib import Path

from program import SOURCE, ProgramTest

SAXPY_CU = """
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] = FACTOR * a * x[i] + y[i];
}
extern "C" __global__ void stray(float a, float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
  if (i == 5) x[i] = 0;
}
"""

SAXPY = """
[family]
name = "axpy"
file = "saxpy.cu"
reference = "plain"
[problem]
n = { values = "100,1009", max = 2000 }
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
defines = ["FACTOR=1"]
grid = "ceildiv(n, block)"
block = "block"
args = ["f32=2.5", "@x", "@y", "i32=n"]
[variant.plain.axes]
block = [64, 128]
[variant.doubled]
entry = "saxpy"
defines = ["FACTOR=2"]
grid = 3
block = 32
args = ["f32=2.5", "@x", "@y", "i32=n"]
[variant.stray]
entry = "stray"
defines = ["FACTOR=1"]
grid = "ceildiv(n, 64)"
block = 64
args = ["f32=2.5", "@x", "@y", "i32=n"]
"""

SUM_CU = """
template <class T, int block>
__global__ void partial_sums(const T* in, T* partials, int n) {
  __shared__ T shared[block];
  T sum = 0;
  for (int i = blockIdx.x * block + threadIdx.x; i < n; i += gridDim.x * block) sum += in[i];
  shared[threadIdx.x] = sum;
  for (int half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
  }
  if (threadIdx.x == 0) partials[blockIdx.x] = shared[0];
}
template <class T>
__global__ void atomic_sum(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
"""

SUM = """
[family]
name = "sum"
file = "sum.cu"
bytes = "n * size(type)"
traffic = "read"
reference = "atomic"
[problem]
n = [1000]
type = ["i32", "u32"]
[buffer.in]
role = "in"
type = "{type}"
length = "n"
init = "uniform(0, 100)"
[buffer.out]
role = "out"
type = "{type}"
length = 1
[variant.two_steps]
[variant.two_steps.axes]
block = [128, 64, 2048]
blocks = [4]
[variant.two_steps.buffer.partials]
type = "{type}"
length = "blocks"
[[variant.two_steps.steps]]
entry = "partial_sums<{type}, {block}>"
grid = "blocks"
block = "block"
args = ["@in", "@partials", "i32=n"]
[[variant.two_steps.steps]]
entry = "partial_sums<{type}, 32>"
grid = 1
block = 32
args = ["@partials", "@out", "i32=blocks"]
[variant.atomic]
steps = [
  { fill = "@out", value = "{type}=0" },
  { entry = "atomic_sum<{type}>", grid = 4, block = 256, args = ["@in", "@out", "i32=n"] },
]
"""


def npy(values: list[float]) -> bytes:
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    lead = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
    return lead + header.encode() + struct.pack(f"<{len(values)}f", *values)


class KernelsFile(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("saxpy.cu", SAXPY_CU)
        self.write("axpy.toml", SAXPY)
        self.write("sum.cu", SUM_CU)
        self.write("sum.toml", SUM)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def measured(self, file: str, *words: str, status: int = 0) -> list[dict[str, object]]:
        words = ("--kernels", file, "--backend", "simt", "-o", "run.jsonl", *words)
        (self.folder / "run.jsonl").unlink(missing_ok=True)
        done = self.run_program("run", *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return [x for x in self.lines() if x["event"] == "measurement"]

    def lines(self) -> list[dict[str, object]]:
        return [json.loads(x) for x in (self.folder / "run.jsonl").read_text().splitlines()]

    def test_a_sound_variant_is_right_and_a_wrong_one_is_wrong(self) -> None:
        points = self.measured("axpy.toml", status=1)
        by_variant = {p["variant"]: p for p in points}
        self.assertEqual(len(points), 2 * (2 + 1 + 1))
        self.assertEqual(by_variant["plain"]["status"], "ok", by_variant["plain"])
        self.assertEqual(by_variant["doubled"]["status"], "wrong")
        self.assertIn("y[0] is", by_variant["doubled"]["reason"])
        self.assertEqual(by_variant["stray"]["status"], "wrong")
        self.assertIn("an input that no kernel writes to", by_variant["stray"]["reason"])
        # 4 bytes of x and of y are read, and 4 of y are written.
        self.assertEqual(by_variant["plain"]["bytes"], 12 * by_variant["plain"]["problem"]["n"])  # type: ignore[index, operator]

    def test_the_manifest_names_the_files_and_a_resumed_run_needs_the_same(self) -> None:
        self.measured("axpy.toml", "plain", "-p", "n=100")
        kernels = self.lines()[0]["kernels"]
        self.assertEqual(kernels["file"], "axpy.toml")  # type: ignore[index]
        self.assertEqual(kernels["read"][0]["file"], "saxpy.cu")  # type: ignore[index]
        again = ("run", "--kernels", "axpy.toml", "plain", "--backend", "simt", "-o", "run.jsonl")
        done = self.run_program(*again, "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len([x for x in self.lines() if x["event"] == "measurement"]), 4)
        self.write("saxpy.cu", SAXPY_CU + "// changed\n")
        done = self.run_program(*again, "--resume")
        self.assertEqual(done.returncode, 2)
        self.assertIn("saxpy.cu, or a file that it includes, has changed since", done.stderr)
        done = self.run_program("run", "reduce", "--backend", "simt", "-o", "run.jsonl", "--resume")
        self.assertIn("it was measured with --kernels axpy.toml", done.stderr)

    def test_steps_scratch_types_and_rules_of_the_device(self) -> None:
        points = self.measured("sum.toml")
        self.assertEqual({p["status"] for p in points}, {"ok"})
        self.assertEqual(len(points), 2 * (2 + 1))  # Blocks of 2048 are excluded.
        two_steps = [p for p in points if p["variant"] == "two_steps"]
        self.assertEqual({p["launches"] for p in two_steps}, {2})
        self.assertIn("partial_sums<unsigned int, 64>", json.dumps(two_steps))
        listed = self.run_program("list", "--kernels", "sum.toml")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertIn("pruned by constraints", listed.stdout)
        self.assertNotIn("reduce/", listed.stdout)

    def test_results_that_nobody_has_proved_right_say_so(self) -> None:
        self.write("axpy.toml", SAXPY.replace('reference = "plain"', 'reference = "none"'))
        (point, *_) = self.measured("axpy.toml", "doubled", "-p", "n=100")
        self.assertEqual(point["status"], "ok")
        self.assertEqual(point["warnings"], ["unverified"])
        self.assertNotIn("verify", point)

    def test_arrays_are_compared_with_files(self) -> None:
        text = SAXPY.replace('reference = "plain"\n', "").replace("100,1009", "4")
        text = text.replace('init = "arange"', 'init = "@y.npy"\nexpected = "want.npy"')
        text = text.replace('init = "uniform(-1, 1)"', 'init = "2"')
        self.write("axpy.toml", text)
        (self.folder / "y.npy").write_bytes(npy([1, 2, 3, 4]))
        (self.folder / "want.npy").write_bytes(npy([6, 7, 8, 9]))
        points = self.measured("axpy.toml", "plain", "doubled", status=1)
        self.assertEqual([p["status"] for p in points], ["ok", "ok", "wrong"])
        self.assertIn("y[0] is 11, expected 6", points[-1]["reason"])
        done = self.run_program("run", "--kernels", "axpy.toml", "--backend", "simt", "-p", "n=5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("y.npy has 4 elements, and 'y' 5", done.stderr)

    def test_a_source_that_does_not_compile_is_failed_and_a_changed_header_is_seen(self) -> None:
        self.write("saxpy.cu", '#include "factor.h"\n' + SAXPY_CU.replace("FACTOR *", "factor() *"))
        self.write("factor.h", "__device__ float factor() { return 1 }\n")
        (point, *_) = self.measured("axpy.toml", "plain", "-p", "n=100", status=1)
        self.assertEqual(point["status"], "failed")
        self.assertIn("factor.h", point["reason"])
        self.write("factor.h", "__device__ float factor() { return 1; }\n")
        for point in self.measured("axpy.toml", "plain", "-p", "n=100"):
            self.assertEqual(point["status"], "ok", point)

    def test_explain_shows_the_kernel(self) -> None:
        done = self.run_program("explain", "--kernels", "sum.toml", "sum/two_steps")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Kernel sum.cu, base instance partial_sums<int, 128>", done.stdout)
        self.assertIn("__global__ void partial_sums", done.stdout)

    def test_a_reference_that_strays_is_none(self) -> None:
        self.write("saxpy.cu", SAXPY_CU.replace("< n; i", "< n + 1; i"))
        for point in self.measured("axpy.toml", "stray", "-p", "n=100", status=1):
            self.assertEqual(point["status"], "wrong")
            self.assertIn("the reference: out_of_bounds", point["reason"])

    def test_tuning(self) -> None:
        words = ("axpy/plain", "--backend", "simt", "-p", "n=1009", "--journal", "t.jsonl")
        done = self.run_program("tune", "--kernels", "axpy.toml", *words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        (found,) = json.loads(done.stdout)
        self.assertEqual(found["configs"], 2)
        self.assertIn("axpy/plain[n=1009][block=", found["winner"])
        manifest = json.loads((self.folder / "t.jsonl").read_text().splitlines()[0])
        self.assertEqual(manifest["kernels"]["file"], "axpy.toml")

    def test_the_example_of_a_convolution(self) -> None:
        shutil.copytree(Path(SOURCE) / "examples/convolution", self.folder / "convolution")
        sizes = ("-c", "block_x=16,32", "-c", "block_y=8", "-c", "pixels_x=2", "-c", "pixels_y=1,4")
        words = ("conv/tiled", "-p", "n=70", *sizes, "-c", "padding=1")
        points = self.measured("convolution/kernels.toml", *words)
        self.assertEqual(len(points), 4)
        for point in points:
            self.assertEqual(point["status"], "ok", point)
            self.assertLess(point["verify"]["error"], 1e-5)  # type: ignore[index]

    def test_what_no_device_can_launch_is_left_out_with_its_reason(self) -> None:
        self.write(
            "axpy.toml",
            SAXPY
            + """
[variant.bounded]
entry = "saxpy"
defines = ["FACTOR=1"]
options = ["-maxrregcount={registers}"]
grid = "blocks"
block = "block"
cooperative = true
args = ["f32=2.5", "@x", "@y", "i32=n"]
[variant.bounded.axes]
block = [128, 512, 1024]
registers = [32, 64, 128]
blocks = [1, 264, 265]
""",
        )
        done = self.run_program(
            "tune", "--kernels", "axpy.toml", "axpy/bounded", "-p", "n=100", "--dry-run"
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        # 1024 threads of 128 registers: 3 configs; 1024 threads of 265 blocks with others: 2.
        self.assertRegex(done.stdout, r"bounded +27 +22 ")
        self.assertIn(
            "3 left out: axpy/bounded: threads times -maxrregcount are at most", done.stdout
        )
        self.assertIn("2 left out: axpy/bounded: a cooperative grid is resident", done.stdout)
        words = ("tune", "--kernels", "axpy.toml", "axpy/bounded", "--dry-run", "--json")
        (space,) = json.loads(self.run_program(*words, "-p", "n=100").stdout)
        self.assertEqual([space["product"], space["configs"]], [27, 22])
        self.assertEqual([each["configs"] for each in space["excluded"]], [3, 2])
        self.assertEqual(space["independent_axes"], ["block*registers*blocks (22)"])
        done = self.run_program(
            "run", "--kernels", "axpy.toml", "axpy/bounded", "-p", "n=100", "--backend", "simt",
            "-c", "block=128", "-c", "registers=32,64", "-c", "blocks=1", "-o", "bounded.jsonl",
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_billions_of_configs_are_counted_at_once(self) -> None:
        axes = "".join(f'a{i} = "1..16"\n' for i in range(9))
        self.write(
            "axpy.toml",
            SAXPY
            + f"""
[variant.huge]
entry = "saxpy"
define_axes = true
defines = ["FACTOR=1"]
grid = "ceildiv(n, block)"
block = "block"
args = ["f32=2.5", "@x", "@y", "i32=n"]
constraints = {{ "a0 % a1 == 0" = "a1 divides a0" }}
[variant.huge.axes]
block = [64, 128]
{axes}
""",
        )
        # Listing them would take hours: counting them at all is enough.
        done = self.run_program(
            "tune", "--kernels", "axpy.toml", "axpy/huge", "-p", "n=100", "--dry-run"
        )
        # 50 pairs of the 256 divide: the sum of the floors of 16 / a1.
        self.assertRegex(done.stdout, rf"huge +{2 * 16**9} +{2 * 50 * 16**7} ")
        self.assertIn("a0*a1 (50)", done.stdout)
        self.assertIn(f"{2 * 206 * 16**7} left out: axpy/huge: a1 divides a0", done.stdout)


if __name__ == "__main__":
    unittest.main()
