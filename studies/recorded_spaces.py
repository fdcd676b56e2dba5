"""How well the modelled time chooses among configs whose times others have recorded.

    recorded_spaces.py SPACE.json.gz --kernels studies/recorded_spaces/convolution.toml \
        --sources FOLDER --card "A100 PCIe" --configs 400 -o pairs.csv
    recorded_spaces.py --pairs pairs.csv

SPACE is a Kernel Tuner cache; FOLDER has the kernel's sources, which the kernels file names. A
seeded sample of its valid configs is modelled by `warpmark run --backend simt --sample-blocks` on
the card that the times were recorded on. Printed are Spearman's rank correlation, the median error,
and the recorded time of what the model would have chosen. Of a sample of the space the optimum is
that of the sample; the chance of a random choice is printed beside it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("WARPMARK_PROGRAM", str(ROOT / "build" / "release" / "warpmark"))
SEED = 1


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("space", nargs="?", type=Path, help="Kernel Tuner cache")
    parser.add_argument("--kernels", type=Path, help="kernels file that describes the kernel")
    parser.add_argument("--sources", type=Path, help="folder of the kernel's sources")
    parser.add_argument("--card", help="as for --card of warpmark")
    parser.add_argument("--configs", type=int, default=400, help="size of the sample (0: all)")
    parser.add_argument("--sample-blocks", type=int, default=16)
    parser.add_argument("--pairs", type=Path, nargs="+", help="earlier outputs instead of a space")
    parser.add_argument("-o", "--output", type=Path, help="the pairs (.csv)")
    parser.add_argument("--cache", type=Path, help="folder of compiled kernels")
    return parser.parse_args()


def recorded_times(space: Path) -> dict[tuple[tuple[str, int], ...], float]:
    """Times in ns by config; invalid configs have none."""
    with gzip.open(space, "rt", encoding="utf-8") as file:
        content: dict[str, Any] = json.load(file)
    names = content["tune_params_keys"]
    return {
        tuple((name, int(entry[name])) for name in names): float(entry["time"]) * 1e6
        for entry in content["cache"].values()
        if isinstance(entry["time"], (int, float))
    }


def dispersion_shifts() -> np.ndarray[Any, np.dtype[np.float32]]:
    """Delay of each channel in samples per unit of dispersion, as the benchmark defines it: 1536
    channels from 1425 MHz, 0.1953125 MHz apart, 4148.808 s MHz^2 and 40.96 us per sample."""
    frequency = 1425.0 + np.arange(1536, dtype=np.float32) * 0.1953125
    highest = 1425.0 + 1535 * 0.1953125
    shifts = 4148.808 * (1 / frequency**2 - 1 / highest**2) / 0.00004096
    shifts[-1] = 0
    return shifts.astype(np.float32)


def modelled(arguments: argparse.Namespace, keys: list[str]) -> pd.DataFrame:
    """Modelled times by key, in ns, with what bounds them; of failed points the reason."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in arguments.sources.iterdir():
            if source.suffix in {".cu", ".h", ".cuh"}:
                shutil.copy(source, folder)
        kernels = folder / "kernels.toml"
        shutil.copy(arguments.kernels, kernels)
        np.save(folder / "shifts.npy", dispersion_shifts())
        points, journal = folder / "points.txt", folder / "modelled.jsonl"
        points.write_text("\n".join(keys) + "\n", encoding="utf-8")
        command = [PROGRAM, "run", "--kernels", kernels, "--points", points]
        command += ["--backend", "simt", "--card", arguments.card, "-o", journal]
        command += ["--sample-blocks", str(arguments.sample_blocks)]
        if arguments.cache:
            command += ["--cache", arguments.cache]
        subprocess.run(list(map(str, command)), check=False, stdout=sys.stderr)
        lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    rows = [line for line in lines if line["event"] == "measurement"]
    return pd.DataFrame(
        {
            "key": row["key"],
            "modelled_time_ns": row.get("modelled_time_ns"),
            "bound_by": row.get("modelled_bound_by"),
            "wall_s": row.get("wall_s"),
            "reason": row.get("reason"),
            "terms": json.dumps(row.get("modelled_terms_ns")),
        }
        for row in rows
    )


def key_of(variant: str, config: tuple[tuple[str, int], ...], size: int) -> str:
    """As `warpmark run --points` reads it."""
    return f"{variant}[n={size}][{','.join(f'{name}={value}' for name, value in config)}]"


def pairs_of(arguments: argparse.Namespace) -> pd.DataFrame:
    """A row per config of the sample: key, recorded and modelled time."""
    times = recorded_times(arguments.space)
    configs = sorted(times)
    if 0 < arguments.configs < len(configs):
        configs = random.Random(SEED).sample(configs, arguments.configs)
    described = tomllib.loads(arguments.kernels.read_text(encoding="utf-8"))
    (size,) = described["problem"]["n"]
    path = f"{described['family']['name']}/recorded"
    keys = [key_of(path, config, size) for config in configs]
    recorded = pd.DataFrame({"key": keys, "recorded_time_ns": [times[each] for each in configs]})
    return recorded.merge(modelled(arguments, keys), on="key", how="left")


def summary(name: str, pairs: pd.DataFrame) -> str:
    """The figures of one space."""
    valid = pairs[pairs["modelled_time_ns"].notna()]
    ratio = valid["modelled_time_ns"] / valid["recorded_time_ns"]
    error = ratio.where(ratio >= 1, 1 / ratio)
    rank = valid["modelled_time_ns"].rank().corr(valid["recorded_time_ns"].rank())
    chosen = valid.sort_values(["modelled_time_ns", "key"])["recorded_time_ns"]
    best = valid["recorded_time_ns"].min()
    generator = np.random.default_rng(SEED)
    drawn = [
        generator.choice(valid["recorded_time_ns"].to_numpy(), min(10, len(valid)), replace=False)
        for _ in range(2000)
    ]
    return (
        f"{name}: {len(valid)} of {len(pairs)} configs modelled, Spearman {rank:.3f}, "
        f"modelled/recorded {ratio.median():.2f}, median error {error.median():.2f}x, "
        f"90 % within {error.quantile(0.9):.2f}x\n"
        f"  the model's pick costs {chosen.iloc[0] / best:.3f}x the optimum of these configs, the "
        f"best of its top 10 {chosen.iloc[:10].min() / best:.3f}x; a random config "
        f"{valid['recorded_time_ns'].median() / best:.3f}x, the best of 10 random ones "
        f"{np.median([each.min() for each in drawn]) / best:.3f}x"
    )


def main() -> int:
    """Models, writes the pairs, prints the figures."""
    arguments = parse()
    if arguments.pairs:
        for file in arguments.pairs:
            print(summary(file.name, pd.read_csv(file)))
        return 0
    missing = [
        f"--{name}" if name != "space" else "SPACE"
        for name in ("space", "kernels", "sources", "card")
        if getattr(arguments, name) is None
    ]
    if missing:
        sys.stderr.write(f"error: missing {', '.join(missing)}; expected these or --pairs\n")
        return 2
    pairs = pairs_of(arguments)
    if arguments.output:
        pairs.to_csv(arguments.output, index=False)
    print(summary(arguments.space.name, pairs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
