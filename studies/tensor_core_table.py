#!/usr/bin/env python3
"""What a card's tensor cores answer: registers of a warp before and after mma, wmma and ldmatrix.

    tensor_core_table.py measure -o FILE.bin.gz      on a card with CuPy

Each instruction runs on random registers of several kinds: small values, values of alike size,
values of very unlike sizes, and any bits. The test `tensor_core_test.cpp` repeats them on the
interpreter and compares bit by bit. The file is a sequence of records, little-endian:

    u32 bytes of the header, header (JSON: ptx, inputs, outputs, cases), inputs, outputs

with one 32-bit word per case, lane and register, in this order.
"""

from __future__ import annotations

import argparse
import gzip
import json
import struct
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

KINDS = 4  # of random numbers
SHARED_BYTES = 4096


@dataclass(frozen=True)
class Operand:
    """Registers of one operand: how many, of which register type, and of which elements."""

    registers: int
    type: str = "b32"  # b32, f32 or f64
    element: str = "b32"

    @property
    def words(self) -> int:
        """32-bit words of one lane."""
        return self.registers * (2 if self.type == "f64" else 1)


@dataclass(frozen=True)
class Instruction:
    """Text with {d}, {a}, {b}, {c} for operands and {e} for a word of metadata."""

    text: str
    d: Operand
    inputs: dict[str, Operand] = field(default_factory=dict)


def mma(
    shape: str, d: str, a: str, b: str, c: str, counts: tuple[int, int, int], **more: str
) -> Instruction:
    """A dense mma; counts are registers of a, b and of c and d."""
    layout, before, after = (
        more.get("layout", "row.col"),
        more.get("before", ""),
        more.get("after", ""),
    )

    def operand(element: str, count: int) -> Operand:
        return Operand(count, element if element in ("f32", "f64") else "b32", element)

    name = f"mma.sync.aligned.{shape}.{layout}{before}.{d}.{a}.{b}.{c}{after}"
    text = name + " {d}, {a}, {b}, {c};"
    inputs = {"a": operand(a, counts[0]), "b": operand(b, counts[1]), "c": operand(c, counts[2])}
    return Instruction(text, operand(d, counts[2]), inputs)


def dense() -> list[Instruction]:
    """All shapes and types of mma.sync that sm_90 has."""
    found = []
    for rows in ("row", "col"):
        for columns in ("row", "col"):
            layout = f"{rows}.{columns}"
            found.append(mma("m8n8k4", "f32", "f16", "f16", "f32", (2, 2, 8), layout=layout))
            found.append(mma("m8n8k4", "f16", "f16", "f16", "f16", (2, 2, 4), layout=layout))
    for shape, a, b in (("m16n8k8", 2, 1), ("m16n8k16", 4, 2)):
        found.append(mma(shape, "f16", "f16", "f16", "f16", (a, b, 2)))
        found.append(mma(shape, "f32", "f16", "f16", "f32", (a, b, 4)))
        found.append(mma(shape, "f32", "bf16", "bf16", "f32", (a, b, 4)))
    for shape, a, b in (("m16n8k4", 2, 1), ("m16n8k8", 4, 2)):
        found.append(mma(shape, "f32", "tf32", "tf32", "f32", (a, b, 4)))
    for shape, a, b, c in (
        ("m8n8k4", 1, 1, 2),
        ("m16n8k4", 2, 1, 4),
        ("m16n8k8", 4, 2, 4),
        ("m16n8k16", 8, 4, 4),
    ):
        found.append(mma(shape, "f64", "f64", "f64", "f64", (a, b, c)))
    for shape, counts in (("m8n8k16", (1, 1, 2)), ("m16n8k16", (2, 1, 4)), ("m16n8k32", (4, 2, 4))):
        for left in ("s8", "u8"):
            for right in ("s8", "u8"):
                for before in ("", ".satfinite"):
                    found.append(mma(shape, "s32", left, right, "s32", counts, before=before))
    for shape, counts in (("m8n8k32", (1, 1, 2)), ("m16n8k32", (2, 1, 4)), ("m16n8k64", (4, 2, 4))):
        for left, right in (("s4", "s4"), ("u4", "s4"), ("u4", "u4")):
            found.append(mma(shape, "s32", left, right, "s32", counts))
    for shape, counts in (
        ("m8n8k128", (1, 1, 2)),
        ("m16n8k128", (2, 1, 4)),
        ("m16n8k256", (4, 2, 4)),
    ):
        for operation in ("xor", "and"):
            found.append(mma(shape, "s32", "b1", "b1", "s32", counts, after=f".{operation}.popc"))
    for left in ("e4m3", "e5m2"):
        for right in ("e4m3", "e5m2"):
            found.append(mma("m16n8k32", "f32", left, right, "f32", (4, 2, 4)))
            found.append(mma("m16n8k32", "f16", left, right, "f16", (4, 2, 2)))
            found.append(mma("m16n8k16", "f32", left, right, "f32", (2, 1, 4)))
            found.append(mma("m16n8k16", "f16", left, right, "f16", (2, 1, 2)))
    return found


