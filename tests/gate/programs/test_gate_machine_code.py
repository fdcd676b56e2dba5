"""The static stage on compiled programs: cubins that ptxas makes of small PTX texts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import SOURCE, Program

IMAGES = SOURCE / "tests" / "compiler" / "device_images"
PTXAS = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")

# Adds `steps` products to one element; with a local array if it has one, and shared memory.
KERNEL = """
.visible .entry {name}(.param .u64 p) {{
  .reg .b64 %rd<4>; .reg .f32 %f<{registers}>; .reg .b32 %r<4>;
  {declarations}
  ld.param.u64 %rd1, [p];
  cvta.to.global.u64 %rd2, %rd1;
  {loads}
  {body}
  {stores}
  ret;
}}
"""


def kernel(name: str, values: int = 2, local_bytes: int = 0, shared_bytes: int = 0) -> str:
    """A kernel that keeps `values` floats in registers over a barrier."""
    declarations, body = [], []
    if local_bytes:
        declarations.append(f".local .align 4 .b8 spill[{local_bytes}]; .reg .b64 %sp;")
        body += [
            "mov.u64 %sp, spill;",
            "ld.global.u32 %r1, [%rd2];",
            "cvt.u64.u32 %rd3, %r1;",
            "add.u64 %sp, %sp, %rd3;",
            "st.local.f32 [%sp], %f0;",
            "ld.local.f32 %f1, [%sp+4];",
        ]
    if shared_bytes:
        declarations.append(f".shared .align 4 .b8 tile[{shared_bytes}];")
        body += ["st.shared.f32 [tile], %f0;", "bar.sync 0;", "ld.shared.f32 %f1, [tile];"]
    body.append("bar.sync 0;")
    loads = "\n".join(f"ld.global.f32 %f{i}, [%rd2+{4 * i}];" for i in range(values))
    stores = "\n".join(f"st.global.f32 [%rd2+{4096 + 8 * i}], %f{i};" for i in range(values))
    return KERNEL.format(
        name=name,
        registers=values + 2,
        declarations="\n".join(declarations),
        loads=loads,
        body="\n".join(body),
        stores=stores,
    )


def assembled(folder: Path, name: str, *kernels: str) -> tuple[Path, str]:
    """A cubin, and what ptxas reports."""
    assert PTXAS
    ptx = folder / f"{name}.ptx"
    ptx.write_text(".version 7.8\n.target sm_80\n.address_size 64\n" + "".join(kernels))
    cubin = folder / f"{name}.cubin"
    command = [PTXAS, "-arch=sm_80", "-v", "-o", str(cubin), str(ptx)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return cubin, done.stderr


def gate(folder: Path, base: Path, head: Path, *words: str) -> tuple[int, dict[str, Any], str]:
    """Exit status, JSON result and what was printed."""
    result = folder / "result.json"
    done = Program(folder).run(
        "gate",
        "--base-binary",
        str(base),
        "--head-binary",
        str(head),
        "--json",
        str(result),
        *words,
    )
    read = json.loads(result.read_text()) if result.exists() else {}
    return done.returncode, read, done.stdout + done.stderr


def verdicts(result: dict[str, Any]) -> dict[str, str]:
    return {finding["subject"]: finding["verdict"] for finding in result["findings"]}


needs_ptxas = pytest.mark.skipif(PTXAS is None, reason="no ptxas")


def reported(log: str, what: str) -> list[int]:
    return [int(number) for number in re.findall(what, log)]


@needs_ptxas
def test_resources_are_those_that_ptxas_reports(tmp_path: Path) -> None:
    base, base_log = assembled(tmp_path, "base", kernel("k", 4))
    head, head_log = assembled(tmp_path, "head", kernel("k", 40, 64, 2048))
    status, result, printed = gate(tmp_path, base, head)
    assert status == 1, printed
    changes = {c["quantity"]: (c["base"], c["head"]) for c in result["findings"][0]["changes"]}
    registers = reported(base_log + head_log, r"Used (\d+) registers")
    assert changes["registers"] == (registers[0], registers[1])
    stack = reported(base_log + head_log, r"(\d+) bytes stack frame")
    assert changes["stack_bytes"] == (stack[0], stack[1])
    assert changes["static_shared_bytes"] == (0, reported(head_log, r"(\d+) bytes smem")[0])
    assert "stack_bytes" in printed
    assert verdicts(result) == {"k on sm_80": "REGRESSION"}


@needs_ptxas
def test_only_the_changed_kernel_is_named(tmp_path: Path) -> None:
    same = [kernel(f"same{i}", 3 + i) for i in range(3)]
    base, _ = assembled(tmp_path, "base", *same, kernel("_Z5scaleILi2EEvPf", 4), kernel("old"))
    head, _ = assembled(tmp_path, "head", kernel("new"), *same, kernel("_Z5scaleILi2EEvPf", 6))
    status, result, printed = gate(tmp_path, base, head)
    assert status == 0, printed
    assert verdicts(result) == {
        "same0 on sm_80": "UNCHANGED",
        "same1 on sm_80": "UNCHANGED",
        "same2 on sm_80": "UNCHANGED",
        "scale<2>(float*) on sm_80": "PASS",
        "old on sm_80": "PASS",
        "new on sm_80": "NEW",
    }
    assert "removed, or renamed" in printed


@needs_ptxas
def test_other_constants_are_not_unchanged(tmp_path: Path) -> None:
    reads = """
