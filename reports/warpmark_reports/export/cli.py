"""The command line of `warpmark export --format parquet`, which the program passes on."""

from __future__ import annotations

import sys
from pathlib import Path

from ..base.command_line import Parser, fail, one_of
from ..base.errors import USER_ERRORS
from ..base.input_options import add_limit_option
from ..base.inputs import open_input
from ..base.processes import seldom_collecting
from ..base.progress import on_stderr

FORMATS = ("parquet",)
EXAMPLE = """Examples:
  warpmark export --format parquet h200.jsonl.gz -o points.parquet
  warpmark export --format parquet shard-1.jsonl shard-2.jsonl -o points.parquet
Exit status: 0, 2 if a file cannot be read or written"""


def main(argv: list[str] | None = None) -> int:
    """Writes the points of all journals to one file; returns 0, or 2 for bad input."""
    arguments = _parser().parse_args(argv)
    progress = on_stderr(quiet=arguments.quiet)
    try:
        for path in arguments.journals:
            if not path.is_fifo():  # which can be opened once
                with open_input(path):
                    pass
        from ..formats.reader import load  # pandas takes half a second: not for a misspelt path
        from .parquet import require_pyarrow, write_parquet

        require_pyarrow()
        with seldom_collecting():
            journal = load(*arguments.journals, limits=arguments.limits, progress=progress)
            progress.clear()
            for warning in journal.warnings:
                print(f"warning: {warning}", file=sys.stderr)
            count = write_parquet(journal, arguments.output)
    except USER_ERRORS as error:
        return fail(error, progress)
    if not arguments.quiet:
        print(f"wrote {arguments.output}: {count} points")
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="warpmark export",
        usage="warpmark export --format parquet [OPTIONS] JOURNAL... -o FILE",
        description="A table of all points, one row each, in Apache Parquet.",
        epilog=EXAMPLE,
    )
    parser.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL",
                        help="journals, also compressed by gzip, xz or zstd")  # fmt: skip
    parser.add_argument("--format", type=one_of(FORMATS), default="parquet", metavar="parquet",
                        help="kind of file [parquet]")  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE",
                        help="file to write")  # fmt: skip
    add_limit_option(parser)
    return parser