def sparse() -> list[Instruction]:
    """mma.sp; the metadata are valid for 2:4 (nibbles of two ascending indices)."""
    found = []
    for kind, name in (("sp", "pairs"), ("sp::ordered_metadata", "pairs")):
        for shape, a, b, selectors in (("m16n8k16", 2, 2, 4), ("m16n8k32", 4, 4, 2)):
            for element in ("f16", "bf16"):
                for selector in range(0, selectors, max(1, selectors // 2)):
                    accumulators = ("f32", "f16") if element == "f16" else ("f32",)
                    for c in accumulators:
                        found.append(
                            _sparse(
                                kind,
                                shape,
                                c,
                                element,
                                (a, b, 4 if c == "f32" else 2),
                                selector,
                                name,
                            )
                        )
        for shape, a, b, selectors in (("m16n8k8", 2, 2, 4), ("m16n8k16", 4, 4, 2)):
            for selector in range(0, selectors, max(1, selectors // 2)):
                found.append(_sparse(kind, shape, "f32", "tf32", (a, b, 4), selector, "ones"))
        for shape, a, b, selectors in (("m16n8k32", 2, 2, 2), ("m16n8k64", 4, 4, 1)):
            for selector in range(selectors):
                found.append(_sparse(kind, shape, "s32", "s8", (a, b, 4), selector, name))
        found.append(_sparse(kind, "m16n8k64", "f32", "e4m3", (4, 4, 4), 0, name))
    return found


def _sparse(
    kind: str, shape: str, c: str, a: str, counts: tuple[int, int, int], selector: int, meta: str
) -> Instruction:
    type_of = "f32" if c == "f32" else "b32"
    name = f"mma.{kind}.sync.aligned.{shape}.row.col.{c}.{a}.{a}.{c}"
    text = f"{name} {{d}}, {{a}}, {{b}}, {{c}}, {{e}}, {selector};"
    return Instruction(
        text,
        Operand(counts[2], type_of, c),
        {
            "a": Operand(counts[0], "b32", a),
            "b": Operand(counts[1], "b32", a),
            "c": Operand(counts[2], type_of, c),
            "e": Operand(1, "b32", f"metadata_{meta}"),
        },
    )


def loads() -> list[Instruction]:
    """ldmatrix, movmatrix, and wmma.load from shared memory that holds the numbers 0, 1, 2, ..."""
    found = []
    for number, count in (("x1", 1), ("x2", 2), ("x4", 4)):
        for trans in ("", ".trans"):
            text = f"ldmatrix.sync.aligned.m8n8.{number}{trans}.shared.b16 {{d}}, [{{a}}];"
            found.append(Instruction(text, Operand(count), {"a": Operand(1, "b32", "row_address")}))
    move = "movmatrix.sync.aligned.m8n8.trans.b16 {d}, {a};"
    found.append(
        Instruction(
            move.replace("{d}", "{d0}").replace("{a}", "{a0}"), Operand(1), {"a": Operand(1)}
        )
    )
    for shape in ("m16n16k16", "m32n8k16", "m8n32k16"):
        for element, counts in (("f16", (8, 8)), ("bf16", None), ("s8", None), ("u8", None)):
            for matrix in ("a", "b"):
                for layout in ("row", "col"):
                    count = _wmma_registers(shape, element, matrix) if counts is None else counts[0]
                    found.append(_wmma_load(shape, matrix, layout, element, count, 32))
        for element, count in (("f16", 4), ("f32", 8), ("s32", 8)):
            for layout in ("row", "col"):
                found.append(_wmma_load(shape, "c", layout, element, count, 32))
    for matrix, count, element in (("a", 4, "tf32"), ("b", 4, "tf32"), ("c", 8, "f32")):
        for layout in ("row", "col"):
            found.append(_wmma_load("m16n16k8", matrix, layout, element, count, 20))
    for matrix, count in (("a", 1), ("b", 1), ("c", 2)):
        for layout in ("row", "col"):
            found.append(_wmma_load("m8n8k4", matrix, layout, "f64", count, 10))
    for matrix, layout, element, count in (
        ("a", "row", "s4", 1),
        ("b", "col", "s4", 1),
        ("c", "row", "s32", 2),
        ("c", "col", "s32", 2),
    ):
        found.append(_wmma_load("m8n8k32", matrix, layout, element, count, 32))
    for matrix, layout, element, count in (
        ("a", "row", "b1", 1),
        ("b", "col", "b1", 1),
        ("c", "row", "s32", 2),
    ):
        found.append(_wmma_load("m8n8k128", matrix, layout, element, count, 128))
    return found


def _wmma_registers(shape: str, element: str, matrix: str) -> int:
    # 8-bit and bf16 fragments hold each element once.
    m, n = int(shape[1:3].rstrip("n")), int(shape.split("n")[1].split("k")[0])
    elements = (m if matrix == "a" else n) * 16 // 32
    return max(1, elements * (2 if element == "bf16" else 1) // 4)


def _wmma_load(
    shape: str, matrix: str, layout: str, element: str, count: int, stride: int
) -> Instruction:
    kind = element if element in ("f32", "f64") else "b32"
    name = f"wmma.load.{matrix}.sync.aligned.{layout}.{shape}.shared.{element}"
    text = f"{name} {{d}}, [{{a}}], {stride};"
    return Instruction(
        text, Operand(count, kind, element), {"a": Operand(1, "b32", "tile_address")}
    )


def products() -> list[Instruction]:
    """wmma.mma on random registers."""
    found = []
    for shape in ("m16n16k16", "m32n8k16", "m8n32k16"):
        for layouts in ("row.col", "col.row", "row.row", "col.col"):
            for d, c, counts in (("f32", "f32", (8, 8)), ("f16", "f16", (4, 4))):
                if layouts not in ("row.col", "col.row") and (shape != "m16n16k16" or d == "f16"):
                    continue
                found.append(
                    _wmma(
                        shape,
                        layouts,
                        f"{d}.{c}",
                        (d, "f16", "f16", c),
                        (counts[0], 8, 8, counts[1]),
                    )
                )
        a, b = _wmma_registers(shape, "bf16", "a"), _wmma_registers(shape, "bf16", "b")
        found.append(
            _wmma(
                shape, "row.col", "f32.bf16.bf16.f32", ("f32", "bf16", "bf16", "f32"), (8, a, b, 8)
            )
        )
        a, b = _wmma_registers(shape, "s8", "a"), _wmma_registers(shape, "s8", "b")
        for element in ("s8", "u8"):
            found.append(
                _wmma(
                    shape,
                    "row.col",
                    f"s32.{element}.{element}.s32",
                    ("s32", element, element, "s32"),
                    (8, a, b, 8),
                )
            )
    found.append(
        _wmma(
            "m16n16k8", "row.col", "f32.tf32.tf32.f32", ("f32", "tf32", "tf32", "f32"), (8, 4, 4, 8)
        )
    )
    found.append(
        _wmma("m8n8k4", "row.col", "f64.f64.f64.f64", ("f64", "f64", "f64", "f64"), (2, 1, 1, 2))
    )
    found.append(
        _wmma("m8n8k32", "row.col", "s32.s4.s4.s32", ("s32", "s4", "s4", "s32"), (2, 1, 1, 2))
    )
    return found


def _wmma(
    shape: str, layouts: str, types: str, elements: tuple[str, ...], counts: tuple[int, ...]
) -> Instruction:
    def operand(i: int) -> Operand:
        return Operand(
            counts[i], elements[i] if elements[i] in ("f32", "f64") else "b32", elements[i]
        )

    text = f"wmma.mma.sync.aligned.{layouts}.{shape}.{types} {{d}}, {{a}}, {{b}}, {{c}};"
    return Instruction(text, operand(0), {"a": operand(1), "b": operand(2), "c": operand(3)})


def ptx_of(instruction: Instruction, target: str = "sm_90") -> str:
    """A kernel k(in, out), a warp per case, around the instruction."""
    declared, loaded, stored, names = [], [], [], {}
    word = 0
    for name, operand in instruction.inputs.items():
        registers = []
        for i in range(operand.registers):
            register = f"%{name}{i}"
            declared.append(f".reg .{operand.type} {register};")
            size = 8 if operand.type == "f64" else 4
            loaded.append(f"ld.global.{operand.type} {register}, [%in+{word * 4}];")
            word += size // 4
            registers.append(register)
        single = operand.element in ("row_address", "tile_address") or operand.element.startswith(
            "metadata"
        )
        names[name] = registers[0] if single else "{" + ", ".join(registers) + "}"
        names[f"{name}0"] = registers[0]
        if operand.element.endswith("_address"):
            loaded.append(f"add.u32 {registers[0]}, {registers[0]}, %base;")
    out_word = 0
    results = []
    for i in range(instruction.d.registers):
        declared.append(f".reg .{instruction.d.type} %d{i};")
        results.append(f"%d{i}")
        stored.append(f"st.global.{instruction.d.type} [%out+{out_word * 4}], %d{i};")
        out_word += 2 if instruction.d.type == "f64" else 1
    names["d"], names["d0"] = "{" + ", ".join(results) + "}", results[0]
    text = instruction.text
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    lines = [
        ".version 8.7",
        f".target {target}",
        ".address_size 64",
        ".visible .entry k(.param .u64 inputs, .param .u64 outputs) {",
        f".shared .align 128 .b8 tile[{SHARED_BYTES}];",
        ".reg .b64 %in, %out, %at; .reg .b32 %lane, %case, %row, %base, %i, %to; .reg .pred %p;",
        *declared,
        "ld.param.u64 %in, [inputs]; ld.param.u64 %out, [outputs];",
        "mov.u32 %lane, %tid.x; mov.u32 %case, %ctaid.x; mad.lo.u32 %row, %case, 32, %lane;",
        f"mul.wide.u32 %at, %row, {word * 4}; add.u64 %in, %in, %at;",
        f"mul.wide.u32 %at, %row, {out_word * 4}; add.u64 %out, %out, %at;",
        "mov.u32 %base, tile;",
        # Halves 0, 1, 2, ... in shared memory.
        "mov.u32 %i, %lane;",
        "F: shl.b32 %to, %i, 2; add.u32 %to, %to, %base; shl.b32 %row, %i, 1;",
        f"mad.lo.u32 %row, %i, {2 << 16}, %row;",
        "add.u32 %row, %row, 65536; st.shared.u32 [%to], %row; add.u32 %i, %i, 32;",
        f"setp.lt.u32 %p, %i, {SHARED_BYTES // 4}; @%p bra F;",
        "bar.sync 0;",
        *loaded,
        text,
        *stored,
        "ret;",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _floats(draw: np.random.Generator, kind: int, shape: tuple[int, ...]) -> np.ndarray:
    sign = draw.choice([-1.0, 1.0], shape)
    if kind == 0:
        return draw.integers(-8, 9, shape).astype(np.float64)
    if kind == 1:
        return sign * draw.uniform(0.5, 2.0, shape)
    return sign * draw.uniform(1.0, 2.0, shape) * 2.0 ** draw.integers(-12, 5, shape)


def _words(draw: np.random.Generator, kind: int, operand: Operand, cases: int) -> np.ndarray:
    """Cases x lanes x words."""
    shape = (cases, 32, operand.words)
    any_bits = draw.integers(0, 2**32, shape, dtype=np.uint32)
    element = operand.element
    if element == "row_address":
        return draw.integers(0, (SHARED_BYTES - 16) // 16, shape, dtype=np.uint32) * 16
    if element == "tile_address":
        return np.zeros(shape, np.uint32)
    if element.startswith("metadata"):
        pairs = (
            [0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110]
            if element.endswith("pairs")
            else [0b0100, 0b1110]
        )
        nibbles = draw.choice(np.array(pairs, np.uint32), (*shape, 8))
        moved = nibbles << (4 * np.arange(8, dtype=np.uint32))
        joined: np.ndarray = np.bitwise_or.reduce(moved, axis=-1)
        return joined.astype(np.uint32)
    if kind == 3 or element in ("b32", "s8", "u8", "s4", "u4", "b1"):
        return any_bits
    if element == "s32":
        return (any_bits >> 12) if kind < 2 else any_bits
    if element in ("f32", "tf32"):
        return _floats(draw, kind, shape).astype(np.float32).view(np.uint32)
    if element == "f64":
        return _floats(draw, kind, (cases, 32, operand.registers)).view(np.uint32)
    if element == "bf16":
        values = (
            _floats(draw, kind, (cases, 32, operand.words * 2)).astype(np.float32).view(np.uint32)
            >> 16
        )
        return values.astype(np.uint16).view(np.uint32)
    if element == "f16":
        return (
            _floats(draw, kind, (cases, 32, operand.words * 2)).astype(np.float16).view(np.uint32)
        )
    if element in ("e4m3", "e5m2"):
        bits = draw.integers(0, 256, (cases, 32, operand.words * 4), dtype=np.uint8)
        mantissa, bias = (3, 7) if element == "e4m3" else (2, 15)
        if kind < 3:  # exponents near that of 1
            spread = 1 if kind < 2 else 4
            exponent = draw.integers(bias - spread, bias + spread, bits.shape, dtype=np.uint8)
            kept = np.uint8(0x80 | ((1 << mantissa) - 1))
            bits = (bits & kept) | (exponent << np.uint8(mantissa))
        return bits.astype(np.uint8).view(np.uint32)
    raise ValueError(element)


def inputs_of(instruction: Instruction, seed: int, cases_per_kind: int) -> np.ndarray:
    """Cases x lanes x words of all operands."""
    draw = np.random.default_rng([20261125, seed])
    rows = []
    for kind in range(KINDS):
        parts = [
            _words(draw, kind, operand, cases_per_kind) for operand in instruction.inputs.values()
        ]
        rows.append(np.concatenate(parts, axis=2))
    return np.ascontiguousarray(np.concatenate(rows), dtype=np.uint32)


def instructions() -> list[Instruction]:
    """All of the table."""
    return [*dense(), *sparse(), *loads(), *products()]


def measure(arguments: argparse.Namespace) -> None:
    """Writes the table."""
    import cupy

    with (
        tempfile.TemporaryDirectory() as folder,
        gzip.open(arguments.output, "wb", 9) as file,
    ):
        for seed, instruction in enumerate(instructions()):
            ptx = ptx_of(instruction)
            scratch = Path(folder) / f"{seed}.ptx"  # CuPy remembers modules by path.
            scratch.write_text(ptx)
            inputs = inputs_of(instruction, seed, arguments.cases)
            if any(o.element.endswith("tile_address") for o in instruction.inputs.values()):
                inputs = inputs[:1]
            outputs = cupy.full((len(inputs), 32, instruction.d.words), 0xDEADBEEF, cupy.uint32)
            try:
                kernel = cupy.RawModule(path=str(scratch)).get_function("k")
                kernel((len(inputs),), (32,), (cupy.asarray(inputs), outputs))
                cupy.cuda.Device().synchronize()
            except Exception as error:
                print(f"{instruction.text}\n  {str(error)[:200]}", file=sys.stderr)
                continue
            header = json.dumps(
                {
                    "instruction": instruction.text,
                    "ptx": ptx,
                    "inputs": inputs.shape[2],
                    "outputs": instruction.d.words,
                    "cases": len(inputs),
                }
            ).encode()
            file.write(
                struct.pack("<I", len(header)) + header + inputs.tobytes() + outputs.get().tobytes()
            )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    measuring = verbs.add_parser("measure", help="on a card")
    measuring.add_argument("-o", "--output", type=Path, required=True)
    measuring.add_argument("--cases", type=int, default=2, help="of each kind of numbers")
    measuring.set_defaults(do=measure)
    listing = verbs.add_parser("list", help="the instructions")
    listing.set_defaults(do=lambda _: print("\n".join(i.text for i in instructions())))
    arguments = parser.parse_args()
    arguments.do(arguments)


if __name__ == "__main__":
    main()
