"""Kernels that a file describes: listed, run, judged and resumed like warpmark's own."""

import json
import re
import shutil
import struct
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import SOURCE, Program

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


@pytest.fixture
def program(program: Program) -> Program:
    write(program, "saxpy.cu", SAXPY_CU)
    write(program, "axpy.toml", SAXPY)
    write(program, "sum.cu", SUM_CU)
    write(program, "sum.toml", SUM)
    return program


def write(program: Program, name: str, text: str) -> None:
    (program.folder / name).write_text(text)


def measured(program: Program, file: str, *words: str, status: int = 0) -> list[dict[str, Any]]:
    words = ("--kernels", file, "--backend", "simt", "-o", "run.jsonl", *words)
    (program.folder / "run.jsonl").unlink(missing_ok=True)
    done = program.run("run", *words)
    assert done.returncode == status, done.stderr
    return [x for x in lines(program) if x["event"] == "measurement"]


def lines(program: Program) -> list[dict[str, Any]]:
    return [json.loads(x) for x in (program.folder / "run.jsonl").read_text().splitlines()]


def test_a_sound_variant_is_right_and_a_wrong_one_is_wrong(program: Program) -> None:
    points = measured(program, "axpy.toml", status=1)
    by_variant = {p["variant"]: p for p in points}
    assert len(points) == 2 * (2 + 1 + 1)
    assert by_variant["plain"]["status"] == "ok", by_variant["plain"]
    assert by_variant["doubled"]["status"] == "wrong"
    assert "y[0] is" in by_variant["doubled"]["reason"]
    assert by_variant["stray"]["status"] == "wrong"
    assert "an input that no kernel writes to" in by_variant["stray"]["reason"]
    # 4 bytes of x and of y are read, and 4 of y are written.
    assert by_variant["plain"]["bytes"] == 12 * by_variant["plain"]["problem"]["n"]


def test_the_manifest_names_the_files_and_a_resumed_run_needs_the_same(program: Program) -> None:
    measured(program, "axpy.toml", "plain", "-p", "n=100")
    kernels = lines(program)[0]["kernels"]
    assert kernels["file"] == "axpy.toml"
    assert kernels["read"][0]["file"] == "saxpy.cu"
    again = ("run", "--kernels", "axpy.toml", "plain", "--backend", "simt", "-o", "run.jsonl")
    done = program.run(*again, "--resume")
    assert done.returncode == 0, done.stderr
    assert len([x for x in lines(program) if x["event"] == "measurement"]) == 4
    write(program, "saxpy.cu", SAXPY_CU + "// changed\n")
    done = program.run(*again, "--resume")
    assert done.returncode == 2
    assert "saxpy.cu, or a file that it includes, has changed since" in done.stderr
    done = program.run("run", "reduce", "--backend", "simt", "-o", "run.jsonl", "--resume")
    assert "it was measured with --kernels axpy.toml" in done.stderr


def test_steps_scratch_types_and_rules_of_the_device(program: Program) -> None:
    points = measured(program, "sum.toml")
    assert {p["status"] for p in points} == {"ok"}
    assert len(points) == 2 * (2 + 1)  # Blocks of 2048 are excluded.
    two_steps = [p for p in points if p["variant"] == "two_steps"]
    assert {p["launches"] for p in two_steps} == {2}
    assert "partial_sums<unsigned int, 64>" in json.dumps(two_steps)
    listed = program.run("list", "--kernels", "sum.toml")
    assert listed.returncode == 0, listed.stderr
    assert "pruned by constraints" in listed.stdout
    assert "reduce/" not in listed.stdout


def test_results_that_nobody_has_proved_right_say_so(program: Program) -> None:
    write(program, "axpy.toml", SAXPY.replace('reference = "plain"', 'reference = "none"'))
    (point, *_) = measured(program, "axpy.toml", "doubled", "-p", "n=100")
    assert point["status"] == "ok"
    assert point["warnings"] == ["unverified"]
    assert "verify" not in point


def test_arrays_are_compared_with_files(program: Program) -> None:
    text = SAXPY.replace('reference = "plain"\n', "").replace("100,1009", "4")
    text = text.replace('init = "arange"', 'init = "@y.npy"\nexpected = "want.npy"')
    text = text.replace('init = "uniform(-1, 1)"', 'init = "2"')
    write(program, "axpy.toml", text)
    (program.folder / "y.npy").write_bytes(npy([1, 2, 3, 4]))
    (program.folder / "want.npy").write_bytes(npy([6, 7, 8, 9]))
    points = measured(program, "axpy.toml", "plain", "doubled", status=1)
    assert [p["status"] for p in points] == ["ok", "ok", "wrong"]
    assert "y[0] is 11, expected 6" in points[-1]["reason"]
    done = program.run("run", "--kernels", "axpy.toml", "--backend", "simt", "-p", "n=5")
    assert done.returncode == 2
    assert "y.npy has 4 elements, and 'y' 5" in done.stderr


