#!/usr/bin/env python3
"""What a card's textures and surfaces answer, and whether the interpreter answers the same.

    texture_filtering.py compare --warpmark build/release/warpmark -o FOLDER     on a card
    texture_filtering.py run --warpmark build/release/warpmark -o FOLDER         interpreter alone

`warpmark inspect` runs the same specifications with `--backend cuda` and `--backend simt`. The
table that is printed has, for each case, how many 32-bit words differ, the largest difference of
those that are floats, and the first difference. FOLDER gets `cases.csv` with this table,
`differences.csv` with up to 40 differences of each case, and `weights.csv`: for each coordinate of
a sweep over the fractions of a texel, in steps of 2^-13, the weight that the filter gave the next
texel. A rule for the rounding of the weights must give this column.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

SHOWN = 40  # differences of a case
POINTS = 1 << 14
SWEEP_STEPS = 1 << 13

# Each kernel takes a handle, coordinates, the results (four words per point) and the number of
# points. `Result` is the type in the instruction, `register` that of the constraint.
SAMPLER = """
extern "C" __global__ void @NAME@(unsigned long long object, const @COORDINATE@* x,
                                  const @COORDINATE@* y, const @COORDINATE@* z, const int* layer,
                                  @RESULT@* out, int points) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= points) return;
  @RESULT@ a, b, c, d;
  asm volatile("@INSTRUCTION@ {%0, %1, %2, %3}, [%4, {@LIST@}];"
               : "=@REGISTER@"(a), "=@REGISTER@"(b), "=@REGISTER@"(c), "=@REGISTER@"(d)
               : "l"(object), "@IN@"(x[i]), "@IN@"(y[i]), "@IN@"(z[i]), "r"(layer[i]));
  out[4 * i] = a, out[4 * i + 1] = b, out[4 * i + 2] = c, out[4 * i + 3] = d;
}
"""
SURFACES = """
extern "C" __global__ void surface_copy(unsigned long long from, unsigned long long to, int width,
                                        int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width || y >= height) return;
  unsigned value;
  asm volatile("suld.b.2d.b32.@MODE@ {%0}, [%1, {%2, %3}];"
               : "=r"(value) : "l"(from), "r"(4 * (2 * x - 3)), "r"(2 * y - 2));
  asm volatile("sust.b.2d.b32.@MODE@ [%0, {%1, %2}], {%3};"
               :: "l"(to), "r"(4 * x), "r"(y), "r"(value + 1) : "memory");
}
extern "C" __global__ void surface_add(unsigned long long to) {
  asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;"
               :: "l"(to), "r"(4 * (threadIdx.x % 8)), "r"(threadIdx.x % 4), "r"(threadIdx.x)
               : "memory");
}
"""
DEPENDENT = """
extern "C" __global__ void produce(unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  if (i < n) out[i] = 3 * i + 1;
}
extern "C" __global__ void consume(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (i < n) out[i] = in[n - 1 - i] + i;
}
"""
LISTS = {
    "1d": "%5",
    "2d": "%5, %6",
    "3d": "%5, %6, %7, %7",
    "a1d": "%8, %5",
    "a2d": "%8, %5, %6, %6",
    "cube": "%5, %6, %7, %7",
}
TYPES = {
    "f32": np.float32,
    "f16": np.float16,
    "u8": np.uint8,
    "i8": np.int8,
    "u16": np.uint16,
    "i16": np.int16,
    "u32": np.uint32,
    "i32": np.int32,
}


def sampler(name: str, instruction: str, geometry: str, *, whole: bool = False) -> str:
    """The text of a kernel that reads one texture at each point."""
    result = instruction.split(".")[-2]
    words = {
        "NAME": name,
        "INSTRUCTION": instruction,
        "LIST": LISTS[geometry],
        "COORDINATE": "int" if whole else "float",
        "IN": "r" if whole else "f",
        "RESULT": {"f32": "float", "u32": "unsigned", "s32": "int"}[result],
        "REGISTER": "f" if result == "f32" else "r",
    }
    text = SAMPLER
    for key, value in words.items():
        text = text.replace(f"@{key}@", value)
    return text


@dataclass
class Case:
    """One launch, its buffers, and the buffer that is compared."""

    name: str
    source: str
    entry: str
    arguments: list[str]
    result: str
    floats: bool = True
    grid: str = str(POINTS // 128)
    block: int = 128
    arrays: dict[str, tuple[str, np.ndarray]] = field(default_factory=dict)
    before: list[tuple[str, list[str]]] = field(default_factory=list)
    programmatic: bool = False


def texels(random: np.random.Generator, kind: str, shape: tuple[int, ...]) -> np.ndarray:
    """Random texels, with the extreme integers among them."""
    dtype = np.dtype(TYPES[kind])
    if dtype.kind == "f":
        return random.uniform(-2, 2, shape).astype(dtype)
    bits = 8 * dtype.itemsize
    least = -(1 << (bits - 1)) if dtype.kind == "i" else 0
    most = least + (1 << bits) - 1
    values = random.integers(least, most, shape, dtype=dtype, endpoint=True)
    values.flat[:2] = [least, most]
    return values


def coordinates(random: np.random.Generator, extent: int, *, normalized: bool) -> np.ndarray:
    """Mostly inside, some outside, and those at and next to the edges and middles of texels."""
    values = random.uniform(-0.6 * extent, 1.6 * extent, POINTS).astype(np.float32)
    halves = np.arange(-extent, 4 * extent + 1, dtype=np.float32) / np.float32(2)
    special = np.concatenate(
        [halves, np.nextafter(halves, np.float32(9e9)), np.nextafter(halves, np.float32(-9e9))]
    )
    values[: len(special)] = special[:POINTS]
    return (values / np.float32(extent)).astype(np.float32) if normalized else values


def sampled(
    name: str,
    instruction: str,
    geometry: str,
    kind: str,
    shape: tuple[int, ...],
    options: str = "",
    *,
    channels: int = 1,
    whole: bool = False,
    data: np.ndarray | None = None,
    x: np.ndarray | None = None,
) -> Case:
    """A case that reads a texture at random and special points."""
    random = np.random.default_rng(sum(name.encode()))
    type_name = kind if channels == 1 else f"{kind}x{channels}"
    array = texels(random, kind, (*shape, channels)) if data is None else data
    extents = list(reversed(shape[1:] if geometry in ("a1d", "a2d", "cube") else shape))
    points: list[np.ndarray] = []
    for i in range(3):
        extent = extents[i] if i < len(extents) else 1
        if whole:
            points.append(random.integers(-3, extent + 3, POINTS).astype(np.int32))
        elif geometry == "cube":
            points.append(random.uniform(-1, 1, POINTS).astype(np.float32))
        else:
            points.append(
                coordinates(random, extent, normalized="normalized" in options.split(", "))
            )
            random.shuffle(points[-1])
    if x is not None:
        points[0] = x
    layer = random.integers(-2, shape[0] + 2, POINTS).astype(np.int32)
    coordinate_type = "i32" if whole else "f32"
    result = instruction.split(".")[-2]
    text = f"texture(@image{', ' + options if options else ''})"
    return Case(
        name,
        sampler("sample", instruction, geometry, whole=whole),
        "sample",
        [text, "@x", "@y", "@z", "@layer", "@out", f"i32={POINTS}"],
        "out",
        floats=result == "f32",
        arrays={
            "image": (type_name, array.reshape((*shape, channels))),
            "x": (coordinate_type, points[0]),
            "y": (coordinate_type, points[1]),
            "z": (coordinate_type, points[2]),
            "layer": ("i32", layer),
            "out": ({"s32": "i32"}.get(result, result), np.zeros(4 * POINTS, np.uint32)),
        },
    )


def point_cases() -> list[Case]:
    """Without a filter: all words are expected to be equal."""
    cases = []
    for address in ("clamp", "border", "wrap", "mirror"):
        for normalized in (False, True):
            options = f"address={address}" + (", normalized" if normalized else "")
            label = f"point_{address}_{'normalized' if normalized else 'texels'}"
            cases.append(sampled(f"{label}_1d", "tex.1d.v4.f32.f32", "1d", "f32", (37,), options))
            cases.append(
                sampled(f"{label}_2d", "tex.2d.v4.f32.f32", "2d", "f32", (19, 23), options)
            )
    cases.append(sampled("point_3d", "tex.3d.v4.f32.f32", "3d", "f32", (5, 6, 7)))
    for geometry, shape in (("a1d", (4, 17)), ("a2d", (4, 9, 17))):
        instruction = f"tex.{geometry}.v4.f32.f32"
        cases.append(sampled(f"point_{geometry}", instruction, geometry, "f32", shape, "layered"))
    cases.append(
        sampled("point_cube", "tex.cube.v4.f32.f32", "cube", "f32", (6, 16, 16), "cube, normalized")
    )
    cases.append(sampled("point_pitch", "tex.2d.v4.f32.f32", "2d", "f32", (9, 32), "memory=pitch"))
    cases.append(
        sampled(
            "fetch_linear", "tex.1d.v4.f32.s32", "1d", "f32", (100,), "memory=linear", whole=True
        )
    )
    cases.append(sampled("whole_2d", "tex.2d.v4.f32.s32", "2d", "f32", (9, 17), whole=True))
    for channel in "rgba":
        cases.append(
            sampled(
                f"gather_{channel}",
                f"tld4.{channel}.2d.v4.f32.f32",
                "2d",
                "f32",
                (9, 17),
                channels=4,
            )
        )
    return cases


def format_cases() -> list[Case]:
    """Every type and number of channels."""
    cases = []
    for channels in (1, 2, 4):
        for kind in TYPES:
            result = "f32" if kind[0] == "f" else "u32" if kind[0] == "u" else "s32"
            cases.append(
                sampled(
                    f"element_{kind}x{channels}",
                    f"tex.2d.v4.{result}.f32",
                    "2d",
                    kind,
                    (9, 17),
                    channels=channels,
                )
            )
            if kind in ("u8", "i8", "u16", "i16"):
                cases.append(
                    sampled(
                        f"fraction_{kind}x{channels}",
                        "tex.2d.v4.f32.f32",
                        "2d",
                        kind,
                        (9, 17),
                        "read=normalized",
                        channels=channels,
                    )
                )
    return cases


def sweep() -> np.ndarray:
    """From the middle of texel 0 to that of texel 2 of a row of three."""
    return (0.5 + np.arange(POINTS, dtype=np.float64) / SWEEP_STEPS).astype(np.float32)


def filter_cases() -> list[Case]:
    """With the linear filter."""
    step = np.array([[0], [1], [2]], np.float32)
    cases = [
        sampled(
            "weights_1d",
            "tex.1d.v4.f32.f32",
            "1d",
            "f32",
            (3,),
            "filter=linear",
            data=step,
            x=sweep(),
        ),
        sampled(
            "weights_normalized",
            "tex.1d.v4.f32.f32",
            "1d",
            "f32",
            (3,),
            "filter=linear, normalized",
            data=step,
            x=(sweep() / np.float32(3)),
        ),
    ]
    for address in ("clamp", "border"):
        options = f"filter=linear, address={address}"
        cases.append(
            sampled(f"linear_{address}_1d", "tex.1d.v4.f32.f32", "1d", "f32", (37,), options)
        )
        cases.append(
            sampled(f"linear_{address}_2d", "tex.2d.v4.f32.f32", "2d", "f32", (19, 23), options)
        )
    for address in ("wrap", "mirror"):
        options = f"filter=linear, address={address}, normalized"
        cases.append(
            sampled(f"linear_{address}_2d", "tex.2d.v4.f32.f32", "2d", "f32", (16, 32), options)
        )
    cases.append(sampled("linear_3d", "tex.3d.v4.f32.f32", "3d", "f32", (5, 6, 7), "filter=linear"))
    cases.append(
        sampled(
            "linear_f16x4", "tex.2d.v4.f32.f32", "2d", "f16", (9, 17), "filter=linear", channels=4
        )
    )
    for kind in ("u8", "i8", "u16", "i16"):
        cases.append(
            sampled(
                f"linear_{kind}",
                "tex.2d.v4.f32.f32",
                "2d",
                kind,
                (9, 17),
                "filter=linear, read=normalized",
            )
        )
    return cases


def surface_cases() -> list[Case]:
    """Loads, stores and atomics of surfaces."""
    cases = []
    image = np.arange(8 * 16, dtype=np.uint32).reshape(8, 16)
    for mode, width in (("clamp", 16), ("zero", 20)):
        cases.append(
            Case(
                f"surface_{mode}",
                SURFACES.replace("@MODE@", mode),
                "surface_copy",
                ["surface(@image)", "surface(@out)", f"i32={width}", f"i32={width // 2}"],
                "out",
                floats=False,
                grid="1x11",
                block=32,
                arrays={"image": ("u32", image), "out": ("u32", np.zeros_like(image))},
            )
        )
    cases.append(
        Case(
            "surface_add",
            SURFACES.replace("@MODE@", "trap"),
            "surface_add",
            ["surface(@out)"],
            "out",
            floats=False,
            grid="3",
            block=64,
            arrays={"out": ("u32", image[:4, :8].copy())},
        )
    )
    return cases


def dependent_cases() -> list[Case]:
    """Programmatic dependent launch."""
    zeros = np.zeros(POINTS, np.uint32)
    return [
        Case(
            "dependent_launch",
            DEPENDENT,
            "consume",
            ["@data", "@out", f"i32={POINTS}"],
            "out",
            floats=False,
            arrays={"data": ("u32", zeros), "out": ("u32", zeros)},
            before=[("produce", ["@data", f"i32={POINTS}"])],
            programmatic=True,
        )
    ]


def all_cases() -> list[Case]:
    """Every case, in the order of the table."""
    return point_cases() + format_cases() + filter_cases() + surface_cases() + dependent_cases()


def quoted(texts: list[str]) -> str:
    """A TOML array of texts."""
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"


def specification(case: Case, folder: Path) -> Path:
    """Writes the files of a case: the path of its specification."""
    (folder / "kernel.cu").write_text(case.source)
    lines = ['file = "kernel.cu"', 'arch = "sm_90"']
    for name, (type_name, array) in case.arrays.items():
        np.save(folder / f"{name}.npy", array)
        lanes = type_name.partition("x")[2]
        texels_have_channels = lanes or (name == "image" and array.ndim > 1)
        shape = list(array.shape[:-1]) if texels_have_channels else [array.size]
        if case.name.startswith("surface"):
            shape = list(array.shape)
        if array.dtype != np.dtype(TYPES[type_name.partition("x")[0]]):
            np.save(folder / f"{name}.npy", array.view(TYPES[type_name.partition("x")[0]]))
        lines += ["[[buffer]]", f'name = "{name}"', f'type = "{type_name}"', f"count = {shape}"]
        lines += [f'init = "@{name}.npy"']
    for entry, arguments in [*case.before, (case.entry, case.arguments)]:
        lines += [
            "[[launch]]",
            f'entry = "{entry}"',
            f'grid = "{case.grid}"',
            f"block = {case.block}",
        ]
        if entry == case.entry and case.programmatic:
            lines += ["programmatic = true"]
        lines += [f"args = {quoted(arguments)}"]
    path = folder / "case.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def answer(case: Case, backend: str, program: str) -> np.ndarray:
    """The words of the case's result. Raises CalledProcessError with the program's message."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = specification(case, folder)
        result = folder / "result.npy"
        command = [program, "inspect", str(path), "--backend", backend]
        subprocess.run(
            [*command, "--save", f"{case.result}={result}"],
            check=True,
            capture_output=True,
            text=True,
        )
        return np.ascontiguousarray(np.load(result)).reshape(-1).view(np.uint32)


