"""Kernels that are given as PTX: `inspect`, specifications and kernels files."""

import json

import pytest
from tests.cli.program import Program

# As a compiler writes it for `y[i] = a * x[i]` with blocks of 64, with a line table of scale.py.
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 y, .param .u64 x, .param .f32 a, .param .u32 n)
.reqntid @BLOCK@
{
.reg.pred p;.reg.b32 i, t, c;.reg.f32 f, v;.reg.b64 to, from, at;
.loc 1 2 0
ld.param.u64 to, [y]; ld.param.u64 from, [x]; ld.param.f32 f, [a]; ld.param.u32 c, [n];
mov.u32 t, %tid.x; mov.u32 i, %ctaid.x; mad.lo.u32 i, i, @BLOCK@, t;
setp.ge.u32 p, i, c;
@p bra done;
.loc 1 3 0
mul.wide.u32 at, i, 4; add.u64 from, from, at; add.u64 to, to, at;
ld.global.f32 v, [from]; mul.f32 v, v, f; st.global.f32 [to], v;
done:
ret;
}
.file 1 "scale.py"
"""

KERNELS = """[family]
name = "scale"
reference = "by_64"
[problem]
n = [1000]
[buffer.x]
role = "in"
type = "f32"
length = "n"
init = "uniform(-1, 1)"
[buffer.y]
role = "out"
type = "f32"
length = "n"
[variant.by_64]
file = "k_64.ptx"
entry = "scale"
grid = "ceildiv(n, 64)"
block = 64
args = ["@y", "@x", "f32=2", "i32=n"]
[variant.tuned]
file = "k_{block}.ptx"
entry = "scale"
grid = "ceildiv(n, block)"
block = "block"
args = ["@y", "@x", "f32=2", "i32=n"]
[variant.tuned.axes]
block = [64, 128]
"""


def ptx(block: int) -> str:
    return PTX.replace("@BLOCK@", str(block))


def inspect(program: Program, *words: str) -> tuple[int, str, str]:
    arguments = ["--arg", "y:f32[100]=poison", "--arg", "x:f32[100]=arange"]
    arguments += ["--arg", "f32=3", "--arg", "i32=100"]
    done = program.run("inspect", "k.ptx", *words, "--grid", "2", *arguments)
    return done.returncode, done.stdout, done.stderr


def test_inspect_runs_ptx_and_shows_the_source_it_was_made_from(program: Program) -> None:
    (program.folder / "k.ptx").write_text(ptx(64))
    (program.folder / "scale.py").write_text("import x\ndef scale():\n  y[i] = a * x[i]\n")
    status, out, _ = inspect(program, "--print", "y:4", "--lines")
    assert status == 0
    assert "y[0..] = 0 3 6 9" in out
    assert "scale.py" in out
    assert "y[i] = a * x[i]" in out


def test_ptx_needs_no_compiler(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    (program.folder / "k.ptx").write_text(ptx(64))
    monkeypatch.setenv("WARPMARK_NVRTC", "/nowhere/libnvrtc.so")
    status, out, error = inspect(program, "--json")
    assert status == 0, error
    assert json.loads(out)["launches"][0]["counters"]["global_store_sectors"] == 13


def test_a_wrong_entry_is_answered_by_a_list(program: Program) -> None:
    (program.folder / "k.ptx").write_text(ptx(64))
    status, _, error = inspect(program, "--entry", "skale")
    assert status == 2
    assert "no kernel 'skale' in the PTX (did you mean 'scale'?); it has scale" in error


def test_a_kernels_file_tunes_over_files(program: Program) -> None:
    (program.folder / "kernels.toml").write_text(KERNELS)
    for block in (64, 128):
        (program.folder / f"k_{block}.ptx").write_text(ptx(block))
    done = program.run("run", "--kernels", "kernels.toml", "--backend", "simt", "-o", "j.jsonl")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (program.folder / "j.jsonl").open()]
    points = {line["key"]: line for line in lines if line["event"] == "measurement"}
    assert len(points) == 3
    assert {line["status"] for line in points.values()} == {"ok"}
    assert {file["file"] for file in lines[0]["kernels"]["read"]} == {"k_64.ptx", "k_128.ptx"}


def test_resume_refuses_other_ptx(program: Program) -> None:
    (program.folder / "kernels.toml").write_text(KERNELS)
    for block in (64, 128):
        (program.folder / f"k_{block}.ptx").write_text(ptx(block))
    words = ["run", "--kernels", "kernels.toml", "--backend", "simt", "-o", "j.jsonl"]
    assert program.run(*words).returncode == 0
    (program.folder / "k_128.ptx").write_text(ptx(128) + "\n")
    done = program.run(*words, "--resume")
    assert done.returncode == 2
    assert "k_128.ptx" in done.stderr


def test_a_file_that_is_missing_for_a_config_is_named(program: Program) -> None:
    (program.folder / "kernels.toml").write_text(KERNELS)
    (program.folder / "k_64.ptx").write_text(ptx(64))
    done = program.run("list", "--kernels", "kernels.toml")
    assert done.returncode == 2
    assert "k_128.ptx" in done.stderr
