"""Times callables of PyTorch, CuPy, numba and Triton on a card, and what must be refused.

    python3 studies/callables_on_card.py out

Needs a card and the libraries; those that are missing are left out. `out/callables.ndjson` gets a
line per result. A library that the machine lacks (libwarpmark_session.so and what it is linked to)
is taken from `.card/` at the project's root. Each part runs in a process of its own, with a limit.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from triton_source import load_triton

ROOT = Path(__file__).resolve().parents[1]
CARRIED = ROOT / ".card"
SIZES = (2**20, 2**26)
BENCH_SIZES = (2**14, 2**20, 2**24)
FRAMEWORKS = ("torch", "cupy", "numba", "triton")
PROCESSES = 7
LIMIT_S = 225  # of all parts


def open_library() -> None:
    """Loads the carried libraries that the system lacks, before the package looks for its own."""
    sys.path[:0] = [str(ROOT / "python"), str(ROOT / "reports")]
    carried = CARRIED / "libwarpmark_session.so"
    if not carried.is_file():
        return
    os.environ["WARPMARK_SESSION_LIBRARY"] = str(carried)
    for _ in range(16):
        try:
            ctypes.CDLL(str(carried))
            return
        except OSError as error:
            missing = re.match(r"(lib\S+?): cannot open", str(error))
            if missing is None or not (CARRIED / missing[1]).is_file():
                raise
            ctypes.CDLL(str(CARRIED / missing[1]), mode=ctypes.RTLD_GLOBAL)


def say(**line: Any) -> None:
    """One result, for the process that started this one."""
    print("@" + json.dumps(line), flush=True)


# ---- the same sum by four libraries ----


def integers(kind: str, n: int) -> Any:
    """Small numbers, whose sums are exact in both types."""
    import numpy as np

    values = np.random.default_rng(1).integers(-4, 5, n)
    return values.astype(np.float32 if kind == "f32" else np.int32)


def torch_sum(kind: str, n: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """`torch.sum` into a result of the same type."""
    import torch

    x = torch.from_numpy(integers(kind, n)).cuda()
    return lambda x: torch.sum(x, dtype=x.dtype), (x,)


def cupy_sum(kind: str, n: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """`cupy.sum`."""
    import cupy

    return lambda x: cupy.sum(x, dtype=x.dtype), (cupy.asarray(integers(kind, n)),)


def numba_sum(kind: str, n: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """A kernel of partial sums and one that adds them."""
    import numpy

    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # older versions of numba name it
    import numba
    from numba import cuda

    element = numba.float32 if kind == "f32" else numba.int32

    @cuda.jit  # type: ignore[untyped-decorator]
    def block_sums(x: Any, out: Any) -> None:
        """The sum of what one block reads."""
        shared = cuda.shared.array(256, element)
        total = element(0)
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
            out[cuda.blockIdx.x] = shared[0]

    x = cuda.to_device(integers(kind, n))
    parts, out = cuda.device_array(1024, x.dtype), cuda.device_array(1, x.dtype)

    def run(x: Any, *, stream: Any) -> Any:
        block_sums[1024, 256, stream](x, parts)
        block_sums[1, 256, stream](parts, out)
        return out

    return run, (x,)


TRITON_SOURCE = """
import triton
import triton.language as tl


