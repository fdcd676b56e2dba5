"""The command line of `warpmark report`, which is also `python -m warpmark_reports`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .base.command_line import Parser, fail
from .base.errors import USER_ERRORS
from .base.input_options import add_limit_option
from .base.inputs import open_input
from .base.processes import seldom_collecting
from .base.progress import Progress, on_stderr
from .page.figure_selection import FigureSelection, add_figure_options, selection_of

if TYPE_CHECKING:
    from .analysis.card_costs import CardCosts
    from .journal.journal import Journal

OK, NOT_DRAWN = 0, 1
EXAMPLE = """Examples:
  warpmark report reduce.jsonl -o report
Then open report/index.html
  warpmark report --compare before.jsonl after.jsonl -o changes
  warpmark report reduce.jsonl --only throughput_by_size --column single --format pdf --format svg
  warpmark report reduce.jsonl --serve
  warpmark report h100.jsonl h200.jsonl --card-cost prices.toml
  warpmark report --claims counts.jsonl h200.jsonl -o claims.md
Exit status: 0, 1 a selected figure could not be drawn, 2 bad input"""


def main(argv: list[str] | None = None) -> int:
    """Writes a report, or the claims table.

    Returns 0, 1 if a figure could not be drawn, or 2 if a journal cannot be read or a file cannot
    be written.
    """
    parser = _parser()
    arguments = parser.parse_args(argv)
    output = _output(parser, arguments)
    progress = on_stderr(quiet=arguments.quiet)
    with seldom_collecting():
        return _run(arguments, output, progress)


def _run(arguments: argparse.Namespace, output: Path, progress: Progress) -> int:
    try:
        if arguments.claims:
            _write_claims(_load(arguments, progress)[0], output)
            return OK
        costs = _costs(arguments)
        selection = selection_of(arguments, arguments.compare, costs=costs)
        journals = _load(arguments, progress)
        if costs is not None:
            _warn_of_unused(costs, journals)
        status = _write_report(journals, output, selection, progress)
        if arguments.serve:
            from .page.serve import serve

            serve(output)
        return status
    except USER_ERRORS as error:
        return fail(error, progress)


def _parser() -> Parser:
    parser = Parser(
        prog="warpmark report",
        usage="warpmark report [OPTIONS] JOURNAL...",
        description="Figures, tables and one self-contained page from journals.",
        epilog=EXAMPLE,
    )
    parser.add_argument(
        "journals", nargs="+", type=Path, metavar="JOURNAL",
        help="a journal that `warpmark run` or `tune` wrote, JSON of nvbench, Google Benchmark or "
        "pytest-benchmark, a Kernel Tuner cache; also compressed by gzip, xz or zstd",
    )  # fmt: skip
    parser.add_argument(
        "--claims",
        action="store_true",
        help="write what the variants' sources claim and what the journals hold, as Markdown",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="PATH",
        help="folder of the page and the figures [report]; with --claims, file [claims.md]",
    )
    parser.add_argument(
        "--compare",
        action="store_true",
        help="draw only what differs between the first journal and each of the others",
    )
    add_figure_options(parser)
    parser.add_argument(
        "--card-cost",
        type=Path,
        metavar="FILE",
        help="prices and power of cards (TOML): figures of several kinds of cards then show what "
        "an element costs and draws; docs/figures.md describes the file",
    )
    parser.add_argument(
        "--serve",
        action="store_true",
        help="then show the page on a free port of 127.0.0.1 until Ctrl-C",
    )
    parser.add_argument(
        "--kernels",
        metavar="FILE",
        help="say which journals were measured with other kernels than those of this file",
    )
    add_limit_option(parser)
    return parser


def _output(parser: Parser, arguments: argparse.Namespace) -> Path:
    """Where to write; ends with status 2 if the options contradict each other."""
    if arguments.kernels is not None:
        parser.error("--kernels: only the program reads such files: `warpmark report --kernels …`")
    if not arguments.claims:
        return arguments.output or Path("report")
    output: Path = arguments.output or Path("claims.md")
    for name in ("serve", "compare", "only", "format", "column", "card_cost"):
        if getattr(arguments, name):
            option = name.replace("_", "-")
            parser.error(f"--{option} is of a page, and --claims writes none")
    if output.is_dir():
        parser.error(f"--output {output}: a folder; expected a file with --claims, as in claims.md")
    return output


def _costs(arguments: argparse.Namespace) -> CardCosts | None:
    if arguments.card_cost is None:
        return None
    from .analysis.card_costs import read_card_costs

    return read_card_costs(arguments.card_cost)


def _warn_of_unused(costs: CardCosts, journals: list[Journal]) -> None:
    manifests = [run.manifest for journal in journals for run in journal.runs]
    cards = [str(manifest["card"].get("name", "")) for manifest in manifests]
    cards += [str(manifest.get("host", {}).get("cpu", "")) for manifest in manifests]
    for pattern in costs.unused(cards):
        names = ", ".join(dict.fromkeys(cards[: len(manifests)]))
        problem = f"'{pattern}' is no card of the journals, which have {names}"
        print(f"warning: {costs.file}: {problem}", file=sys.stderr)


def _load(arguments: argparse.Namespace, progress: Progress) -> list[Journal]:
    """One journal of all files, or one of each to be compared."""
    for path in arguments.journals:
        if not path.is_fifo():  # which can be opened once
            with open_input(path):
                pass
    from .formats.reader import load  # pandas takes half a second: not for a misspelt path

    apart = [[path] for path in arguments.journals]
    journals = [
        load(*paths, limits=arguments.limits, progress=progress)
        for paths in (apart if arguments.compare else [arguments.journals])
    ]
    progress.clear()
    for warning in (warning for journal in journals for warning in journal.warnings):
        print(f"warning: {warning}", file=sys.stderr)
    return journals


def _write_claims(journal: Journal, file: Path) -> None:
    from .claims import SOURCES, document

    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(document(journal, SOURCES), encoding="utf-8")
    print(f"wrote {file}")


def _write_report(
    journals: list[Journal], directory: Path, selection: FigureSelection, progress: Progress
) -> int:
    from .page.report import write_comparison, write_report  # with matplotlib

    if selection.compare:
        report_files = write_comparison(journals, directory, selection, progress)
    else:
        report_files = write_report(journals[0], directory, selection, progress)
    progress.clear()
    for title, headlines in report_files.headlines:
        print(title)
        for headline in headlines:
            print(f"  {headline.text}")
            for item in headline.items:
                print(f"    {item}")
        for line in report_files.compact.get(title, []):
            print(f"  {line}")
    print(f"wrote {report_files.files[-1]}")
    column = [f"{selection.column.name}_column"] if selection.column else []
    for folder in ("figures", *column, "tables"):
        names = dict.fromkeys(f.stem for f in report_files.files if f.parent.name == folder)
        if names:
            print(f"wrote {directory / folder}: {', '.join(names)}")
    for problem in report_files.problems:
        print(f"warning: {problem}", file=sys.stderr)
    return NOT_DRAWN if report_files.problems else OK
