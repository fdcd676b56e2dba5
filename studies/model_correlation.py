"""How well modelled times rank configs: card journals against journals of `--backend simt`.

python studies/model_correlation.py MEASURED.jsonl… MODELLED.jsonl… -o FOLDER
python studies/model_correlation.py --pairs PAIRS.csv

Prints Spearman's rank correlation for each problem and variant, and writes the scatter and its
data. The exit status is 1 if a problem of at least --from elements is below --least.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import matplotlib
import pandas as pd

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reports"))

from warpmark_reports import load
from warpmark_reports.analysis.model_agreement import agreements, spearman, with_both_times
from warpmark_reports.analysis.views import views_of
from warpmark_reports.figures.modelled_against_measured import modelled_against_measured
from warpmark_reports.journal.modelled_times import MEASURED_TIME, TIME
from warpmark_reports.plot import style
from warpmark_reports.plot.image_export import to_png


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("journals", nargs="*", type=Path)
    parser.add_argument("--pairs", type=Path, help="the data of such a figure, for journals")
    parser.add_argument("-o", "--output", type=Path, help="folder for the scatter and its data")
    parser.add_argument("--from", dest="smallest", type=int, default=2**20)
    parser.add_argument("--least", type=float, default=0.8)
    return parser.parse_args()


def by_variant(table: pd.DataFrame) -> str:
    """Each variant's own correlation and its ratios of modelled to measured time."""
    lines = []
    for (problem, variant), rows in table.groupby(["problem_text", "variant"], sort=False):
        ratio = rows[TIME] / rows[MEASURED_TIME]
        own = spearman(rows) if len(rows) > 2 else float("nan")
        lines.append(
            f"  {problem:40} {variant:28} {len(rows):4} configs  Spearman {own:6.3f}  "
            f"modelled/measured {ratio.median():.2f} ({ratio.min():.2f} to {ratio.max():.2f})"
        )
    return "\n".join(lines)


def read_pairs(file: Path) -> pd.DataFrame:
    """The CSV of a figure `modelled_against_measured`."""
    table = pd.read_csv(file).rename(columns={"measured_time_ns": MEASURED_TIME})
    axes = [c for c in table.columns if c.startswith("problem_")]
    names = [axis.removeprefix("problem_") for axis in axes]
    table["problem_text"] = [
        ",".join(f"{name}={value}" for name, value in zip(names, row, strict=True))
        for row in table[axes].itertuples(index=False)
    ]
    return table


def main() -> int:
    """Prints, draws, and says whether the bar is met."""
    arguments = parse()
    journal = load(*arguments.journals) if arguments.pairs is None else None
    table = with_both_times(journal.frame) if journal else read_pairs(arguments.pairs)
    table = table[table["problem_n"] >= arguments.smallest]
    if table.empty:
        sys.stderr.write("no point is both measured and modelled\n")
        return 2
    print(by_variant(table))
    found = agreements(table)
    for each in found:
        problem = ", ".join(f"{name} {value}" for name, value in each.problem.items())
        print(f"{problem}: Spearman {each.spearman:.3f} over {each.points} configs")
    if arguments.output and journal:
        view = next(view for view in views_of(journal) if view.metric and view.metric.timed)
        with matplotlib.rc_context(style.RC):  # type: ignore[arg-type]
            for figure in modelled_against_measured(table, view):
                arguments.output.mkdir(parents=True, exist_ok=True)
                (arguments.output / f"{figure.name}.png").write_bytes(to_png(figure.sheet))
                figure.data.to_csv(
                    arguments.output / f"{figure.name}.csv", index=False, float_format="%.6g"
                )
    return 1 if any(each.spearman < arguments.least for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