@triton.jit
def partial(x, out, n, PER_PROGRAM: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.program_id(0) * PER_PROGRAM
    total = tl.zeros((BLOCK,), dtype=out.dtype.element_ty)
    for start in range(0, PER_PROGRAM, BLOCK):
        at = first + start + tl.arange(0, BLOCK)
        total += tl.load(x + at, mask=at < n, other=0)
    tl.store(out + tl.program_id(0), tl.sum(total, axis=0))
"""


def triton_sum(kind: str, n: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The same two steps in Triton, whose compiler reads the source from a file."""
    import tempfile

    import torch

    module = load_triton(TRITON_SOURCE, Path(tempfile.mkdtemp()), "triton_partial")
    x = torch.from_numpy(integers(kind, n)).cuda()
    count = min(1024, n // 4096)
    parts = torch.empty(count, dtype=x.dtype, device="cuda")
    out = torch.empty(1, dtype=x.dtype, device="cuda")

    def run(x: Any) -> Any:
        module.partial[(count,)](x, parts, n, PER_PROGRAM=n // count, BLOCK=4096)
        module.partial[(1,)](parts, out, count, PER_PROGRAM=1024, BLOCK=1024)
        return out

    return run, (x,)


def part_sums(framework: str) -> None:
    """Every type and size by one library, cold and hot."""
    open_library()
    import warpmark

    make = {"torch": torch_sum, "cupy": cupy_sum, "numba": numba_sum, "triton": triton_sum}
    for kind in ("f32", "i32"):
        for n in SIZES:
            fn, args = make[framework](kind, n)
            shape = () if framework in ("torch", "cupy") else (1,)
            expected = integers(kind, n).sum(dtype=integers(kind, 1).dtype).reshape(shape)
            for state in ("cold", "hot"):
                try:
                    seen = warpmark.bench(
                        fn, *args, reference=expected, rtol=1e-6,
                        state=state, precision=0.005, name=f"sum/{framework}",
                        problem={"type": kind, "n": n},
                    )  # fmt: skip
                except Exception as error:  # so that the others are measured
                    why = str(error) if isinstance(error, ValueError) else repr(error)
                    say(
                        part="sums", framework=framework, type=kind, n=n, state=state, error=why
                    )  # fmt: skip
                    continue
                say(
                    part="sums", framework=framework, type=kind, n=n, state=state,
                    status=seen.status, reason=seen.reason, held=seen.held,
                    why_not_held=seen.why_not_held, operations=seen.operations,
                    warnings=seen.warnings, samples=len(seen.samples_ns),
                    interval_ns=seen.interval_ns,
                    median_ns=seen.median_ns if seen.status == "ok" else None, line=seen.line,
                )  # fmt: skip


def part_compare(_: str) -> None:
    """Ratios of pairs, of equal work and of work of twice the size."""
    open_library()
    import torch

    import warpmark

    x = torch.ones(2**22, device="cuda")
    y = torch.ones(2**23, device="cuda")
    for name, other in {"same": x, "twice": y}.items():
        (found,) = warpmark.compare({"sum": lambda: x.sum(), name: lambda o=other: o.sum()})
        say(part="compare", name=name, ratio=found.ratio, interval=found.interval, held=found.held,
            pairs=found.pairs)  # fmt: skip


def part_do_bench(tool: str) -> None:
    """One result per size, by warpmark or by Triton."""
    open_library()
    import torch

    do_bench = importlib.import_module(f"{tool}.testing").do_bench
    for n in BENCH_SIZES:
        x = torch.ones(n, device="cuda")
        began = time.monotonic()
        for mode in ("mean", "median"):
            value = do_bench(partial(torch.sum, x), return_mode=mode)
            say(
                part="do_bench",
                tool=tool,
                n=n,
                mode=mode,
                ms=value,
                wall_s=time.monotonic() - began,
            )


def part_misuse(_: str) -> None:
    """What must end in an error, and never in a hang."""
    open_library()
    import torch

    import warpmark

    x = torch.ones(2**20, device="cuda")
    own = torch.cuda.Stream()
    kept: list[Any] = []
    calls = [0]

    def in_the_default_stream() -> None:
        with torch.cuda.stream(torch.cuda.default_stream()):
            x.sum()

    def in_its_own_stream() -> None:
        with torch.cuda.stream(own):
            x.sum()

    def forks_without_join() -> None:
        own.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(own):
            x.sum()

    def forks_and_joins() -> None:
        forks_without_join()
        torch.cuda.current_stream().wait_stream(own)

    def allocates() -> None:
        kept.append(torch.empty(2**25, device="cuda"))
        x.sum()

    def waits_now_and_then() -> None:
        calls[0] += 1
        x.sum()
        if calls[0] == 10:
            torch.cuda.synchronize()

    def raises() -> None:
        raise ZeroDivisionError("of the callable")

    cases: list[tuple[str, Callable[[], Any], Any]] = [
        ("item", lambda: x.sum().item(), True),
        ("item, hold=False", lambda: x.sum().item(), False),
        ("item, hold=auto", lambda: x.sum().item(), "auto"),
        ("copies to the host", lambda: x.cpu(), True),
        ("synchronises", lambda: (x.sum(), torch.cuda.synchronize()), True),
        ("allocates", allocates, True),
        ("default stream", in_the_default_stream, True),
        ("own stream", in_its_own_stream, True),
        ("forks without join", forks_without_join, True),
        ("forks and joins", forks_and_joins, True),
        ("does nothing", lambda: None, True),
        ("raises", raises, True),
        ("waits now and then", waits_now_and_then, True),
    ]
    for name, fn, hold in cases:
        try:
            seen = warpmark.bench(fn, hold=hold, max_time=0.2)
            told, kind = f"{seen.median_ns:.0f} ns, held {seen.held}", "measured"
        except Exception as error:
            told, kind = str(error).splitlines()[0], type(error).__name__
        kept.clear()
        try:
            after: Any = warpmark.bench(lambda: x.sum(), max_time=0.1).median_ns
        except Exception as error:
            after = repr(error)
        say(part="misuse", case=name, kind=kind, told=told, afterwards_ns=after)


PARTS: dict[str, Callable[[str], None]] = {
    "sums": part_sums, "compare": part_compare, "do_bench": part_do_bench, "misuse": part_misuse,
}  # fmt: skip


# ---- the process that starts the parts ----


def started(part: str, argument: str, limit_s: float) -> list[dict[str, Any]]:
    """Runs a part in a fresh process; what it said, and how it failed if it did."""
    words = [sys.executable, __file__, "--part", part, argument]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        out, errors = process.communicate(timeout=max(limit_s, 1))
    except subprocess.TimeoutExpired:
        process.kill()
        out, errors = process.communicate()
        errors += f"\nstopped after {limit_s:.0f} s"
    lines = [json.loads(line[1:]) for line in out.splitlines() if line.startswith("@")]
    if process.returncode:
        tail = errors.strip().splitlines()[-1:] or [f"exit status {process.returncode}"]
        lines.append(
            {"part": part, "argument": argument, "failed": tail[0], "stderr": errors[-4000:]}
        )
    return lines


def spread(values: list[float]) -> float:
    """(max - min) / median."""
    ordered = sorted(values)
    return (ordered[-1] - ordered[0]) / ordered[len(ordered) // 2]


def tables(lines: list[dict[str, Any]]) -> None:
    """Short tables of all results."""

    def of(part: str) -> list[dict[str, Any]]:
        return [each for each in lines if each["part"] == part and "failed" not in each]

    for each in lines:
        if "failed" in each:
            print(f"FAILED {each['part']} {each['argument']}: {each['failed'][:150]}")
    print(
        "\nsums                            median [95 % interval]            samples held warnings"
    )
    for each in of("sums"):
        power = each["n"].bit_length() - 1
        head = f"{each['framework']:7}{each['type']:4} 2^{power} {each['state']:5}"
        if each.get("median_ns") is None:
            print(head, (each.get("error") or each.get("reason", ""))[:110])
            continue
        low, high = each["interval_ns"]
        print(f"{head} {each['median_ns']:12.0f} ns [{low:.0f}, {high:.0f}] {each['samples']:6} "
              f"{each['held']} {','.join(each['warnings'])}")  # fmt: skip
    for each in of("compare"):
        print(f"compare {each['name']}: {each['ratio']:.4f} {each['interval']} held {each['held']}")
    print("\ndo_bench: median ms and spread (max-min)/median over processes")
    for n in BENCH_SIZES:
        for mode in ("mean", "median"):
            for tool in ("warpmark", "triton"):
                found = [
                    e["ms"]
                    for e in of("do_bench")
                    if (e["n"], e["mode"], e["tool"]) == (n, mode, tool)
                ]
                if found:
                    middle = sorted(found)[len(found) // 2]
                    print(f"2^{n.bit_length() - 1:<3} {mode:7}{tool:9} {middle:.5f} "
                          f"{100 * spread(found):6.2f} % of {len(found)}")  # fmt: skip
    print("\nmisuse")
    for each in of("misuse"):
        after = each["afterwards_ns"]
        is_usable = "usable" if isinstance(after, float) else f"NOT USABLE: {after[:60]}"
        print(f"{each['case']:20}{each['kind']:16}{is_usable}; {each['told'][:120]}")


def main(folder: str) -> None:
    """Runs all parts, as far as the time suffices, and prints tables last."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()

    def left() -> float:
        return LIMIT_S - (time.monotonic() - began)

    plan = [("sums", name, 40.0) for name in FRAMEWORKS] + [
        ("compare", "", 30.0),
        ("misuse", "", 60.0),
    ]
    for number in range(PROCESSES):
        tools = ("warpmark", "triton") if number % 2 == 0 else ("triton", "warpmark")
        plan += [("do_bench", tool, 30.0) for tool in tools]
    lines: list[dict[str, Any]] = []
    with (out / "callables.ndjson").open("w", encoding="utf-8") as file:
        for part, argument, limit_s in plan:
            if left() < 5:
                print(f"no time left for {part} {argument}")
                continue
            found = started(part, argument, min(limit_s, left()))
            print(
                f"{part} {argument}: {len(found)} lines after {time.monotonic() - began:.0f} s",
                flush=True,
            )
            lines += found
            file.writelines(json.dumps(each) + "\n" for each in found)
            file.flush()
    tables(lines)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--part"]:
        PARTS[sys.argv[2]](sys.argv[3])
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit("error: expected a folder for the results")