def test_a_source_that_does_not_compile_is_failed_and_a_changed_header_is_seen(
    program: Program,
) -> None:
    write(program, "saxpy.cu", '#include "factor.h"\n' + SAXPY_CU.replace("FACTOR *", "factor() *"))
    write(program, "factor.h", "__device__ float factor() { return 1 }\n")
    (point, *_) = measured(program, "axpy.toml", "plain", "-p", "n=100", status=1)
    assert point["status"] == "failed"
    assert "factor.h" in point["reason"]
    write(program, "factor.h", "__device__ float factor() { return 1; }\n")
    for point in measured(program, "axpy.toml", "plain", "-p", "n=100"):
        assert point["status"] == "ok", point


def test_explain_shows_the_kernel(program: Program) -> None:
    done = program.run("explain", "--kernels", "sum.toml", "sum/two_steps")
    assert done.returncode == 0, done.stderr
    assert "Kernel sum.cu, base instance partial_sums<int, 128>" in done.stdout
    assert "__global__ void partial_sums" in done.stdout


def test_a_reference_that_strays_is_none(program: Program) -> None:
    write(program, "saxpy.cu", SAXPY_CU.replace("< n; i", "< n + 1; i"))
    for point in measured(program, "axpy.toml", "stray", "-p", "n=100", status=1):
        assert point["status"] == "wrong"
        assert "the reference: out_of_bounds" in point["reason"]


def test_tuning(program: Program) -> None:
    words = ("axpy/plain", "--backend", "simt", "-p", "n=1009", "--journal", "t.jsonl")
    done = program.run("tune", "--kernels", "axpy.toml", *words, "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)
    assert found["configs"] == 2
    assert "axpy/plain[n=1009][block=" in found["winner"]
    manifest = json.loads((program.folder / "t.jsonl").read_text().splitlines()[0])
    assert manifest["kernels"]["file"] == "axpy.toml"


def test_the_example_of_a_convolution(program: Program) -> None:
    shutil.copytree(Path(SOURCE) / "examples/convolution", program.folder / "convolution")
    sizes = ("-c", "block_x=16,32", "-c", "block_y=8", "-c", "pixels_x=2", "-c", "pixels_y=1,4")
    words = ("conv/tiled", "-p", "n=70", *sizes, "-c", "padding=1")
    points = measured(program, "convolution/kernels.toml", *words)
    assert len(points) == 4
    for point in points:
        assert point["status"] == "ok", point
        assert point["verify"]["error"] < 1e-05


def test_a_programmatic_launch_waits_before_it_reads_what_the_launch_before_it_stores(
    program: Program,
) -> None:
    step = "grid = 1\nblock = 32\n"
    write(program, "sum.toml", SUM.replace(step, step + "programmatic = true\n"))
    words = ("two_steps", "-p", "type=i32", "-c", "block=64")
    (point,) = measured(program, "sum.toml", *words, status=1)
    assert point["status"] == "wrong"
    assert point["reason"].startswith("griddepcontrol_order: 4-byte global load"), point
    assert "byte 0 of partials" in point["reason"]
    assert "partial_sums<int, 64>" in point["reason"]
    wait = 'asm volatile("griddepcontrol.wait;" ::: "memory");'
    write(program, "sum.cu", SUM_CU.replace("  T sum = 0;\n", f"  T sum = 0;\n  {wait}\n"))
    (point,) = measured(program, "sum.toml", *words)
    assert point["status"] == "ok"
    assert point["counters"]["launches"] == 2


def test_what_no_device_can_launch_is_left_out_with_its_reason(program: Program) -> None:
    write(
        program,
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
    done = program.run("tune", "--kernels", "axpy.toml", "axpy/bounded", "-p", "n=100", "--dry-run")
    assert done.returncode == 0, done.stderr
    # 1024 threads of 128 registers: 3 configs; 1024 threads of 265 blocks with others: 2.
    assert re.search(r"bounded +27 +22 ", done.stdout)
    assert "3 left out: axpy/bounded: threads times -maxrregcount are at most" in done.stdout
    assert "2 left out: axpy/bounded: a cooperative grid is resident" in done.stdout
    words = ("tune", "--kernels", "axpy.toml", "axpy/bounded", "--dry-run", "--json")
    (space,) = json.loads(program.run(*words, "-p", "n=100").stdout)
    assert [space["product"], space["configs"]] == [27, 22]
    assert [each["configs"] for each in space["excluded"]] == [3, 2]
    assert space["independent_axes"] == ["block*registers*blocks (22)"]
    done = program.run(
        "run", "--kernels", "axpy.toml", "axpy/bounded", "-p", "n=100", "--backend", "simt",
        "-c", "block=128", "-c", "registers=32,64", "-c", "blocks=1", "-o", "bounded.jsonl",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_billions_of_configs_are_counted_at_once(program: Program) -> None:
    axes = "".join(f'a{i} = "1..16"\n' for i in range(9))
    write(
        program,
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
    done = program.run("tune", "--kernels", "axpy.toml", "axpy/huge", "-p", "n=100", "--dry-run")
    # 50 pairs of the 256 divide: the sum of the floors of 16 / a1.
    assert re.search(rf"huge +{2 * 16**9} +{2 * 50 * 16**7} ", done.stdout)
    assert "a0*a1 (50)" in done.stdout
    assert f"{2 * 206 * 16**7} left out: axpy/huge: a1 divides a0" in done.stdout
