#!/usr/bin/env python3
"""Tensor copies of random tensor maps, on a card and on the interpreter, compared byte by byte.

    tensor_copies.py measure --backend cuda -o card.jsonl.gz     on a card, under two minutes
    tensor_copies.py measure --backend simt -o simt.jsonl.gz     anywhere
    tensor_copies.py compare card.jsonl.gz simt.jsonl.gz
    tensor_copies.py verify card.jsonl.gz                        the last two in one

Each case is a launch of one kernel with a `tensor_map(…)` argument, which `warpmark inspect`
encodes by cuTensorMapEncodeTiled on a card: a load into shared memory that is copied out, a store
or a reduction into a tensor. Cases of all kinds run together; a group with a failed case is divided
until the case is found, whose error is the result. A file has one line per case: its arguments, and
what the kernel wrote.

The kinds beyond `load`, `store` and `reduce` ask what the documentation leaves open: boxes narrower
than the span of their swizzle, tensors whose rows overlap, and what is filled in for NaN.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import random
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SIZES = {"u8": 1, "u16": 2, "u32": 4, "i32": 4, "u64": 8, "i64": 8, "f16": 2, "f32": 4, "f64": 8}
SIZES["bf16"] = 2
FLOATS = ("f16", "f32", "f64", "bf16")
REDUCTIONS = {
    "add": ("u32", "i32", "u64", "f32", "f16", "bf16"),
    "min": ("u32", "i32", "u64", "i64", "f16", "bf16"),
    "max": ("u32", "i32", "u64", "i64", "f16", "bf16"),
    "inc": ("u32",),
    "dec": ("u32",),
    "and": ("u32", "i64"),
    "or": ("i32", "u64"),
    "xor": ("u32", "u64"),
}
KINDS = ("load", "store", "reduce", "narrow", "overlap", "nan")

PRELUDE = """
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
"""

# Bytes that the copy does not write stay 0xee.
LOAD = """
extern "C" __global__ void load@N@(unsigned char* out, const __grid_constant__ CUtensorMap map,
    int c0, int c1, int c2, int c3, int c4, unsigned offset, unsigned size, unsigned box) {
  extern __shared__ __align__(1024) unsigned char s[];
  for (unsigned i = threadIdx.x; i < size; i += 32) s[i] = 0xee;
  const unsigned bar = at(s) + size;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(box)
                 : "memory");
    asm volatile("cp.async.bulk.tensor.@N@d.shared::cluster.global.tile"
                 ".mbarrier::complete_tx::bytes [%0], [%1, @C@], [%7];" ::"r"(at(s) + offset),
                 "l"(&map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4), "r"(bar) : "memory");
  }
  __syncthreads();
  // A map that moves another number of bytes would wait for ever.
  for (int i = 0; i < 100000; ++i) {
    unsigned done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0;\\n"
                 "selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(bar) : "memory");
    if (done) {
      for (unsigned b = threadIdx.x; b < size; b += 32) out[b] = s[b];
      return;
    }
  }
}
"""

STORE = """
extern "C" __global__ void @NAME@(const unsigned char* from,
    const __grid_constant__ CUtensorMap map, int c0, int c1, int c2, int c3, int c4,
    unsigned offset, unsigned size, unsigned) {
  extern __shared__ __align__(1024) unsigned char s[];
  for (unsigned i = threadIdx.x; i < size; i += 32) s[i] = from[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("@INSTRUCTION@ [%0, @C@], [%1];" ::"l"(&map), "r"(at(s) + offset), "r"(c0),
               "r"(c1), "r"(c2), "r"(c3), "r"(c4) : "memory");
  asm volatile("cp.async.bulk.commit_group;\\ncp.async.bulk.wait_group 0;" ::: "memory");
}
"""


@dataclass(frozen=True)
class Case:
    """One copy. Lists are innermost first, as the instruction has them."""

    number: int
    kind: str
    entry: str
    element: str
    extents: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    steps: tuple[int, ...]
    swizzle: int
    nan: bool
    first: tuple[int, ...]
    box_offset: int
    offset: int

    @property
    def box_bytes(self) -> int:
        """Of the box in shared memory."""
        count = self.box[0]
        for size, step in zip(self.box[1:], self.steps[1:], strict=True):
            count *= -(-size // step)
        return count * SIZES[self.element]

    @property
    def shared_bytes(self) -> int:
        """Copied from or to shared memory: the box, with room for rows of the swizzle's span."""
        row_bytes = self.box[0] * SIZES[self.element]
        room = self.box_bytes // row_bytes * max(row_bytes, self.swizzle)
        return (self.box_offset + room + 1023) // 1024 * 1024

    @property
    def tensor_elements(self) -> int:
        """Of the buffer that has the tensor, and the rest of its last 16 bytes."""
        size = SIZES[self.element]
        steps = (size, *self.strides)
        span = size + sum((e - 1) * s for e, s in zip(self.extents, steps, strict=True))
        return (self.offset + -(-span // 16) * 16) // size

    def argument(self) -> str:
        """That of the map."""

        def text(numbers: Iterable[int]) -> str:
            return "x".join(str(n) for n in reversed(tuple(numbers)))

        parts = [f"@a{self.number}+{self.offset}", f"box={text(self.box)}"]
        parts.append(f"shape={text(self.extents)}")
        if self.strides:
            parts.append(f"strides={text(self.strides)}")
        parts.append(f"element_strides={text(self.steps)}")
        if self.swizzle:
            parts.append(f"swizzle={self.swizzle}")
        if self.nan:
            parts.append("fill=nan")
        return f"tensor_map({', '.join(parts)})"

    def tensor_contents(self) -> str:
        """Initial values of the tensor."""
        if self.element in FLOATS:
            return "uniform(-8,8)"
        # inc and dec differ near their limit only.
        return "uniform(0,20)" if self.entry in ("reduce_inc", "reduce_dec") else "uniform"

    def launch(self) -> str:
        """The case in a specification, with its buffers."""
        own = f"b{self.number}"
        own_type = "u8"
        count = self.shared_bytes
        contents = "zeros" if self.entry.startswith("load") else "uniform"
        if self.entry.startswith("reduce"):
            own_type, count = self.element, self.shared_bytes // SIZES[self.element]
            contents = self.tensor_contents()
        coordinates = [*self.first, 0, 0, 0, 0, 0][:5]
        arguments = [
            f"{own}:{own_type}[{count}]={contents}",
            self.argument(),
            *(f"i32={c}" for c in coordinates),
            f"u32={self.box_offset}",
            f"u32={self.shared_bytes}",
            f"u32={self.box_bytes}",
        ]
        return (
            f'[[buffer]]\nname = "a{self.number}"\ntype = "{self.element}"\n'
            f'count = {self.tensor_elements}\ninit = "{self.tensor_contents()}"\n'
            f'[[launch]]\nentry = "{self.entry}"\ngrid = 1\nblock = 32\n'
            f"shared = {self.shared_bytes + 8}\nargs = {json.dumps(arguments)}\n"
        )

    @property
    def output(self) -> str:
        """The buffer that the kernel writes."""
        return f"{'b' if self.entry.startswith('load') else 'a'}{self.number}"


def draw_case(draw: random.Random, number: int) -> Case:
    """A random case; its kind follows from its number."""
    kind = KINDS[number % len(KINDS)]
    rank = 2 if kind == "reduce" else draw.randint(2 if kind == "overlap" else 1, 5)
    element = draw.choice(FLOATS if kind == "nan" else tuple(SIZES))
    operation = draw.choice(tuple(REDUCTIONS))
    if kind == "reduce":
        element = draw.choice(REDUCTIONS[operation])
    size = SIZES[element]
    swizzle = draw.choice((32, 64, 128) if kind == "narrow" else (0, 32, 64, 128))
    span = swizzle or 256
    inner = 16 * draw.randint(1, span // 16) // size
    if kind == "narrow":
        inner = 16 * draw.randint(1, span // 32) // size
    elif swizzle and kind != "nan":
        inner = swizzle // size  # Others are a kind of their own.
    inner = min(inner, 256)
    box, steps = [inner], [1]
    extents, strides = [draw.randint(1, 2 * inner)], []
    stride = -(-extents[0] * size // 16) * 16
    for _ in range(1, rank):
        strides.append(stride + 16 * draw.randint(0, 2))
        if kind == "overlap":
            strides[-1] = 16 * draw.randint(1, max(1, stride // 16))
        extents.append(draw.randint(1, 7))
        box.append(draw.randint(1, 4 if rank > 3 else 9))
        steps.append(draw.randint(1, 3))
        stride = strides[-1] * extents[-1]
    stores = kind == "store" or (kind == "narrow" and draw.random() < 0.3)
    # A card refuses other coordinates: those of the innermost dimension are multiples of 16 bytes,
    # and those of stores and reductions are not negative.
    first = []
    for i, (b, e) in enumerate(zip(box, extents, strict=True)):
        step = 16 // size if i == 0 else 1
        low = 0 if stores or kind == "reduce" else -b // step
        first.append(step * draw.randint(low, e // step))
    entry = f"store{rank}" if stores else f"load{rank}"
    if kind == "reduce":
        entry = f"reduce_{operation}"
    return Case(
        number,
        kind,
        entry,
        element,
        tuple(extents),
        tuple(strides),
        tuple(box),
        tuple(steps),
        swizzle,
        element in FLOATS and entry.startswith("load") and (kind == "nan" or draw.random() < 0.2),
        tuple(first),
        128 * draw.randint(0, 9),
        16 * draw.randint(0, 3),
    )


def source() -> str:
    """The kernels of all cases."""
    text = PRELUDE
    for n in range(1, 6):
        coordinates = "{" + ", ".join(f"%{2 + i}" for i in range(n)) + "}"
        text += LOAD.replace("@N@", str(n)).replace("@C@", coordinates)
        instruction = f"cp.async.bulk.tensor.{n}d.global.shared::cta.tile.bulk_group"
        text += (
            STORE.replace("@NAME@", f"store{n}")
            .replace("@INSTRUCTION@", instruction)
            .replace("@C@", coordinates)
        )
    for operation in REDUCTIONS:
        instruction = f"cp.reduce.async.bulk.tensor.2d.global.shared::cta.{operation}.tile"
        text += (
            STORE.replace("@NAME@", f"reduce_{operation}")
            .replace("@INSTRUCTION@", instruction + ".bulk_group")
            .replace("@C@", "{%2, %3}")
        )
    return text


class Runner:
    """Runs cases by `warpmark inspect` in a folder."""

    def __init__(self, program: Path, backend: str, folder: Path) -> None:
        self.program, self.backend, self.folder = program.resolve(), backend, folder
        (folder / "copies.cu").write_text(source())

    def run(self, cases: list[Case]) -> dict[int, bytes | str]:
        """What each case wrote, or why it failed."""
        error = self._inspect(cases)
        if error is None:
            files = {case.number: self.folder / f"{case.output}.npy" for case in cases}
            return {number: np.load(file).tobytes() for number, file in files.items()}
        if len(cases) == 1:
            return {cases[0].number: error}
        middle = len(cases) // 2
        return self.run(cases[:middle]) | self.run(cases[middle:])

    def _inspect(self, cases: list[Case]) -> str | None:
        specification = self.folder / "copies.toml"
        launches = "".join(case.launch() for case in cases)
        specification.write_text(f'seed = 5\nfile = "copies.cu"\n{launches}')
        command = [str(self.program), "inspect", str(specification), "--backend", self.backend]
        for case in cases:
            command += ["--save", f"{case.output}={self.folder / case.output}.npy"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode == 0:
            return None
        lines = (ended.stderr or ended.stdout).strip().splitlines()
        found = [line for line in ended.stdout.splitlines() if "tensor copy" in line]
        return (found or lines or ["no message"])[-1]


def measure(arguments: argparse.Namespace) -> int:
    """Runs all cases and writes the file."""
    draw = random.Random(arguments.seed)
    cases = [draw_case(draw, number) for number in range(arguments.cases)]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments.warpmark, arguments.backend, Path(folder))
        seen: dict[int, bytes | str] = {}
        for begin in range(0, len(cases), arguments.group):
            seen |= runner.run(cases[begin : begin + arguments.group])
    with gzip.open(arguments.output, "wt", encoding="utf-8") as file:
        for case in cases:
            result = seen[case.number]
            line = {"number": case.number, "kind": case.kind, "entry": case.entry}
            line |= {"element": case.element, "map": case.argument(), "first": case.first}
            line |= {"box_offset": case.box_offset, "box_bytes": case.box_bytes}
            if isinstance(result, str):
                line["error"] = result
            else:
                line["bytes"] = base64.b64encode(zlib.compress(result)).decode()
            file.write(json.dumps(line) + "\n")
    failed = sum(isinstance(result, str) for result in seen.values())
    print(f"{len(cases)} cases on {arguments.backend}, {failed} refused or failed")
    return 0


def read_lines(path: Path) -> dict[int, dict[str, object]]:
    """The lines of a file by number of their case."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return {line["number"]: line for line in map(json.loads, file)}


def contents_of(line: dict[str, object]) -> bytes:
    """What the kernel wrote."""
    return zlib.decompress(base64.b64decode(str(line["bytes"])))


def difference(left: dict[str, object], right: dict[str, object]) -> str:
    """How two results of a case differ; empty if they are equal."""
    if left["map"] != right["map"] or left["first"] != right["first"]:
        return "other cases: made with another --seed or --cases"
    if "error" in left or "error" in right:
        if "error" in left and "error" in right:
            return ""
        return " | ".join(str(line.get("error", "no error")) for line in (left, right))
    here, there = contents_of(left), contents_of(right)
    if here == there:
        return ""
    at = [i for i, (a, b) in enumerate(zip(here, there, strict=True)) if a != b]
    begin = at[0] // 16 * 16
    return (
        f"{len(at)} bytes differ, from {at[0]} to {at[-1]}; at {begin}: "
        f"{here[begin : begin + 16].hex()} | {there[begin : begin + 16].hex()}"
    )


def compare(arguments: argparse.Namespace) -> int:
    """Prints what differs, and how many cases of each kind are equal."""
    left, right = read_lines(arguments.left), read_lines(arguments.right)
    if left.keys() != right.keys():
        sys.exit("the files have different cases: use the same --cases")
    equal, different = Counter[str](), Counter[str]()
    for number, line in left.items():
        kind = str(line["kind"])
        text = difference(line, right[number])
        (different if text else equal)[kind] += 1
        if text:
            place = f"{line['entry']} {line['element']} {line['map']} at {line['first']}"
            print(f"case {number} ({kind}), {place}, box at {line['box_offset']}:\n  {text}")
    for kind in KINDS:
        print(f"{kind:8} {equal[kind]:4} equal {different[kind]:4} different")
    return 1 if different.total() else 0


def verify(arguments: argparse.Namespace) -> int:
    """Runs the cases of a card's file on the interpreter and compares."""
    with tempfile.TemporaryDirectory() as folder:
        arguments.left, arguments.right = arguments.card, Path(folder) / "simt.jsonl.gz"
        arguments.backend, arguments.output = "simt", arguments.right
        arguments.cases = len(read_lines(arguments.card))
        measure(arguments)
        return compare(arguments)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(required=True)
    measuring = verbs.add_parser("measure", help="run the cases on one backend")
    measuring.add_argument("--backend", choices=("cuda", "simt"), required=True)
    measuring.add_argument("--cases", type=int, default=300)
    measuring.add_argument("-o", "--output", type=Path, required=True)
    measuring.set_defaults(do=measure)
    comparing = verbs.add_parser("compare", help="two files")
    comparing.add_argument("left", type=Path)
    comparing.add_argument("right", type=Path)
    comparing.set_defaults(do=compare)
    verifying = verbs.add_parser("verify", help="the interpreter against a card's file")
    verifying.add_argument("card", type=Path)
    verifying.set_defaults(do=verify)
    for verb in (measuring, verifying):
        verb.add_argument("--warpmark", type=Path, default=Path("build/release/warpmark"))
        verb.add_argument("--seed", type=int, default=1)
        verb.add_argument("--group", type=int, default=60, help="cases per process")
    arguments = parser.parse_args()
    return int(arguments.do(arguments))


if __name__ == "__main__":
    sys.exit(main())
