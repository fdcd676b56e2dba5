#!/usr/bin/env python3
"""What a card answers to wgmma: the accumulators of a warp group after one instruction.

    wgmma_table.py measure -o FILE.bin.gz      on a card of sm_90 with CuPy, about a minute
    wgmma_table.py list                        the instructions and descriptors
    wgmma_table.py ptx FOLDER                  their kernels, one file each

Registers and shared memory are filled by the kernel itself, with a hash of their place and of the
case's seed, of which each case keeps some bits and sets others: numbers of alike size, numbers of
unlike sizes, and any bits. So the file needs only the answers. It is a sequence of records,
little-endian:

    u32 bytes of the header, header (JSON: instruction, ptx, inputs, outputs, cases),
    inputs, outputs

with `inputs` words per case and `outputs` words per case and thread.
"""

from __future__ import annotations

import argparse
import gzip
import json
import struct
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

THREADS = 128
SHARED_BYTES = 48 * 1024
B_BEGIN = 16 * 1024  # A is before it.
FIELDS = 8  # of a case, before the metadata: seed, masks of A, B and D, scale-d
ROWS = 64

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "b1": 1}
SWIZZLE_MODES = {16: 0, 128: 1, 64: 2, 32: 3}  # by the bytes of a row

# The bits kept and set of a 32-bit word, by type and kind of numbers: alike, unlike, any.
MASKS: dict[str, list[tuple[int, int]]] = {
    "f16": [(0x8FFF8FFF, 0x30003000), (0xBFFFBFFF, 0), (0xFFFFFFFF, 0)],
    "bf16": [(0x81FF81FF, 0x3E003E00), (0x87FF87FF, 0x38003800), (0xFFFFFFFF, 0)],
    "tf32": [(0x81FFFFFF, 0x3E000000), (0x87FFFFFF, 0x38000000), (0xFFFFFFFF, 0)],
    "f32": [(0x81FFFFFF, 0x3E000000), (0x87FFFFFF, 0x38000000), (0xFFFFFFFF, 0)],
    "e4m3": [(0x8F8F8F8F, 0x30303030), (0xBFBFBFBF, 0), (0xFFFFFFFF, 0)],
    "e5m2": [(0x8F8F8F8F, 0x30303030), (0xBFBFBFBF, 0), (0xFFFFFFFF, 0)],
    "s32": [(0x8000FFFF, 0), (0xFFFFFFFF, 0), (0xFFFFFFFF, 0)],
}
ANY_BITS = [(0xFFFFFFFF, 0)] * 3


@dataclass(frozen=True)
class Layout:
    """A matrix in shared memory, in bytes."""

    mn_major: bool = False
    row: int = 128  # Bytes of a swizzled row; 16: not swizzled.
    leading: int = 16
    stride: int = 1024
    start: int = 0
    base_offset: int = 0

    def descriptor(self, begin: int) -> int:
        """Without the address of the buffer."""
        return (
            (begin + self.start) >> 4
            | (self.leading >> 4) << 16
            | (self.stride >> 4) << 32
            | self.base_offset << 49
            | SWIZZLE_MODES[self.row] << 62
        )


@dataclass(frozen=True)
class Form:
    """One instruction with its descriptors. `a` is None if A is in registers."""

    d: str
    left: str
    right: str
    n: int
    a: Layout | None
    b: Layout
    scales: tuple[int, int] = (1, 1)
    saturates: bool = False
    sparse: bool = False
    selector: int = 0
    kinds: tuple[int, ...] = (0, 1, 2)
    seeds: int = 1

    @property
    def depth(self) -> int:
        """The k of the shape."""
        return 256 // BITS[self.left] * (2 if self.sparse else 1)

    @property
    def registers(self) -> int:
        """Of D."""
        return self.n // 2 // (2 if self.d == "f16" else 1)

    @property
    def text(self) -> str:
        """The instruction, with names of operands."""
        name = "wgmma.mma_async" + (".sp" if self.sparse else "") + ".sync.aligned"
        name += f".m64n{self.n}k{self.depth}" + (".satfinite" if self.saturates else "")
        name += f".{self.d}.{self.left}.{self.right}" + (".and.popc" if self.left == "b1" else "")
        operands = ["{d}", "{a}" if self.a else "{r}", "{b}"]
        if self.sparse:
            operands += ["{e}", str(self.selector)]
        operands.append("{p}")
        if self.left not in ("s8", "u8", "b1"):
            operands += [str(scale) for scale in self.scales]
        if BITS[self.left] == 16:
            majors = [self.a] if self.a else []
            operands += [str(int(layout.mn_major)) for layout in (*majors, self.b)]
        return f"{name} {', '.join(operands)};"

    @property
    def title(self) -> str:
        """The instruction and where its operands are."""
        places = [f"{name}: {layout}" for name, layout in (("A", self.a), ("B", self.b)) if layout]
        return f"{self.text}  {'; '.join(places)}"


