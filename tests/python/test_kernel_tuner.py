"""Kernel Tuner's interface."""

from __future__ import annotations

import doctest
import inspect
import itertools
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warpmark.kernel_tuner
from warpmark.kernel_tuner import restrictions, run_kernel, running, tune_kernel
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
LARGE = {"a": range(100), "b": range(100)}  # more combinations than a function is called for
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
        defines={**{name: name for name in TUNE_PARAMS}, "FAULT": fault},
        backend="simt",
        **options,
    )


def test_examples_of_the_documentation_hold() -> None:
    for module in (warpmark.kernel_tuner, restrictions, running):
        tested = doctest.testmod(module)
        assert tested.attempted > 0
        assert tested.failed == 0


@pytest.mark.parametrize("restriction", RESTRICTIONS, ids=["text", "function"])
def test_all_allowed_configs_are_measured(
    restriction: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    metrics = {"slowness": "2 * time", "kHz": "2 / slowness"}
    results, env = tuned(
        restriction, metrics=metrics, objective="slowness", objective_higher_is_better=True
    )
    configs = {(each["block_size_x"], each["block_size_y"], each["padding"]) for each in results}
    assert configs == {
        (x, y, padding) for x in (8, 16) for y in (4, 8, 16) if y <= x for padding in (0, 1)
    }
    assert env["best_config"]["time"] == max(each["time"] for each in results)
    assert all(each["kHz"] == 1 / each["time"] for each in results)
    told = capsys.readouterr().out
    assert "10 configs modelled for NVIDIA H200, not measured; 0 not right\n" in told
    assert "left out" not in told  # by the device; restrictions are the user's own
    assert re.search(r"^best slowness: .*, time=0\.00\d{4} ms, ", told, re.MULTILINE)


def test_wrong_results_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    results, env = tuned(RESTRICTIONS[0], fault="+ padding * (x == 5)")
    assert {each["padding"] for each in results} == {0}
    assert env["best_config"]["padding"] == 0
    told = capsys.readouterr().out
    assert "5 configs modelled for NVIDIA H200, not measured; 5 not right" in told
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
    for name in ("verify", "observers", "texmem_args", "compiler", "objectives"):
        with pytest.raises(ValueError, match=f"{name}: not supported; expected "):
            tuned(RESTRICTIONS[0], **dict[str, Any]({name: print}))
    with pytest.raises(ValueError, match="lang: 'OpenCL'; expected CUDA"):
        tuned(RESTRICTIONS[0], lang="OpenCL")
    with pytest.raises(ValueError, match="iterations: 0; expected a number from 1"):
        tuned(RESTRICTIONS[0], iterations=0)
    with pytest.raises(ValueError, match="objective: 'energy'; expected one of time, kHz"):
        tuned(RESTRICTIONS[0], objective="energy", metrics={"kHz": "1 / time"})
    with pytest.raises(ValueError, match="objective_higher_is_better: None; expected True or Fal"):
        tuned(RESTRICTIONS[0], objective="kHz", metrics={"kHz": "1 / time"})
    with pytest.raises(ValueError, match="objective: 'GB/s' with a strategy, which minimises time"):
        tuned(RESTRICTIONS[0], objective="GB/s", metrics={"GB/s": "1 / time"}, strategy="mls")
    with pytest.raises(ValueError, match="with restrictions that cannot be translated"):
        tune_kernel("k", "", 1, [], LARGE, restrictions=lambda p: p["a"] > p["b"], strategy="mls")
    with pytest.raises(warpmark.CommandError, match="popsize"):
        tuned(RESTRICTIONS[0], strategy="genetic_algorithm", strategy_options={"popsize": 3})
    with pytest.raises(ValueError, match=r"__init__\.py exists; expected a new file"):
        tuned(RESTRICTIONS[0], journal=warpmark.__file__)
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
    with pytest.raises(ValueError, match="answer: 1 elements for an argument of 2"):
        tune_kernel("k", "void k(int*) {}", 1, [np.zeros(2)], {"a": [1]}, answer=[np.zeros(1)])


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


SIGNATURE = [
    "kernel_name", "kernel_source", "problem_size", "arguments", "tune_params", "grid_div_x",
    "grid_div_y", "grid_div_z", "restrictions", "answer", "atol", "verify", "verbose", "lang",
    "device", "platform", "smem_args", "cmem_args", "texmem_args", "compiler", "compiler_options",
    "defines", "log", "iterations", "block_size_names", "quiet", "strategy", "strategy_options",
    "cache", "metrics", "simulation_mode", "parallel", "observers", "objective",
    "objective_higher_is_better", "objectives", "seed",
]  # fmt: skip


def test_arguments_are_those_of_kernel_tuner_in_its_order() -> None:
    """Of version 1.5."""
    assert list(inspect.signature(tune_kernel).parameters)[: len(SIGNATURE)] == SIGNATURE


SCALE = "__global__ void scale(int* x) { x[blockIdx.x * SPAN + threadIdx.x] *= factor; }"


def test_a_cache_is_filled_continued_and_simulated(tmp_path: Path) -> None:
    x = np.arange(64, dtype=np.int32)

    def tuned_to(cache: str | None, **more: Any) -> tuple[list[dict[str, Any]], Any]:
        source = SCALE.replace("SPAN", "block_size_x")
        params = {"block_size_x": [32, 64], "factor": [1, 2, 3]}
        options: dict[str, Any] = {"cache": cache, "quiet": True, "backend": "simt", **more}
        return tune_kernel("scale", source, 64, [x], params, **options)

    cache = tmp_path / "scale"
    first, env = tuned_to(str(cache), restrictions=["factor < 3"])
    assert env["device_name"].startswith("simt")
    assert cache.with_suffix(".json").read_text().endswith("}\n}")  # else Kernel Tuner adds it
    content = json.loads((tmp_path / "scale.json").read_text())
    assert list(content["cache"]) == ["32,1", "32,2", "64,1", "64,2"]
    assert content["tune_params_keys"] == ["block_size_x", "factor"]

    content["cache"]["32,1"]["time"] = 0.5  # is not measured again
    text = json.dumps(content)
    assert text.endswith("}}")
    cache.with_suffix(".json").write_text(text[:-2] + ",")  # as an interrupted tuning leaves it
    results, _ = tuned_to(str(cache))
    assert [(each["block_size_x"], each["factor"]) for each in results] == [
        (x, factor) for x in (32, 64) for factor in (1, 2, 3)
    ]
    assert results[0]["time"] == 0.5
    assert {each["time"] for each in first[1:]} < {each["time"] for each in results}

    simulated, env = tuned_to(str(cache), simulation_mode=True)
    assert env["simulation"] is True
    assert env["simulated_time"] > 0
    assert [each["time"] for each in simulated] == [each["time"] for each in results]
    store_output_file(tmp_path / "t4.json", results, {"block_size_x": [], "factor": []})
    of_t4, env = tuned_to(str(tmp_path / "t4.json"), simulation_mode=True)
    assert [each["time"] for each in of_t4] == [each["time"] for each in results]
    assert env["device_name"] == "unknown"
    (tmp_path / "t4.json").write_text('{"results": [{}]}')
    with pytest.raises(ValueError, match="is no file of such configs; expected a cache of Kernel"):
        tuned_to(str(tmp_path / "t4.json"), simulation_mode=True)
    searched, _ = tuned_to(
        str(cache), simulation_mode=True, strategy="random_sample",
        strategy_options={"max_fevals": 3}, seed=2, restrictions=lambda p: p["factor"] > 1,
    )  # fmt: skip
    assert len(searched) == 3
    assert {each["factor"] for each in searched} <= {2, 3}

    with pytest.raises(ValueError, match=r"parameters \['block_size_x', 'factor'\]; expected \['b"):
        tune_kernel("scale", "", 64, [], {"b": [1]}, cache=cache, simulation_mode=True)
    with pytest.raises(ValueError, match=r"has problem_size \[64\]; expected 65"):
        tune_kernel(
            "scale", "", 65, [], {"block_size_x": [1], "factor": [1]}, cache=cache,
            simulation_mode=True,
        )  # fmt: skip
    with pytest.raises(ValueError, match=r"has no result of {'block_size_x': 96, 'factor': 1}"):
        tune_kernel(
            "scale", "", 64, [], {"block_size_x": [96], "factor": [1]}, cache=cache,
            simulation_mode=True,
        )  # fmt: skip
    with pytest.raises(ValueError, match="cache is None; expected a file"):
        tuned_to(None, simulation_mode=True)
    content["device_name"] = "another card"
    cache.with_suffix(".json").write_text(json.dumps(content))
    with pytest.raises(ValueError, match="has results of another card; expected those of simt"):
        tuned_to(str(cache))
    (kept,) = tmp_path.glob("*.jsonl")  # what was measured is not lost
    assert '"event":"measurement"' in kept.read_text()


def test_the_best_recorded_config_is_found(tmp_path: Path) -> None:
    """As Kernel Tuner's cache of vector_add has it: mixed types, and a config that failed."""
    params: dict[str, list[Any]] = {
        "block_size_x": [128, 256], "method": ["alg_1"], "mixed": ["test", 7, True, 2.5],
    }  # fmt: skip
    entries: dict[str, dict[str, Any]] = {}
    for number, (x, mixed) in enumerate(itertools.product(params["block_size_x"], params["mixed"])):
        config = {"block_size_x": x, "method": "alg_1", "mixed": mixed}
        key = ",".join(map(str, config.values()))
        entries[key] = {**config, "time": 8.0 - number, "GFLOP/s": number + 1.0}
    entries["256,alg_1,2.5"]["time"] = "RuntimeFailedConfig"
    (tmp_path / "c.json").write_text(
        json.dumps({
            "device_name": "a card", "kernel_name": "vector_add", "problem_size": 100,
            "tune_params_keys": list(params), "tune_params": params, "cache": entries,
        })
    )  # fmt: skip
    for strategy in (None, "genetic_algorithm"):
        results, env = tune_kernel(
            "vector_add", "", 100, [], params, cache=tmp_path / "c.json", simulation_mode=True,
            strategy=strategy, quiet=True, metrics={"kHz": "1 / time"},
        )  # fmt: skip
        assert len(results) == 7
        assert env["device_name"] == "a card"
        assert env["best_config"]["time"] == 2.0
        assert env["best_config"]["mixed"] is True


def test_each_config_is_sampled_as_often_as_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls = []
    monkeypatch.setattr(
        "warpmark.kernel_tuner.tuning.call", lambda *words, **_: calls.append(list(map(str, words)))
    )
    options: list[dict[str, Any]] = [
        {},
        {"iterations": 3, "parallel": 2},
        {"parallel": True, "device": 1},
    ]
    for more in options:
        with pytest.raises(warpmark.CommandError, match="none of the configs could be measured"):
            tune_kernel(
                "scale", SCALE, 64, [np.zeros(64, "i4")], {"block_size_x": [32]}, quiet=True,
                journal=tmp_path / "none.jsonl", backend="cuda", **more,
            )  # fmt: skip
    values = [
        (words[words.index("--max-samples") + 1], words[words.index("--devices") + 1])
        for words in calls
    ]
    assert values == [("7", "0"), ("3", "0,1"), ("7", "all")]


TWICE = "__global__ void twice(int* x) { x[blockIdx.x * block_size_x + threadIdx.x] *= 2; }"


def doubled(
    sizes: list[int], source: Any = TWICE, name: str = "twice", **options: Any
) -> tuple[list[dict[str, Any]], Any]:
    x = np.ones(2048, dtype=np.int32)
    arguments = options.pop("arguments", [x])
    return tune_kernel(
        name, source, 2048, arguments, {"block_size_x": sizes}, backend="simt", **options
    )


@pytest.mark.parametrize("strategy", [None, "random_sample"])
def test_a_kernel_without_any_result_is_an_error(strategy: str | None, tmp_path: Path) -> None:
    options: dict[str, Any] = {"strategy": strategy, "quiet": True}
    with pytest.raises(warpmark.CommandError, match=r'none of 2 configs .*"thrice" is undefined'):
        doubled([32, 64], name="thrice", **options)
    with pytest.raises(warpmark.CommandError, match=r'compile: <source>\(1\): .*"oops"'):
        doubled([32, 64], TWICE.replace("2;", "oops;"), **options)
    file = tmp_path / "mine.cu"
    file.write_text(TWICE.replace("2;", "oops;"))
    with pytest.raises(warpmark.CommandError, match=r'mine\.cu\(1\): .*"oops"') as seen:
        doubled([32, 64], file, **options)
    assert "warpmark-tune-kernel" not in str(seen.value)
    x = np.ones(2048, dtype=np.int32)
    with pytest.raises(warpmark.CommandError, match="2 arguments for 1 parameters"):
        doubled([32, 64], arguments=[x, np.int32(1)], **options)
    with pytest.raises(warpmark.CommandError, match="is 2, expected 1"):
        doubled([32, 64], answer=[x], **options)


def test_a_cache_of_errors_alone_is_named(tmp_path: Path) -> None:
    cache = tmp_path / "c.json"
    with pytest.raises(warpmark.CommandError, match="none of 1 config could be measured"):
        doubled([32], TWICE.replace("2;", "oops;"), cache=cache)
    with pytest.raises(warpmark.CommandError, match=r"c\.json has only errors of these configs"):
        doubled([32], cache=cache)


@pytest.mark.parametrize("strategy", [None, "random_sample"])
def test_configs_that_no_device_can_launch_are_counted(
    strategy: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, _ = doubled([1024, 2048], strategy=strategy)
    assert [each["block_size_x"] for each in results] == [1024]
    told = capsys.readouterr().out
    assert "1 config modelled for NVIDIA H200, not measured; 0 not right\n" in told
    assert re.search(r"^1 left out: a block has .*at most", told, re.MULTILINE)
    with pytest.raises(ValueError, match="1 config, each of more threads per block than 1024"):
        doubled([2048], strategy=strategy)
    if strategy is None:
        doubled([512], cache=tmp_path / "c.json")
        results, _ = doubled([512, 1024, 2048], cache=tmp_path / "c.json")
        assert [each["block_size_x"] for each in results] == [512, 1024]


def test_functions_give_sources_sizes_and_restrictions() -> None:
    x = np.ones(96, dtype=np.int32)
    results, _ = tune_kernel(
        "scale",
        lambda p: SCALE.replace("SPAN", str(p["block_size_x"])).replace("factor", p["kind"]),
        lambda p: (p["blocks"] * p["block_size_x"],),
        [x],
        {"block_size_x": [16, 32], "blocks": [1, 3], "kind": ["2"]},  # kind is in CUDA's headers
        grid_div_x=lambda p: p["block_size_x"],
        restrictions=lambda p: p["blocks"] / 3 == p["block_size_x"] // 32,
        answer=[2 * x],
        backend="simt",
        quiet=True,
    )
    assert [(each["block_size_x"], each["blocks"]) for each in results] == [(32, 3)]


def test_a_kernel_is_run_once() -> None:
    x = np.arange(128, dtype=np.int32)
    source = "template <int n> " + SCALE.replace("SPAN", "block_size_x")
    arguments: list[Any] = [x, np.int32(5)]
    source = source.replace("int* x", "int* x, int y").replace("factor", "(n * y * grid_size_x)")
    result = run_kernel(
        "scale<factor>", source, (128,), arguments, {"block_size_x": 32, "factor": 3},
        grid_div_x=["block_size_x * 2"], backend="simt",
    )  # fmt: skip
    np.testing.assert_array_equal(result[0], np.where(x < 64, x * 30, x))
    assert result[1] == 5
    np.testing.assert_array_equal(x, np.arange(128))
    with pytest.warns(UserWarning, match="scale<factor>, line 1: .*out"):
        run_kernel(
            "scale<factor>", source, 256, arguments, {"block_size_x": 32, "factor": 3},
            backend="simt",
        )  # fmt: skip
    with pytest.raises(ValueError, match="texmem_args: not supported; expected the data as an arr"):
        run_kernel("k", "", 1, [], {}, texmem_args={})  # type: ignore[arg-type]
