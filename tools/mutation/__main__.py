"""Plants single bugs and reports which of them the tests notice.

tests/mutations/*.toml state the bugs: `file`, `find` (which occurs once, or is the first after
`after`), `replace`, `why`, and `tests`: folders of tests/ such as gate.decision, tests of ctest, or
for Python files of pytest; `filter` narrows them. A mutated copy is compiled and
linked in a temporary folder; the working tree and the build tree stay as they are.

A bug is killed if a test fails with it. One that makes the tests run into their time limit is not.

Exit status: 0; 1 fewer than 90 % are killed, or one does not compile or cannot be tried, as where
tests fail without it; 2 bad usage, or a mutation that does not apply.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.mutation.build_tree import BuildTree
from tools.mutation.mutation import Mutation, MutationError, faults, read_mutations
from tools.mutation.trial import KILLED, NOT_COMPILED, NOT_TRIED, Outcome, TrialRunner

ROOT = Path(__file__).resolve().parents[2]
MUTATIONS = ROOT / "tests/mutations"
MIN_KILLED_PERCENT = 90


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="tools/mutate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true", help="only check that all bugs apply")
    parser.add_argument(
        "--only", metavar="PATTERN", default="*", help="names to try: 'gate*.alpha*'"
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="mutations at a time")
    parser.add_argument(
        "--build",
        metavar="DIR",
        type=Path,
        default=ROOT / "build/release",
        help="a build with tests; default: build/release",
    )
    parser.add_argument("--as-built", action="store_true", help="do not bring the build up to date")
    return parser.parse_args()


def tried(mutations: list[Mutation], runner: TrialRunner, jobs: int) -> list[Outcome]:
    """The outcomes of mutations, each printed when it is known."""

    def outcome(mutation: Mutation) -> Outcome:
        with tempfile.TemporaryDirectory(prefix="mutation.") as scratch:
            result = runner.tried(mutation, Path(scratch))
        print(f"{result.result:16} {result.seconds:6.1f} s  {mutation.name}", flush=True)
        return result

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(outcome, each) for each in mutations]
        try:
            return [each.result() for each in futures]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def table(outcomes: list[Outcome]) -> str:
    """One row for each mutation: its name, what became of it, and by which test."""
    rows = [("mutation", "result", "noticed by")]
    rows += [(each.mutation.name, each.result, each.detail) for each in outcomes]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    return "\n".join(f"{a:{widths[0]}}  {b:{widths[1]}}  {c}".rstrip() for a, b, c in rows)


def main() -> int:
    """Tries the selected mutations."""
    options = arguments()
    mutations = read_mutations(MUTATIONS)
    wrong = faults(mutations, ROOT)
    if wrong:
        raise MutationError("\n".join(wrong))
    chosen = [each for each in mutations if fnmatch.fnmatch(each.name, options.only)]
    if not chosen:
        raise MutationError(f"--only {options.only}: no mutation has such a name")
    if options.check:
        print(f"{len(chosen)} mutations apply")
        return 0
    runner = TrialRunner(BuildTree(options.build.resolve(), ROOT))
    if not options.as_built:
        runner.build(chosen)
    outcomes = tried(chosen, runner, max(1, options.jobs))
    print()
    print(table(outcomes))
    counts = Counter(each.result for each in outcomes)
    print()
    print(", ".join(f"{number} {result}" for result, number in counts.most_common()))
    for each in outcomes:
        if each.result != KILLED:
            print(f"{each.mutation.name}: {each.result}: {each.mutation.why}")
    enough = counts[KILLED] * 100 >= MIN_KILLED_PERCENT * len(outcomes)
    return 0 if enough and not counts[NOT_COMPILED] + counts[NOT_TRIED] else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except MutationError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
