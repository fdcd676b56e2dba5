"""The command line: `python -m warpmark_reports JOURNAL… -o DIR`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .errors import JournalError
from .reader import load

EXAMPLE = "example:\n  python -m warpmark_reports h200.jsonl -o report"


def main(argv: list[str] | None = None) -> int:
    """Writes a report. Returns 0, or 2 if a journal cannot be read or a file cannot be written."""
    parser = argparse.ArgumentParser(
        prog="warpmark_reports",
        description="Figures, tables and one self-contained page from warpmark journals.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL", help="a .jsonl file")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("report"), metavar="DIR", help="default: report"
    )
    arguments = parser.parse_args(argv)
    try:
        journal = load(*arguments.journals)
    except JournalError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for warning in journal.warnings:
        print(f"warning: {warning}", file=sys.stderr)

    from .report import write_report  # matplotlib takes a second: not before the journal is read

    try:
        written = write_report(journal, arguments.output)
    except OSError as error:
        print(f"error: {error.filename}: cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    for title, answers in written.answers:
        print(title)
        for answer in answers:
            print(f"  {answer.text}")
            for item in answer.items:
                print(f"    {item}")
    print(f"wrote {written.files[-1]}")
    for folder in ("figures", "tables"):
        names = dict.fromkeys(f.stem for f in written.files if f.parent.name == folder)
        if names:
            print(f"wrote {arguments.output / folder}: {', '.join(names)}")
    return 0
