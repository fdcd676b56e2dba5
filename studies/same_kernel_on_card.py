"""One kernel timed as a callable and as a plugin, on a card: PyTorch, CuPy, numba, Triton.

    python3 studies/same_kernel_on_card.py --warpmark PROGRAM --plugin liblaunched_code.so out

Each framework compiles its kernel and launches it through `warpmark.bench`; the same machine code
or PTX is then launched by the plugin (studies/launched_code.cpp). Both take turns in fresh
processes. `out/same_kernel.ndjson` gets a line per measurement; a table is printed last.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from triton_source import load_triton

ROOT = Path(__file__).resolve().parents[1]
SIZES = (2**20, 2**26)
GRID, BLOCK = 1056, 256
TEXT = """
extern "C" __global__ void part(const float* x, float* y, long long n) {
  __shared__ float shared[256];
  float sum = 0;
  for (long long i = blockIdx.x * 256ll + threadIdx.x; i < n; i += gridDim.x * 256ll) sum += x[i];
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (int width = 128; width > 0; width /= 2) {
    if (threadIdx.x < width) shared[threadIdx.x] += shared[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = shared[0];
}
"""
FRAMEWORKS = ("cupy", "torch", "numba", "triton")


def launch_settings(code: Path, entry: str, arguments: str, **more: int) -> dict[str, str]:
    """What the plugin reads from its environment."""
    found = {"CODE": str(code), "ENTRY": entry, "ARGUMENTS": arguments}
    numbers = {"GRID": GRID, "BLOCK": BLOCK, "SHARED": 0, **more}
    return found | {name: str(value) for name, value in numbers.items()}


def cupy_kernel(folder: Path, n: int) -> tuple[Any, tuple[Any, ...], dict[str, str]]:
    """NVRTC's PTX of the text, compiled by the driver in both cases."""
    import cupy
    import numpy
    from cupy.cuda import compiler

    ptx = compiler.compile_using_nvrtc(TEXT, (), "90")
    ptx = ptx[0] if isinstance(ptx, tuple) else ptx
    path = folder / "cupy.ptx"
    path.write_bytes(ptx if isinstance(ptx, bytes) else ptx.encode())
    kernel = cupy.RawModule(path=str(path)).get_function("part")
    x, y = cupy.ones(n, cupy.float32), cupy.zeros(GRID, cupy.float32)

    def run(x: Any) -> Any:
        kernel((GRID,), (BLOCK,), (x, y, numpy.int64(n)))
        return y

    return run, (x,), launch_settings(path, "part", "x,y,n")


def torch_kernel(folder: Path, n: int) -> tuple[Any, tuple[Any, ...], dict[str, str]]:
    """PyTorch compiles the text itself; the plugin gets NVRTC's PTX of the same text."""
    import torch

    kernel = torch.cuda._compile_kernel(TEXT, "part")
    x = torch.ones(n, device="cuda")
    y = torch.zeros(GRID, device="cuda")

    def run(x: Any) -> Any:
        kernel((GRID, 1, 1), (BLOCK, 1, 1), (x, y, n))
        return y

    _, _, settings = cupy_kernel(folder, 1024)
    return run, (x,), settings


def numba_kernel(folder: Path, n: int) -> tuple[Any, tuple[Any, ...], dict[str, str]]:
    """Numba's own PTX. An array is seven parameters."""
    import numpy

    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # older versions of numba name it
    import numba
    from numba import cuda

    def part(x: Any, y: Any) -> None:
        """The sum of what one block reads."""
        shared = cuda.shared.array(256, numba.float32)
        total = numba.float32(0)
        for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
            total += x[i]
        shared[cuda.threadIdx.x] = total
        cuda.syncthreads()
        width = 128
        while width > 0:
            if cuda.threadIdx.x < width:
                shared[cuda.threadIdx.x] += shared[cuda.threadIdx.x + width]
            cuda.syncthreads()
            width //= 2
        if cuda.threadIdx.x == 0:
            y[cuda.blockIdx.x] = shared[0]

    kernel = cuda.jit(part)
    x = cuda.to_device(numpy.ones(n, numpy.float32))
    y = cuda.device_array(GRID, numpy.float32)
    kernel[GRID, BLOCK](x, y)
    ptx = next(iter(kernel.inspect_asm().values()))
    path = folder / "numba.ptx"
    path.write_text(ptx)
    entry = ptx.split(".visible .entry ")[1].split("(")[0].strip()

    def run(x: Any, *, stream: Any) -> Any:
        kernel[GRID, BLOCK, stream](x, y)
        return y

    arguments = f"0,0,n,4,x,n,4,0,0,{GRID},4,y,{GRID},4"
    return run, (x,), launch_settings(path, entry, arguments)


TRITON_SOURCE = """
import triton
import triton.language as tl


@triton.jit
def part(x, y, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + at, mask=at < n, other=0)
    tl.store(y + tl.program_id(0), tl.sum(total, axis=0))
"""


def triton_kernel(folder: Path, n: int) -> tuple[Any, tuple[Any, ...], dict[str, str]]:
    """Triton's machine code. Its scratch addresses, which it does not use, are null."""
    import torch

    module = load_triton(TRITON_SOURCE, folder, "triton_part")
    x, y = torch.ones(n, device="cuda"), torch.zeros(GRID, device="cuda")
    compiled = module.part[(GRID,)](x, y, n, BLOCK=1024)
    path = folder / "triton.cubin"
    path.write_bytes(compiled.asm["cubin"])

    def run(x: Any) -> Any:
        module.part[(GRID,)](x, y, n, BLOCK=1024)
        return y

    settings = launch_settings(
        path, compiled.metadata.name, "x,y,n,0,0,0",
        BLOCK=32 * compiled.metadata.num_warps, SHARED=compiled.metadata.shared,
    )  # fmt: skip
    return run, (x,), settings


def measure_callable(framework: str, n: int, folder: Path) -> None:
    """In a process of its own: prints the median, and leaves the code for the plugin."""
    sys.path[:0] = [str(ROOT / "python"), str(ROOT / "reports")]
    import warpmark

    run, args, settings = globals()[f"{framework}_kernel"](folder, n)
    (folder / "settings.json").write_text(json.dumps(settings))
    seen = warpmark.bench(run, *args, precision=0.003, name=framework, problem={"n": n})
    print(seen.median_ns)


def measure_plugin(arguments: argparse.Namespace, n: int, folder: Path) -> float:
    """The same code through the plugin."""
    settings = json.loads((folder / "settings.json").read_text())
    journal = folder / "plugin.jsonl"
    journal.unlink(missing_ok=True)
    words = [arguments.warpmark, "run", "--plugin", arguments.plugin, "-p", f"n={n}", "-q"]
    words += ["--backend", "cuda", "--precision", "0.003", "-o", str(journal)]
    ended = subprocess.run(
        words, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    for line in journal.read_text().splitlines() if journal.exists() else []:
        point = json.loads(line)
        if point["event"] == "measurement" and point["status"] == "ok":
            return float(point["times_ns"]["median"])
        if point["event"] == "measurement":
            raise RuntimeError(point["reason"])
    raise RuntimeError(ended.stderr[-500:])


def main() -> None:
    """Takes turns and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--warpmark", default="warpmark")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        framework, n, folder = arguments.one
        measure_callable(framework, int(n), Path(folder))
        return
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows = []
    for framework in FRAMEWORKS:
        for n in SIZES:
            times: dict[str, list[float]] = {"callable": [], "plugin": []}
            folder = Path(tempfile.mkdtemp())
            try:
                for _ in range(arguments.processes):
                    words = [sys.executable, __file__, "--plugin", arguments.plugin, "out"]
                    words += ["--one", framework, str(n), str(folder)]
                    ended = subprocess.run(words, capture_output=True, text=True, check=False)
                    if ended.returncode != 0:
                        raise RuntimeError(ended.stderr[-300:])
                    times["callable"].append(float(ended.stdout.split()[-1]))
                    times["plugin"].append(measure_plugin(arguments, n, folder))
            except (RuntimeError, OSError) as error:
                rows.append(f"{framework:7} 2^{n.bit_length() - 1} {error}")
                continue
            one, two = (statistics.median(times[of]) for of in ("callable", "plugin"))
            exponent = n.bit_length() - 1
            rows.append(f"{framework:7} 2^{exponent} {one:9.0f} ns {two:9.0f} ns {one / two:7.4f}")
            with (arguments.out / "same_kernel.ndjson").open("a") as file:
                file.write(json.dumps({"framework": framework, "n": n, **times}) + "\n")
    print("\n".join(["kernel      callable       plugin      ratio", *rows]))


if __name__ == "__main__":
    main()
