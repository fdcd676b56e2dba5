"""Shards by the real ReFrame, on its local scheduler; one run of it for all tests."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.clusters.sweeps import PACKAGES, ROOT, SHARDS, points_of

from warpmark import reframe_references
from warpmark.reframe_references import performance, read_references, references

# As its program does, but without grammars of IRIs, which jsonschema compiles for a second.
START = """import sys
sys.modules["rfc3987_syntax"] = None
from reframe.frontend.cli import main
main()"""
PARTITION = "workstation:cpu"
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
    words = [sys.executable, "-c", START, "-C", "examples/cluster/reframe/settings.py"]
    words += ["--system", PARTITION, "-c", "tests/clusters/reframe_checks.py", "-r", "--nocolor"]
    words += ["--prefix", str(folder), "--report-junit", str(folder / "junit.xml")]
    done = subprocess.run(
        [*words, "--report-file", str(folder / "report.json")],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(PACKAGES),
            "CHECKS": str(folder),
            "TMPDIR": str(folder),  # for ReFrame's log
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
            failures[case.attrib["name"].split()[0]] = str(failure.text)
    return Ended(done.stdout + done.stderr, failures, passed, folder)


def test_sixteen_shards_are_the_sweep(ended: Ended, single_run: Path) -> None:
    merged = list((ended.folder / "output").glob("*/*/*/Reduce/merged.jsonl"))
    assert len(merged) == 1, ended.text
    assert points_of(merged[0]) == points_of(single_run)
    shards = [name for name in ended.passed if name.startswith("ReduceShard")]
    assert len(shards) == SHARDS


def test_journals_are_kept_where_shards_may_go_on(ended: Ended) -> None:
    journals = ended.folder / "journals/workstation/cpu/builtin"
    names = {path.name for path in journals.glob("*.jsonl")}
    assert names == {"shard-1-of-1.jsonl"}


def test_failures_name_their_reason(ended: Ended) -> None:
    assert ended.failures.keys() == {"WrongShard", "FasterReference", "ReferenceOfNoPoint"}
    assert "exit status 1, expected 0: reduce/mutants/tail_ids" in ended.failures["WrongShard"]
    slower = ended.failures["FasterReference"]
    assert f"failed to meet reference(s): {PROBLEM}=" in slower
    assert slower.count("expected") == 1
    assert "references of no point: reduce/gone[n=1]" in ended.failures["ReferenceOfNoPoint"]
    assert re.search(r"SKIP.* Wrong ", ended.text)
    assert "Reduce @workstation:cpu+builtin" in ended.passed


def test_performance_variables_are_the_least_of_configs(single_run: Path) -> None:
    variables = performance(single_run)
    points = performance(single_run, per="point")
    assert len(variables) == 14
    assert len(points) == 28
    for name, each in variables.items():
        of_configs = [point.value for key, point in points.items() if key.startswith(name)]
        assert len(of_configs) == 2
        assert each.value == min(of_configs)
        assert (each.unit, each.is_exact) == ("ns", True)
    loads = performance(single_run, "global_load_requests", "point")
    assert {each.unit for each in loads.values()} == {"count"}


def test_measured_times_count_for_more_than_modelled_ones(tmp_path: Path) -> None:
    point = {
        "event": "measurement", "status": "ok", "key": "a/b[n=1][block=64]",
        "times_ns": {"n": 3, "median": 1500.0}, "modelled_time_ns": 9.0,
    }  # fmt: skip
    slower = point | {"key": "a/b[n=1][block=128]", "times_ns": {"n": 3, "median": 1600.0}}
    journal = tmp_path / "timed.jsonl"
    journal.write_text("\n".join(map(json.dumps, [{"event": "manifest"}, point, slower])) + "\n")
    measured = reframe_references.Performance(1500.0, "ns", is_exact=False)
    assert performance(journal) == {"a/b[n=1]": measured}


def test_what_is_slower_than_its_tolerance_fails() -> None:
    measured = {
        "a": reframe_references.Performance(100.0, "ns", is_exact=False),
        "b": reframe_references.Performance(7.0, "count", is_exact=True),
    }
    assert references(measured) == {"a": (100, None, 0.05, "ns"), "b": (7, None, 0, "count")}
    assert references(measured, 0.1)["b"] == (7, None, 0.1, "count")
    for wrong in (-0.1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"tolerance .*: expected 0 or more"):
            references(measured, wrong)


def test_references_of_other_partitions_are_kept(
    tmp_path: Path, single_run: Path, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(sys, "argv", [])
    file = tmp_path / "references.json"
    file.write_text('{"daint:gpu": {"x": [1, -0.1, null, "ns"]}}')
    assert write_references(single_run, file) == 0
    assert read_references(file)["daint:gpu"] == {"x": (1.0, -0.1, None, "ns")}
    assert len(read_references(file)[PARTITION]) == 14
    for content, options, why in [
        ("[]", (), "references.json: .*; expected {"),
        ('{"a:b": {"x": [1]}}', (), "references.json: .*; expected {"),
        ("{}", ("--quantity", "loads"), "no point has the quantity loads; expected one of "),
        ("{}", ("--system", "daint"), "--system daint: expected SYSTEM:PARTITION"),
        ("{}", ("--tolerance", "-1"), "tolerance -1: expected 0 or more"),
    ]:
        file.write_text(content)
        assert write_references(single_run, file, *options) == 2
        assert re.search(why, capfd.readouterr().err)
    (tmp_path / "no.jsonl").write_text('{"event":"manifest"}\nx\n')
    with pytest.raises(ValueError, match=r"no.jsonl:2: no line of a journal; expected JSON"):
        performance(tmp_path / "no.jsonl")
    with pytest.raises(ValueError, match="per=problem: expected one of variant, point"):
        performance(single_run, per="problem")
