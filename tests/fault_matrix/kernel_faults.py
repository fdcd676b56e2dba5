"""Kernels with one fault each: the point gets its status and reason, all others are measured."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from workbench import Outcome, Workbench, require

SOUND = "fault/sound_*"  # Points before and after the faulty one, for every problem.


@dataclass(frozen=True)
class Expected:
    status: str
    reason: str  # A regular expression.
    code: int = 1
    right_points: int = 0  # Points of the faulty variant whose fault this backend cannot detect.
    limits: tuple[str, ...] = ()


@dataclass(frozen=True)
class KernelFault:
    variant: str
    simt: Expected
    cuda: Expected

    def __call__(self, bench: Workbench) -> Outcome:
        expected = self.simt if bench.interprets else self.cuda
        select = [SOUND, f"fault/{self.variant}", *expected.limits]
        planned = bench.planned(select)
        if expected.limits:
            compile_before_limits(bench, [SOUND])
        done = bench.run(select)
        journal = bench.journal()
        journal.require_each_once(planned)
        journal.require_truthful_end(complete=True)
        faulty = [line for line in journal.measured if line["variant"] == self.variant]
        others = [line for line in journal.measured if line["variant"] != self.variant]
        require(len(faulty) == 2 and len(others) == 12, "the sweep is not the one expected")
        spoilt = [line["key"] for line in others if line["status"] != "ok"]
        require(not spoilt, f"the fault spoilt {spoilt[:1]}")
        bad = [line for line in faulty if line["status"] != "ok"]
        require(len(faulty) - len(bad) == expected.right_points, f"{len(bad)} points are not ok")
        for line in bad:
            require(line["status"] == expected.status, f"{line['status']}: {line['reason']}")
            require(
                re.search(expected.reason, line["reason"]) is not None, f"reason: {line['reason']}"
            )
            require("times_ns" not in line, "a faulty point has a time")
        require(done.code == expected.code, f"exit code {done.code}: {done.err}")
        return Outcome(
            expected.status, bad[0]["reason"], done.code, f"{len(others)} of {len(others)}"
        )


def compile_before_limits(bench: Workbench, select: list[str]) -> None:
    """Into the cache, so that short limits end nothing else, however busy the machine is."""
    done = bench.run(select, "compiled.jsonl")
    require(done.code in (0, 1), f"exit code {done.code}: {done.err}")


def everywhere(
    variant: str, status: str, reason: str, code: int = 1, limits: tuple[str, ...] = ()
) -> KernelFault:
    """A fault that shows alike on all backends."""
    expected = Expected(status, reason, code, limits=limits)
    return KernelFault(variant, simt=expected, cuda=expected)


def timed_out(phase: str, seconds: int) -> Expected:
    return Expected(
        "timed_out",
        f"the {phase} phase took longer than {seconds} s",
        limits=(f"--{phase}-limit", f"{seconds}s"),
    )


def slow_compile(seconds: int) -> Expected:
    return Expected(
        "timed_out",
        rf"slow_compile\.cuh: 'fault::slow_compile': the compilation took longer than {seconds} s",
        limits=("--compile-limit", f"{seconds}s"),
    )


def compile_memory(most: str) -> Expected:
    return Expected(
        "failed",
        rf"template_bomb\.cuh: .*: the compilation took more memory than {most}",
        limits=("--compile-memory", most.replace(" ", "")),
    )


def crash_before_a_compile_that_hangs(bench: Workbench) -> Outcome:
    """The worker that crashed is compiling ahead: it must not wait for that."""
    limit = "2s" if bench.interprets else "6s"
    select = [SOUND, "fault/trap", "fault/slow_compile", "--compile-limit", limit]
    planned = bench.planned(select)
    compile_before_limits(bench, [SOUND, "fault/trap"])
    begin = time.monotonic()
    done = bench.run(select)  # One that waited would not end: PATIENCE_S.
    spent = time.monotonic() - begin
    journal = bench.journal()
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    expected = {"trap": "crashed", "slow_compile": "timed_out"}
    for line in journal.measured:
        status = expected.get(line["variant"], "ok")
        require(line["status"] == status, f"{line['key']}: {line['status']}, not {status}")
    require(done.code == 1, f"exit code {done.code}: {done.err}")
    return Outcome("crashed+timed_out", f"both named, in {spent:.0f} s", done.code, "12 of 12")


FAULTS: dict[str, Callable[[Workbench], Outcome]] = {
    "illegal address": KernelFault(
        "illegal_address",
        simt=Expected("wrong", r"out_of_bounds: .*illegal_address\.cuh:\d+"),
        cuda=Expected("crashed", "CUDA_ERROR_ILLEGAL_ADDRESS|illegal memory access"),
    ),
    "misaligned access": KernelFault(
        "misaligned",
        simt=Expected("wrong", r"misaligned: .*misaligned\.cuh:\d+"),
        cuda=Expected("crashed", "CUDA_ERROR_MISALIGNED_ADDRESS|misaligned address"),
    ),
    # A card's limits leave time for its context, which new workers create again. On the interpreter
    # a sound point takes milliseconds.
    "endless loop": KernelFault(
        "endless_loop", simt=timed_out("verify", 1), cuda=timed_out("verify", 5)
    ),
    "trap": KernelFault(
        "trap",
        simt=Expected("crashed", r"trap in kernel .*:\d+ \(PTX line"),
        cuda=Expected("crashed", "CUDA_ERROR_(ILLEGAL_INSTRUCTION|LAUNCH_FAILED)"),
    ),
    "assert": KernelFault(
        "assertion",
        simt=Expected("crashed", r"assertion\.cuh:\d+: .*assertion `i != n / 2' failed"),
        cuda=Expected("crashed", "CUDA_ERROR_ASSERT"),
    ),
    "stack overflow": KernelFault(
        "stack_overflow",
        simt=Expected("crashed", "stack overflow in kernel"),
        cuda=Expected("crashed", "CUDA_ERROR_"),
    ),
    "out of memory": KernelFault(
        "out_of_memory",
        simt=Expected("skipped", r"allocate\(\d+ bytes\)", code=0),
        cuda=Expected("skipped", r"CUDA_ERROR_OUT_OF_MEMORY|cuMemAlloc\(\d+ bytes\)", code=0),
    ),
    # Found before anything is compiled or launched: the launch is part of the plan.
    "invalid launch: block": everywhere(
        "invalid_block",
        "skipped",
        "a block has at most 1024 threads; requested 2048",
        code=0,
    ),
    "invalid launch: shared memory": everywhere(
        "invalid_shared_memory",
        "skipped",
        r"a block takes at most \d+ bytes of shared memory; requested 1048576",
        code=0,
    ),
    "compile error": everywhere(
        "compile_error",
        "failed",
        r'compile_error\.cuh\(\d+\): error: identifier "one" is undefined',
    ),
    "compile that hangs": KernelFault("slow_compile", simt=slow_compile(1), cuda=slow_compile(5)),
    "compile that takes all memory": KernelFault(
        "template_bomb", simt=compile_memory("300 MiB"), cuda=compile_memory("500 MiB")
    ),
    "compiler that crashes": everywhere(
        "compiler_crash", "crashed", r"compiler_crash\.cuh: .*: the compiler was killed by signal 11"
    ),
    "crash before a compile that hangs": crash_before_a_compile_that_hangs,
    "wrong result": everywhere("wrong_result", "wrong", r"output\[0\] is 9, expected 8"),
    "state left behind": everywhere("dirty_state", "wrong", r"ticket\[0\] is 0x01, expected zeros"),
    "result that changes between runs": KernelFault(
        "unstable_result",
        # The interpreter executes a point once; only the second point can be seen to differ.
        simt=Expected("wrong", r"output\[\d+\] is \d+, expected \d+", right_points=1),
        cuda=Expected("wrong", r"output\[\d+\] is \d+, expected \d+"),
    ),
}
