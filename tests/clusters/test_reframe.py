"""Shards by the real ReFrame, on its local scheduler; one run of it for all tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.clusters.sweeps import ROOT, SHARDS, points_of

from warpmark import reframe_references
from warpmark.reframe_references import performance, read_references, references

PARTITION = "generic:default"
PROBLEM = "reduce/tree_sequential[type=i32,n=256,op=sum,dist=uniform,offset=0]"


@dataclass
class Ended:
    """A run of ReFrame: its output, the failures by name of JUnit, and its output folder."""

    text: str
    failures: dict[str, str]
    passed: set[str]
    folder: Path


def write_references(journal: Path, output: Path, *options: str) -> int:
    sys.argv = ["references", str(journal), "--system", PARTITION, "-o", str(output), *options]
    return reframe_references.main()


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory, single_run: Path) -> Ended:
    folder = tmp_path_factory.mktemp("reframe")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [])
        assert write_references(single_run, folder / "references.json") == 0
        assert write_references(
            single_run, folder / "more.json", "--quantity", "global_load_sectors", "--per", "point"
        ) == 0  # fmt: skip
    exact = read_references(folder / "references.json")
    value, lower, upper, unit = exact[PARTITION][PROBLEM]
    exact[PARTITION][PROBLEM] = (value * 0.99, lower, upper, unit)
    (folder / "faster.json").write_text(json.dumps(exact))
    counted = read_references(folder / "more.json")
    counted[PARTITION]["reduce/gone[n=1]"] = (1.0, None, 0.0, "count")
    (folder / "more.json").write_text(json.dumps(counted))
    paths = [str(ROOT / each) for each in (".", "python", "reports")]
    words = [sys.executable, "-m", "reframe", "-c", "tests/clusters/reframe_checks.py", "-r"]
    words += ["--prefix", folder, "--report-junit", folder / "junit.xml", "--nocolor"]
    done = subprocess.run(
        [*words, "--report-file", folder / "report.json"],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "CHECKS": str(folder),
            "HOME": os.environ.get("HOME", str(folder)),
            "RFM_SAVE_LOG_FILES": "1",
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    failures, passed = {}, set()
    for case in ElementTree.parse(folder / "junit.xml").iter("testcase"):
        failure = case.find("failure")
        if failure is None:
            passed.add(case.attrib["name"])
        else:
            failures[case.attrib["name"].split()[0]] = " ".join(failure.attrib.values()) + str(failure.text)
    return Ended(done.stdout + done.stderr, failures, passed, folder)


def test_sixteen_shards_are_the_sweep(ended: Ended, single_run: Path) -> None:
    merged = list((ended.folder / "output").glob("*/*/*/Reduce/merged.jsonl"))
    assert len(merged) == 1, ended.text
    assert points_of(merged[0]) == points_of(single_run)
    shards = [name for name in ended.passed if name.startswith("ReduceShard")]
    assert len(shards) == SHARDS
