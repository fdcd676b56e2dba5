"""Kernels by the user's own compiler: `--compiler`, `--compile-commands`, [compile]."""

from __future__ import annotations

import json
import shutil
import stat
from pathlib import Path

import pytest
from tests.cli.program import Program

PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z4fillPi(.param .u64 out)
{
.reg.b64 to;
.loc 1 1 0
ld.param.u64 to, [out];
st.global.u32 [to], VALUE;
ret;
}
.file 1 "k.cu"
"""

# It writes its words to words.txt, and VALUE of value.h into the PTX.
FAKE = """#!/bin/sh
if [ "$1" = --version ]; then echo 'nvcc: NVIDIA (R) Cuda compiler driver, V9.9.9'; exit 0; fi
here=$(cd "$(dirname "$0")" && pwd)
echo run >> "$here/runs.txt"; echo "$@" > "$here/words.txt"
while [ $# -gt 1 ]; do
  case $1 in -o) out=$2;; -MF) deps=$2;; esac; shift
done
if grep -q oops "$here/k.cu"; then
  echo 'noise'; echo "$here/k.cu(1): error: oops is undefined"; exit 2
fi
if grep -q loop "$here/k.cu"; then while :; do :; done; fi
sed "s/VALUE/$(cat "$here/value.h")/" "$here/k.ptx" > "$out"
echo "$out : $here/k.cu $here/value.h $1" > "$deps"
"""

LAUNCH = ("--entry", "fill", "--grid", "1", "--block", "1", "--arg", "out:i32[1]=zeros")


@pytest.fixture
def fake(program: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A folder with a compiler, a source and a cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(program.folder / "cache"))
    (program.folder / "k.ptx").write_text(PTX)
    (program.folder / "k.cu").write_text("__global__ void fill(int* out);\n")
    (program.folder / "value.h").write_text("7")
    script = program.folder / "fake"
    script.write_text(FAKE)
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return program


def value(program: Program, *words: str) -> str:
    done = program.run("inspect", "k.cu", *LAUNCH, "--print", "out", *words)
    assert done.returncode == 0, done.stderr
    return next(line for line in done.stdout.splitlines() if line.startswith("out["))


def runs(program: Program) -> int:
    return (program.folder / "runs.txt").read_text().count("run")


def test_the_result_is_cached_until_a_file_that_was_read_changes(fake: Program) -> None:
    first = value(fake, "--compiler", "./fake")
    assert first == "out[0..] = 7"
    assert value(fake, "--compiler", "./fake") == first
    assert runs(fake) == 1
    (fake.folder / "value.h").write_text("41")
    assert "41" in value(fake, "--compiler", "./fake")
    value(fake, "--compiler", "./fake", "-D", "X")
    assert runs(fake) == 3


def test_flags_and_compiler_are_those_of_the_compile_command(fake: Program) -> None:
    commands = [
        {
            "directory": str(fake.folder),
            "file": "k.cu",
            "command": "nvcc -Iinc -DA=1 -std=c++20 -O3 -c k.cu -o k.o",
        }
    ]
    (fake.folder / "compile_commands.json").write_text(json.dumps(commands))
    value(fake, "--compile-commands", ".", "--compiler", "./fake")
    words = (fake.folder / "words.txt").read_text().split()
    assert f"-I{fake.folder}/inc" in words
    assert {"-DA=1", "-std=c++20", "-ptx", "-lineinfo", "-arch=compute_90"} <= set(words)
    assert "-c" not in words
    assert "--std=c++17" not in words


def test_errors_are_those_of_the_compiler(fake: Program) -> None:
    (fake.folder / "k.cu").write_text("oops\n")
    done = fake.run("inspect", "k.cu", *LAUNCH, "--compiler", "./fake")
    assert done.returncode == 2
    assert done.stderr.endswith("k.cu(1): error: oops is undefined\n")


def test_a_compiler_that_does_not_end_is_ended(fake: Program) -> None:
    (fake.folder / "k.cu").write_text("loop\n")
    done = fake.run("inspect", "k.cu", *LAUNCH, "--compiler", "./fake", "--compile-limit", "0.1s")
    assert done.returncode == 2
    assert "took longer than 0.1 s (--compile-limit)" in done.stderr


@pytest.mark.parametrize("compiler", ["./none", "no-such-compiler", "/bin/true"])
def test_what_is_no_compiler_is_refused_in_one_line(fake: Program, compiler: str) -> None:
    done = fake.run("inspect", "k.cu", *LAUNCH, "--compiler", compiler)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: compiler '{compiler}': ")
    assert done.stderr.count("\n") == 1


def test_a_kernels_file_may_name_a_compiler(fake: Program) -> None:
    (fake.folder / "kernels.toml").write_text(
        """[family]
name = "fill"
file = "k.cu"
reference = "none"
[compile]
compiler = "./fake"
[problem]
n = [1]
[buffer.out]
role = "out"
type = "i32"
length = "n"
[variant.fill]
entry = "fill"
grid = "1"
block = "1"
args = ["@out"]
"""
    )
    words = ("run", "--kernels", "kernels.toml", "--backend", "simt", "-o", "j.jsonl")
    done = fake.run(*words)
    assert done.returncode == 0, done.stderr
    (fake.folder / "k.cu").write_text("__global__ void fill(int* out) ;\n")
    again = fake.run(*words, "--resume")
    assert again.returncode == 2
    assert "has changed since" in again.stderr


SOURCE = """#include <cstdio>
#include <vector>
constexpr int block = 32;
using real = float;
template <int B, typename T> __global__ void twice(T* x) { x[threadIdx.x % B] *= T(2); }
namespace { template <typename T> __global__ void hidden(T* x) { x[threadIdx.x] *= T(2); } }
static __global__ void still(float* x) { x[threadIdx.x] *= 2; }
extern "C" __global__ void plain(float* x) { x[threadIdx.x] *= 2; }
int main() { std::vector<int> v(3); std::printf("%zu", v.size()); }
"""


def compiles(compiler: str) -> bool:
    return shutil.which(compiler) is not None or Path("/usr/local/cuda/bin", compiler).exists()


@pytest.mark.skipif(not compiles("nvcc"), reason="no nvcc on this machine")
def test_nvcc_instantiates_what_is_named(program: Program) -> None:
    (program.folder / "k.cuh").write_text(SOURCE)
    for entry in ("twice<block, real>", "hidden<real>", "still", "plain"):
        done = program.run(
            *("inspect", "k.cuh", "--compiler", "nvcc", "--entry", entry, "--grid", "1"),
            *("--block", "32", "--arg", "x:f32[32]=ones", "--hash", "x"),
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not compiles("nvcc"), reason="no nvcc on this machine")
def test_headers_beside_the_file_do_not_hide_those_of_the_system(program: Program) -> None:
    (program.folder / "time.h").write_text("#pragma once\nconstexpr int mine = 3;\n")
    (program.folder / "k.cu").write_text(
        '#include <ctime>\n#include "time.h"\nextern "C" __global__ void k(int* o) { *o = mine; }\n'
    )
    done = program.run(
        *("inspect", "k.cu", "--compiler", "nvcc", "--entry", "k", "--grid", "1", "--block", "1"),
        *("--arg", "o:i32[1]=zeros", "--print", "o"),
    )
    assert done.returncode == 0, done.stderr
