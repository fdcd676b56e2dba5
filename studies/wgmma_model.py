#!/usr/bin/env python3
"""Which arithmetic explains a table of wgmma_table.py.

    wgmma_model.py fit FILE.bin.gz           tries models of the sums, form by form
    wgmma_model.py expected -o FILE.bin.gz   a table with the answers of the assumed model

A model adds `step` products and the accumulator at once (all of them if it is 0), each cut toward
zero at `kept` bits below the largest exponent among them, and keeps `result` bits after the point
of an f32 result. Operands are found in shared memory by the strides of the canonical layouts of the
PTX ISA.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import wgmma_table as table


@dataclass(frozen=True)
class Model:
    """How sums of floats are made."""

    kept: int = 25
    step: int = 0
    result: int = 23
    e4m3_exponent: int = -6  # of the smallest normal number


Aligned = tuple[np.ndarray, np.ndarray]  # values and exponents

WIDE = Model()
NARROW = Model(kept=13, result=13)
FORMATS = {"f16": (10, 15), "bf16": (7, 127), "tf32": (10, 127), "e4m3": (3, 7), "e5m2": (2, 15)}
SPECIALS = "f16", "bf16", "tf32", "e5m2"  # that have infinities


def decoded(name: str, bits: np.ndarray) -> np.ndarray:
    """Values of elements; those without a finite value are NaN."""
    if name == "f32":
        singles = bits.astype(np.uint32).view(np.float32)
        finite: np.ndarray = np.where(np.isfinite(singles), singles, np.nan).astype(np.float64)
        return finite
    bits = bits.astype(np.int64) >> (13 if name == "tf32" else 0)
    mantissa, bias = FORMATS[name]
    width = {"tf32": 19}.get(name, table.BITS[name])
    fraction = bits & ((1 << mantissa) - 1)
    exponent = bits >> mantissa & ((1 << (width - 1 - mantissa)) - 1)
    lead = np.where(exponent > 0, 1 << mantissa, 0)
    power = np.maximum(exponent, 1) - bias - mantissa
    value = np.ldexp((fraction + lead).astype(np.float64), power.astype(np.int32))
    value = np.where(bits >> (width - 1) & 1, -value, value)
    top = (1 << (width - 1 - mantissa)) - 1
    if name in SPECIALS:
        return np.where(exponent == top, np.nan, value)
    return np.where((exponent == top) & (fraction == 7), np.nan, value)


def exponents(value: np.ndarray, smallest: int) -> np.ndarray:
    """The exponents by which a unit aligns; those of zeros are very small."""
    exponent = np.frexp(value)[1] - 1
    result: np.ndarray = np.where(value == 0, -10000, np.maximum(exponent, smallest))
    return result


def smallest_exponent(name: str, model: Model) -> int:
    """Of normal numbers."""
    if name == "e4m3":
        return model.e4m3_exponent
    return -126 if name in ("bf16", "tf32", "f32") else -14


def one_step(a: Aligned, b: Aligned, c: np.ndarray, kept: int) -> np.ndarray:
    """The sums of products of a (rows x depth) and b (depth x columns) and c, before rounding."""
    products = a[0][:, :, None] * b[0][None, :, :]
    powers = a[1][:, :, None] + b[1][None, :, :]
    top = np.maximum(powers.max(axis=1), exponents(c, -126))
    top = np.where(top < -5000, 0, top)
    shift = (kept - top).astype(np.int32)
    total = np.trunc(np.ldexp(products, shift[:, None, :])).sum(axis=1)
    total += np.trunc(np.ldexp(c, shift))
    result: np.ndarray = np.ldexp(total, -shift)
    return result


def rounded(value: np.ndarray, d: str, result: int) -> np.ndarray:
    """Toward zero to f32, to nearest to f16."""
    if d == "f16":
        with np.errstate(over="ignore"):
            half: np.ndarray = value.astype(np.float16).astype(np.float64)
            return half
    exponent = np.maximum(np.frexp(value)[1] - 1, -126)
    shift = (result - exponent).astype(np.int32)
    kept: np.ndarray = np.ldexp(np.trunc(np.ldexp(value, shift)), -shift)
    return kept


def float_sums(
    form: table.Form, a: np.ndarray, b: np.ndarray, c: np.ndarray, model: Model
) -> np.ndarray:
    """D of floats, as values."""
    step = model.step or form.depth
    powers = (
        exponents(a, smallest_exponent(form.left, model)),
        exponents(b, smallest_exponent(form.right, model)),
    )
    sums = c
    for k in range(0, a.shape[1], step):
        part = slice(k, k + step)
        left, right = (a[:, part], powers[0][:, part]), (b[part], powers[1][part])
        sums = rounded(one_step(left, right, sums, model.kept), form.d, model.result)
    return sums


def byte_of(layout: table.Layout, line: np.ndarray, k: np.ndarray, size: int) -> np.ndarray:
    """The byte of an element relative to its matrix."""
    per, pieces = 16 // size, layout.row // 16
    if layout.mn_major:
        at = line % per * size + line // per % pieces * 16 + k % 8 * layout.row
        far, deep = layout.leading, layout.stride
        if layout.row == 16:
            far, deep = deep, far
        at = at + line // per // pieces * far + k // 8 * deep
    else:
        at = line % 8 * layout.row + line // 8 * layout.stride + k % per * size
        at = at + k // per % pieces * 16 + k // per // pieces * layout.leading
    result: np.ndarray = at
    return result


def stored(
    layout: table.Layout, begin: int, memory: np.ndarray, lines: int, form: table.Form, depth: int
) -> np.ndarray:
    """Lines x depth elements, as bits. Single bits are bytes here."""
    size = max(1, table.BITS[form.left] // 8)
    line, k = np.meshgrid(np.arange(lines), np.arange(depth), indexing="ij")
    at = byte_of(layout, line, k, size) + begin + layout.start
    phase = (at // 128 - layout.base_offset) % (layout.row // 16)
    at = at ^ (phase * 16)
    bits = np.zeros(at.shape, np.int64)
    for i in range(size):
        bits |= memory[at + i].astype(np.int64) << (8 * i)
    return bits


def words(places: np.ndarray, seed: int, masks: tuple[int, int]) -> np.ndarray:
    """Hashed words with the bits of one operand."""
    kept: np.ndarray = table.hashed(places, seed) & np.uint32(masks[0]) | np.uint32(masks[1])
    return kept


def left_of(form: table.Form, fields: list[int], memory: np.ndarray) -> np.ndarray:
    """A, 64 x depth, as bits."""
    size = max(1, table.BITS[form.left] // 8)
    depth = 32 // size
    if form.a:
        return stored(form.a, 0, memory, table.ROWS, form, depth)
    places = np.arange(4 * table.THREADS, dtype=np.uint32) + np.uint32(table.A_PLACES)
    registers = words(places, fields[0], (fields[1], fields[2])).view(np.uint8)
    elements = registers.reshape(table.THREADS, 4, 4 // size, size).astype(np.int64)
    bits = np.zeros(elements.shape[:-1], np.int64)
    for i in range(size):
        bits |= elements[..., i] << (8 * i)
    result = np.zeros((table.ROWS, depth), np.int64)
    per = 4 // size
    for thread, register, e in itertools.product(range(table.THREADS), range(4), range(per)):
        row = thread // 32 * 16 + thread % 32 // 4 + register % 2 * 8
        k = thread % 4 * per + e + register // 2 * 4 * per
        result[row, k] = bits[thread, register, e]
    return result


def places_of_sums(form: table.Form) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the values of D, threads x values."""
    thread, value = np.meshgrid(np.arange(table.THREADS), np.arange(form.n // 2), indexing="ij")
    row = thread // 32 * 16 + thread % 32 // 4 + value // 2 % 2 * 8
    return row, value // 4 * 8 + thread % 4 * 2 + value % 2


def answer(form: table.Form, inputs: np.ndarray, model: Model) -> tuple[np.ndarray, np.ndarray]:
    """Words of D (threads x registers) of one dense case, and which of them the model has."""
    fields = [int(word) for word in inputs[: table.FIELDS]]
    seed = fields[0]
    places = np.arange(table.SHARED_BYTES // 4, dtype=np.uint32)
    in_a = places < table.B_BEGIN // 4
    first = words(places, seed, (fields[1], fields[2]))
    memory = np.where(in_a, first, words(places, seed, (fields[3], fields[4]))).view(np.uint8)
    size = max(1, table.BITS[form.left] // 8)
    a = left_of(form, fields, memory)
    b = stored(form.b, table.B_BEGIN, memory, form.n, form, 32 // size).T
    count = table.THREADS * form.registers
    d_places = np.arange(count, dtype=np.uint32) + np.uint32(table.D_PLACES)
    old = words(d_places, seed, (fields[5], fields[6])).reshape(table.THREADS, form.registers)
    if form.d == "f16":
        old = old.view(np.uint16)
    row, column = places_of_sums(form)
    c_bits = np.zeros((table.ROWS, form.n), np.int64)
    c_bits[row, column] = old
    if fields[7] == 0:
        c_bits[:] = 0
    if form.d == "s32":
        sums = integer_sums(form, a, b, c_bits.astype(np.uint32).view(np.int32).astype(np.int64))
        return (sums & 0xFFFFFFFF)[row, column].astype(np.uint32), np.ones(old.shape, bool)
    sign = form.scales[0] * form.scales[1]
    left, right = decoded(form.left, a) * sign, decoded(form.right, b)
    c = decoded(form.d, c_bits)
    special = np.isnan(left).any(axis=1)[:, None] | np.isnan(right).any(axis=0) | np.isnan(c)
    left, right, c = np.nan_to_num(left), np.nan_to_num(right), np.nan_to_num(c)
    sums = float_sums(form, left, right, c, model)
    half = form.d == "f16"
    with np.errstate(over="ignore"):
        bits = (
            sums.astype(np.float16).view(np.uint16)
            if half
            else sums.astype(np.float32).view(np.uint32)
        )
    known = ~special & np.isfinite(sums)
    result, good = bits[row, column], known[row, column]
    if half:
        return np.ascontiguousarray(result).view(np.uint32), good[:, ::2] & good[:, 1::2]
    return result, good


def integer_sums(form: table.Form, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """D of integers and of single bits."""
    if form.left == "b1":
        ones = np.array([bin(value).count("1") for value in range(256)], np.int64)
        counted: np.ndarray = c + ones[a[:, :, None] & b[None]].sum(axis=1)
        return counted
    left = np.where((a > 127) & (form.left == "s8"), a - 256, a)
    right = np.where((b > 127) & (form.right == "s8"), b - 256, b)
    sums: np.ndarray = left @ right + c
    return np.clip(sums, -(2**31), 2**31 - 1) if form.saturates else sums


def default_model(form: table.Form) -> Model:
    """The one of the interpreter."""
    return NARROW if form.left in ("e4m3", "e5m2") else WIDE


def models_of(form: table.Form) -> Iterator[Model]:
    """Those that are tried, the assumed one first."""
    yield default_model(form)
    if form.d == "s32":
        return
    narrow = form.left in ("e4m3", "e5m2")
    results = (23,) if form.d == "f16" else (12, 13, 14, 23)
    smallest = (-6, -14) if narrow else (-6,)
    steps = [0, *(form.depth // part for part in (2, 4, 8) if form.depth // part >= 2)]
    for kept, step, result, least in itertools.product(
        range(11, 29), steps, results if narrow else (23,), smallest
    ):
        yield Model(kept, step, result, least)


def records(path: Path) -> Iterator[tuple[dict[str, Any], np.ndarray, np.ndarray]]:
    """Header, inputs and outputs of each record."""
    with gzip.open(path) as file:
        while size := file.read(4):
            header = json.loads(file.read(struct.unpack("<I", size)[0]))
            cases = header["cases"]
            inputs = np.frombuffer(file.read(4 * cases * header["inputs"]), np.uint32)
            outputs = np.frombuffer(
                file.read(4 * cases * table.THREADS * header["outputs"]), np.uint32
            )
            yield (
                header,
                inputs.reshape(cases, -1),
                outputs.reshape(cases, table.THREADS, header["outputs"]),
            )


def differences(form: table.Form, inputs: np.ndarray, seen: np.ndarray, model: Model) -> int:
    """Words that the model gets wrong, of those that it has."""
    wrong = 0
    for row, output in zip(inputs, seen, strict=True):
        expected, known = answer(form, row, model)
        wrong += int(((expected != output) & known).sum())
    return wrong


def fit(arguments: argparse.Namespace) -> None:
    """Prints, for each form, the wrong words by the assumed model, and the best other one."""
    by_title = {form.title: form for form in table.forms()}
    explained = 0
    for header, inputs, outputs in records(arguments.file):
        form = by_title[header["instruction"]]
        if form.sparse:
            continue
        wrong = differences(form, inputs, outputs, default_model(form))
        explained += wrong == 0
        if wrong == 0:
            continue
        print(f"{form.title}\n  {wrong} of {outputs.size} words differ", flush=True)
        if not arguments.quick:
            tried = [(differences(form, inputs, outputs, m), str(m)) for m in models_of(form)]
            for count, name in sorted(tried)[:3]:
                print(f"  {count} by {name}")
    print(f"{explained} dense forms are as assumed")


def write_expected(arguments: argparse.Namespace) -> None:
    """Dense forms as the assumed model has them, without the cases that have NaN or infinity."""
    with gzip.open(arguments.output, "wb", 9) as file:
        for number, form in enumerate(table.forms()):
            if form.sparse:
                continue
            inputs = table.inputs_of(form, number)
            answers = [answer(form, row, default_model(form)) for row in inputs]
            whole = [bool(known.all()) for _, known in answers]
            header = table.header_of(form, sum(whole))
            file.write(struct.pack("<I", len(header)) + header + inputs[whole].tobytes())
            for words_of_case, _ in itertools.compress(answers, whole):
                file.write(words_of_case.tobytes())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    fitting = verbs.add_parser("fit", help="compare a card's table with models")
    fitting.add_argument("file", type=Path)
    fitting.add_argument("--quick", action="store_true", help="the assumed model alone")
    fitting.set_defaults(do=fit)
    expecting = verbs.add_parser("expected", help="a table without a card")
    expecting.add_argument("-o", "--output", type=Path, required=True)
    expecting.set_defaults(do=write_expected)
    arguments = parser.parse_args()
    arguments.do(arguments)


if __name__ == "__main__":
    main()
