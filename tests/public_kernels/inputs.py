"""Inputs that an initialiser such as "uniform(0,1)" cannot express: graphs, trees, parameters.

Every value comes of integer arithmetic, division by powers of two and square roots, so that two
machines make the same bits.
"""

import random
import struct
from collections.abc import Callable
from pathlib import Path

import npy_file

Values = list[int] | list[float]
Maker = Callable[[random.Random], dict[str, tuple[str, Values]]]
MAKERS: list[Maker] = []


def maker(function: Maker) -> Maker:
    """Registers a function that makes files: name to kind and values."""
    MAKERS.append(function)
    return function


def below(source: random.Random, bound: int) -> int:
    """An integer from 0 to bound - 1; the same in every version of Python."""
    return int(source.random() * bound)


def real(source: random.Random, low: float, high: float) -> float:
    """A multiple of 2^-20 of the range, so that single precision holds simple ranges exactly."""
    return low + (high - low) * (below(source, 1 << 20) / (1 << 20))


def write_all(folder: Path) -> None:
    """Writes all inputs into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for function in MAKERS:
        for name, (kind, values) in function(random.Random(function.__name__)).items():
            npy_file.write(folder / f"{name}.npy", kind, values)


@maker
def words(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Random words, bits and pixels."""
    count = {"bytes": 65536, "words": 16384}
    count |= {"rgba65536": 65536, "rgba16384": 16384, "rgba1024": 1024}
    files: dict[str, tuple[str, Values]] = {}
    for name, n in count.items():
        files[name] = ("u4", [below(source, 1 << 32) for _ in range(n)])
    occupied = [int(source.random() < 0.3) for _ in range(16384)]
    files["occupied"] = ("u4", occupied)
    files["occupied_scan"] = ("u4", exclusive_sums(occupied))
    files["simpleVote"] = ("u4", [0] * 32 + [0, 1] * 16 + [1] * 16 + [0] * 16 + [1] * 32)
    files["simpleAtomicIntrinsics"] = ("i4", [0] * 8 + [0xFF, 0, 0xFF])
    files["systemWideAtomics"] = ("i4", [0] * 7 + [0xFF, 0, 0xFF])
    files["bucket_starts"] = ("i4", [65536 * bucket for bucket in range(5)])
    return files


def exclusive_sums(values: list[int]) -> list[int]:
    """The sum of all values before each."""
    total, sums = 0, []
    for value in values:
        sums.append(total)
        total += value
    return sums


