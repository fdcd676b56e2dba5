"""Journals with what runs no kernel: library baselines, the CPU's own code, driver copies."""

from __future__ import annotations

import copy
from pathlib import Path

import sample_journal
from warpmark_reports import load
from warpmark_reports.analysis import choose
from warpmark_reports.analysis.metric import MEASURED, MODELLED, usable
from warpmark_reports.cli import main
from warpmark_reports.plot.style import line_styles

SIZES = (2**10, 2**20)


def without_kernel(line: sample_journal.Line, variant: str) -> sample_journal.Line:
    """The line as that of a variant without config axes and kernels."""
    result = copy.deepcopy(line)
    problem = line["key"].split("[")[1].rstrip("]")
    result.update(variant=variant, key=f"reduce/{variant}[{problem}][]", config={}, resources=[])
    result["launches"] = 0
    for name in [name for name in result if name.startswith("modelled_")]:
        del result[name]  # nothing is modelled of what no kernel does
    for name in result.get("counters", {}):
        result["counters"][name] = 0
    return result


def with_baseline(backend: str, variant: str) -> list[sample_journal.Line]:
    whole = sample_journal.lines(backend, sizes=SIZES, blocks=(64, 256))
    fast = [x for x in whole[1:-1] if x["variant"] == "shuffle_xor" and x["config"]["block"] == 256]
    added = [without_kernel(line, variant) for line in fast]
    whole[0]["planned_points"] += len(added)
    return [*whole[:-1], *added, whole[-1]]


def as_host(lines: list[sample_journal.Line]) -> list[sample_journal.Line]:
    """Two variants of native code, in a random order, measured on the CPU."""
    added = [
        without_kernel(line, name)
        for name in ("host_openmp", "host_serial")
        for line in lines[1:-1]
        if line["variant"] == "chunked" and line["config"]["block"] == 256
    ]
    for line in added:
        line["backend"] = "host"
        if line["variant"] == "host_openmp":
            line["config"] = {"threads": 2}
            line["key"] = line["key"].replace("[]", "[threads=2]")
    head = {**lines[0], "backend": "host", "ceilings": {}, "planned_points": len(added)}
    head["card"] = {"name": "A CPU", "uuid": None, "compute_capability": "", "multiprocessors": 2}
    return [head, *added, lines[-1]]


def test_a_library_is_dotted_and_takes_no_colour_from_the_others() -> None:
    names = ["serial_thread", "vendor_cub", "strided"]
    looks = line_styles(names)
    assert looks["strided"] == line_styles(["serial_thread", "strided"])["strided"]
    assert looks["vendor_cub"].dash not in (looks["serial_thread"].dash, looks["strided"].dash)


def test_a_report_with_a_timed_baseline(tmp_path: Path) -> None:
    path = sample_journal.write(tmp_path / "a.jsonl", with_baseline("cuda", "vendor_cub"))
    only = ["--only", "throughput_by_size", "--only", "ladder"]
    assert main([str(path), *only, "-o", str(tmp_path / "out")]) == 0
    assert "vendor_cub" in (tmp_path / "out/figures/throughput_by_size.csv").read_text()
    assert "vendor_cub" in (tmp_path / "out/figures/ladder.csv").read_text()


def test_a_copy_that_no_warp_makes_is_not_ranked_by_its_count(tmp_path: Path) -> None:
    path = sample_journal.write(tmp_path / "a.jsonl", with_baseline("simt", "vendor_memcpy"))
    frame = load(path).frame
    assert "vendor_memcpy" in set(frame["variant"])
    assert "vendor_memcpy" not in set(usable(frame, MODELLED)["variant"])
    assert main([str(path), "-o", str(tmp_path / "out")]) == 0


def test_only_copies_that_no_warp_makes(tmp_path: Path) -> None:
    whole = with_baseline("simt", "vendor_memcpy")
    only = [line for line in whole if line.get("variant") in (None, "vendor_memcpy")]
    path = sample_journal.write(tmp_path / "a.jsonl", only)
    assert main([str(path), "-o", str(tmp_path / "out")]) == 0


def test_native_code_is_quoted_against_the_serial_loop(tmp_path: Path) -> None:
    lines = as_host(sample_journal.lines("cuda", sizes=SIZES, blocks=(64, 256)))
    path = sample_journal.write(tmp_path / "a.jsonl", lines)
    assert choose.naive_variant(usable(load(path).frame, MEASURED)) == "host_serial"
    assert main([str(path), "-o", str(tmp_path / "out")]) == 0
    page = (tmp_path / "out/index.html").read_text()
    assert "timed, native code" in page
    assert "host_openmp" in page
