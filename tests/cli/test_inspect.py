"""`warpmark inspect`: reports, outputs, exit status, for words and for specifications."""

import array
import hashlib
import json
import re

import pytest
from tests.cli.program import Program

SOURCE = """__constant__ float weights[2];
struct pair { int offset; const float* in; };
template <int Block>
__global__ void scale(pair from, float* out, int n) {
  int i = blockIdx.x * Block + threadIdx.x;
  if (i < n) out[i] = from.in[i + from.offset] * weights[0] + weights[1];
}
extern "C" __global__ void twice(float* out) { out[threadIdx.x] *= 2; }
"""

RACE = """extern "C" __global__ void race(int* out) {
  __shared__ int value[64];
  value[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = value[63 - threadIdx.x];
}
"""

SPECIFICATION = """file = "kernels.cu"
[[buffer]]
name = "in"
type = "f32"
count = 65
init = "arange"
[[constant]]
name = "weights"
type = "f32"
count = 2
init = 3
[[launch]]
entry = "scale<32>"
grid = 2
block = 32
args = ["{i32=1,@in}", "out:f32[64]=poison", "i32=64"]
[[launch]]
entry = "twice"
grid = 1
block = 64
args = ["@out"]
repeat = 2
"""

WORDS = [
    "inspect", "kernels.cu", "--entry", "scale<32>", "--grid", "2", "--block", "32",
    "--constant", "weights:f32[2]=ones", "--buffer", "in:f32[65]=arange",
]  # fmt: skip
ARGUMENTS = ["--arg", "{i32=1,@in}", "--arg", "out:f32[64]=zeros", "--arg"]


@pytest.fixture
def program(program: Program) -> Program:
    (program.folder / "kernels.cu").write_text(SOURCE)
    (program.folder / "spec.toml").write_text(SPECIFICATION)
    return program


def test_both_sides_of_a_race_and_none_without_checks(program: Program) -> None:
    (program.folder / "race.cu").write_text(RACE)
    words = ["inspect", "race.cu", "--entry", "race", "--grid", "1", "--block", "64"]
    words += ["--arg", "out:i32[64]=zeros"]
    done = program.run(*words)
    assert done.returncode == 1, done.stderr
    assert "race.cu:3: shared_race" in done.stdout
    assert "the other side: race.cu:4, block (0,0,0)" in done.stdout
    assert "out[threadIdx.x] = value[63 - threadIdx.x];" in done.stdout
    findings = json.loads(program.run(*words, "--json").stdout)["launches"][0]["findings"]
    (found,) = [each for each in findings if each["kind"] == "shared_race"]
    assert (found["line"], found["other"]["line"]) == (3, 4)
    assert program.run(*words, "--checks", "off").returncode == 0


def test_words(program: Program) -> None:
    done = program.run(*WORDS, *ARGUMENTS, "i32=64", "--print", "out:3", "--lines")
    assert done.returncode == 0, done.stderr
    assert "scale<32>  grid 2  block 32" in done.stdout
    assert "out[0..] = 2 3 4 …" in done.stdout
    assert re.search(r">.* 6    if \(i < n\) out\[i\]", done.stdout)


def test_specification(program: Program) -> None:
    words = ["inspect", "spec.toml", "--json", "--hash", "out", "--save", "out=o.npy"]
    done = program.run(*words, "--print", "out:2", "--lines")
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    expected = array.array("f", [4 * (3 * (i + 1) + 3) for i in range(64)]).tobytes()
    assert seen["hashes"]["out"] == hashlib.sha256(expected).hexdigest()
    assert seen["prints"][0]["values"] == ["24", "36"]
    saved = (program.folder / "o.npy").read_bytes()
    assert saved.startswith(b"\x93NUMPY\x01\x00")
    assert saved.endswith(expected)
    scale, twice = seen["launches"]
    assert scale["counters"]["global_load_requests"] == 2
    assert twice["counters"]["launches"] == 2
    lines = sum(each["counters"]["thread_instructions"] for each in scale["lines"])
    assert lines == scale["counters"]["thread_instructions"]


