#!/usr/bin/env python3
"""What tuning loses against an exhaustive sweep, and what part of the sweep's time it takes.

    warpmark run SELECT -p ... $(tuning_regret.py axes SELECT --warpmark PROGRAM) -o SWEEP.jsonl
    warpmark tune SELECT -p ... --journal TUNE.jsonl
    tuning_regret.py choose SWEEP.jsonl... --tunes TUNE.jsonl... [--second TUNE.jsonl...] -o POINTS
    paired_ratios.py run POINTS --warpmark PROGRAM --out FOLDER --rounds 9
    tuning_regret.py table FOLDER SWEEP.jsonl... --tunes TUNE.jsonl... [--second TUNE.jsonl...]
                     [--regret 1] [--share 5] [--agree 1] [--json REGRET.json]

A sweep tries all values of all config axes; --second is another tuning, begun afresh. `choose`
takes the winners and the sweep's fastest, which are then measured again, in rounds of fresh
processes. `table` judges by these rounds only: in each of them the winner's time is divided by
that of the best config, which the other rounds choose among all that were measured again. So
nothing is both chosen and judged by one measurement. The median of these ratios has a 95 % interval
by order statistics, for which six rounds or more are needed. Beside it, `at most` is the winner's
median over the least median of all, which owes something to luck and is rather too large.

Time is what executions cost the machine (`busy_ns`): all of the sweep but library calls, against
the tuning's search and finals. Both sample as they do by default, which is less for a tuning's slow
configs than for a sweep's; `evaluated` of `configs` doesn't depend on that.

Exit code: 0 all bars are met, 1 one is not, 2 bad usage.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from paired_ratios import size_text, varied_axes
from regret_rows import choose, lines_of, rounds_of, row_of, sweeps_of, tunings_of


def axes_of_selection(listing: dict[str, Any], selection: list[str], backend: str) -> list[str]:
    """Words that make `warpmark run` sweep every config axis of the selected variants."""
    axes: dict[str, None] = {}
    for variant in listing["variants"]:
        names = (variant["family"], variant["path"])
        is_selected = any(fnmatch.fnmatch(name, glob) for name in names for glob in selection)
        if is_selected and backend in variant["backends"]:
            axes |= dict.fromkeys(axis["name"] for axis in variant.get("axes", []))
    return [word for axis in axes for word in ("-c", f"{axis}=all")]


def missed_bars(row: dict[str, Any], arguments: argparse.Namespace) -> list[str]:
    """The bars that a row misses."""
    missed = []
    if row["swept"] != row["configs"]:
        missed.append(f"swept {row['swept']} of {row['configs']} configs")
    if row["regret"] > arguments.regret / 100:
        sure = row["regret_interval"] and row["regret_interval"][0] > arguments.regret / 100
        part = "all of the interval" if sure else "median"
        missed.append(f"regret above {arguments.regret:g} % ({part})")
    if row["share"] > arguments.share / 100:
        missed.append(f"more than {arguments.share:g} % of the time")
    if abs(row.get("second_by", 0)) > arguments.agree / 100:
        missed.append(f"tunings differ by more than {arguments.agree:g} %")
    return missed


def short(key: str) -> str:
    """Variant and config of a key."""
    return f"{key.split('/')[1].split('[')[0]} {key.split('[')[2].rstrip(']')}".strip()


def table(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> tuple[str, int]:
    """Markdown, and how many rows miss a bar."""
    lines = [
        "| family | type | problem | n | configs | evaluated | best, us | winner, us | regret "
        "| 95 % | at most | sweep, s | search, s | with finals, s | search | with finals | second "
        "| bar | best | winner |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    varied = varied_axes(rows)
    failures = 0
    for row in rows:
        missed = missed_bars(row, arguments)
        failures += bool(missed)
        interval = row["regret_interval"]
        problem = row["problem"]
        cells = [
            row["family"],
            problem.get("type", ""),
            ", ".join(f"{axis}={problem[axis]}" for axis in varied if axis in problem),
            size_text(problem["n"]),
            str(row["configs"]),
            str(row["evaluated"]),
            f"{row['best_ns'] / 1e3:.2f}",
            f"{row['winner_ns'] / 1e3:.2f}",
            f"{row['regret']:.2%}",
            f"{interval[0]:.2%} to {interval[1]:.2%}" if interval else "",
            f"{row['regret_at_most']:.2%}",
            f"{row['sweep_s']:.3g}",
            f"{row['search_s']:.3g}",
            f"{row['tuning_s']:.3g}",
            f"{row['share_of_search']:.1%}",
            f"{row['share']:.1%}",
            f"{row['second_by']:+.2%}" if "second_by" in row else "",
            "; ".join(missed) or "met",
            f"`{short(row['best'])}`",
            f"`{short(row['winner'])}`",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines), failures


def totals(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> str:
    """A line for each family."""
    lines = ["| family | problems | all bars met | greatest regret | tuning's share of the time |"]
    lines.append("|---|---|---|---|---|")
    for family in dict.fromkeys(row["family"] for row in rows):
        own = [row for row in rows if row["family"] == family]
        met = sum(not missed_bars(row, arguments) for row in own)
        part = sum(row["tuning_s"] for row in own) / max(sum(r["sweep_s"] for r in own), 1e-12)
        worst = max(row["regret"] for row in own)
        lines.append(f"| {family} | {len(own)} | {met} | {worst:.2%} | {part:.1%} |")
    return "\n".join(lines)


def print_tables(arguments: argparse.Namespace) -> int:
    """Prints the tables; how many problems miss a limit or lack data."""
    sweeps = sweeps_of(lines_of(arguments.sweeps))
    first, second = tunings_of(lines_of(arguments.tunes)), tunings_of(lines_of(arguments.second))
    rounds = rounds_of(arguments.folder)
    rows, lacking = [], 0
    for problem, tuned in first.items():
        other = second.get(problem)
        row = None
        if problem in sweeps and problem in rounds and (other or not arguments.second):
            row = row_of(problem, sweeps[problem], tuned, other, rounds[problem])
        if row is None:
            print(f"tuning_regret: {problem}: not swept, tuned and measured again", file=sys.stderr)
            lacking += 1
        else:
            rows.append(row)
    if not rows:
        sys.exit(f"tuning_regret: {arguments.folder} has no problem with a sweep and a tuning")
    text, failures = table(rows, arguments)
    print(f"{text}\n\n{totals(rows, arguments)}")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return failures + lacking


def main() -> int:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    listing = verbs.add_parser("axes")
    listing.add_argument("selection", nargs="+", metavar="SELECT")
    listing.add_argument("--warpmark", default="warpmark")
    listing.add_argument("--backend", default="cuda")
    choosing = verbs.add_parser("choose")
    telling = verbs.add_parser("table")
    telling.add_argument("folder", type=Path)
    for each in (choosing, telling):
        each.add_argument("sweeps", nargs="+", type=Path)
        each.add_argument("--tunes", nargs="+", type=Path, required=True)
        each.add_argument("--second", nargs="+", type=Path, default=[])
    choosing.add_argument("-o", "--output", type=Path, required=True)
    choosing.add_argument("--top", type=int, default=5, help="of the sweep, at least")
    choosing.add_argument("--within", type=float, default=3, help="and all within that percentage")
    choosing.add_argument("--most", type=int, default=8, help="but at most")
    telling.add_argument("--regret", type=float, default=1, help="bar, percent")
    telling.add_argument("--share", type=float, default=5, help="bar, percent, with finals")
    telling.add_argument("--agree", type=float, default=1, help="bar of two tunings, percent")
    telling.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if arguments.verb == "axes":
        listed = subprocess.run(
            [arguments.warpmark, "list", "--json"], check=True, capture_output=True
        )
        print(*axes_of_selection(json.loads(listed.stdout), arguments.selection, arguments.backend))
        return 0
    if arguments.verb == "table":
        return 1 if print_tables(arguments) else 0
    tunings = [tunings_of(lines_of(each)) for each in (arguments.tunes, arguments.second) if each]
    top = (arguments.top, arguments.within / 100, arguments.most)
    keys = choose(sweeps_of(lines_of(arguments.sweeps)), tunings, top)
    if not keys:
        sys.exit("tuning_regret: no problem was both swept and tuned")
    arguments.output.write_text("\n".join(keys) + "\n", encoding="utf-8")
    print(f"{len(keys)} points: {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
