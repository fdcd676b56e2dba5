"""Whether `--inputs rotating` changes times, and `--paranoid` finds anything in sound variants.

    python3 studies/rotating_on_card.py --warpmark PROGRAM --out FOLDER [--pairs 12]

Needs a card. First all built-in variants are measured under --paranoid: none may fail. Then fresh
processes measure the same points with fixed and with rotating inputs in turn; the table has the
ratio of their medians, rotating over fixed, with Student's 95 % interval over pairs of processes.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

POINTS = (
    *("reduce/vectorised", "scan/decoupled_lookback", "copy/vectorised"),
    *("partition/decoupled_lookback", "count/shared_block", "sort/radix_onesweep"),
)
SIZES = "2^12,2^16,2^20,2^24"
T_975 = {3: 3.182, 5: 2.571, 7: 2.365, 9: 2.262, 11: 2.201, 15: 2.131, 19: 2.093, 23: 2.069}


def run(program: str, journal: Path, *words: str) -> list[dict[str, object]]:
    """The measurements of a run."""
    done = subprocess.run(
        [program, "run", *words, "-o", str(journal)], capture_output=True, text=True, check=False
    )
    if not journal.exists():
        raise SystemExit(done.stderr)
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    return [line for line in lines if line["event"] == "measurement"]


def main() -> int:
    """Prints both results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--warpmark", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=12)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    found = run(
        *(options.warpmark, options.out / "paranoid.jsonl", "-p", "n=100003", "--paranoid"),
        *("--max-samples", "50"),
    )
    counts = Counter(str(line["status"]) for line in found)
    variants = {f"{line['family']}/{line['variant']}" for line in found if line["status"] == "ok"}
    print(f"paranoid: {dict(counts)}, {len(variants)} variants ok")
    for line in found:
        if line["status"] not in ("ok", "skipped"):
            print(f"  {line['key']}: {line['status']}: {line.get('reason', '')}")
    ratios: dict[str, list[float]] = defaultdict(list)
    for pair in range(options.pairs):
        medians: dict[str, dict[str, float]] = {}
        for inputs in ("fixed", "rotating") if pair % 2 == 0 else ("rotating", "fixed"):
            medians[inputs] = {
                str(line["key"]): line["times_ns"]["median"]  # type: ignore[index]
                for line in run(
                    *(options.warpmark, options.out / f"{inputs}_{pair}.jsonl", *POINTS),
                    *("-p", f"n={SIZES}", "-c", "block=256", "--inputs", inputs),
                    *("--time-per-point", "300ms"),
                )
                if line["status"] == "ok"
            }
        for key in medians["fixed"].keys() & medians["rotating"].keys():
            ratios[key].append(math.log(medians["rotating"][key] / medians["fixed"][key]))
    worst = 0.0
    for key, logs in sorted(ratios.items()):
        mean = statistics.fmean(logs)
        half = T_975.get(len(logs) - 1, 2.2) * statistics.stdev(logs) / math.sqrt(len(logs))
        worst = max(worst, abs(mean) - half)
        print(
            f"{key[:110]:110} {math.exp(mean):.4f} "
            f"[{math.exp(mean - half):.4f}, {math.exp(mean + half):.4f}]"
        )
    every = [value for logs in ratios.values() for value in logs]
    print(f"all: {math.exp(statistics.fmean(every)):.4f}; {len(ratios)} points")
    return 0 if set(counts) <= {"ok", "skipped"} and worst <= 0.005 else 1


if __name__ == "__main__":
    sys.exit(main())
