"""The planted faults of tests/simt/faults under NVIDIA's compute-sanitizer.

    python3 studies/sanitizer_faults.py build  FOLDER          # host program and kernels, by nvcc
    python3 studies/sanitizer_faults.py run    FOLDER          # all tools over all faults
    python3 studies/sanitizer_faults.py table  FOLDER          # what run found, as a table

`build` writes FOLDER/faults.cu and FOLDER/faults; `FOLDER/faults NAME` launches one kernel. `run`
leaves each tool's output in FOLDER/<name>.<tool>.txt and a summary in FOLDER/sanitizer.json.
"""

import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

KERNELS = Path(__file__).resolve().parent.parent / "tests" / "simt" / "faults"
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")

PRELUDE = r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(1);
}

// As the test makes them: words of zeros, i, i but for the last eighth, or never written.
static int* buffer(const char* content, size_t words) {
  int* device = nullptr;
  check(cudaMalloc(&device, words * 4));
  std::vector<int> host(words);
  if (content[0] == 'r' || content[0] == 'p')
    for (size_t i = 0; i < words; ++i) host[i] = int(i);
  const size_t written = content[0] == 'p' ? words - words / 8 : words;
  if (content[0] == 'f')
    check(cudaFree(device));
  else if (content[0] != 'e')
    check(cudaMemcpy(device, host.data(), written * 4, cudaMemcpyHostToDevice));
  return device;
}

"""


@dataclass
class Kernel:
    """A fault: what is expected of it and how to launch it."""

    name: str
    expect: list[str]
    grid: list[int]
    block: list[int]
    shared: int
    args: list[str]
    lines: list[int]


def read_kernel(path: Path) -> Kernel:
    """One file with its comments."""
    text = path.read_text()

    def words(key: str) -> list[str]:
        found = re.search(rf"^// {key}: (.*)$", text, re.MULTILINE)
        return found.group(1).split() if found else []

    lines = [i for i, line in enumerate(text.splitlines(), 1) if "// FAULT" in line]
    extents = [[int(x) for x in words(key)] for key in ("grid", "block")]
    shared = words("shared")
    return Kernel(
        path.stem,
        words("expect"),
        extents[0],
        extents[1],
        int(shared[0]) if shared else 0,
        words("args"),
        lines,
    )


def read_kernels() -> list[Kernel]:
    """All faults, by name, but for those with tensor maps, which the runtime cannot encode."""
    kernels = [read_kernel(path) for path in sorted(KERNELS.glob("*.cu"))]
    return [kernel for kernel in kernels if not any("tensor:" in arg for arg in kernel.args)]


def launch_text(kernel: Kernel) -> str:
    """The branch of main() that launches one kernel."""
    values = []
    for i, argument in enumerate(kernel.args):
        content, number = argument.split(":")
        if content == "int":
            value = f"  int a{i} = {number};"
        else:
            value = f'  int* a{i} = buffer("{content}", {number});'
        values.append(value)
    pointers = ", ".join(f"&a{i}" for i in range(len(kernel.args)))
    grid, block = (", ".join(map(str, extent)) for extent in (kernel.grid, kernel.block))
    return "\n".join(
        [
            f'if (std::strcmp(argv[1], "{kernel.name}") == 0) {{',
            *values,
            f"  void* arguments[] = {{{pointers}}};",
            f"  const void* entry = (const void*)file_{kernel.name}::{kernel.name};",
            f"  check(cudaLaunchKernel(entry, dim3({grid}), dim3({block}), arguments,",
            f"                         {kernel.shared}, 0));",
            "}",
        ]
    )


def build(folder: Path, nvcc: str, arch: str) -> None:
    """Write and compile the host program."""
    kernels = read_kernels()
    parts = [PRELUDE]
    for kernel in kernels:
        include = f'#define kernel {kernel.name}\n#include "{kernel.name}.cu"\n#undef kernel\n'
        parts.append(f"namespace file_{kernel.name} {{\n{include}}}\n")
    parts.append("int main(int argc, char** argv) {\nif (argc != 2) return 2;\n")
    parts += [launch_text(kernel) + "\n" for kernel in kernels]
    parts.append("check(cudaDeviceSynchronize());\nreturn 0;\n}\n")
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "faults.cu"
    source.write_text("".join(parts))
    command = [nvcc, f"-arch={arch}", "-lineinfo", "-std=c++17", f"-I{KERNELS}", str(source)]
    subprocess.run([*command, "-o", str(folder / "faults")], check=True)


def judge(name: str, output: str, code: int | None) -> dict[str, object]:
    """What a tool said: error kinds and the lines it names in the kernel's file."""
    if code is None:
        return {"verdict": "hangs", "lines": []}
    lines = sorted({int(n) for n in re.findall(rf"{name}\.cu:(\d+)", output)})
    counted = re.search(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)", output)
    total = int(counted.group(1) or counted.group(2)) if counted else 0
    found = re.search(
        r"(Invalid [^\n]*|Uninitialized [^\n]*|Barrier error[^\n]*|Divergent [^\n]*"
        r"|Race reported[^\n]*|[A-Za-z-]+ hazard[^\n]*|Misaligned [^\n]*)",
        output,
    )
    text = re.sub(r"\s+", " ", found.group(1))[:60] if found else ""
    verdict = (text or f"{total} errors") if total else "-"
    return {"verdict": verdict, "lines": lines if total else []}