@maker
def filters(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Taps of filters, off-diagonals, increasing sums."""
    return {
        "taps17": ("f4", [real(source, 0, 0.125) for _ in range(17)]),
        "taps5": ("f4", [real(source, 0, 0.125) for _ in range(5)]),
        "eigen_s": ("f4", [0.0] + [real(source, 0, 1) for _ in range(256)]),
        "cdf": ("f8", [(i + 1) / 1024 for i in range(1024)]),
    }


@maker
def dominant(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Matrices with a heavy diagonal, which elimination without pivoting can take."""
    files: dict[str, tuple[str, Values]] = {}
    for n in (32, 64):
        cells = [real(source, -1, 1) + (n if i % (n + 1) == 0 else 0) for i in range(n * n)]
        files[f"dominant{n}"] = ("f4", cells)
    return files


@maker
def tridiagonal(source: random.Random) -> dict[str, tuple[str, Values]]:
    """A symmetric tridiagonal matrix of 2048 rows, compressed by rows."""
    n = 2048
    off = [real(source, 0, 1) for _ in range(n)]  # off[i] couples i - 1 and i
    rows, columns, cells = [0], [], []
    for i in range(n):
        for j in range(max(i - 1, 0), min(i + 2, n)):
            columns.append(j)
            cells.append(10 + real(source, 0, 1) if i == j else off[max(i, j)])
        rows.append(len(columns))
    return {"cg_rows": ("i4", rows), "cg_cols": ("i4", columns), "cg_val": ("f4", cells)}


@maker
def finance(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Options as the samples prepare them: price, strike, and what follows of rate and time."""
    simulated: list[float] = []
    for _ in range(8):
        simulated += [real(source, 20, 60), real(source, 20, 60), 0.0625, real(source, 0.125, 0.5)]
    lattice: list[float] = []
    for _ in range(1024):
        up = real(source, 0.49, 0.51)
        lattice += [real(source, 5, 30), real(source, 1, 100)]
        lattice += [real(source, 0.001, 0.01), up, 0.99999 - up]
    return {"mc_options": ("f4", simulated), "binomial_options": ("f4", lattice)}


@maker
def sequences(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Direction numbers and tables of quasi-random generators, indices of colours."""
    directions = [(2 * below(source, 1 << k) + 1) << (31 - k) for _ in range(16) for k in range(32)]
    table = [below(source, 1 << 31) for _ in range(3 * 31)]
    permutations = [below(source, 1 << 32) for _ in range(1024)]
    return {
        "sobol_directions": ("u4", directions),
        "qrng_table": ("u4", table),
        "dxtc_permutations": ("u4", permutations),
        "params_excess": ("i4", [below(source, 1000) for _ in range(6976)]),
    }


@maker
def bodies(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Positions and masses."""
    files: dict[str, tuple[str, Values]] = {}
    for kind, n in (("f4", 1024), ("f8", 512)):
        cells: list[float] = []
        for _ in range(n):
            cells += [real(source, -1, 1) for _ in range(3)] + [real(source, 0.5, 1.5)]
        files[f"nbody_pos_{kind.replace('4', '32').replace('8', '64')}"] = (kind, cells)
    return files


@maker
def particles(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Spheres in a grid of 16^3 cells of side 1/8 from (-1, -1, -1), sorted by cell."""
    position: list[float] = []
    hashes: list[int] = []
    for _ in range(4096):
        place = [real(source, -1, 1) for _ in range(3)]
        position += [*place, 1.0]
        x, y, z = (int((c + 1) * 8) & 15 for c in place)
        hashes.append((z * 16 + y) * 16 + x)
    order = sorted(range(4096), key=lambda i: hashes[i])
    floats = struct.pack("<4f", -1.2, -0.8, 0.8, 0.2) + struct.pack("<5f", 0, -3e-4, 0, 1, 1 / 16)
    sizes = struct.pack("<4I", 16, 16, 16, 4096) + struct.pack("<6f", *[-1] * 3, *[0.125] * 3)
    rest = struct.pack("<2I", 4096, 64) + struct.pack("<5f", 0.5, 0.02, 0.1, 0, -0.5)
    words_of = struct.unpack("<26I", floats + sizes + rest)
    return {
        "particles_pos": ("f4", position),
        "particles_hash": ("u4", [hashes[i] for i in order]),
        "particles_index": ("u4", order),
        "particles_empty": ("u4", [0xFFFFFFFF] * 4096),
        "particles_params": ("u4", list(words_of)),
    }


@maker
def hecbench(source: random.Random) -> dict[str, tuple[str, Values]]:
    """Words of 64 bits, sorted numbers, distances, tables of substitution, states."""
    box = sorted(range(256), key=lambda _: source.random())
    inverse = [0] * 256
    for i, substitute in enumerate(box):
        inverse[substitute] = i
    distance = [0 if i % 33 == 0 else 1 + below(source, 200) for i in range(1024)]
    state: list[int] = []
    for _ in range(4096):
        state += [below(source, 1 << 32) for _ in range(3)] + [4172]
    return {
        "words64": ("u8", [below(source, 1 << 53) * 2047 for _ in range(16384)]),
        "residues": ("u8", [below(source, 1 << 53) * 1023 for _ in range(65536)]),
        "words4096": ("u4", [below(source, 1 << 32) for _ in range(4096)]),
        "popcount_lut": ("u1", [i.bit_count() for i in range(256)]),
        "floyd_distance": ("u4", distance),
        "sorted1024": ("f4", [float(i) for i in range(1024)]),
        "taps10": ("f4", [real(source, -1, 1) for _ in range(10)]),
        "aes_box": ("u1", box),
        "aes_inverse": ("u1", inverse),
        "mt_state": ("u4", state),
    }