.const .align 4 .b32 table[2] = {{{}, 2}};
.visible .entry reads(.param .u64 p) {{
  .reg .b64 %rd<3>; .reg .b32 %r<3>;
  ld.param.u64 %rd1, [p];
  ld.const.u32 %r1, [table];
  st.global.u32 [%rd1], %r1;
  ret;
}}
"""
    base, _ = assembled(tmp_path, "base", reads.format(1))
    head, _ = assembled(tmp_path, "head", reads.format(7))
    status, result, printed = gate(tmp_path, base, head)
    assert status == 0, printed
    assert verdicts(result) == {"reads on sm_80": "PASS"}
    assert "its module has other functions or variables" in printed


@needs_ptxas
def test_acceptances_and_tolerances_hold_for_programs(tmp_path: Path) -> None:
    base, _ = assembled(tmp_path, "base", kernel("k", 4))
    head, _ = assembled(tmp_path, "head", kernel("k", 4, 64))
    (tmp_path / "accept.toml").write_text(
        'version = 1\n[[accept]]\npoint = "k on*"\nstage = "static"\nbound = inf\n'
        'reason = "an array"\nexpires = 2999-01-01\n'
    )
    status, result, printed = gate(tmp_path, base, head)
    assert status == 0, printed
    assert verdicts(result) == {"k on sm_80": "ACCEPTED"}
    (tmp_path / "accept.toml").unlink()
    (tmp_path / "gate.toml").write_text(
        "version = 1\n[tolerances]\nstack_bytes = { absolute = 1000 }\n"
    )
    assert gate(tmp_path, base, head)[0] == 0
    (tmp_path / "gate.toml").write_text(
        'version = 1\n[tolerances]\nstack_bytes = { absolute = 1000 }\n"sass.STL" = 0\n'
    )
    status, _, printed = gate(tmp_path, base, head)
    assert status == 1, printed
    assert "! sass.STL 0 -> 1" in printed


def test_committed_images(tmp_path: Path) -> None:
    status, result, printed = gate(
        tmp_path, IMAGES / "scale.cubin", IMAGES / "scale_lineinfo.cubin"
    )
    assert status == 0, printed
    assert set(verdicts(result).values()) == {"UNCHANGED"}
    assert "machine code" in result["findings"][0]["reason"]
    status, result, printed = gate(tmp_path, IMAGES / "scale.cubin", IMAGES / "scale_none.fatbin")
    assert status == 5, printed
    assert verdicts(result) == {"machine code for sm_80": "MISSING"}


def test_every_output_is_written(tmp_path: Path) -> None:
    formats = ["--junit", "--sarif", "--markdown", "--codequality"]
    words = [word for option in formats for word in (option, f"out{option}.txt")]
    status, _, printed = gate(tmp_path, IMAGES / "scale.cubin", IMAGES / "scale.cubin", *words)
    assert status == 0, printed
    assert all((tmp_path / f"out{option}.txt").stat().st_size > 0 for option in formats)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--base-binary", "a"), "--head-binary"),
        (("--nvbench", "a"), "--nvbench-head"),
        (("--base-binary", "a", "--head-binary", "b", "--base", "main"), "as a whole"),
        (("--base-binary", "a", "--head-binary", "b", "reduce/*"), "as a whole"),
        (
            ("--base-binary", "a", "--head-binary", "b", "--nvbench", "a", "--nvbench-head", "b"),
            "two comparisons",
        ),
        (("--base-binary", "nowhere", "--head-binary", "nowhere"), "nowhere"),
        (("--base-binary", __file__, "--head-binary", __file__), "no device code"),
    ],
)
def test_wrong_use(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = Program(tmp_path).run("gate", *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert said in done.stderr