def test_findings_give_status_1_and_their_line(program: Program) -> None:
    words = ["3" if word == "2" else word for word in WORDS]
    done = program.run(*words, *ARGUMENTS, "i32=65", "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)["launches"][0]["findings"][0]
    assert (found["kind"], found["line"]) == ("out_of_bounds", 6)
    assert "out[i] =" in found["source"]
    assert "in[65], beyond its 65 elements of 4 bytes" in found["message"]
    text = program.run(*words, *ARGUMENTS, "i32=65").stdout
    assert "in void scale<32>(pair, float*, int), block" in text


def test_an_endless_kernel_is_stopped_at_its_loop(program: Program) -> None:
    source = 'extern "C" __global__ void k(int* out) {\n  while (true)\n    out[0]++;\n}\n'
    (program.folder / "endless.cu").write_text(source)
    launch = ["--entry", "k", "--grid", "1", "--block", "32", "--arg", "out:i32[1]=zeros"]
    done = program.run("inspect", "endless.cu", *launch, "--instruction-limit", "10000")
    assert done.returncode == 1, done.stderr
    assert "endless.cu:3: execution_limit: " in done.stdout
    assert "issued more than 10000 warp instructions; it was in the loop at" in done.stdout
    assert "--instruction-limit and --loop-limit raise the limit" in done.stdout


SIMPLE_LAUNCH = ["--entry", "k", "--grid", "1", "--block", "1"]


def test_a_missing_host_header_has_a_remedy(program: Program) -> None:
    (program.folder / "host.cu").write_text("#include <cstdio>\n__global__ void k() {}\n")
    done = program.run("inspect", "host.cu", *SIMPLE_LAUNCH, "--as-is")
    assert done.returncode == 2
    assert "cstdio" in done.stderr
    assert "--stub-host-headers" in done.stderr
    done = program.run("inspect", "host.cu", *SIMPLE_LAUNCH, "--as-is", "--kernels-only")
    assert done.returncode == 2
    assert "--as-is: expected without kernels_only" in done.stderr


HOST_PROGRAM = """#include <cstdio>
#include <vector>
#include <cublas_v2.h>
#include "common.h"
struct device_table { std::vector<int> rows; cublasHandle_t handle; };
static uint half_of(uint n) { return n / 2; }
__global__ void k(uint64_t* out) {
  *out = twice(static_cast<unsigned>(std::numeric_limits<int16_t>::max())) + (M_PI > 3);
}
int main() {
  std::vector<int> v(half_of(8));
  k<<<1, 1>>>(nullptr);
  CHECK(cudaDeviceSynchronize());
  printf("%zu}\\n", v.size());
}
"""
HOST_HEADER = """#pragma once
#include <iostream>
#define CHECK(e) check((e), __FILE__, __LINE__)
inline void check(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess) std::cerr << file << line << cudaGetErrorString(error);
}
__device__ inline uint twice(uint x) { return 2 * x; }
"""


def test_a_program_is_inspected_without_changes(program: Program) -> None:
    (program.folder / "common.h").write_text(HOST_HEADER)
    (program.folder / "host.cu").write_text(HOST_PROGRAM)
    words = ["inspect", "host.cu", *SIMPLE_LAUNCH, "--arg", "out:u64[1]=zeros", "--print", "out"]
    done = program.run(*words)
    assert done.returncode == 0, done.stderr
    assert "65535" in done.stdout
    notes = [line for line in done.stderr.splitlines() if line.startswith("note: ")]
    assert len(notes) == 1
    assert "host.cu: NVRTC refused the file as it is" in notes[0]
    forced = program.run(*words, "--kernels-only", "--stub-host-headers")
    assert forced.stdout == done.stdout
    assert "note: " not in forced.stderr


HOST_HEADERS = """
#include <algorithm> <array> <chrono> <cmath> <complex> <cstdint> <fstream> <functional> <limits>
#include <iostream> <map> <memory> <mutex> <numeric> <random> <string> <tuple> <type_traits>
#include <unordered_map> <utility> <vector> <inttypes.h> <stdarg.h> <stdint.h> <sys/time.h>
#include <cuda/std/cstdint> <cublas_v2.h> <cublasLt.h> <cuda.h> <cuda_profiler_api.h> <cufft.h>
#include <cuda_runtime.h> <cuda_runtime_api.h> <cudnn.h> <curand.h> <cusolverDn.h> <cusparse.h>
#include <helper_cuda.h> <mpi.h> <nccl.h> <nvToolsExt.h> <nvtx3/nvToolsExt.h> <omp.h>
#include <ATen/cuda/CUDAContext.h> <c10/cuda/CUDAException.h> <pybind11/pybind11.h>
#include <torch/extension.h>
"""

USES_OF_HOST_HEADERS = """
struct context {
  cublasHandle_t blas; cublasLtHandle_t lt; cudnnHandle_t dnn; cusparseHandle_t sparse;
  cusolverDnHandle_t solver; ncclComm_t comm; cudaStream_t stream; cudaError_t error; FILE* log;
  std::vector<std::string> names; std::unordered_map<int, float> table; std::mutex lock;
};
namespace cg = cooperative_groups;
using namespace std;
static_assert(is_same<int64_t, cuda::std::int64_t>::value, "one type");
__global__ void k(const context* c, __grid_constant__ const CUtensorMap map, float* out,
                  at::PackedTensorAccessor32<float, 2, at::RestrictPtrTraits> rows) {
  std::array<float, 2> two = {1, 2};
  std::tuple<int, float> pair(3, 4.0f);
  at::Half one = 1.0f;
  out[0] = one + at::Half(0.0001f) + two[1] + std::get<1>(pair) + sizeof(map);
  out[1] = rows[1][2] + rows.size(0);
  out[2] = std::max(INFINITY, FLT_MAX) > INT_MAX && isnan(NAN) && std::sqrt(4.0f) == 2 ? M_PI : 0;
  out[3] = (uint)1 + (ushort)2 + (ulong)3 + uint8_t(4) + pow(2.0f, 3.0) + abs(std::min(-1, 5));
  assert(out[3] == 19);
  out[4] = std::fmaxf(1.0f, 2.0f) + std::max({1, 5, 3}) + std::min({4.0f, 2.0f});
  out[4] += std::roundf(0.6f);
}
"""


def test_headers_of_the_host_have_stubs(program: Program) -> None:
    includes = re.sub(r" <", "\n#include <", HOST_HEADERS.replace("#include", ""))
    (program.folder / "host.cu").write_text(includes + USES_OF_HOST_HEADERS)
    words = [
        "inspect", "host.cu", *SIMPLE_LAUNCH, "--arg", "null",
        "--arg", "{" + "u64=0," * 15 + "u64=0}",
        "--arg", "out:f32[5]=zeros", "--buffer", "rows:f32[6]=arange",
        "--arg", "{@rows,i32=2,i32=3,i32=3,i32=1}", "--print", "out",
    ]  # fmt: skip
    done = program.run(*words)
    assert done.returncode == 0, done.stderr
    printed = re.sub(r"[, ]+", " ", done.stdout)
    assert re.search(r"135 7 3.14159\d* 19 10\b", printed), printed


def test_elements_of_torchs_tensor_info_are_found(program: Program) -> None:
    (program.folder / "strided.cu").write_text(
        "#include <ATen/cuda/detail/IndexUtils.cuh>\n"
        "#include <ATen/cuda/detail/TensorInfo.cuh>\n"
        "using namespace at::cuda::detail;\n"
        "__global__ void k(TensorInfo<float, int> of, float* out) {\n"
        "  out[threadIdx.x] = of.data[IndexToOffset<float, int, -1>::get(threadIdx.x, of)];\n"
        "}\n"
    )
    unused = ",i32=0" * 23
    info = f"{{@d,i32=2,i32=3{unused},i32=1,i32=2{unused},i32=2,i32=0}}"  # Transposed.
    done = program.run(
        *(
            "inspect",
            "strided.cu",
            "--entry",
            "k",
            "--grid",
            "1",
            "--block",
            "6",
            "--buffer",
            "d:f32[6]=arange",
        ),
        *("--arg", info, "--arg", "out:f32[6]=zeros", "--print", "out"),
    )
    assert done.returncode == 0, done.stderr
    assert "0 2 4 1 3 5" in re.sub(r"[, ]+", " ", done.stdout)


def test_an_error_in_a_header_names_the_line_that_uses_it(program: Program) -> None:
    (program.folder / "folder" / "nv").mkdir(parents=True)
    (program.folder / "folder" / "nv" / "target").write_text("")
    text = "template <class T> __device__ void f(T* p) { p->missing(); }\n"
    (program.folder / "folder" / "library.h").write_text(text)
    (program.folder / "host.cu").write_text(
        "#include <library.h>\n\n__global__ void k(int* p) { f(p); }\n"
    )
    done = program.run("inspect", "host.cu", *SIMPLE_LAUNCH, "-I", "folder")
    assert done.returncode == 2
    assert "host.cu(3): error: expression must have pointer-to-class type" in done.stderr
    assert "library.h(1)" in done.stderr


def test_an_error_names_the_line_of_the_user(program: Program) -> None:
    text = HOST_PROGRAM.replace("(M_PI > 3)", "missing_name")
    (program.folder / "common.h").write_text(HOST_HEADER)
    (program.folder / "host.cu").write_text(text)
    done = program.run("inspect", "host.cu", *SIMPLE_LAUNCH)
    assert done.returncode == 2
    assert 'host.cu(8): error: identifier "missing_name" is undefined' in done.stderr


def test_the_saved_file_can_be_read_again(program: Program) -> None:
    program.run("inspect", "spec.toml", "--save", "in=in.npy")
    text = SPECIFICATION.replace('"arange"', '"@in.npy"')
    (program.folder / "again.toml").write_text(text)
    first = program.run("inspect", "spec.toml", "--hash", "out")
    again = program.run("inspect", "again.toml", "--hash", "out")
    assert again.stdout == first.stdout


def test_host_code_is_left_out(program: Program) -> None:
    host = '#include <cstdio>\nint main() { twice<<<1, 2>>>(0); printf("}"); }\n'
    (program.folder / "kernels.cu").write_text(SOURCE + host)
    words = [*WORDS, *ARGUMENTS, "i32=64", "--kernels-only", "--stub-host-headers"]
    done = program.run(*words)
    assert done.returncode == 0, done.stderr


def test_files_of_folders_have_stubs_of_host_headers(program: Program) -> None:
    (program.folder / "folder").mkdir()
    (program.folder / "folder" / "tool.cuh").write_text("#include <iostream>\n")
    (program.folder / "kernels.cu").write_text("#include <tool.cuh>\n" + SOURCE)
    words = [*WORDS, *ARGUMENTS, "i32=64", "-I", "folder"]
    assert "iostream" in program.run(*words, "--as-is").stderr
    done = program.run(*words, "--stub-host-headers")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["inspect"], "file"),
        (["inspect", "kernels.cu"], "--entry is missing"),
        (["inspect", "absent.cu", "--entry", "k", "--grid", "1", "--block", "1"], "absent.cu"),
        (["inspect", "absent.toml"], "absent.toml: No such file"),
        (["inspect", "spec.toml", "--grid", "2"], "--grid is for .cu and .ptx files"),
        (["inspect", "spec.toml", "--hash", "uot"], "did you mean 'out'"),
        (["inspect", "spec.toml", "--print", "out:x"], "'x' is not a number"),
        (["inspect", "spec.toml", "--save", "out"], "NAME=FILE.npy"),
        (["inspect", "spec.toml", "--arch", "90"], "'90'"),
        (["inspect", "spec.toml", "--lines=al"], "did you mean 'all'"),
        ([*WORDS, "--arg", "f31=1"], "argument 'f31=1'"),
        ([*WORDS, *ARGUMENTS, "i32=64", "--instruction-limit", "0"], "--instruction-limit 0"),
        ([*WORDS, *ARGUMENTS, "i32=64", "--loop-limit", "soon"], "--loop-limit soon"),
        ([*WORDS, *ARGUMENTS, "i32=64", "--memory-limit", "1KiB"], "--memory-limit raises"),
        ([*WORDS, *ARGUMENTS, "i64=64"], "argument 2 has 8 bytes; expected 4"),
    ],
)
def test_refusals(program: Program, words: list[str], part: str) -> None:
    done = program.run(*words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert part in done.stderr


def test_dependent_launches_need_an_architecture_that_has_them(program: Program) -> None:
    text = (program.folder / "spec.toml").read_text()
    (program.folder / "spec.toml").write_text(
        text.replace("[[launch]]\n", "[[launch]]\nprogrammatic = true\n")
    )
    assert program.run("inspect", "spec.toml", "--arch", "sm_90").returncode != 2
    done = program.run("inspect", "spec.toml", "--arch", "sm_80")
    assert done.returncode == 2
    assert "'sm_80': programmatic launches need compute capability 9.0" in done.stderr


def test_sources_are_shown_from_any_folder(program: Program) -> None:
    """The kernel comes from the cache, which has the path of the folder it was compiled in."""
    below = program.folder / "below"
    below.mkdir()
    body = f"x[threadIdx.x] = {program.folder.name!r}[0];".replace("'", '"')
    (below / "k.cu").write_text("__global__ void k(float* x) {\n  " + body + "\n}\n")
    words = (
        "--entry",
        "k",
        "--grid",
        "1",
        "--block",
        "32",
        "--arg",
        "inout:f32[32]=ones",
        "--lines",
    )
    assert body in Program(below).run("inspect", "k.cu", *words).stdout
    printed = program.run("inspect", "below/k.cu", *words).stdout
    assert body in printed
    assert "below/k.cu" in printed


def test_instructions_of_sm_90a_alone_are_compiled_for_it(program: Program) -> None:
    (program.folder / "w.cu").write_text(
        'extern "C" __global__ void f(float* o) {'
        ' asm volatile("wgmma.fence.sync.aligned;"); o[threadIdx.x] = 1; }\n'
    )
    words = [
        "inspect",
        "w.cu",
        "--entry",
        "f",
        "--grid",
        "1",
        "--block",
        "128",
        "--arg",
        "o:f32[128]=zeros",
    ]
    done = program.run(*words)
    assert done.returncode == 0, done.stderr
    assert "w.cu: compiled for sm_90a, whose instructions it has" in done.stderr
    older = program.run(*words, "--arch", "sm_80")
    assert older.returncode == 2
    assert "Instruction 'wgmma.fence' not supported on .target 'sm_80'" in older.stderr
    assert older.stderr.endswith("; --arch names another architecture\n")


def test_a_kernel_in_a_namespace_is_asked_for_in_full(program: Program) -> None:
    (program.folder / "n.cu").write_text(
        "namespace of { template <int n> __global__ void f(int* o) { *o = n; } }\n"
    )
    words = ["inspect", "n.cu", "--grid", "1", "--block", "1", "--arg", "o:i32[1]=zeros"]
    done = program.run(*words, "--entry", "f<3>")
    assert done.returncode == 2
    assert "a kernel in a namespace is named with it" in done.stderr
    assert program.run(*words, "--entry", "of::f<3>").returncode == 0
