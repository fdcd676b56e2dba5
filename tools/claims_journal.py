"""Runs the experiments of the claims table into one journal.

`python tools/claims_journal.py PROGRAM simt|cuda|host FILE.jsonl` interprets or measures what the
claims name for that backend. What this program does not know yet, a family or an axis, is told on
stderr and left out: its claims stay without data.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from warpmark_reports.claims import CLAIMS


def runs_on(backend: str) -> list[str]:
    """The distinct arguments of `warpmark run` that claims name for a backend, in their order."""
    asked = [words for claim in CLAIMS for words, where in claim.runs if where == backend]
    return list(dict.fromkeys(asked))


def main(argv: list[str]) -> int:
    """Returns 0; 1 if an experiment failed; 2 for wrong arguments or a file that exists."""
    if len(argv) != 3 or argv[1] not in ("simt", "cuda", "host"):
        print(__doc__, file=sys.stderr)
        return 2
    program, backend, file = argv[0], argv[1], Path(argv[2])
    if file.exists():
        print(f"error: {file} exists", file=sys.stderr)
        return 2
    status = 0
    for words in runs_on(backend):
        command = [program, "run", *shlex.split(words), "--backend", backend, "-o", str(file)]
        again = ["--resume"] if file.exists() else []
        done = subprocess.run([*command, *again], check=False, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            print(f"exit status {done.returncode}: warpmark run {words}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
