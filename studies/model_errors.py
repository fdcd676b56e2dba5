"""How far modelled times are from measured ones, family by family and size by size.

    model_errors.py MEASURED.jsonl… MODELLED.jsonl… --write
    model_errors.py --write        from the pairs that are kept, docs/results/h100/model_errors.csv
    model_errors.py --points MEASURED.jsonl… > points.txt
    model_errors.py --bars MEASURED.jsonl… MODELLED.jsonl… [--card NAME] [--without GLOB…]

The error of a point is the larger of modelled / measured and its reciprocal. The pick of a problem
is the config with the smallest modelled time, its cost the measured time over that of the fastest
measured and modelled config; the table has the largest over the problems of a size.

Without --write the table is only printed, as docs/model.md has it. --points prints the keys of
measured points, at most 60 for each family and size, for `warpmark run --points points.txt
--backend simt`.

--bars prints for each family and size what a choice by modelled times needs: errors, the rank
correlation, and what the config with the shortest modelled time costs over the fastest one. The
exit status is 1 if a row misses a bar of BARS. --without leaves out variants, such as those whose
blocks wait for each other. --card takes the modelled times of one card, if journals have several.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "reports"))

from warpmark_reports import load  # noqa: E402
from warpmark_reports.analysis.model_agreement import spearman  # noqa: E402
from warpmark_reports.analysis.model_error import FILE  # noqa: E402
from warpmark_reports.journal.frame import records  # noqa: E402
from warpmark_reports.journal.modelled_times import MEASURED_TIME, TIME  # noqa: E402

PAIRS = ROOT / "docs" / "results" / "h100" / "model_errors.csv"
CARD = "NVIDIA H100 80GB HBM3"
MAX_POINTS = 60  # of a family at a size
MIN_POINTS = 20
NEAR = 1.5  # times the smallest modelled time of a problem
MIN_CONFIGS = 5  # of a problem, for the cost of its pick
SIZES = (2**12, 2**16, 2**20)


@dataclass(frozen=True)
class Bars:
    """What the model is judged by; times are ratios."""

    median: float = 1.2
    p90: float = 1.6
    max: float = 2.5
    spearman: float = 0.85
    regret: float = 1.1
    alike: float = 1.1  # Measured times within this ratio are not judged by their order.


BARS = Bars()


def pairs_of(journals: list[Path], card: str | None = None) -> pd.DataFrame:
    """A row per point that was measured and modelled; keys without what older journals lack."""
    frame = load(*journals).frame
    if card is not None:
        frame = frame[(frame["backend"] != "simt") | (frame["modelled_card"] == card)]
    ok = frame[(frame["status"] == "ok")]
    ok = ok.assign(key=ok["key"].str.replace(",offset=0", ""))
    measured = ok[ok["time_kind"] == "measured"].drop_duplicates("key", keep="last")
    modelled = ok[(ok["backend"] == "simt") & ok[TIME].notna()].drop_duplicates("key", keep="last")
    pairs = measured[["key", MEASURED_TIME]].merge(modelled[["key", TIME]], on="key")
    return pairs.rename(columns={MEASURED_TIME: "measured_time_ns"}).sort_values("key")


def pick_cost(pairs: pd.DataFrame) -> float:
    """The measured time of the config that the model would choose, over that of the fastest."""
    measured = pairs["measured_time_ns"]
    chosen = pairs.sort_values(TIME, kind="stable")["measured_time_ns"].iloc[0]
    return float(chosen / measured.min())


def spread_of_near(
    pairs: pd.DataFrame, problem: pd.Series[str], family: pd.Series[str], size: pd.Series[int]
) -> pd.Series[float]:
    """The ratio that 90 % of near configs are within, when what all of a problem have in common is
    taken out: the error that decides which of them is chosen.
    """
    table = pairs.assign(family=family, n=size, problem=problem)
    of_problem = ["family", "problem"]
    near = table[table[TIME] <= NEAR * table.groupby(of_problem)[TIME].transform("min")]
    near = near.assign(log=np.log(near[TIME] / near["measured_time_ns"]))
    near["own"] = (near["log"] - near.groupby(of_problem)["log"].transform("median")).abs()
    return near.groupby(["family", "n"])["own"].quantile(0.9).map(math.exp)


def with_errors(pairs: pd.DataFrame) -> pd.DataFrame:
    """The pairs with family, n and error."""
    ratio = pairs[TIME] / pairs["measured_time_ns"]
    return pairs.assign(
        family=pairs["key"].str.partition("/")[0],
        n=pairs["key"].str.extract(r"[\[,]n=(\d+)")[0].astype(int),
        error=pd.concat([ratio, 1 / ratio], axis="columns").max(axis="columns"),
    )


def without(pairs: pd.DataFrame, globs: list[str]) -> pd.DataFrame:
    """The pairs whose family/variant matches none of the globs."""
    names = pairs["key"].str.partition("[")[0]
    return pairs[[not any(fnmatch(name, glob) for glob in globs) for name in names]]


def bars_of(pairs: pd.DataFrame) -> pd.DataFrame:
    """A row per family and size: errors, rank correlation, regret, and the bars it misses."""
    rows = []
    for _, group in with_errors(pairs).groupby(["family", "n"]):
        group = group.sort_values(TIME)
        measured, errors = group["measured_time_ns"], group["error"]
        order = spearman(group.rename(columns={"measured_time_ns": MEASURED_TIME}))
        figures = {
            "median": float(errors.median()),
            "p90": float(errors.quantile(0.9)),
            "max": float(errors.max()),
            "regret": float(measured.iloc[0] / measured.min()),
        }
        worst = str(group.sort_values("error")["key"].iloc[-1]).partition("[")[0]
        are_alike = measured.max() <= BARS.alike * measured.min()
        misses = [bar for bar, value in figures.items() if value > getattr(BARS, bar)]
        if not are_alike and not order >= BARS.spearman:
            misses.append("spearman")
        rows.append(
            {
                "family": str(group["family"].iloc[0]),
                "n": int(group["n"].iloc[0]),
                "points": len(group),
                **figures,
                "spearman": order,
                "worst": worst,
                "misses": ", ".join(misses),
            }
        )
    return pd.DataFrame(rows)


def bars_markdown(table: pd.DataFrame) -> str:
    """The rows of bars_of as a table."""
    lines = [
        "| family | n | points | median error | 90 % within | largest | Spearman | pick costs "
        "| worst variant | misses |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in table.to_dict("records"):
        size = f"2^{row['n'].bit_length() - 1}"
        errors = " | ".join(f"{row[bar]:.2f}×" for bar in ("median", "p90", "max"))
        lines.append(
            f"| `{row['family']}` | {size} | {row['points']} | {errors} | {row['spearman']:.2f} "
            f"| {row['regret']:.2f}× | `{row['worst']}` | {row['misses'] or '–'} |"
        )
    return "\n".join(lines) + "\n"


def errors_of(pairs: pd.DataFrame) -> pd.DataFrame:
    """A row per family and size with MIN_POINTS or more of them: size, median, p90."""
    with_error = with_errors(pairs)
    family, size = with_error["family"], with_error["n"]
    groups = with_error.groupby(["family", "n"])
    table = groups["error"].agg(["size", "median"])
    table["p90"] = groups["error"].quantile(0.9)
    problem = pairs["key"].str.extract(r"\[([^\]]*)\]")[0]
    costs = [
        (*group, pick_cost(rows))
        for group, rows in pairs.groupby([family, size, problem])
        if len(rows) >= MIN_CONFIGS
    ]
    by_problem = pd.DataFrame(costs, columns=["family", "n", "problem", "pick"])
    table["near"] = spread_of_near(pairs, problem, family, size)
    table["pick"] = by_problem.groupby(["family", "n"])["pick"].max()
    return table[table["size"] >= MIN_POINTS].reset_index()


def content_of(table: pd.DataFrame) -> str:
    """The file that the reports and the program read."""
    families = {
        family: [
            {"n": int(row.n), "points": int(row.size),
             "median": round(float(row.median), 2), "p90": round(float(row.p90), 2),
             "near": round(float(row.near), 2),
             **({"pick": round(float(row.pick), 3)} if pd.notna(row.pick) else {})}
            for row in records(rows)
        ]
        for family, rows in table.groupby("family", sort=True)
    }  # fmt: skip
    lines = ",\n".join(
        f'    "{family!s}": [\n      ' + ",\n      ".join(map(json.dumps, rows)) + "\n    ]"
        for family, rows in families.items()
    )
    return f'{{\n  "card": "{CARD}",\n  "families": {{\n{lines}\n  }}\n}}\n'


def markdown(content: str) -> str:
    """The table of docs/model.md."""
    rows = [
        "| family | n | points | median error | 90 % are within | of near ones | the pick costs |",
        "|---|---|---|---|---|---|---|",
    ]
    for family, sizes in json.loads(content)["families"].items():
        for each in sizes:
            size = f"2^{each['n'].bit_length() - 1}"
            ends = f"{each['median']:.2f}× | {each['p90']:.2f}×"
            pick = f"{each['pick']:.2f}×" if "pick" in each else ""
            near = f"{each['near']:.2f}×"
            rows.append(f"| `{family}` | {size} | {each['points']} | {ends} | {near} | {pick} |")
    return "\n".join(rows) + "\n"


def points_of(journals: list[Path]) -> list[str]:
    """Keys of measured kernels at SIZES, spread over the configs."""
    frame = load(*journals).frame
    own = ~frame["variant"].str.startswith(("vendor", "host"))
    timed = (frame["status"] == "ok") & (frame["time_kind"] == "measured")
    rows = frame[own & timed & frame["problem_n"].isin(SIZES)].drop_duplicates("key")
    found: list[str] = []
    for _, group in rows.groupby(["family", "problem_n"], sort=False):
        found += list(group["key"].iloc[:: -(-len(group) // MAX_POINTS)])
    return found


def main(argv: list[str] | None = None) -> int:
    """Returns 0, or 2 if no point is both measured and modelled."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("journals", nargs="*", type=Path)
    parser.add_argument("--points", action="store_true", help="print keys instead")
    parser.add_argument("--write", action="store_true", help="write the pairs and the table")
    parser.add_argument("--bars", action="store_true", help="print errors, ranks and regret")
    parser.add_argument("--card", help="the card whose modelled times are taken")
    parser.add_argument("--without", nargs="+", default=[], metavar="GLOB", help="variants")
    arguments = parser.parse_args(argv)
    if arguments.points:
        print("\n".join(points_of(arguments.journals)))
        return 0
    pairs = (
        pairs_of(arguments.journals, arguments.card) if arguments.journals else pd.read_csv(PAIRS)
    )
    pairs = without(pairs, arguments.without)
    if arguments.bars and not pairs.empty:
        bars = bars_of(pairs)
        print(bars_markdown(bars), end="")
        return 1 if bars["misses"].any() else 0
    table = errors_of(pairs)
    if table.empty:
        print("error: no family has points that are both measured and modelled", file=sys.stderr)
        return 2
    content = content_of(table)
    if arguments.write:
        if arguments.journals:
            pairs.to_csv(PAIRS, index=False, float_format="%.6g", lineterminator="\n")
        FILE.write_text(content, encoding="utf-8")
    print(markdown(content), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
