"""Plans of more points than could be listed, under a limit of memory."""

import json
import resource
from collections.abc import Callable

from workbench import Outcome, Workbench, require

POINTS = 2 * 55 * 10**7
# A list of the points would take a hundred times as much.
LIMIT_BYTES = 2 << 30

KERNEL = """
extern "C" __global__ void copy(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
"""

# A billion configs of axes of ten values each.
DESCRIPTION = """
family = { name = "large", file = "copy.cu", reference = "plain" }
problem = { n = 64 }
[buffer]
in = { role = "in", type = "f32", length = "n", init = "arange" }
out = { role = "out", type = "f32", length = "n" }
[variant.plain]
entry = "copy"
grid = "ceildiv(n, block)"
block = "block"
args = ["@in", "@out", "i32=n"]
constraints = { "a <= b" = "a is at most b" }
[variant.plain.axes]
block = [32, 64]
""" + "\n".join(f'{name} = "1..10"' for name in "abcdefghi")


def limit_memory() -> None:
    """Of this process and those that it starts."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES))


def describe(bench: Workbench) -> list[str]:
    (bench.folder / "copy.cu").write_text(KERNEL)
    (bench.folder / "large.toml").write_text(DESCRIPTION)
    return ["--kernels", "large.toml"]


def large_listing(bench: Workbench) -> Outcome:
    """`list` and `run --dry-run` of a billion configs."""
    kernels = describe(bench)
    words = [str(bench.program), "list", "--json", *kernels]
    done = bench.finish(bench.start(words, before_exec=limit_memory))
    require(done.code == 0, f"list: exit code {done.code}: {done.err}")
    require(json.loads(done.out)["points"] == POINTS, done.out[-100:])
    done = bench.run([*kernels, "--dry-run"], before_exec=limit_memory)
    require(done.code == 0, f"--dry-run: exit code {done.code}: {done.err}")
    require(f"{POINTS} points on backend" in done.out, done.out)
    return Outcome("-", f"{POINTS} points counted", done.code, "none begun")


def large_run(bench: Workbench) -> Outcome:
    """A run of a billion points, ended by its budget and taken up again."""
    kernels = describe(bench)
    limit = limit_memory if bench.interprets else None  # A driver reserves addresses by the TB.
    measured = 0
    for more in ([], ["--resume"]):
        done = bench.run([*kernels, "--budget", "1s", *more], before_exec=limit)
        require(done.code == 5, f"exit code {done.code}: {done.err}")
        journal = bench.journal()
        journal.require_truthful_end(complete=False)
        require(journal.lines[0]["planned_points"] == POINTS, "planned_points")
        keys = [line["key"] for line in journal.measured]
        require(len(keys) > measured, "nothing was measured")
        require(len(set(keys)) == len(keys), "measured twice")
        measured = len(keys)
    return Outcome("ok", journal.end["reason"], done.code, f"{measured} of {POINTS}")


FAULTS: dict[str, Callable[[Workbench], Outcome]] = {
    "plan of 10^9 points: list": large_listing,
    "plan of 10^9 points: run": large_run,
}
