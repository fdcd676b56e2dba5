"""What `warpmark export` writes, against the schemas of profiles and of other tools.

The two public schemas are not part of this repository; what they demand is said here in its own
words: kernel_tuner/schema/cache/1.1.0/schema.json in github.com/KernelTuner/kernel_tuner, and
results-schema.json 1.0.0 of T4 in github.com/odgaard/TuningSchema.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
JOURNAL = ROOT / "docs" / "results" / "h200" / "reduce.jsonl.gz"
POINT = ("--variant", "reduce/strided", "--problem", "type=i32,n=1048576,op=sum,dist=uniform")

pytestmark = pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")

NUMBER = {"type": "number"}
TEXT = {"type": "string"}

KERNEL_TUNER_CACHE = {
    "type": "object",
    "required": [
        "schema_version",
        "device_name",
        "kernel_name",
        "problem_size",
        "tune_params_keys",
        "tune_params",
        "objective",
        "cache",
    ],
    "properties": {
        "schema_version": {"const": "1.1.0"},
        "device_name": TEXT,
        "kernel_name": TEXT,
        "problem_size": {"type": "array", "items": {"type": "integer"}},
        "tune_params_keys": {"type": "array", "items": TEXT},
        "tune_params": {"type": "object", "additionalProperties": {"type": "array"}},
        "objective": TEXT,
        "cache": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {
                "type": "object",
                "required": [
                    "time",
                    "compile_time",
                    "verification_time",
                    "benchmark_time",
                    "strategy_time",
                    "framework_time",
                    "timestamp",
                ],
                "properties": {
                    "time": {
                        "anyOf": [
                            NUMBER,
                            {
                                "enum": [
                                    "InvalidConfig",
                                    "CompilationFailedConfig",
                                    "RuntimeFailedConfig",
                                ]
                            },
                        ]
                    },
                    "times": {"type": "array", "items": NUMBER},
                    "compile_time": NUMBER,
                    "verification_time": NUMBER,
                    "benchmark_time": NUMBER,
                    "strategy_time": NUMBER,
                    "framework_time": NUMBER,
                    "timestamp": {"type": "string", "pattern": "^[0-9-]+T[0-9:.]+[+-][0-9:]+$"},
                },
            },
        },
    },
}

T4_RESULTS = {
    "type": "object",
    "required": ["schema_version", "results"],
    "properties": {
        "schema_version": {"const": "1.0.0"},
        "results": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["configuration", "times", "invalidity", "correctness"],
                "properties": {
                    "timestamp": TEXT,
                    "configuration": {"type": "object"},
                    "objectives": {"type": "array"},
                    "times": {
                        "type": "object",
                        "properties": {
                            "compilation_time": NUMBER,
                            "runtimes": {"type": "array"},
                            "framework": NUMBER,
                            "search_algorithm": NUMBER,
                            "validation": NUMBER,
                        },
                    },
                    "invalidity": {
                        "enum": [
                            "timeout",
                            "compile",
                            "runtime",
                            "correctness",
                            "constraints",
                            "correct",
                        ]
                    },
                    "correctness": NUMBER,
                    "measurements": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "name": TEXT,
                                "value": {"type": ["number", "string", "array"]},
                                "unit": TEXT,
                            },
                        },
                    },
                },
            },
        },
    },
}


def export(*words: str) -> Any:
    command = [os.environ["WARPMARK_PROGRAM"], "export", str(JOURNAL), *words]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def medians() -> dict[int, float]:
    with gzip.open(JOURNAL, "rt") as file:
        lines = [json.loads(line) for line in file]
    return {
        line["config"]["block"]: line["times_ns"]["median"]
        for line in lines
        if line["event"] == "measurement"
        and line["variant"] == "strided"
        and (line["problem"]["type"], line["problem"]["n"]) == ("i32", 1048576)
    }


def test_a_profile_follows_its_schema() -> None:
    schema = json.loads((ROOT / "bench" / "journal" / "profile.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    profile = export("--format", "profile", "--hold-out", "2^11..2^27:2^2")
    validator.validate(profile)
    assert {entry["type"] for entry in profile["entries"]} == {"i32", "f32"}
    for entry in profile["entries"]:
        assert entry["worst_loss"] <= profile["bound"]
        assert len(entry["sizes"]) == 10
        assert len(entry["held_out"]["sizes"]) == 9


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tuning" / "profiles").glob("*.json")), ids=lambda path: path.stem
)
def test_a_committed_profile_follows_the_schema(path: Path) -> None:
    schema = json.loads((ROOT / "bench" / "journal" / "profile.schema.json").read_text())
    profile = json.loads(path.read_text())
    jsonschema.Draft202012Validator(schema).validate(profile)
    command = [os.environ["WARPMARK_PROGRAM"], "export", str(path), "--format", "header"]
    header = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert path.with_suffix(".hpp").read_text() == header, "make the header anew"


def test_a_cache_has_what_kernel_tuner_demands() -> None:
    cache = export("--format", "kernel-tuner", *POINT)
    jsonschema.Draft202012Validator(KERNEL_TUNER_CACHE).validate(cache)
    assert list(cache["tune_params"]) == cache["tune_params_keys"]
    found = {entry["block"]: entry["time"] * 1e6 for entry in cache["cache"].values()}
    assert found == pytest.approx(medians())


def test_results_have_what_t4_demands() -> None:
    results = export("--format", "t4", *POINT)
    jsonschema.Draft202012Validator(T4_RESULTS).validate(results)
    found = {
        result["configuration"]["block"]: result["measurements"][0]["value"] * 1e6
        for result in results["results"]
    }
    assert found == pytest.approx(medians())
