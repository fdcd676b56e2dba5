"""Kernel Tuner's interface."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warpmark.kernel_tuner
from warpmark.kernel_tuner import restrictions, tune_kernel
from warpmark.kernel_tuner.file_utils import store_metadata_file, store_output_file
from warpmark.kernel_tuner.restrictions import UntranslatableError, translated

WIDTH = 32
TRANSPOSE = """
__constant__ float factor[1];
__global__ void transpose(float* out, float* in, int width) {
  __shared__ float tile[block_size_x][block_size_x + padding];
  int x = blockIdx.x * block_size_x + threadIdx.x, y = blockIdx.y * block_size_x + threadIdx.y;
  for (int i = 0; i < block_size_x; i += block_size_y)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  x = blockIdx.y * block_size_x + threadIdx.x, y = blockIdx.x * block_size_x + threadIdx.y;
  for (int i = 0; i < block_size_x; i += block_size_y)
    out[(y + i) * width + x] = factor[0] * tile[threadIdx.x][threadIdx.y + i] FAULT;
}"""
TUNE_PARAMS = {"block_size_x": [8, 16], "block_size_y": [4, 8, 16], "padding": [0, 1]}
RESTRICTIONS: list[Any] = [
    ["block_size_y <= block_size_x"],
    lambda config: config["block_size_y"] <= config["block_size_x"],
]


def tuned(restriction: Any, *, fault: str = "", **options: Any) -> tuple[list[dict[str, Any]], Any]:
    matrix = np.arange(WIDTH * WIDTH, dtype=np.float32).reshape(WIDTH, WIDTH)
    return tune_kernel(
        "transpose",
        TRANSPOSE,
        (WIDTH, WIDTH),
        [np.zeros_like(matrix), matrix, np.int32(WIDTH)],
        TUNE_PARAMS,
        grid_div_y=["block_size_x"],
        restrictions=restriction,
        answer=[2 * matrix.T, None, None],
        cmem_args={"factor": np.array([2], dtype=np.float32)},
        defines={"FAULT": fault},
        backend="simt",
        **options,
    )


def test_examples_of_the_documentation_hold() -> None:
    for module in (warpmark.kernel_tuner, restrictions):
        tested = doctest.testmod(module)
        assert tested.attempted > 0
        assert tested.failed == 0


@pytest.mark.parametrize("restriction", RESTRICTIONS, ids=["text", "function"])
def test_all_allowed_configs_are_measured(
    restriction: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    results, env = tuned(restriction, metrics={"kHz": "1 / time"}, quiet=False)
    configs = {(each["block_size_x"], each["block_size_y"], each["padding"]) for each in results}
    assert configs == {
        (x, y, padding) for x in (8, 16) for y in (4, 8, 16) if y <= x for padding in (0, 1)
    }
    assert env["best_config"]["time"] == min(each["time"] for each in results)
    assert all(each["kHz"] == 1 / each["time"] for each in results)
    assert "10 configs measured on simt (sm_90 model), 0 not right" in capsys.readouterr().out


def test_wrong_results_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    results, env = tuned(RESTRICTIONS[0], fault="+ padding * (x == 5)")
    assert {each["padding"] for each in results} == {0}
    assert env["best_config"]["padding"] == 0
    told = capsys.readouterr().out
    assert "5 configs measured" in told
    assert "wrong" in told


def test_a_strategy_is_searched_by(tmp_path: Path) -> None:
    results, _ = tuned(
        RESTRICTIONS[0],
        strategy="genetic_algorithm",
        strategy_options={"max_fevals": 5},
        quiet=True,
    )
    assert 1 <= len(results) <= 6
    store_output_file(tmp_path / "t4.json", results, TUNE_PARAMS)
    store_metadata_file(tmp_path / "metadata.json")
    stored = json.loads((tmp_path / "t4.json").read_text())["results"]
    assert [each["configuration"]["padding"] for each in stored] == [
        each["padding"] for each in results
    ]
    assert stored[0]["measurements"][0] == {
        "name": "time",
        "value": results[0]["time"],
        "unit": "ms",
    }
    assert json.loads((tmp_path / "metadata.json").read_text())["tuner"]["name"] == "warpmark"


def test_what_is_not_supported_is_named() -> None:
    with pytest.raises(ValueError, match="verify: not supported"):
        tuned(RESTRICTIONS[0], verify=print)
    with pytest.raises(ValueError, match="with restrictions that cannot be translated"):
        tuned(RESTRICTIONS[1], strategy="random_sample")
    with pytest.raises(ValueError, match="none of the configs is allowed"):
        tuned(["block_size_x > 1000"])
    with pytest.raises(ValueError, match="expected a Python expression"):
        tuned(["block_size_x >"])
    with pytest.raises(TypeError, match="argument 0 is 5; expected a numpy array"):
        tune_kernel("k", "__global__ void k(int) {}", 1, [5], {"a": [1]})  # type: ignore[list-item]
    with pytest.raises(ValueError, match="answer: 1 values for 2 arguments"):
        tune_kernel(
            "k", "__global__ void k(int, int) {}", 1, [np.int32(1)] * 2, {"a": [1]}, answer=[None]
        )


@pytest.mark.parametrize(
    ("python", "text"),
    [
        ("use == 0 or (x % 32 != 0)", "((use == 0) || ((x % 32) != 0))"),
        ("2 <= x < y", "((2 <= x) && (x < y))"),
        ("x // 2 == y**2 and not use", "(((x / 2) == (y ^ 2)) && !use)"),
        ("max(x, y) > (1 if use else -x)", "(max(x, y) > (use ? 1 : (0 - x)))"),
        ("x in [1, 2]", "((x == 1) || (x == 2))"),
    ],
)
def test_restrictions_are_translated(python: str, text: str) -> None:
    assert translated(python, ("x", "y", "use")) == text


@pytest.mark.parametrize("python", ["x / y == 2", "z == 1", "x.real == 1", "len(x) == 1"])
def test_other_restrictions_are_not(python: str) -> None:
    with pytest.raises(UntranslatableError):
        translated(python, ("x", "y"))
