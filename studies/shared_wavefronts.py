#!/usr/bin/env python3
"""Shared-memory wavefronts of one warp's access, for many patterns of addresses, by Nsight Compute.

    shared_wavefronts.py measure -o FILE.csv.gz     on a card with ncu and CuPy

Each line of the file is one access: the operation, the bytes per lane, the active lanes as a mask
(of a matrix operation, the lanes with addresses of rows), the offset of each lane, and how many
wavefronts the profiler counted. The test
`shared_wavefronts_test.cpp` compares the interpreter with it.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

LANES = range(32)
ALL = 0xFFFFFFFF
SHARED_BYTES = 32 << 10
# By the instrumented machine code, and by the unit's own counter.
SOURCES = {"sass": "smsp__sass_l1tex", "unit": "l1tex_"}
METRICS = {
    (operation, source): f"{prefix}_data_pipe_lsu_wavefronts_mem_shared_op_{operation}.sum"
    for operation in ("ld", "st")
    for source, prefix in SOURCES.items()
}
Pattern = tuple[str, int, int, list[int]]

SOURCE = """
extern "C" __global__ void @NAME@(const unsigned* offsets, unsigned mask, unsigned* out) {
  extern __shared__ unsigned words[];
  const unsigned lane = threadIdx.x;
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(words));
  const unsigned at = base + offsets[lane];
  unsigned a = lane, b = lane, c = lane, d = lane;
  if (mask >> lane & 1) { @ACCESS@ }
  out[lane] = a + b + c + d;
}
"""
ACCESSES = {
    ("ld", 2): 'unsigned short s; asm volatile("ld.shared.u16 %0, [%1];" : "=h"(s) : "r"(at));'
    " a = s;",
    ("ld", 4): 'asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(at));',
    ("ld", 8): 'asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));',
    ("ld", 16): 'asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" '
    ': "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));',
    ("st", 2): 'asm volatile("st.shared.u16 [%0], %1;" :: "r"(at), "h"((short)a) : "memory");',
    ("st", 4): 'asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(a) : "memory");',
    ("st", 8): 'asm volatile("st.shared.v2.u32 [%0], {%1, %2};" '
    ':: "r"(at), "r"(a), "r"(b) : "memory");',
    ("st", 16): 'asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" '
    ':: "r"(at), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");',
}


def matrix_access(operation: str, count: int, suffix: str) -> str:
    """Loads or stores matrices, an address of a row per lane."""
    registers = ", ".join(f"%{i + (operation == 'stmatrix')}" for i in range(count))
    name = f"{operation}.sync.aligned.m8n8.x{count}{suffix}.shared.b16"
    if operation == "ldmatrix":
        results = ", ".join(f'"=r"({register})' for register in "abcd"[:count])
        return f'asm volatile("{name} {{{registers}}}, [%{count}];" : {results} : "r"(at));'
    values = ", ".join(f'"r"({register})' for register in "abcd"[:count])
    return f'asm volatile("{name} [%0], {{{registers}}};" :: "r"(at), {values} : "memory");'


MATRICES = {
    f"{operation}.x{count}{suffix}": count
    for operation in ("ldmatrix", "stmatrix")
    for count, suffix in ((1, ""), (2, ""), (4, ""), (4, ".trans"))
}
ACCESSES |= {
    (name, 16): matrix_access(name.split(".")[0], count, ".trans" if "trans" in name else "")
    for name, count in MATRICES.items()
}


def matrix_orders() -> list[list[int]]:
    """Which row of 16 bytes each lane names."""
    draw = random.Random(26)
    strides = (1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17, 32)
    return [
        *([lane * stride % 1024 for lane in LANES] for stride in strides),
        [8 * (lane % 8) + (lane // 8 ^ lane % 8) for lane in LANES],
        *([lane // k for lane in LANES] for k in (2, 4, 8)),
        *([lane % k for lane in LANES] for k in (8, 16)),
        [lane ^ 1 for lane in LANES],
        [lane // 2 * 2 for lane in LANES],
        [lane // 2 * 8 for lane in LANES],
        [lane % 2 * 8 + lane // 2 for lane in LANES],
        *([draw.randrange(draw.choice((4, 8, 16, 64, 1024))) for _ in LANES] for _ in range(30)),
    ]


def orders(draw: random.Random) -> list[list[int]]:
    """Which of the elements each lane names: from partitions of lanes, and at random."""
    found = [
        [0] * 32,
        list(LANES),
        [31 - lane for lane in LANES],
        *([lane // k for lane in LANES] for k in (2, 4, 8, 16)),
        *([lane % k for lane in LANES] for k in (2, 4, 8, 16)),
        *([lane ^ k for lane in LANES] for k in (1, 2, 3, 5, 8, 16, 31)),
        *([lane * k for lane in LANES] for k in (2, 3, 4, 5, 8, 16, 17)),
        *([lane // k * m for lane in LANES] for k in (2, 4, 8) for m in (2, 4, 8, 9)),
        *([lane % k * m for lane in LANES] for k in (2, 4, 8, 16) for m in (2, 4, 8, 9)),
        # Pairs of lanes that share, at every distance.
        *([lane & ~k for lane in LANES] for k in (1, 2, 4, 8, 16, 3, 5, 6, 9, 10, 12, 24)),
        *([(lane & ~k) * m for lane in LANES] for k in (1, 2, 4, 8, 16, 3) for m in (2, 3, 5)),
        # Products of matrices: rows by lane / k, columns by lane % k.
        *([lane // 8 * 32 + lane % 8 // 2 for lane in LANES] for _ in range(1)),
        [lane // 16 * 16 for lane in LANES],
        [(lane // 4) % 4 + lane % 2 * 8 for lane in LANES],
        [lane % 4 * 8 + lane // 16 for lane in LANES],
    ]
    # Half-warps, and quarters, of unlike kinds.
    kinds: list[Callable[[int], int]] = [
        lambda _: 0,
        lambda lane: lane,
        lambda lane: lane & ~1,
        lambda lane: lane & ~2,
        lambda lane: lane & ~4,
        lambda lane: lane & ~3,
        lambda lane: lane // 2,
        lambda lane: lane * 8,
    ]
    for first in kinds:
        for second in kinds:
            if first is not second:
                found.append([(first if lane < 16 else second)(lane) for lane in LANES])
    for _ in range(40):
        chosen = [draw.choice(kinds) for _ in range(4)]
        found.append([chosen[lane // 8](lane) for lane in LANES])
    # Pairs of lanes at one distance within each quarter, all else at random.
    for distance in (1, 2, 4, 8, 16):
        for size in (4, 8, 16, 64):
            for _ in range(3):
                values = [draw.randrange(size) for _ in LANES]
                found.append([values[lane & ~distance] for lane in LANES])
    # One lane breaks a pairing.
    for distance in (1, 2):
        for lane in (0, 5, 13, 31):
            order = [each & ~distance for each in LANES]
            order[lane] += 40
            found.append(order)
    for size in (2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256):
        for _ in range(8):
            found.append([draw.randrange(size) for _ in LANES])
    return found


def patterns() -> list[Pattern]:
    """Always the same ones."""
    draw = random.Random(20261124)
    found: list[Pattern] = []
    for number, order in enumerate(orders(draw)):
        masks = [ALL]
        if number % 3 == 0:
            masks.append(draw.getrandbits(32) | 1 << draw.randrange(32))
        if number % 5 == 0:
            masks.append(draw.choice([0xFFFF, 0xFFFF0000, 0xFF, 0xFF00FF, 0x55555555, 0x33333333]))
        for mask in masks:
            for size in (2, 4, 8, 16):
                if size < 8 and number % 4:
                    continue
                offsets = [index * size % SHARED_BYTES for index in order]
                found += [("ld", size, mask, offsets), ("st", size, mask, offsets)]
    for name, count in MATRICES.items():
        rows = (1 << 8 * count) - 1
        found += [(name, 16, rows, [16 * row for row in order]) for order in matrix_orders()]
    return found


def launch_all() -> None:
    """In the process that is profiled: one launch per pattern."""
    import cupy

    def kernel_of(key: tuple[str, int], text: str) -> cupy.RawKernel:
        name = f"access_{key[0].replace('.', '_')}_{key[1]}"
        return cupy.RawKernel(SOURCE.replace("@NAME@", name).replace("@ACCESS@", text), name)

    kernels = {key: kernel_of(key, text) for key, text in ACCESSES.items()}
    out = cupy.zeros(32, dtype=cupy.uint32)
    every = cupy.asarray([offsets for *_, offsets in patterns()], dtype=cupy.uint32)
    cupy.cuda.Device().synchronize()
    for number, (operation, size, mask, _) in enumerate(patterns()):
        arguments = (every[number], cupy.uint32(mask), out)
        if operation in MATRICES:  # All lanes take part, whatever their addresses are for.
            arguments = (every[number], cupy.uint32(ALL), out)
        kernels[operation, size]((1,), (32,), arguments, shared_mem=SHARED_BYTES)
    cupy.cuda.Device().synchronize()


def profiled(ncu: str) -> list[dict[str, str]]:
    """A row of the profiler per pattern."""
    command = [ncu, "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none"]
    command += ["--cache-control", "none", "--kernel-name", "regex:^access_"]
    command += ["--metrics", ",".join(METRICS.values()), sys.executable, __file__, "launch"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    table = done.stdout[done.stdout.index('"ID"') :]
    return [row for row in csv.DictReader(io.StringIO(table)) if row["ID"].isdigit()]


def measure(arguments: argparse.Namespace) -> None:
    """Write the table."""
    rows = profiled(arguments.ncu)
    if len(rows) != len(patterns()):
        sys.exit(f"the profiler saw {len(rows)} launches, not {len(patterns())}")
    with gzip.open(arguments.output, "wt", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["operation", "bytes", "mask", "offsets", *SOURCES])
        for (operation, size, mask, offsets), row in zip(patterns(), rows, strict=True):
            seen = [
                int(float(row[METRICS[operation[:2], source]].replace(",", "")))
                for source in SOURCES
            ]
            places = " ".join(map(str, offsets))
            lines.writerow([operation, size, f"{mask:08x}", places, *seen])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("launch", help="what `measure` profiles")
    measuring = verbs.add_parser("measure", help="profile all patterns")
    measuring.add_argument("-o", "--output", type=Path, required=True)
    measuring.add_argument("--ncu", default="ncu")
    arguments = parser.parse_args()
    if arguments.verb == "launch":
        launch_all()
    else:
        measure(arguments)


if __name__ == "__main__":
    main()
