"""The command line: `python -m warpmark.slurm VERB …`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from warpmark.programs import CommandError, program
from warpmark_reports.base.command_line import DESCRIBE, USAGE, Parser

from .cancel import cancel_sweep
from .durations import parse_seconds
from .errors import SlurmError
from .shard_journal import COMPLETE
from .status import as_json, now, shard_rows, slurm_states, table_lines, total_lines
from .submit import new_sweep, require_ended, require_sbatch_words, scripts_of, submit
from .sweep_folder import Record, Sweep, SweepFolder
from .task_list import parse_array, parse_tasks

OK, MISSING = 0, 5
MARGIN = "2min"
MIN_MARGIN_S, MAX_MARGIN_S = 10, 2 * 65535  # half of it is sbatch's --signal
EXAMPLE = """Examples:
  warpmark slurm run reduce -p n=2^10..2^28 --array 16 --gres gpu:1 -- -p gpu --time=2:00:00
  warpmark slurm run reduce -p n=2^10..2^28 --array 16%4 --dir sweep --scratch auto --requeues 3
  warpmark slurm status sweep
  warpmark slurm run --only 3,7 --dir sweep -- --time=8:00:00
  warpmark slurm tune 'sort/*' -p n=2^12..2^28 --array 8 --gres gpu:1 --dry-run
  warpmark slurm cancel sweep
Exit status: 0, 2 bad usage or a job that Slurm refuses, 5 status: points are missing"""


def main(argv: Sequence[str] | None = None) -> int:
    """Returns 0, 2 for wrong usage or what Slurm refuses, 5 from `status` if points are missing."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        arguments, program_words, sbatch_words = parse(words)
        if arguments.verb == "status":
            return _status(arguments)
        if arguments.verb == "cancel":
            return _cancel(arguments)
        if arguments.only is None:
            return _submit_new(arguments, program_words, sbatch_words)
        return _submit_again(arguments, program_words, sbatch_words)
    except (SlurmError, CommandError) as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE


def parse(words: Sequence[str]) -> tuple[argparse.Namespace, list[str], list[str]]:
    """The options, the words of the program, and those of sbatch, which follow `--`.

    Ends with status 2 for wrong words of the first kind; the program and sbatch judge the others.
    """
    parser = _parser()
    end = words.index("--") if "--" in words else len(words)
    own, sbatch_words = list(words[:end]), list(words[end + 1 :])
    if own == [DESCRIBE]:
        parser.parse_args(own)
    arguments, others = parser.parse_known_args(own)
    if arguments.verb in ("status", "cancel"):
        parser.parse_args(own)  # which refuses the others
        if sbatch_words:
            parser.error(f"unexpected argument '{sbatch_words[0]}'")
    return arguments, others, sbatch_words


