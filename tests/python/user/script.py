"""A script as a user writes it, whose types `mypy --strict` accepts; test_api.py runs neither
it nor a card.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

import warpmark
from warpmark.kernel_tuner import run_kernel, tune_kernel
from warpmark.kernel_tuner.file_utils import store_output_file


def sweep(path: Path) -> float:
    journal = warpmark.run(
        "reduce", problem={"n": [1024, 2**20], "type": "f32"}, config={"block": "all"},
        backend="simt", journal=path, progress=True, time_per_point="100ms",
    )  # fmt: skip
    page: Path = warpmark.report(path, output="report")
    figure = warpmark.figure(journal, "ladder", family="reduce")
    print(page, figure.title, figure.data.columns)
    print(warpmark.frame(path).status.unique(), warpmark.load(path).warnings)
    return float(journal.measurements["time_median_ns"].min())


def fastest() -> tuple[str, dict[str, int | str]]:
    result = warpmark.tune("reduce/*", problem={"n": 4096}, budget="60s", strategy="genetic")
    winner = result.winners[0]
    lowest, highest = winner.gain_interval
    assert lowest <= winner.gain <= highest
    best = warpmark.best_config("h200.json", {"family": "reduce", "type": "f32", "n": 4096})
    print(best.config, best.largest_loss)
    return winner.variant, dict(winner.config)


def launched(x: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    result = warpmark.inspect("k.cu", "k<4>", [x, np.int32(2), 3, None], grid=(8, 8), block=64)
    for finding in result.findings:
        print(finding["kind"])
    assert result.is_clean
    assert result.counters["warps"] == 128
    array: npt.NDArray[np.float32] = result.arrays[0]
    return array


def gated() -> bool:
    try:
        return warpmark.gate("reduce", base="main", stages="static,counting").passed
    except warpmark.CommandError as error:
        return error.status == 5


def tuned(x: npt.NDArray[np.float32]) -> float:
    tune_params = {"block_size_x": [32, 64], "unroll": [1, 2]}
    results, env = tune_kernel(
        "k", "k.cu", ("n", 4), [x, np.int32(5)], tune_params, grid_div_x=["block_size_x"],
        restrictions=["unroll < block_size_x", lambda config: config["unroll"] != 3],
        metrics={"GB/s": lambda result: 1 / result["time"], "s": "time / 1e3"}, objective="GB/s",
        cache=Path("k.json"), answer=[x, None],
    )  # fmt: skip
    store_output_file("t4.json", results, tune_params)
    (first, _) = run_kernel("k", "k.cu", 1024, [x, np.int32(5)], {"block_size_x": 32})
    print(first, env["best_config"])
    return float(results[0]["time"])
