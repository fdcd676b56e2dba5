"""Files from outside that are too large, too deep or not what they claim: refused with one line."""

import gzip
import os
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

from workbench import SANITIZERS, Outcome, Workbench, require

MIB = 1 << 20
MAX_RESIDENT_BYTES = 1 << 30  # Limit for a refusal; most of it is a sanitizer's overhead.

MANIFEST = b'{"event":"manifest","schema":"warpmark/1"}\n'
CACHE = b'{"device_name":"c","kernel_name":"k","problem_size":1,"tune_params_keys":["a"],'
CACHE += b'"tune_params":{"a":[1,2]},"objective":"time","cache":{"1":{"a":1,"time":1.5}'
FAMILY = """
[family]
name = "copies"
[problem.n]
values = [1024]
[buffer.x]
role = "in"
type = "f32"
length = "n"
init = "@x.npy"
[buffer.y]
role = "out"
type = "f32"
length = "n"
[variant.copy]
file = "copy.cu"
entry = "copy"
grid = 1
block = 32
args = ["@x", "@y"]
"""


def refused(bench: Workbench, words: list[str], *parts: str) -> str:
    """Runs the program, which must end with 2 and one short line that has the parts; the line."""
    with bench.talk_of("err").open("wb") as err:
        process = subprocess.Popen(
            [str(bench.program), *words],
            cwd=bench.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=err,
            env={**os.environ, **SANITIZERS},
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = code = os.waitstatus_to_exitcode(status)
    said = bench.talk_of("err").read_text(errors="replace")
    short = said if len(said) < 300 else f"{said[:300]} …"
    require(code == 2, f"{words}: exit code {code}: {short}")
    require(said.count("\n") == 1 and len(said) < 10_000, f"{words}: {short}")
    for part in parts:
        require(part in said, f"{words}: no '{part}' in: {short}")
    resident = used.ru_maxrss * 1024
    require(resident < MAX_RESIDENT_BYTES, f"{words}: {resident / MIB:.0f} MiB resident")
    return said.strip()


def outcome(reason: str) -> Outcome:
    return Outcome("-", reason, 2, "none begun")


def write_bomb(path: Path, beginning: bytes, times: int) -> None:
    """`beginning`, then so many times 16 MiB of blanks: each of these is a member of its own."""
    member = gzip.compress(b" " * (16 * MIB))
    path.write_bytes(gzip.compress(beginning) + member * times)


def gzip_bomb(bench: Workbench) -> Outcome:
    """1 GiB out of 1 MB, as a journal and as a cache."""
    write_bomb(bench.folder / "bomb.jsonl.gz", MANIFEST, 64)
    write_bomb(bench.folder / "bomb.json.gz", CACHE, 64)
    # Until the ratio is noticed, all text is parsed: 200 times the size of the file, which is small.
    write_bomb(bench.folder / "small.json.gz", CACHE, 4)
    part = "small.json.gz: holds more than 200 times its compressed size; --max-input SIZE"
    said = refused(bench, ["tune", "--from", "small.json.gz"], part)
    refused(bench, ["import", "small.json.gz", "-o", "new.jsonl"], part)
    for words in (["tune", "--from"], ["export", "--format", "profile", "-o", "p.json"]):
        refused(bench, [*words, "bomb.jsonl.gz"], "bomb.jsonl.gz:2: a line of more than 16 MiB")
    words = ["tune", "--max-input", "1MiB", "--from"]
    refused(bench, [*words, "bomb.json.gz"], "holds more than 1 MiB")
    require(not (bench.folder / "new.jsonl").exists(), "a journal of nothing")
    return outcome(said)


def large_file(bench: Workbench) -> Outcome:
    """8 GiB of nothing, in a file that takes no room."""
    path = bench.folder / "large.jsonl"
    path.write_bytes(MANIFEST)
    os.truncate(path, 8 << 30)
    said = refused(
        bench,
        ["run", "reduce", "--backend", "simt", "--resume", "-o", path.name],
        ":2: a line of more than",
    )
    (bench.folder / "kernels.toml").write_text("[family]\n")
    os.truncate(bench.folder / "kernels.toml", 8 << 30)
    refused(bench, ["list", "--kernels", "kernels.toml"], "kernels.toml: holds more than 1 MiB")
    refused(bench, ["inspect", "kernels.toml"], "kernels.toml: holds more than 1 MiB")
    (bench.folder / "large.cu").touch()
    os.truncate(bench.folder / "large.cu", 8 << 30)
    words = ["--entry", "k", "--grid", "1", "--block", "1"]
    refused(bench, ["inspect", "large.cu", *words], "large.cu: holds more than 64 MiB")
    refused(
        bench,
        ["run", "--backend", "simt", "--points", "large.cu"],
        "large.cu: holds more than 64 MiB",
    )
    return outcome(said)


def long_name(bench: Workbench) -> Outcome:
    """A name of a megabyte, in each kind of file that has names."""
    name = "n" * MIB
    journal = bench.folder / "names.jsonl"
    line = '{"event":"measurement","family":"reduce","variant":"v","status":"ok","key":"%s"}\n'
    journal.write_bytes(MANIFEST + (line % name).encode())
    part = f"names.jsonl:2: 'key' has {MIB} characters; expected at most 1024"
    said = refused(
        bench, ["run", "reduce", "--backend", "simt", "--resume", "-o", "names.jsonl"], part
    )
    refused(bench, ["tune", "--from", "names.jsonl"], part)
    kernels = bench.folder / "kernels.toml"
    kernels.write_text(f"[family]\n{name[: MIB // 2]} = 1\n")
    refused(bench, ["list", "--kernels", "kernels.toml"], "unknown key 'nnn")
    (bench.folder / "points").write_text(f"reduce/{name}[n=1][block=32]\n")
    refused(bench, ["run", "--backend", "simt", "--points", "points"], "points:1: ")
    return outcome(said)


def deep_nesting(bench: Workbench) -> Outcome:
    """Arrays, objects and keys in each other, deeper than a stack."""
    deep = b"[" * 500_000
    (bench.folder / "deep.jsonl").write_bytes(MANIFEST + b'{"event":"measurement","key":' + deep)
    (bench.folder / "deep.json").write_bytes(CACHE + b',"2":' + b'{"a":' * 500_000)
    (bench.folder / "profile.json").write_bytes(b'{"schema":' + deep + b"]" * 500_000 + b"}")
    part = "more than 64 nested arrays and objects"
    said = refused(
        bench,
        ["run", "reduce", "--backend", "simt", "--resume", "-o", "deep.jsonl"],
        "deep.jsonl:2: ",
        part,
    )
    refused(bench, ["tune", "--from", "deep.json"], part)
    refused(bench, ["export", "--format", "header", "profile.json"], part)
    kernels = bench.folder / "kernels.toml"
    for text in ("a." * 400_000 + "a = 1\n", "[" + "a." * 400_000 + "a]\n"):
        kernels.write_text(text)
        for verb in (["list", "--kernels"], ["inspect"]):
            refused(bench, [*verb, "kernels.toml"], "kernels.toml:1: a key of more than 32 parts")
    return outcome(said)


def npy_claims(bench: Workbench) -> Outcome:
    """Headers that declare more elements than there is memory, or than the file has."""
    (bench.folder / "kernels.toml").write_text(FAMILY)
    (bench.folder / "copy.cu").write_text("")

    def written(shape: str, header_bytes: int | None = None) -> None:
        text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}\n".encode()
        length = struct.pack("<I", header_bytes or len(text))
        (bench.folder / "x.npy").write_bytes(b"\x93NUMPY\x02\x00" + length + text)

    said = ""
    for shape, part in (
        ("1099511627776,", "cut off: 0 bytes of elements; expected 4398046511104"),
        ("4611686018427387904, 4", "the shape exceeds the address space"),
        ("1," * 100, "100 dimensions; expected at most 64"),
    ):
        written(shape)
        said = refused(bench, ["list", "--kernels", "kernels.toml"], "x.npy: " + part)
    written("4,", 1 << 31)
    refused(bench, ["list", "--kernels", "kernels.toml"], "x.npy: a header of 2147483648 bytes")
    return outcome(said)


def no_file(bench: Workbench) -> Outcome:
    """A device without end, a pipe without a writer, a folder."""
    os.mkfifo(bench.folder / "pipe")
    (bench.folder / "folder").mkdir()
    said = ""
    for path, part in (
        ("/dev/zero", "/dev/zero: it is not a regular file"),
        ("pipe", "pipe: it is not a regular file"),
        ("folder", "folder: it is a folder"),
    ):
        for words in (
            ["tune", "--from"],
            ["run", "reduce", "--backend", "simt", "--resume", "-o"],
            ["run", "--backend", "simt", "--points"],
            ["list", "--kernels"],
            ["import", "-o", "new.jsonl"],
            ["export", "--format", "profile", "-o", "p.json"],
        ):
            said = refused(bench, [*words, path], part)
    return outcome(said)


FAULTS: dict[str, Callable[[Workbench], Outcome]] = {
    "input: gzip bomb": gzip_bomb,
    "input: large file": large_file,
    "input: long name": long_name,
    "input: deep nesting": deep_nesting,
    "input: .npy header claims": npy_claims,
    "input: no file": no_file,
}