def _parser() -> Parser:
    parser = Parser(
        prog="warpmark slurm",
        description="A sweep or a tuning as an array of Slurm: submit it, watch it, cancel it.",
        epilog=EXAMPLE,
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    _submitting(verbs, "run", "execute each shard of a sweep in a task, then merge and report")
    _submitting(verbs, "tune", "tune each shard of the problems in a task, then merge and export")
    status = _verb(verbs, "status", "show the tasks, what is missing, and how to execute it")
    status.add_argument("folder", type=Path, metavar="FOLDER", help="what --dir named")
    status.add_argument("--incomplete", action="store_true", help="list no complete shards")
    status.add_argument("--json", action="store_true", help="as JSON")
    cancelling = _verb(verbs, "cancel", "cancel the jobs that have not ended; journals stay")
    cancelling.add_argument("folder", type=Path, metavar="FOLDER", help="what --dir named")
    return parser


def _verb(verbs: argparse._SubParsersAction[Parser], name: str, text: str) -> Parser:
    return verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")


def _submitting(verbs: argparse._SubParsersAction[Parser], name: str, text: str) -> None:
    parser = verbs.add_parser(
        name,
        help=text,
        description=f"{text[0].upper()}{text[1:]}. Other words are arguments of `warpmark "
        f"{name}`; options of sbatch follow a --.",
        usage=f"warpmark slurm {name} [OPTIONS] [ARGUMENTS OF {name.upper()}]... [-- OPTIONS]",
    )
    parser.add_argument("--array", metavar="N", help="the number of shards, one per task")
    parser.add_argument(
        "--only", metavar="LIST", help="these shards again, as in 3,7-9, of the sweep in --dir"
    )
    parser.add_argument(
        "--dir", type=Path, metavar="DIR", help="folder of journals, logs and results, which all "
        "nodes see; default: warpmark-slurm-<UTC time> here",
    )  # fmt: skip
    parser.add_argument("--gres", metavar="GRES", help="what each task gets, as in gpu:1")
    parser.add_argument(
        "--scratch", metavar="DIR", help="where a task writes its journal, which is copied to "
        "--dir when it ends: none (directly to --dir), auto ($SLURM_TMPDIR, $TMPDIR or /tmp), or "
        "a folder of the node [none]",
    )  # fmt: skip
    parser.add_argument(
        "--margin", metavar="TIME", help="of a job's time limit: start no point in its last part; "
        f"half of it before the end, stop [{MARGIN}]",
    )  # fmt: skip
    parser.add_argument(
        "--requeues", type=int, metavar="COUNT", help="how often a task that ran out of time goes "
        "back into the queue [0]",
    )  # fmt: skip
    parser.add_argument(
        "--finish", action="append", default=[], metavar="OPTION", help="an option of sbatch for "
        "the finishing job, besides account, partition, QOS and reservation of the array: "
        "--finish=--time=10; may be given again",
    )  # fmt: skip
    parser.add_argument(
        "--dry-run", action="store_true", help="print the scripts, and submit nothing"
    )


def _submit_new(
    arguments: argparse.Namespace, program_words: list[str], sbatch_words: list[str]
) -> int:
    verb = arguments.verb
    if arguments.array is None:
        raise SlurmError(f"slurm {verb}: expected --array N, the number of shards, or --only LIST")
    size = parse_array(arguments.array)
    folder = _new_folder(arguments.dir)
    sweep, planned = new_sweep(
        _with_options(
            Sweep(
                verb=verb,
                words=tuple(program_words),
                shards=size.shards,
                directory=str(Path.cwd()),
                program=str(program().resolve()),
                max_running=size.max_running,
            ),
            arguments,
            sbatch_words,
        )
    )
    tasks = tuple(range(1, sweep.shards + 1))
    note = f"{planned} in " if planned else ""
    print(f"{note}{sweep.shards} {'shard' if sweep.shards == 1 else 'shards'}")
    return _submit(Record(sweep), tasks, folder, dry_run=arguments.dry_run)


def _submit_again(
    arguments: argparse.Namespace, program_words: list[str], sbatch_words: list[str]
) -> int:
    verb = arguments.verb
    if arguments.dir is None:
        raise SlurmError(f"--only {arguments.only}: expected --dir FOLDER, the folder of the sweep")
    if program_words or arguments.array is not None:
        word = program_words[0] if program_words else f"--array {arguments.array}"
        raise SlurmError(
            f"--only {arguments.only}: {word}: the sweep in {arguments.dir} has its arguments; "
            "expected --dir, options of its tasks, and options of sbatch behind --"
        )
    folder = SweepFolder(arguments.dir.absolute())
    record = folder.read_record()
    if record.sweep.verb != verb:
        raise SlurmError(
            f"slurm {verb} --only {arguments.only}: {arguments.dir} is of `slurm "
            f"{record.sweep.verb}`; expected that verb"
        )
    sweep = _with_options(record.sweep, arguments, sbatch_words)
    require_sbatch_words(sweep)
    tasks = parse_tasks(arguments.only, sweep.shards)
    if not arguments.dry_run:
        require_ended(record, tasks)
    return _submit(replace(record, sweep=sweep), tasks, folder, dry_run=arguments.dry_run)


def _with_options(
    sweep: Sweep, arguments: argparse.Namespace, sbatch_words: Sequence[str]
) -> Sweep:
    """With the options that were given; raises SlurmError if a value is wrong."""
    if arguments.requeues is not None and arguments.requeues < 0:
        raise SlurmError(f"--requeues {arguments.requeues}: expected a number from 0")
    margin_s = sweep.margin_s
    if arguments.margin is not None:
        margin_s = round(parse_seconds("--margin", arguments.margin))
        if not MIN_MARGIN_S <= margin_s <= MAX_MARGIN_S:
            raise SlurmError(
                f"--margin {arguments.margin}: expected {MIN_MARGIN_S}s to {MAX_MARGIN_S}s"
            )
    given = {name: getattr(arguments, name) for name in ("gres", "scratch", "requeues")}
    result = replace(
        sweep,
        margin_s=margin_s,
        **{name: value for name, value in given.items() if value is not None},
    )
    if sbatch_words:
        result = replace(result, sbatch=tuple(sbatch_words))
    return replace(result, finish=tuple(arguments.finish)) if arguments.finish else result


def _new_folder(given: Path | None) -> SweepFolder:
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    folder = SweepFolder((given or Path(f"warpmark-slurm-{stamp}")).absolute())
    if folder.has_record():
        raise SlurmError(
            f"--dir {given}: has a sweep; expected a new folder, or --only LIST to execute shards "
            "of it again"
        )
    return folder


def _submit(record: Record, tasks: tuple[int, ...], folder: SweepFolder, *, dry_run: bool) -> int:
    if dry_run:
        for path, text in scripts_of(record.sweep, tasks, folder).items():
            print(f"\n# {path}\n{text}", end="")
        return OK
    latest = submit(record, tasks, folder).submissions[-1]
    noun = "task" if len(tasks) == 1 else "tasks"
    print(f"array job {latest.array_job}: {len(tasks)} {noun}, {folder.array_script}")
    print(f"finishing job {latest.finish_job}: when they have ended, {folder.finish_script}")
    print(f"see: warpmark slurm status {folder.path}")
    return OK


def _status(arguments: argparse.Namespace) -> int:
    folder = SweepFolder(arguments.folder.absolute())
    record = folder.read_record()
    states = slurm_states(record)
    rows = shard_rows(record, folder, states, now())
    if arguments.json:
        print(json.dumps(as_json(record, folder, rows), indent=2))
    else:
        shown = [row for row in rows if not arguments.incomplete or row.state != COMPLETE]
        lines = [*table_lines(shown), ""] if shown else []
        print("\n".join([*lines, *total_lines(record, folder, rows, states)]))
    return OK if all(row.state == COMPLETE for row in rows) else MISSING


def _cancel(arguments: argparse.Namespace) -> int:
    folder = SweepFolder(arguments.folder.absolute())
    jobs = cancel_sweep(folder.read_record())
    print(f"cancelled: {', '.join(jobs)}" if jobs else "nothing is in the queue")
    return OK
