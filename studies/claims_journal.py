#!/usr/bin/env python3
"""Runs the experiments of the claims table into one journal.

    PYTHONPATH=reports studies/claims_journal.py PROGRAM simt|cuda|host FILE.jsonl.gz
    PYTHONPATH=reports studies/claims_journal.py print simt|cuda|host > claims.sh

The first interprets or measures what the claims name for that backend. Failures are reported on
stderr and left out: their claims have no data. The second prints the commands, for a machine with a
card and without pandas: there `warpmark` is on the PATH, and claims.jsonl is made.
"""

from __future__ import annotations

import gzip
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from warpmark_reports.claims import CLAIMS


def runs_on(backend: str) -> list[str]:
    """The distinct arguments of `warpmark run` that claims name for a backend, in their order."""
    commands = [words for claim in CLAIMS for words, where in claim.runs if where == backend]
    return list(dict.fromkeys(commands))


def main(argv: list[str]) -> int:
    """Returns 0; 1 if an experiment failed; 2 for wrong arguments."""
    if len(argv) < 2 or argv[1] not in ("simt", "cuda", "host"):
        print(__doc__, file=sys.stderr)
        return 2
    if argv[0] == "print" and len(argv) == 2:
        for words in runs_on(argv[1]):
            again = "$(test -e claims.jsonl && echo --resume)"
            print(f"warpmark run {words} --backend {argv[1]} -o claims.jsonl {again}")
        return 0
    if len(argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    return _run(Path(argv[0]).resolve(), argv[1], Path(argv[2]))


def _run(program: Path, backend: str, file: Path) -> int:
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "claims.jsonl"
        for words in runs_on(backend):
            command = ["warpmark", "run", *shlex.split(words), "--backend", backend]
            again = ["--resume"] if journal.exists() else []
            # By its name and in the journal's folder, so that no path of this machine is written.
            done = subprocess.run(
                [*command, "-o", journal.name, *again],
                executable=program,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                check=False,
            )
            if done.returncode != 0:
                print(f"exit status {done.returncode}: warpmark run {words}", file=sys.stderr)
                status = 1
        if not journal.exists():
            return 1
        file.write_bytes(gzip.compress(journal.read_bytes(), mtime=0))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
