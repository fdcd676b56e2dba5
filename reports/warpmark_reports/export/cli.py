"""The command line of `warpmark export --format parquet|bencher`, which the program passes on."""

from __future__ import annotations

import sys
from pathlib import Path

from ..base.command_line import Parser, fail, one_of
from ..base.errors import USER_ERRORS
from ..base.files import write_file
from ..base.input_options import add_limit_option
from ..base.inputs import open_input
from ..base.processes import seldom_collecting
from ..base.progress import on_stderr
from ..journal.journal import Journal

FORMATS = ("parquet", "bencher")
EXAMPLE = """Examples:
  warpmark export --format parquet h200.jsonl.gz -o points.parquet
  warpmark export --format parquet shard-1.jsonl shard-2.jsonl -o points.parquet
  warpmark export --format bencher nightly.jsonl -o bencher.json
Exit status: 0, 2 if a file cannot be read or written"""


def main(argv: list[str] | None = None) -> int:
    """Writes the points of all journals to one file; returns 0, or 2 for bad input."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.format == "parquet" and arguments.output is None:
        parser.error("--format parquet: expected a file to write by -o FILE")
    progress = on_stderr(quiet=arguments.quiet)
    try:
        for path in arguments.journals:
            if not path.is_fifo():  # which can be opened once
                with open_input(path):
                    pass
        if arguments.format == "parquet":
            from .parquet import require_pyarrow

            require_pyarrow()
        from ..formats.reader import load  # pandas takes half a second: not for a misspelt path

        with seldom_collecting():
            journal = load(*arguments.journals, limits=arguments.limits, progress=progress)
            progress.clear()
            for warning in journal.warnings:
                print(f"warning: {warning}", file=sys.stderr)
            count = _write(journal, arguments.format, arguments.output)
    except USER_ERRORS as error:
        return fail(error, progress)
    if not arguments.quiet and arguments.output is not None:
        print(f"wrote {arguments.output}: {count} points")
    return 0


def _write(journal: Journal, format_name: str, output: Path | None) -> int:
    """Returns the number of points."""
    if format_name == "parquet":
        from .parquet import write_parquet

        assert output is not None
        return write_parquet(journal, output)
    from .bencher import bencher_metrics, bencher_text

    metrics = bencher_metrics(journal)
    if output is None:
        print(bencher_text(metrics), end="")
    else:
        write_file(output, bencher_text(metrics).encode())
    return len(metrics)


def _parser() -> Parser:
    parser = Parser(
        prog="warpmark export",
        usage="warpmark export --format parquet|bencher [OPTIONS] JOURNAL... [-o FILE]",
        description="All points as a table in Apache Parquet, or as Bencher's metrics.",
        epilog=EXAMPLE,
    )
    parser.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL",
                        help="journals, also compressed by gzip, xz or zstd")  # fmt: skip
    parser.add_argument("--format", type=one_of(FORMATS), default="parquet",
                        metavar="parquet|bencher", help="kind of file [parquet]")  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE",
                        help="file to write [bencher: standard output]")  # fmt: skip
    add_limit_option(parser)
    return parser
