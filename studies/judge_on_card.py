"""Judges the cheats and solutions of examples/judge on a card: what finds each cheat.

    python studies/judge_on_card.py --program warpmark -o judge.jsonl

Plugins are built by nvcc, which must be in PATH. Prints a table; exits with 1 if a cheat is not
rejected by one of its checks, or a solution is not accepted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
JUDGE = ROOT / "examples" / "judge"
TASKS = ("sum", "scan", "sort_rows", "histogram")


def build(source: Path, folder: Path) -> Path:
    """The plugin of a source."""
    library = folder / f"lib{source.stem}.so"
    subprocess.run(
        [
            "nvcc",
            "-std=c++17",
            "-shared",
            "-cudart",
            "static",
            "-arch=native",
            "-Xcompiler",
            "-fPIC,-fvisibility=hidden",
            "-I",
            str(ROOT / "include"),
            str(source),
            "-o",
            str(library),
        ],
        check=True,
    )
    return library


def judge(program: str, submission: Path, task: str, processes: int) -> dict[str, Any]:
    """The judgement, and how long it took."""
    began = time.monotonic()
    done = subprocess.run(
        [
            program,
            "judge",
            str(submission),
            "--task",
            str(JUDGE / task / "task.toml"),
            "--backend",
            "cuda",
            "--json",
            "--processes",
            str(processes),
            "--time-per-point",
            "300ms",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        found = {"verdict": f"status {done.returncode}", "findings": [], "times": []}
        found["error"] = done.stderr
    return found | {"wall_s": time.monotonic() - began}


def main() -> int:
    """Judges all, and prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--only", help="judge only the cheat of this name")
    options = parser.parse_args()
    cheats = tomllib.loads((JUDGE / "cheats" / "cheats.toml").read_text())
    failed = 0
    rows = []
    with tempfile.TemporaryDirectory() as made, options.output.open("w") as journal:
        cases = []
        for name, cheat in cheats.items():
            source = JUDGE / "cheats" / ("plugins" if cheat.get("is_plugin") else "") / f"{name}.cu"
            cases.append((name, source, cheat["task"], cheat))
        cases.append(("honest plugin", JUDGE / "cheats" / "plugins" / "honest.cu", "sum", None))
        cases += [
            (f"solution of {task}", JUDGE / task / "solution.cu", task, None) for task in TASKS
        ]
        for name, source, task, cheat in cases:
            if options.only and options.only != name:
                continue
            submission = build(source, Path(made)) if source.parent.name == "plugins" else source
            found = judge(options.program, submission, task, 1 if cheat else 3)
            journal.write(json.dumps({"case": name, **found}) + "\n")
            checks: dict[str, list[str]] = {"cuda": [], "simt": []}
            for finding in found["findings"]:
                of_machine = checks.setdefault(finding["machine"], [])
                if finding["check"] not in of_machine:
                    of_machine.append(finding["check"])
            if cheat:
                good = found["verdict"] == "rejected" and bool(
                    set(checks["cuda"]) & set(cheat["cuda"])
                )
                if "simt" in cheat:
                    good = good and bool(set(checks["simt"]) & set(cheat["simt"]))
            else:
                good = found["verdict"] == "accepted"
            failed += not good
            speedup = found.get("public_speedup")
            rows.append(
                f"{name:20} {found['verdict']:10} {'as expected' if good else 'NOT AS EXPECTED':16}"
                f" cuda: {', '.join(checks['cuda']) or '-':32}"
                f" simt: {', '.join(checks['simt']) or '-':20}"
                f" {'' if speedup is None else f'{speedup:.2f}x'} {found['wall_s']:.1f} s"
            )
            if not good:
                for finding in found["findings"][:3]:
                    rows.append(
                        f"    {finding['machine']} {finding['check']}: {finding['reason'][:160]}"
                    )
                rows.append("    " + found.get("error", "")[:300].replace("\n", " | "))
    print("\n".join(rows))
    print(f"{failed} not as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
