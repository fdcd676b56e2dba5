"""Kernels of a user's own that take forever: under the gate, and as a reference under run."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from workbench import NotForThisBackend, Outcome, Workbench, require

BASE = Path(__file__).resolve().parents[1] / "gate" / "heads_bounds" / "base"
BOMB = """
template <int depth, int path> struct node {
  static constexpr int value = node<depth - 1, 2 * path>::value + node<depth - 1, 2 * path + 1>::value;
};
template <int path> struct node<0, path> { static constexpr int value = path & 1; };
constexpr int bomb = node<29, 0>::value;
"""
LOOP = "volatile float* last = y;\n  while (a > 0) last[0] = i;\n  if (i < n)"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    require(text.count(old) == 1, f"{old} is not once in {path.name}")
    path.write_text(text.replace(old, new))


def gate(bench: Workbench, file: str, old: str, new: str, *limits: str) -> str:
    """What the gate says, on the interpreter, of a head with this edit; the other kernels pass."""
    if not bench.interprets:
        raise NotForThisBackend("simt only: the stages that need no card")
    for side in ("base", "head"):
        shutil.copytree(BASE, bench.folder / side)
    edit(bench.folder / "head" / file, old, new)
    words = ["--kernels", "axpy.toml", "--base", "base", "--head", "head", *limits]
    stages = ["--stages", "static,counting"]
    command = [str(bench.program), "gate", *words, *stages, *bench.cache_words()]
    done = bench.finish(bench.start(command))
    require(done.code == 4, f"exit code {done.code}: {done.out}{done.err}")
    found = re.search(r"(\d+) UNCHANGED", done.out)
    require(found is not None and int(found[1]) >= 4, f"other kernels: {done.out}")
    return done.out


def said(printed: str, pattern: str) -> Outcome:
    found = re.search(pattern, printed)
    if found is None:
        require(False, f"'{pattern}' is not said: {printed}")
        raise AssertionError
    return Outcome("INVALID", found[0], 4, "2 of 2")


def compile_bomb_in_the_gate(bench: Workbench) -> Outcome:
    printed = gate(bench, "wide.cu", "extern", BOMB + "extern", "--compile-limit", "1s")
    return said(printed, r"wide\.cu: 'wide': the compilation took longer than 1 s")


def compile_memory_in_the_gate(bench: Workbench) -> Outcome:
    printed = gate(bench, "wide.cu", "extern", BOMB + "extern", "--compile-memory", "300MiB")
    return said(printed, r"wide\.cu: 'wide': the compilation took more memory than 300 MiB")


def endless_loop_in_the_gate(bench: Workbench) -> Outcome:
    printed = gate(bench, "wide.cu", "if (i < n)", LOOP)
    # Whichever limit the machine reaches first.
    limit = r"(issued more than \d+ warp instructions|took more than \d+ s)"
    return said(printed, limit + r"; it was in the loop at wide\.cu:4")


def compile_bomb_as_a_reference(bench: Workbench) -> Outcome:
    """Each point of the problem has timed out, and the run has ended."""
    shutil.copytree(BASE, bench.folder / "own")
    edit(bench.folder / "own" / "plain.cu", "extern", BOMB + "extern")
    limit = "1s" if bench.interprets else "3s"
    select = ["axpy/wide", "axpy/rounded", "--kernels", "own/axpy.toml", "--compile-limit", limit]
    planned = bench.planned(select)
    done = bench.run(select)
    journal = bench.journal()
    journal.require_each_once(planned)
    journal.require_truthful_end(complete=True)
    for line in journal.measured:
        require(line["status"] == "timed_out", f"{line['status']}: {line['reason']}")
        pattern = r"the reference: .*plain\.cu: 'plain': the compilation took longer than "
        pattern += limit.replace("s", " s")
        require(re.search(pattern, line["reason"]) is not None, line["reason"])
    require(done.code == 1, f"exit code {done.code}: {done.err}")
    return Outcome("timed_out", journal.measured[0]["reason"], done.code, "none has a reference")


FAULTS: dict[str, Callable[[Workbench], Outcome]] = {
    "gate: compile that hangs in the head": compile_bomb_in_the_gate,
    "gate: compile that takes all memory": compile_memory_in_the_gate,
    "gate: endless loop in the head": endless_loop_in_the_gate,
    "reference whose compile hangs": compile_bomb_as_a_reference,
}
