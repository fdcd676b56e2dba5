"""The command line: `python -m warpmark_reports JOURNAL… -o PATH`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .errors import JournalError, NothingSharedError
from .reader import Journal, load
from .serve import serve
from .wanted import Wanted, add_figure_options, wanted_of

EXAMPLE = """examples:
  python -m warpmark_reports h200.jsonl -o report
  python -m warpmark_reports h200.jsonl --only throughput_by_size --column single --format pdf
  python -m warpmark_reports --compare before.jsonl after.jsonl -o report
  python -m warpmark_reports --claims counts.jsonl h200.jsonl -o claims.md"""


def main(argv: list[str] | None = None) -> int:
    """Writes a report, or the claims table.

    Returns 0, 1 if a figure could not be drawn, or 2 if a journal cannot be read or a file cannot
    be written.
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
    parser.add_argument(
        "--compare",
        action="store_true",
        help="draw only what differs between the first journal and each of the others",
    )
    add_figure_options(parser)
    parser.add_argument(
        "--serve",
        action="store_true",
        help="then show the page on a free port of 127.0.0.1 until Ctrl-C",
    )
    arguments = parser.parse_args(argv)
    if arguments.serve and arguments.claims:
        parser.error("--serve shows a page; --claims writes none")
    apart = [[path] for path in arguments.journals]
    try:
        journals = [load(*each) for each in (apart if arguments.compare else [arguments.journals])]
    except JournalError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for warning in (warning for journal in journals for warning in journal.warnings):
        print(f"warning: {warning}", file=sys.stderr)

    try:
        if arguments.claims:
            _write_claims(journals[0], arguments.output or Path("claims.md"))
            return 0
        directory = arguments.output or Path("report")
        status = _write_report(journals, directory, wanted_of(arguments, arguments.compare))
        if arguments.serve:
            serve(directory)
        return status
    except NothingSharedError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: {error.filename}: cannot be written: {error.strerror}", file=sys.stderr)
        return 2


def _write_claims(journal: Journal, file: Path) -> None:
    from .claims import SOURCES, document

    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(document(journal, SOURCES), encoding="utf-8")
    print(f"wrote {file}")


def _write_report(journals: list[Journal], directory: Path, wanted: Wanted) -> int:
    # matplotlib takes a second: not before the journal is read
    from .report import write_comparison, write_report

    if wanted.compare:
        written = write_comparison(journals, directory, wanted)
    else:
        written = write_report(journals[0], directory, wanted)
    for title, answers in written.answers:
        print(title)
        for answer in answers:
            print(f"  {answer.text}")
            for item in answer.items:
                print(f"    {item}")
        for line in written.compact.get(title, []):
            print(f"  {line}")
    print(f"wrote {written.files[-1]}")
    column = [f"{wanted.column.name}_column"] if wanted.column else []
    for folder in ("figures", *column, "tables"):
        names = dict.fromkeys(f.stem for f in written.files if f.parent.name == folder)
        if names:
            print(f"wrote {directory / folder}: {', '.join(names)}")
    for problem in written.problems:
        print(f"warning: {problem}", file=sys.stderr)
    return 1 if written.problems else 0
