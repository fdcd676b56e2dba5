#!/usr/bin/env python3
"""The gate of nvbench executables on a card: false alarms, a planted slowdown, cost, two scripts.

    nvbench_gate_on_card.py --warpmark PROGRAM --suites FOLDER --out FOLDER [--nvbench CHECKOUT]

FOLDER has the programs `base`, `head` and `slower`, built from studies/nvbench_gate_suite.cu: the
same source twice, and once with -DSLOWED_CHAIN=30. Each part is run even if another one fails, and
writes its result at once. CHECKOUT is a folder with NVIDIA/nvbench, whose two compare scripts then
judge the runs of `base` and `head` at nvbench's defaults; they need numpy, tabulate and colorama.

Exit code: 0 every part ran and its expectation held, 1 one did not, 2 bad usage.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

SCRIPTS = ("nvbench_compare.py", "nvbench_compare_robust.py")


class Study:
    """The parts, and the rows of the table so far."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.warpmark = str(arguments.warpmark.resolve())
        self.suites: Path = arguments.suites.resolve()
        self.out: Path = arguments.out.resolve()
        self.nvbench: Path | None = arguments.nvbench
        self.limit_s: float = arguments.limit
        self.aa_suites: int = arguments.aa_suites
        self.rows: list[tuple[str, str]] = []
        self.failed = False
        self.seconds: dict[str, float] = {}
        self.began = time.monotonic()

    def run(self, name: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs a program for the time that is left, and keeps what it printed."""
        left = max(5.0, self.limit_s - (time.monotonic() - self.began))
        began = time.monotonic()
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=left, check=False, cwd=self.out
            )
        except subprocess.TimeoutExpired as late:
            (self.out / f"{name}.txt").write_text(f"not done after {late.timeout:.0f} s\n")
            raise
        self.seconds[name] = time.monotonic() - began
        (self.out / f"{name}.txt").write_text(done.stdout + done.stderr)
        return done

    def part(self, name: str, what: Callable[[], tuple[str, bool]]) -> None:
        """Adds a row: the part's result, or why there is none."""
        try:
            text, held = what()
        except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as problem:
            text, held = f"failed: {problem}", False
        self.failed = self.failed or not held
        self.rows.append((name, text))
        with (self.out / "table.txt").open("a", encoding="utf-8") as table:
            table.write(f"{name}: {text}\n")
        print(f"{name}: {text}", file=sys.stderr, flush=True)

    def gate(self, name: str, base: str, head: str, *words: str) -> tuple[int, dict[str, object]]:
        """Exit status and result of a comparison."""
        result = self.out / f"{name}.json"
        done = self.run(
            name,
            self.warpmark,
            "gate",
            "--nvbench",
            str(self.suites / base),
            "--nvbench-head",
            str(self.suites / head),
            "--json",
            str(result),
            *words,
        )
        return done.returncode, json.loads(result.read_text()) if result.exists() else {}

    def planted(self) -> tuple[str, bool]:
        """The slower program must fail the gate, by the points of its slower kernel alone."""
        status, result = self.gate("planted", "base", "slower", "--rounds", "planted.jsonl")
        findings = result.get("findings")
        assert isinstance(findings, list)
        slow = [f["subject"] for f in findings if f["verdict"] == "REGRESSION"]
        ratios = [f"{f['effect']['ratio']:.4f}" for f in findings if f["verdict"] == "REGRESSION"]
        held = status == 1 and bool(slow) and all(name.startswith("chain[") for name in slow)
        text = f"exit {status}, REGRESSION of {', '.join(slow) or 'nothing'} ({', '.join(ratios)})"
        return f"{text}; {self.seconds['planted']:.1f} s", held

    def equal(self) -> tuple[str, bool]:
        """Two builds of one source need no card."""
        status, _ = self.gate("equal", "base", "head")
        return f"exit {status} in {self.seconds['equal']:.1f} s", status == 0

    def false_alarms(self) -> tuple[str, bool]:
        """A/A suites of one program."""
        done = self.run(
            "aa",
            self.warpmark,
            "aa",
            "--nvbench",
            str(self.suites / "base"),
            "--suites",
            str(self.aa_suites),
            "--json",
            "--rounds",
            "aa.jsonl",
        )
        found = json.loads(done.stdout)
        each_s = self.seconds["aa"] / self.aa_suites
        self.seconds["gate"] = each_s
        text = ", ".join(f"{key} {found[key]}" for key in found if key.startswith("suites"))
        return f"{text}; {each_s:.1f} s each", done.returncode == 0

    def defaults(self) -> tuple[str, bool]:
        """Both programs as they are run today, one after the other."""
        for side in ("base", "head"):
            done = self.run(f"default_{side}", str(self.suites / side), "--jsonbin", f"{side}.json")
            if done.returncode != 0:
                return f"{side}: exit {done.returncode}", False
        both_s = self.seconds["default_base"] + self.seconds["default_head"]
        text = f"{both_s:.1f} s once, {2 * both_s:.1f} s twice"
        if "gate" not in self.seconds:
            return text, False
        share = self.seconds["gate"] / (2 * both_s)
        return f"{text}; an A/A suite of the gate takes {share:.3f} of that", share <= 0.2

    def script(self, name: str) -> tuple[str, bool]:
        """What one of nvbench's scripts says of the runs of equal builds."""
        assert self.nvbench is not None
        path = self.nvbench.resolve() / "python" / "scripts" / name
        done = self.run(name, sys.executable, str(path), "--no-color", "base.json", "head.json")
        counts = {
            word: len(re.findall(rf"\b{word}\s*\|?\s*$", done.stdout, re.MULTILINE))
            for word in ("SLOW", "FAST", "SAME", "AMBG")
        }
        text = ", ".join(f"{count} {word}" for word, count in counts.items())
        return f"exit {done.returncode}: {text}", sum(counts.values()) > 0


def main(words: list[str] | None = None) -> int:
    """Runs the parts and prints the table; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--warpmark", type=Path, required=True, help="the program")
    add("--suites", type=Path, required=True, help="folder with base, head and slower")
    add("--out", type=Path, required=True, help="folder for results")
    add("--nvbench", type=Path, help="folder with NVIDIA/nvbench")
    add("--aa-suites", type=int, default=10, help="A/A suites (%(default)s)")
    add("--limit", type=float, default=400, help="seconds for all parts (%(default)s)")
    arguments = parser.parse_args(words)
    for name in ("base", "head", "slower"):
        if not (arguments.suites / name).is_file():
            parser.error(f"{arguments.suites / name}: no such program")
    arguments.out.mkdir(parents=True, exist_ok=True)
    study = Study(arguments)
    study.part("equal builds", study.equal)
    study.part("planted 3 % in chain", study.planted)
    study.part("A/A suites", study.false_alarms)
    study.part("nvbench's defaults", study.defaults)
    if study.nvbench is not None:
        for name in SCRIPTS:
            study.part(f"{name}, equal builds", partial(study.script, name))
    width = max(len(name) for name, _ in study.rows)
    for name, text in study.rows:
        print(f"{name:<{width}}  {text}")
    return 1 if study.failed else 0


if __name__ == "__main__":
    sys.exit(main())
