"""The command line: `python -m warpmark_reports JOURNAL… -o PATH`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .errors import JournalError
from .reader import Journal, load

EXAMPLE = """examples:
  python -m warpmark_reports h200.jsonl -o report
  python -m warpmark_reports --claims counts.jsonl h200.jsonl -o claims.md"""


def main(argv: list[str] | None = None) -> int:
    """Writes a report, or the claims table.

    Returns 0, or 2 if a journal cannot be read or a file cannot be written.
    """
    parser = argparse.ArgumentParser(
        prog="warpmark_reports",
        description="Figures, tables and one self-contained page from warpmark journals.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL", help="a .jsonl file")
    parser.add_argument(
        "--claims",
        action="store_true",
        help="write the claims of the variants' sources beside what the journals hold, as Markdown",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="PATH",
        help="folder of the report, or file of the claims; default: report, claims.md",
    )
    arguments = parser.parse_args(argv)
    try:
        journal = load(*arguments.journals)
    except JournalError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for warning in journal.warnings:
        print(f"warning: {warning}", file=sys.stderr)

    try:
        if arguments.claims:
            _write_claims(journal, arguments.output or Path("claims.md"))
        else:
            _write_report(journal, arguments.output or Path("report"))
    except OSError as error:
        print(f"error: {error.filename}: cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _write_claims(journal: Journal, file: Path) -> None:
    from .claims import SOURCES, document

    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(document(journal, SOURCES), encoding="utf-8")
    print(f"wrote {file}")


def _write_report(journal: Journal, directory: Path) -> None:
    from .report import write_report  # matplotlib takes a second: not before the journal is read

    written = write_report(journal, directory)
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
            print(f"wrote {directory / folder}: {', '.join(names)}")
