#!/usr/bin/env python3
"""Wall time and repeatability of warpmark and nvbench, on the same CUB reduction.

    nvbench_comparison.py --nvbench PROGRAM --out FOLDER      on a card: run both, then compare
    nvbench_comparison.py --from FOLDER                       anywhere: compare what was kept

PROGRAM is nvbench_cub_reduce.cu with nvbench. Fresh processes of both tools take turns, each
with its defaults. A process that is cut off costs only itself: SIGTERM, Ctrl-C and --budget end
the runs, and the tables are made of the processes that finished.

Exit code: 0 all bars are met, 1 one is not, 2 a tool failed, 5 too few processes for a verdict.
"""

from __future__ import annotations

import argparse
import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

from nvbench_tables import (
    PROCESSES,
    RESULT_NAME,
    TOOLS,
    ToolError,
    compare,
    exit_code,
    machine_readable,
    read_processes,
    spread_table,
    wall_table,
)

ROOT = Path(__file__).resolve().parent.parent
# Of one size on an H200: nvbench takes 0.5 s of GPU time twice, the first with a flush a sample.
EXPECTED_S_PER_SIZE = {"nvbench": 3.9, "warpmark": 0.13}


class Stopped(BaseException):
    """The runs were interrupted."""


def stop(*_: object) -> None:
    """The handler of SIGTERM and SIGINT."""
    raise Stopped


def command_of(tool: str, run: int, arguments: argparse.Namespace) -> list[str]:
    """The command line of one process."""
    result = str(arguments.out / RESULT_NAME[tool].format(run))
    first, last, step = arguments.exponents
    if tool == "nvbench":
        sizes = ["-a", f"Elements[pow2]=[{first}:{last}:{step}]"]
        command = [arguments.nvbench, "-b", f"sum_{arguments.type}", "-d", "0", *sizes]
        return [*command, "--json", result, *shlex.split(arguments.nvbench_options)]
    problem = ["-p", f"n=2^{first}..2^{last}:2^{step}", "-p", f"type={arguments.type}"]
    command = [
        arguments.warpmark,
        "run",
        arguments.select,
        *problem,
        "--backend",
        arguments.backend,
    ]
    return [*command, "-o", result, *shlex.split(arguments.warpmark_options)]


def end(child: subprocess.Popen[bytes]) -> None:
    """Ends a process: warpmark ends its workers and its journal when it is asked to."""
    child.terminate()
    try:
        child.wait(5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def run_process(tool: str, run: int, arguments: argparse.Namespace) -> float:
    """Runs one process to its end and enters it into the listing; its seconds on the wall.

    Raises ToolError if it fails, with the end of what it said; on Stopped ends it and passes on.
    """
    (arguments.out / RESULT_NAME[tool].format(run)).unlink(missing_ok=True)
    command = command_of(tool, run, arguments)
    log = arguments.out / f"{tool}_{run}.log"
    start = time.monotonic()
    try:
        with log.open("w") as said:
            child = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
            try:
                code = child.wait()
            except Stopped:
                end(child)
                raise
    except OSError as problem:
        raise ToolError(f"{command[0]}: {problem.strerror}") from problem
    wall_s = time.monotonic() - start
    if code != 0:
        last_words = log.read_text(errors="replace")[-2000:]
        raise ToolError(f"{shlex.join(command)}\nexit code {code}\n{last_words}")
    with (arguments.out / PROCESSES).open("a") as listing:
        line = {"tool": tool, "run": run, "wall_s": wall_s, "command": command}
        listing.write(json.dumps(line) + "\n")
    return wall_s


def run_all(arguments: argparse.Namespace) -> None:
    """Runs the processes in turn, within the budget, telling on stderr what is still to come."""
    first, last, step = arguments.exponents
    sizes = len(range(first, last + 1, step))
    expected = {tool: EXPECTED_S_PER_SIZE[tool] * sizes for tool in TOOLS}
    left = [(tool, run) for run in range(1, arguments.runs + 1) for tool in arguments.only]
    start = time.monotonic()
    while left:
        about = sum(expected[tool] for tool, _ in left)
        print(f"{len(left)} processes to run, about {about:.0f} s", file=sys.stderr)
        tool, run = left.pop(0)
        if time.monotonic() - start + expected[tool] > arguments.budget:
            print(f"{tool} {run}: left out, the budget would not do", file=sys.stderr)
            continue
        wall_s = run_process(tool, run, arguments)
        expected[tool] = wall_s
        print(f"{tool} {run}: {wall_s:.2f} s", file=sys.stderr)


def exponents(text: str) -> tuple[int, int, int]:
    """`12:28:2`: from 2^12 to 2^28, every second power."""
    words = text.split(":")
    if len(words) != 3 or not all(word.isdigit() for word in words) or int(words[2]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not FIRST:LAST:STEP, such as 12:28:2")
    return int(words[0]), int(words[1]), int(words[2])


def parse(words: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--nvbench", default="cub_reduce_nvbench", help="nvbench's program (%(default)s)")
    built = ROOT / "build/release/warpmark"
    add("--warpmark", default=str(built), help="the program (%(default)s)")
    add("--out", type=Path, help="folder for results and logs of all processes")
    add("--from", dest="kept", type=Path, help="folder of earlier runs: run nothing")
    add("--only", choices=TOOLS, help="run just this tool")
    add("--runs", type=int, default=5, help="processes of each tool (%(default)s)")
    add("--budget", type=float, default=float("inf"), help="seconds for all runs")
    add("--exponents", type=exponents, default=(12, 28, 2), help="of the sizes (12:28:2)")
    add("--type", choices=("i32", "f32"), default="i32", help="of the elements (%(default)s)")
    add("--select", default="reduce/vendor_cub", help="warpmark's variant (%(default)s)")
    add("--backend", default="cuda", help="warpmark's backend (%(default)s)")
    add("--nvbench-options", default="", help="more words for nvbench, as in a shell")
    add("--warpmark-options", default="", help="more words for warpmark run, as in a shell")
    add("--json", type=Path, help="file for the tables as JSON")
    arguments = parser.parse_args(words)
    if (arguments.out is None) == (arguments.kept is None):
        parser.error("give either --out FOLDER to run, or --from FOLDER to compare what is kept")
    arguments.only = [arguments.only] if arguments.only else list(TOOLS)
    return arguments


def main(words: list[str] | None = None) -> int:
    """Run, compare, print; the exit code."""
    arguments = parse(words)
    failures = []
    try:
        if arguments.out:
            arguments.out.mkdir(parents=True, exist_ok=True)
            (arguments.out / PROCESSES).write_text("")
            signal.signal(signal.SIGTERM, stop)
            signal.signal(signal.SIGINT, stop)
            run_all(arguments)
    except Stopped:
        print("stopped: the tables hold the processes that finished", file=sys.stderr)
    except ToolError as problem:
        failures.append(str(problem))
    try:
        processes, unusable = read_processes(arguments.kept or arguments.out)
    except ToolError as problem:
        print(problem, file=sys.stderr)
        return 2
    rows = compare(processes)
    print(wall_table(processes), spread_table(rows), sep="\n\n")
    if arguments.json:
        arguments.json.write_text(json.dumps(machine_readable(processes, rows), indent=1) + "\n")
    failures += unusable
    for failure in failures:
        print(failure, file=sys.stderr)
    return 2 if failures else exit_code(processes, rows, arguments.runs)


if __name__ == "__main__":
    sys.exit(main())