def run_one(folder: Path, kernel: Kernel, tool: str, seconds: int) -> dict[str, object]:
    """One tool on one fault, with a time limit: some faults never end."""
    command = ["compute-sanitizer", "--tool", tool, "--print-limit", "20"]
    if tool == "racecheck":
        command += ["--racecheck-report", "all"]
    command += [str(folder / "faults"), kernel.name]
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, text=True
        )
        output, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired as error:
        output = (error.stdout or b"").decode(errors="replace")
        code = None
    (folder / f"{kernel.name}.{tool}.txt").write_text(output)
    return judge(kernel.name, output, code)


def run(folder: Path, seconds: int, jobs: int) -> None:
    """All tools on all faults."""
    kernels = read_kernels()
    pairs = [(kernel, tool) for kernel in kernels for tool in TOOLS]
    # What hangs keeps the card busy for the others: those last.
    pairs.sort(key=lambda pair: pair[0].expect[0] in ("deadlock", "barrier_mismatch"))
    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda pair: run_one(folder, pair[0], pair[1], seconds), pairs))
    summary: dict[str, dict[str, object]] = {kernel.name: {} for kernel in kernels}
    for (kernel, tool), result in zip(pairs, results, strict=True):
        summary[kernel.name][tool] = result
    (folder / "sanitizer.json").write_text(json.dumps(summary, indent=1) + "\n")
    table(folder)


def table(folder: Path) -> None:
    """Print what run() found."""
    summary = json.loads((folder / "sanitizer.json").read_text())
    print("| fault | simt | marked lines | " + " | ".join(TOOLS) + " |")
    print("|---" * (3 + len(TOOLS)) + "|")
    for kernel in read_kernels():
        cells = []
        for tool in TOOLS:
            result = summary.get(kernel.name, {}).get(tool, {"verdict": "not run", "lines": []})
            lines = ", ".join(map(str, result["lines"]))
            cells.append(f"{result['verdict']}" + (f" (line {lines})" if lines else ""))
        simt = "-" if kernel.expect == ["none"] else ", ".join(kernel.expect)
        marked = ", ".join(map(str, kernel.lines))
        print(f"| {kernel.name} | {simt} | {marked} | " + " | ".join(cells) + " |")


def main() -> int:
    """Do as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("verb", choices=("build", "run", "table"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--arch", default="sm_90a")
    parser.add_argument("--seconds", type=int, default=20, help="limit of one tool on one fault")
    parser.add_argument("--jobs", type=int, default=4, help="tools that run at once")
    given = parser.parse_args()
    if given.verb == "build":
        build(given.folder, given.nvcc, given.arch)
    elif given.verb == "run":
        run(given.folder, given.seconds, given.jobs)
    else:
        table(given.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