def layout_of(row: int, mn_major: bool, lines: int, padded: bool = False) -> Layout:
    """The usual place of a 16-bit or K-major matrix; `padded`: with gaps between its patterns."""
    gap = 1024 if padded else 0
    if not mn_major:
        stride = 8 * row + gap if row > 16 else 128 + gap // 8
        leading = 16 if row > 16 else lines // 8 * stride
        return Layout(False, row, leading, stride)
    if row == 16:
        stride = 128 + gap // 8  # Between eight rows or columns and the next ones.
        return Layout(True, row, lines // 8 * stride, stride)
    leading = 16 * row + gap  # Between the patterns along the rows or columns.
    return Layout(True, row, leading, 8 * row)


K128 = layout_of(128, False, 64)
BASIC = Form("f32", "f16", "f16", 8, K128, K128)


def types() -> Iterator[Form]:
    """The arithmetic of all types, with A in shared memory and in registers."""
    pairs = [("f32", "f16", "f16"), ("f16", "f16", "f16"), ("f32", "bf16", "bf16")]
    pairs += [("f32", "tf32", "tf32")]
    narrow = ("e4m3", "e5m2")
    pairs += [(d, left, right) for d in ("f32", "f16") for left in narrow for right in narrow]
    pairs += [("s32", left, right) for left in ("s8", "u8") for right in ("s8", "u8")]
    pairs += [("s32", "b1", "b1")]
    for d, left, right in pairs:
        form = replace(BASIC, d=d, left=left, right=right)
        yield replace(form, seeds=1 if d == "s32" else 3)
        yield replace(form, a=None)
        if left in ("s8", "u8"):
            yield replace(form, saturates=True)
        if d != "s32":
            yield replace(form, scales=(1, -1), kinds=(1,))
            yield replace(form, scales=(-1, -1), kinds=(1,), a=None)


def shapes() -> Iterator[Form]:
    """More columns."""
    for n in (16, 24, 40, 96, 256):
        yield replace(BASIC, d="f16", n=n, kinds=(0,))
    for left, d in (("tf32", "f32"), ("e4m3", "f16"), ("s8", "s32"), ("b1", "s32")):
        for n in (24, 96):
            yield replace(BASIC, d=d, left=left, right=left, n=n, kinds=(0,), a=None)


def layouts() -> Iterator[Form]:
    """All swizzles and majors; steps along the depth; gaps."""
    for row in (16, 32, 64, 128):
        for padded in (False, True):
            for a_major in (False, True):
                for b_major in (False, True):
                    a = layout_of(row, a_major, ROWS, padded)
                    b = layout_of(row, b_major, 72, padded)
                    yield replace(BASIC, d="f16", n=72, a=a, b=b, kinds=(0,))
        other = layout_of(row, False, 24)
        for left, d in (("tf32", "f32"), ("e5m2", "f16"), ("u8", "s32"), ("b1", "s32")):
            a = layout_of(row, False, ROWS)
            yield replace(BASIC, d=d, left=left, right=left, n=24, a=a, b=other, kinds=(0,))
    for row in (64, 128):
        for start in range(32, row, 32):
            moved = replace(layout_of(row, False, ROWS), start=start)
            yield replace(BASIC, d="f16", n=16, a=moved, b=moved, kinds=(0,))
    wide = layout_of(128, True, 256)
    yield replace(BASIC, d="f16", n=256, a=layout_of(128, True, ROWS), b=wide, kinds=(0,))
    mixed = replace(BASIC, d="f16", n=32, kinds=(0,))
    yield replace(mixed, a=layout_of(16, False, ROWS), b=layout_of(64, True, 32))


def unusual() -> Iterator[Form]:
    """What the PTX ISA says little about: base offsets, patterns that begin anywhere."""
    for row, units in ((128, 8), (64, 4), (32, 2)):
        for unit in range(1, units, 2):
            for base in (0, unit):
                moved = replace(layout_of(row, False, ROWS), start=unit * 128, base_offset=base)
                yield replace(BASIC, d="f16", a=moved, b=moved, kinds=(0,))
    for leading in (0, 16, 512):  # Ignored?
        ignored = replace(K128, leading=leading)
        yield replace(BASIC, d="f16", a=ignored, b=ignored, kinds=(0,))


def sparse() -> Iterator[Form]:
    """A with two of four elements; B is twice as deep."""
    for d, left in (("f32", "f16"), ("f16", "f16"), ("f32", "bf16"), ("f32", "tf32")):
        for selector in (0, 1):
            form = replace(BASIC, d=d, left=left, right=left, sparse=True, selector=selector)
            yield replace(form, kinds=(0, 1))
            yield replace(form, a=None, kinds=(0,))
    for d, left in (("f32", "e4m3"), ("s32", "s8"), ("s32", "u8")):
        form = replace(BASIC, d=d, left=left, right=left, sparse=True, kinds=(0, 1))
        yield form
        yield replace(form, a=None, kinds=(0,))
    for row in (16, 32, 64):
        a, b = layout_of(row, False, ROWS), layout_of(row, False, 16)
        if row == 32:  # A row of B is two patterns.
            b = replace(b, leading=2048)
        yield replace(BASIC, d="f16", sparse=True, n=16, a=a, b=b, kinds=(0,))
    for row in (16, 32, 64, 128):
        major = layout_of(row, True, 64)
        yield replace(BASIC, d="f16", sparse=True, n=64, a=major, b=major, kinds=(0,))


def forms() -> list[Form]:
    """All of the table, those that might fail last."""
    return [*types(), *shapes(), *layouts(), *unusual(), *sparse()]


HASH = (
    "{ .reg .b32 %h; mad.lo.u32 %h, %place, 0x9E3779B1, %seed; shr.u32 %t, %h, 16;"
    " xor.b32 %h, %h, %t; mul.lo.u32 %h, %h, 0x85EBCA6B; shr.u32 %t, %h, 13;"
    " xor.b32 %h, %h, %t; mul.lo.u32 %h, %h, 0xC2B2AE35; shr.u32 %t, %h, 16;"
    " xor.b32 %word, %h, %t; }"
)


def hashed(place: np.ndarray, seed: int) -> np.ndarray:
    """The word that the kernel makes of a place."""
    h = place.astype(np.uint32) * np.uint32(0x9E3779B1) + np.uint32(seed)
    h ^= h >> np.uint32(16)
    h *= np.uint32(0x85EBCA6B)
    h ^= h >> np.uint32(13)
    h *= np.uint32(0xC2B2AE35)
    result: np.ndarray = h ^ (h >> np.uint32(16))
    return result


# Places of words: those of shared memory come first, then registers of A and D, thread by thread.
A_PLACES = SHARED_BYTES // 4
D_PLACES = A_PLACES + 4 * THREADS


def masked(target: str, masks: str) -> list[str]:
    """The word of %place, with the bits of one operand."""
    return [HASH, f"and.b32 %word, %word, %{masks}_and; or.b32 {target}, %word, %{masks}_or;"]


def ptx_of(form: Form) -> str:
    """A kernel k(inputs, outputs) of 128 threads, a block per case."""
    words = FIELDS + THREADS
    count = form.registers
    d = [f"%d{i}" for i in range(count)]
    kind = "f32" if form.d == "f32" else "b32"
    a_begin = form.a.descriptor(0) if form.a else 0
    fields = ["seed", "a_and", "a_or", "b_and", "b_or", "d_and", "d_or", "scale"]
    lines = [
        ".version 8.7",
        ".target sm_90a",
        ".address_size 64",
        ".visible .entry k(.param .u64 inputs, .param .u64 outputs) {",
        f".shared .align 1024 .b8 tile[{SHARED_BYTES}];",
        ".reg .b64 %in, %out, %at, %base, %a, %b; .reg .pred %p, %accumulates;",
        ".reg .b32 %thread, %case, %place, %word, %t, %to, %tile, %meta;",
        f".reg .b32 {', '.join('%' + name for name in fields)};",
        f".reg .b32 %r<4>; .reg .{kind} {', '.join(d)};",
        "ld.param.u64 %in, [inputs]; ld.param.u64 %out, [outputs];",
        "mov.u32 %thread, %tid.x; mov.u32 %case, %ctaid.x;",
        f"mul.wide.u32 %at, %case, {words * 4}; add.u64 %in, %in, %at;",
        *(f"ld.global.u32 %{name}, [%in+{4 * i}];" for i, name in enumerate(fields)),
        "mul.wide.u32 %at, %thread, 4; add.u64 %at, %in, %at;",
        f"ld.global.u32 %meta, [%at+{4 * FIELDS}];",
        f"mad.lo.u32 %t, %case, {THREADS}, %thread;",
        f"mul.wide.u32 %at, %t, {count * 4}; add.u64 %out, %out, %at;",
        "mov.u32 %tile, tile;",
        "mov.u32 %place, %thread;",
        "F:",
        *masked("%to", "a"),
        f"setp.lt.u32 %p, %place, {B_BEGIN // 4}; @%p bra S;",
        *masked("%to", "b"),
        "S: shl.b32 %t, %place, 2; add.u32 %t, %t, %tile; st.shared.u32 [%t], %to;",
        f"add.u32 %place, %place, {THREADS};",
        f"setp.lt.u32 %p, %place, {SHARED_BYTES // 4}; @%p bra F;",
    ]
    for i in range(4):
        lines.append(f"mad.lo.u32 %place, %thread, 4, {A_PLACES + i};")
        lines += masked(f"%r{i}", "a")
    for i in range(count):
        lines.append(f"mad.lo.u32 %place, %thread, {count}, {D_PLACES + i};")
        lines += masked("%to", "d")
        lines.append(f"mov.b32 %d{i}, %to;")
    text = form.text
    operands = {"d": "{" + ", ".join(d) + "}", "r": "{%r0, %r1, %r2, %r3}"}
    operands |= {"a": "%a", "b": "%b", "e": "%meta", "p": "%accumulates"}
    for name, value in operands.items():
        text = text.replace("{" + name + "}", value)
    lines += [
        "shr.u32 %tile, %tile, 4; cvt.u64.u32 %base, %tile;",
        f"add.u64 %a, %base, {a_begin:#x}; add.u64 %b, %base, {form.b.descriptor(B_BEGIN):#x};",
        "setp.ne.u32 %accumulates, %scale, 0;",
        "fence.proxy.async; bar.sync 0;",
        "wgmma.fence.sync.aligned;",
        text,
        "wgmma.commit_group.sync.aligned;",
        "wgmma.wait_group.sync.aligned 0;",
        *(f"st.global.{kind} [%out+{4 * i}], %d{i};" for i in range(count)),
        "ret;",
        "}",
    ]
    return "\n".join(lines) + "\n"


def metadata(form: Form, draw: np.random.Generator) -> np.ndarray:
    """A word per thread: nibbles of two ascending indices, or of one pair of tf32."""
    pairs = [0b0100, 0b1110] if form.left == "tf32" else [4, 8, 12, 9, 13, 14]
    nibbles = draw.choice(np.array(pairs, np.uint32), (THREADS, 8))
    joined: np.ndarray = np.bitwise_or.reduce(nibbles << (4 * np.arange(8, dtype=np.uint32)), 1)
    return joined.astype(np.uint32)


def inputs_of(form: Form, number: int) -> np.ndarray:
    """Cases x words. The last case of several does not add D."""
    draw = np.random.default_rng([20261126, number])
    rows = []
    for kind in form.kinds:
        for _ in range(form.seeds):
            masks = [MASKS.get(name, ANY_BITS)[kind] for name in (form.left, form.right, form.d)]
            seed = int(draw.integers(1, 2**32))
            fields = [seed, *(word for pair in masks for word in pair), 1]
            rows.append(np.concatenate([np.array(fields, np.uint32), metadata(form, draw)]))
    if len(rows) > 1:
        rows[-1][FIELDS - 1] = 0
    return np.stack(rows)


def header_of(form: Form, cases: int) -> bytes:
    """Of a record."""
    fields = {"instruction": form.title, "ptx": ptx_of(form), "inputs": FIELDS + THREADS}
    return json.dumps(fields | {"outputs": form.registers, "cases": cases}).encode()


def measure(arguments: argparse.Namespace) -> None:
    """Writes the table."""
    import cupy

    failed = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        gzip.open(arguments.output, "wb", 9) as file,
    ):
        for number, form in enumerate(forms()):
            scratch = Path(folder) / f"{number}.ptx"  # CuPy remembers modules by path.
            scratch.write_text(ptx_of(form))
            inputs = inputs_of(form, number)
            shape = (len(inputs), THREADS, form.registers)
            try:
                outputs = cupy.full(shape, 0xDEADBEEF, cupy.uint32)
                kernel = cupy.RawModule(path=str(scratch)).get_function("k")
                kernel((len(inputs),), (THREADS,), (cupy.asarray(inputs), outputs))
                cupy.cuda.Device().synchronize()
                answer = outputs.get()
            except Exception as error:
                failed += 1
                print(f"{form.title}\n  {str(error)[:300]}", file=sys.stderr)
                continue
            header = header_of(form, len(inputs))
            file.write(struct.pack("<I", len(header)) + header)
            file.write(inputs.tobytes() + answer.tobytes())
    print(f"{len(forms()) - failed} forms, {failed} failed: {arguments.output}")


def write_ptx(arguments: argparse.Namespace) -> None:
    """All kernels as files."""
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for number, form in enumerate(forms()):
        (arguments.folder / f"{number}.ptx").write_text(f"// {form.title}\n{ptx_of(form)}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    measuring = verbs.add_parser("measure", help="on a card")
    measuring.add_argument("-o", "--output", type=Path, required=True)
    measuring.set_defaults(do=measure)
    listing = verbs.add_parser("list", help="the instructions")
    listing.set_defaults(do=lambda _: print("\n".join(form.title for form in forms())))
    writing = verbs.add_parser("ptx", help="write the kernels")
    writing.add_argument("folder", type=Path)
    writing.set_defaults(do=write_ptx)
    arguments = parser.parse_args()
    arguments.do(arguments)


if __name__ == "__main__":
    main()