def both_answers(case: Case, backend: str, program: str) -> tuple[np.ndarray, np.ndarray] | str:
    """The words on the backend and on the interpreter, or why there are none."""
    try:
        return answer(case, backend, program), answer(case, "simt", program)
    except subprocess.CalledProcessError as error:
        return " ".join((error.stderr or error.stdout or str(error)).split())


def largest_difference(case: Case, card: np.ndarray, own: np.ndarray) -> float:
    """Of the results as numbers; NaN is left out."""
    if not case.floats:
        return float(np.max(np.abs(card.astype(np.int64) - own.astype(np.int64))))
    difference = np.abs(card.view(np.float32).astype(float) - own.view(np.float32).astype(float))
    return float(np.nanmax(difference))


def rows_of(case: Case, card: np.ndarray, own: np.ndarray) -> list[list[object]]:
    """Rows of `differences.csv`."""
    rows: list[list[object]] = []
    for word in np.flatnonzero(card != own)[:SHOWN]:
        point = int(word) // 4
        places = [
            f"{float(case.arrays[axis][1][point]):.9g}" if axis in case.arrays else ""
            for axis in ("x", "y", "z", "layer")
        ]
        values = [f"{int(card[word]):#010x}", f"{int(own[word]):#010x}"]
        rows.append([case.name, int(word), *places, *values])
    return rows


