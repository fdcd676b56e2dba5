"""A fault costs a run only the faulty point. One row per fault.

    python3 fault_matrix_test.py --program PATH [--backend simt|cuda] [--only WORDS…] [--list]

PATH is the test's build of the program, warpmark_with_faults, with the shims beside it. The exit
status is 1 if a row fails. Needs nothing but Python and that folder.
"""

import argparse
import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import file_faults
import gate_faults
import input_faults
import kernel_faults
import merge_faults
import plan_faults
import process_faults
from workbench import Failure, NotForThisBackend, Outcome, Workbench, processes_in

ROWS = {
    **kernel_faults.FAULTS,
    **process_faults.FAULTS,
    **file_faults.FAULTS,
    **merge_faults.FAULTS,
    **plan_faults.FAULTS,
    **gate_faults.FAULTS,
    **input_faults.FAULTS,
}
COLUMNS = (("fault", 35), ("status", 10), ("exit", 4), ("others measured", 15), ("s", 5))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, help="warpmark_with_faults")
    parser.add_argument("--backend", choices=("simt", "cuda"), default="simt")
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="WORDS", help="rows whose name contains one"
    )
    parser.add_argument("--list", action="store_true", help="name the rows and end")
    return parser.parse_args()


def table_line(cells: tuple[str, ...], rest: str) -> str:
    padded = [cell.ljust(width) for cell, (_, width) in zip(cells, COLUMNS, strict=True)]
    return " ".join([*padded, rest])


def short(text: str, width: int = 100) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 3] + "..."


def end_leftovers(folder: Path) -> None:
    """What a failed row has left running must not disturb the next."""
    for process in processes_in(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def judged(row: Callable[[Workbench], Outcome], bench: Workbench) -> tuple[Outcome, str]:
    """The result of the row, and the verdict: pass, left out or FAIL, with the reason."""
    nothing = Outcome("", "", 0, "")
    try:
        found = row(bench)
        return found, f"pass: {short(found.reason)}"
    except NotForThisBackend as reason:
        return nothing, f"left out: {reason}"
    except Failure as failure:
        return nothing, f"FAIL: {failure}"
    except Exception as error:  # noqa: BLE001 - a missing journal, say, fails its row only
        return nothing, f"FAIL: {error!r}"
    finally:
        end_leftovers(bench.folder)


def run_row(name: str, program: Path, backend: str, cache: Path) -> str:
    """Prints the row's line; its verdict."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="warpmark-fault-") as folder:
        bench = Workbench(program, backend, Path(folder).resolve(), cache, program.parent)
        found, verdict = judged(ROWS[name], bench)
    seconds = f"{time.monotonic() - begin:.1f}"
    code = str(found.code) if found.statuses else ""
    print(table_line((name, found.statuses, code, found.others, seconds), verdict), flush=True)
    return verdict


def main() -> int:
    wanted = arguments()
    names = [name for name in ROWS if any(words in name for words in wanted.only)]
    if wanted.list:
        print("\n".join(names))
        return 0
    if wanted.program is None or not names:
        print("fault_matrix_test: name the program by --program, and rows that exist by --only")
        return 2
    program = wanted.program.resolve()
    print(table_line(tuple(title for title, _ in COLUMNS), "verdict: reason"))
    with tempfile.TemporaryDirectory(prefix="warpmark-cache-") as cache:
        verdicts = [run_row(name, program, wanted.backend, Path(cache)) for name in names]
    counts = {word: sum(each.startswith(word) for each in verdicts) for word in ("pass", "FAIL")}
    print(f"{len(verdicts)} rows on {wanted.backend}: {counts['pass']} pass, {counts['FAIL']} fail")
    return 1 if counts["FAIL"] else 0


if __name__ == "__main__":
    sys.exit(main())
