"""Baselines: native code on the CPU, driver copies, and libraries that may not be here."""

import json
from collections.abc import Iterable

import pytest
from tests.cli.program import Program

AWKWARD = "n=0,1,2,31,33,1009,65537"


def measured(program: Program, *words: str) -> tuple[int, list[dict[str, object]]]:
    done = program.run("run", *words, "--state", "hot", "-o", "run.jsonl")
    lines = [json.loads(x) for x in (program.folder / "run.jsonl").read_text().splitlines()]
    return done.returncode, [x for x in lines if x["event"] == "measurement"]


def assert_all(points: Iterable[dict[str, object]], status: str) -> None:
    for point in points:
        assert point["status"] == status, point


def test_host_variants_are_right_and_timed(program: Program) -> None:
    words = ("-p", AWKWARD, "-p", "type=all", "-p", "op=all", "--time-per-point", "1ms")
    status, points = measured(program, "reduce/host_*", "--backend", "host", *words)
    assert status == 0
    assert len(points) >= 2 * 7 * 6 * 3
    assert_all(points, "ok")
    for point in points:
        assert "times_ns" in point
        assert point["backend"] == "host"


def test_a_sum_does_not_depend_on_the_run(program: Program) -> None:
    words = ("--backend", "host", "-p", "n=100003", "-p", "type=f32", "--time-per-point", "5ms")
    results = []
    for _ in range(2):
        _, points = measured(program, "reduce/host_*", *words)
        results.append(sorted((p["key"], p["verify"]["got"]) for p in points))  # type: ignore[index]
        (program.folder / "run.jsonl").unlink()
    assert results[0] == results[1]


def test_the_manifest_describes_the_cpu(program: Program) -> None:
    words = ("--backend", "host", "-p", "n=1000", "--max-samples", "7")
    _, points = measured(program, "copy", *words)
    assert all(point["times_ns"]["n"] <= 7 for point in points)  # type: ignore[index]
    manifest = json.loads((program.folder / "run.jsonl").read_text().splitlines()[0])
    assert manifest["backend"] == "host"
    assert manifest["card"]["uuid"] is None
    assert manifest["card"]["multiprocessors"] >= 1
    assert manifest["compiler_flags"] == []
    assert "host" in manifest["contract"]["clock"]
    assert manifest["contract"]["max_samples"] == 7


def test_copies_are_right_on_the_interpreter(program: Program) -> None:
    words = ("-p", AWKWARD, "-p", "type=all", "-c", "block=32,1024", "-c", "unroll=all")
    status, points = measured(program, "copy", "--backend", "simt", *words)
    assert status == 0
    assert {p["variant"] for p in points} == {"vectorised", "vendor_memcpy"}
    assert_all(points, "ok")


def test_a_variant_named_where_it_cannot_run_is_skipped_with_the_reason(program: Program) -> None:
    for backend, variant, why in (
        ("simt", "reduce/vendor_cub", "runs on backend cuda, not on simt"),
        ("simt", "host_memcpy", "runs on backend host, not on simt"),
        ("host", "tree_sequential", "runs on backend cuda and simt, not on host"),
    ):
        status, points = measured(program, variant, "--backend", backend, "-p", "n=1000")
        assert status == 0
        assert points
        assert_all(points, "skipped")
        assert {p["reason"] for p in points} == {why}
        (program.folder / "run.jsonl").unlink()


def test_a_glob_leaves_out_what_cannot_run(program: Program) -> None:
    done = program.run("run", "reduce", "--backend", "host", "--dry-run")
    assert "host_serial" in done.stdout
    assert "left out: reduce/strided: runs on backend cuda and simt" in done.stdout
    done = program.run("run", "reduce/host_*", "--backend", "simt", "--dry-run")
    assert done.returncode == 2
    assert "runs on backend host, not on simt" in done.stderr


def test_a_missing_library_is_named_by_list_and_explain(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = str(program.folder / "libwarpmark_cub-3.1.so")
    monkeypatch.setenv("WARPMARK_CUB_LIBRARY", missing)
    why = "there is no libwarpmark_cub-3.1.so"
    for words in (["list"], ["explain", "reduce/vendor_cub"]):
        done = program.run(*words)
        assert done.returncode == 0
        assert why in done.stdout
    listed = json.loads(program.run("list", "vendor_*", "--json").stdout)
    troubles = {v["path"]: v["unavailable"] for v in listed["variants"]}
    assert why in troubles["reduce/vendor_cub"]
    assert troubles["copy/vendor_memcpy"] is None


def test_a_release_that_is_not_installed_is_refused(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARPMARK_CUB_LIBRARY", str(program.folder / "libwarpmark_cub-3.1.so"))
    assert "scan/vendor_cub@3.1" in program.run("list", "scan/vendor_cub@3.1").stdout
    for pattern, why in {
        "scan/vendor_cub@9": "release 9 is not installed; expected 3.1",
        "scan/chained@9": "scan/chained has no releases; expected no @",
    }.items():
        done = program.run("list", pattern)
        assert done.returncode == 2
        assert f"'{pattern}': {why}" in done.stderr


def test_doctor_has_a_line_for_each_library(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = program.folder / "libwarpmark_cub-3.1.so"
    damaged.write_text("text")
    monkeypatch.setenv("WARPMARK_CUB_LIBRARY", str(damaged))
    found = json.loads(program.run("doctor", "--json").stdout)
    (cub,) = [each for each in found if each["what"] == "CUB baselines"]
    assert not cub["good"]
    assert f"{damaged} cannot be opened" in cub["detail"]


def test_the_cpu_runs_no_foreign_kernels(program: Program) -> None:
    source = program.folder / "k.cu"
    source.write_text("__global__ void k() {}")
    shape = ("--grid", "1", "--block", "1")
    done = program.run("inspect", str(source), "--entry", "k", *shape, "--backend", "host")
    assert done.returncode == 2
    assert "--backend host" in done.stderr