def write_rows(path: Path, head: list[str], rows: list[list[object]]) -> None:
    """Writes one table."""
    with path.open("w", newline="") as to:
        csv.writer(to).writerows([head, *rows])


def weights_of(case: Case, card: np.ndarray) -> list[list[object]]:
    """Rows of `weights.csv`: the texels of these cases are 0, 1, 2."""
    values = card.view(np.float32)[::4]
    return [
        [case.name, f"{float(x):.9g}", f"{float(value) * 256:.9g}"]
        for x, value in zip(case.arrays["x"][1], values, strict=True)
    ]


def examine(backend: str, program: str, folder: Path) -> int:
    """Runs all cases and writes the tables: 0 if nothing differs."""
    folder.mkdir(parents=True, exist_ok=True)
    table: list[list[object]] = []
    differences: list[list[object]] = []
    weights: list[list[object]] = []
    cases = all_cases()
    with ThreadPoolExecutor(max_workers=4) as pool:
        answers = list(pool.map(lambda case: both_answers(case, backend, program), cases))
    for case, found in zip(cases, answers, strict=True):
        if isinstance(found, str):
            table.append([case.name, "failed", "", found])
            print(*table[-1], flush=True)
            continue
        card, own = found
        count = int(np.count_nonzero(card != own))
        table.append([case.name, count, len(card), largest_difference(case, card, own)])
        print(*table[-1], flush=True)
        differences += rows_of(case, card, own)
        if case.name.startswith("weights"):
            weights += weights_of(case, card)
    write_rows(folder / "cases.csv", ["case", "differing", "words", "largest"], table)
    head = ["case", "word", "x", "y", "z", "layer", "card", "simt"]
    write_rows(folder / "differences.csv", head, differences)
    write_rows(folder / "weights.csv", ["case", "coordinate", "weight_times_256"], weights)
    return 0 if all(row[1] == 0 for row in table) else 1


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["compare", "run"])
    parser.add_argument("--warpmark", default="warpmark", help="the program")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the tables")
    options = parser.parse_args()
    backend = "cuda" if options.action == "compare" else "simt"
    return examine(backend, options.warpmark, options.output)


if __name__ == "__main__":
    sys.exit(main())
