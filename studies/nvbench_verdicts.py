#!/usr/bin/env python3
"""How often nvbench's compare scripts call equal builds slower, compared with warpmark's gate.

    nvbench_verdicts.py ROUNDS... --nvbench CHECKOUT [--python INTERPRETER] [--ours AA.json...]

ROUNDS are files that `warpmark aa --backend cuda ... --rounds FILE` kept, as they are or compressed
(.gz, .xz). Both sides of their pairs run the same kernels, so every SLOW and every FAST is false.
Pairs that were discarded and the control that is slower on purpose are left out. AA.json is what
`warpmark aa --json` printed.

CHECKOUT is a folder with NVIDIA/nvbench. Its scripts run unmodified, with their defaults, on files
such as `--jsonbin` writes; INTERPRETER needs numpy, tabulate, colorama and jsondiff:

    git clone https://github.com/NVIDIA/nvbench && python3 -m venv scripts
    scripts/bin/pip install numpy tabulate colorama jsondiff
    nvbench_verdicts.py aa.jsonl.xz --nvbench nvbench --python scripts/bin/python --ours aa.json

Sides are paired in two ways. "interleaved": base and head of one round, whose samples a process
took alternately, which is kinder than how the scripts are used. "separate processes": the base of
a round beside the head of the next, as when either build is run on its own. Each such pair of files
is a suite; a round that confirms has fewer points than others.

Samples are as many as warpmark took, often fewer than nvbench would have: with fewer, the robust
script leaves more undecided. Clocks are one reading for all samples of a side.

Exit code: 0 the verdicts are counted, 2 bad usage, unreadable input, or a script failed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from nvbench_files import write_run
from nvbench_scripts import commit_of, run_script, script_paths
from nvbench_tables import ToolError
from rounds_pairs import PAIRINGS, Suite, runs_of
from verdict_counts import Counts, Ours, machine_readable, ours_of, table

SuiteVerdicts = dict[str, list[str]]  # by script, in the order of the suite's points


def judge(suite: Suite, python: str, scripts: dict[str, Path]) -> SuiteVerdicts:
    """Writes both runs of a suite into a folder for the time, and asks each script."""
    with tempfile.TemporaryDirectory(prefix="nvbench_verdicts_") as folder:
        base, head = Path(folder) / "base.json", Path(folder) / "head.json"
        write_run(base, list(suite.base.values()))
        write_run(head, [suite.head[key] for key in suite.base])
        return {
            name: run_script(python, script, base, head, len(suite.base))
            for name, script in scripts.items()
        }


def count_all(
    suites: dict[str, list[Suite]], python: str, scripts: dict[str, Path], jobs: int
) -> list[Counts]:
    """The counts of each script under each pairing. Raises ToolError for the first failure."""
    counts = []
    with ThreadPoolExecutor(jobs) as pool:
        for pairing, of_pairing in suites.items():
            print(f"{pairing}: {len(of_pairing)} suites", file=sys.stderr)
            judged = list(pool.map(lambda suite: judge(suite, python, scripts), of_pairing))
            for name in scripts:
                count = Counts(name, pairing)
                for suite, verdicts in zip(of_pairing, judged, strict=True):
                    count.add(suite, verdicts[name])
                counts.append(count)
    return counts


def parse(words: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("rounds", nargs="+", type=Path, metavar="ROUNDS", help="rounds files of warpmark aa")
    add("--nvbench", type=Path, required=True, help="folder with NVIDIA/nvbench")
    add("--nvbench-commit", help="its commit, if the folder is no git checkout")
    add("--python", default=sys.executable, help="runs the scripts (this interpreter)")
    add("--ours", nargs="+", type=Path, default=[], metavar="AA.json", help="of warpmark aa --json")
    add("--jobs", type=int, default=2, help="scripts at a time (%(default)s)")
    add("--json", type=Path, help="file for the counts")
    arguments = parser.parse_args(words)
    if arguments.jobs < 1:
        parser.error(f"--jobs {arguments.jobs}: at least 1")
    return arguments


def main(words: list[str] | None = None) -> int:
    """Read, judge, count, print; the exit code."""
    arguments = parse(words)
    try:
        scripts = script_paths(arguments.nvbench)
        commit = arguments.nvbench_commit or commit_of(arguments.nvbench)
        ours: Ours | None = ours_of(arguments.ours)
        runs = [run for path in arguments.rounds for run in runs_of(path)]
        suites = {
            name: [suite for run in runs for suite in suites_of(run)]
            for name, suites_of in PAIRINGS.items()
        }
        if not any(suites.values()):
            raise ToolError("no round has a pair that counts")
        counts = count_all(suites, arguments.python, scripts, arguments.jobs)
        # The table first: a file that cannot be written loses no verdicts.
        print(table(counts, ours, commit))
        if arguments.json:
            text = json.dumps(machine_readable(counts, ours, commit), indent=1)
            arguments.json.write_text(text + "\n", encoding="utf-8")
    except ToolError as problem:
        print(f"nvbench_verdicts: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"nvbench_verdicts: {problem.filename}: {problem.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
