"""The gate on the project's own kernels: planted slow-downs are found, with their lines."""

import re

import pytest
from tests.gate.code.repository import Repository, copy_kernels

TREE = "kernels/reduce/tree_sequential.cuh"
SMALL = ("reduce/tree_sequential", "-p", "n=1000", "-c", "block=256", "-c", "items=4")


@pytest.fixture
def repository(repository: Repository) -> Repository:
    copy_kernels(repository.folder)
    repository.commit("kernels")
    return repository


def test_a_bank_conflict_is_a_regression_at_its_line(repository: Repository) -> None:
    line = repository.edit(
        TREE,
        "value[t] = common::reduce_tile",
        "value[t % (block / 32) * 32 + t / (block / 32)] = common::reduce_tile",
    )
    printed = repository.gate(*SMALL, "--base", "main", "--stages", "counting", status=1)
    assert "REGRESSION (counting) reduce/tree_sequential[" in printed
    assert re.search(r"! shared_store_wavefronts \d+ -> \d+ \(x[\d.]+\): bank conflicts", printed)
    assert f"at {TREE}:{line}\n" in printed
    assert re.search("^1 REGRESSION: reduce/tree_sequential", repository.last_line(printed))


def test_an_uncoalesced_load_of_a_header_is_a_regression_at_its_line(
    repository: Repository,
) -> None:
    line = repository.edit(
        "kernels/common/reduce_tile.cuh",
        "first + size_t(item) * block",
        "first + size_t(threadIdx.x) * (items - 1) + item",
    )
    repository.commit("in the wrong order")
    words = (*SMALL, "--base", "HEAD~1", "--head", "HEAD", "--stages", "counting")
    printed = repository.gate(*words, status=1)
    assert re.search(r"! global_load_sectors .*: uncoalesced: 1\d\.\d", printed)
    # The place of the load, which uses the result of the changed line.
    assert f"at kernels/common/reduce_tile.cuh:{line + 1}\n" in printed


def test_a_spill_is_a_regression_of_the_static_stage(repository: Repository) -> None:
    line = repository.edit(
        "kernels/merge/thread_network.cuh",
        "__launch_bounds__(block) thread_network",
        "__maxnreg__(24) thread_network",
    )
    # 16 keys of two registers each do not fit into 24 registers.
    problem = ("-p", "n=1024", "-p", "type=u64", "-p", "run=1", "-p", "ways=16")
    words = ("merge/thread_network", *problem, "-c", "block=256")
    printed = repository.gate(*words, "--base", "main", "--stages", "static", status=1)
    assert "REGRESSION (static) merge/thread_network.cuh: merge::thread_network<" in printed
    assert re.search(r"! spill_store_bytes 0 -> \d+ B: spills", printed)
    assert f"at kernels/merge/thread_network.cuh:{line}\n" in printed
    assert re.search(r"  registers \d+ -> 24 ", printed)


def test_a_barrier_is_a_regression_at_its_line(repository: Repository) -> None:
    line = repository.edit(TREE, "__syncthreads();\n\n", "__syncthreads();\n  __syncthreads();\n\n")
    words = (*SMALL, "--base", "main...", "--stages", "counting")
    printed = repository.gate(*words, status=1)
    assert re.search(r"! barriers \d+ -> \d+ \(\+[\d.]+ %\): more barriers", printed)
    assert f"at {TREE}:{line + 1}\n" in printed


def test_comments_are_no_change(repository: Repository) -> None:
    repository.edit(
        "kernels/common/reduce_tile.cuh", "#pragma once\n", "#pragma once\n// More.\n\n"
    )
    repository.edit(TREE, "  Op op;\n", "  // Of the elements.\n  Op op;\n")
    repository.commit("comments")
    words = (*SMALL, "--base", "HEAD~1", "--head", "HEAD", "--arch", "sm_80,sm_90")
    printed = repository.gate(*words, "--stages", "static,counting", status=0)
    assert repository.last_line(printed) == "pass: 3 subjects compared: 3 UNCHANGED"


def test_wrong_results_of_the_head_are_invalid(repository: Repository) -> None:
    repository.edit(TREE, "value[t + d]", "value[t + d - 1]")
    printed = repository.gate(*SMALL, "--base", "main", "--stages", "counting", status=4)
    assert "INVALID (counting) reduce/tree_sequential[" in printed
    assert "the head is wrong: " in printed
    assert re.search("^no verdict on all points: 1 INVALID", repository.last_line(printed))
    # The other way round it is no reason to fail.
    repository.commit("wrong")
    words = (*SMALL, "--base", "HEAD", "--head", "HEAD~1", "--stages", "counting")
    assert "right in the head; the base is wrong: " in repository.gate(*words, status=0)


def test_a_faster_kernel_is_an_improvement(repository: Repository) -> None:
    repository.edit(TREE, "__syncthreads();\n\n", "__syncthreads();\n  __syncthreads();\n\n")
    repository.commit("slow")
    repository.edit(TREE, "__syncthreads();\n  __syncthreads();\n\n", "__syncthreads();\n\n")
    printed = repository.gate(*SMALL, "--base", "HEAD", "--stages", "counting", status=0)
    assert "IMPROVEMENT (counting)" in printed


def test_a_kernel_file_that_is_gone_is_missing(repository: Repository) -> None:
    (repository.folder / TREE).unlink()
    printed = repository.gate(*SMALL, "--base", "main", "--stages", "static", status=5)
    assert "MISSING (counting) reduce/tree_sequential[" in printed
    assert f"not in the head: there is no {TREE}" in printed


def test_host_code_that_differs_is_told_and_nothing_is_left_behind(repository: Repository) -> None:
    for folder in ("variants/reduce", "bench"):
        repository.write(f"{folder}/strided.cpp", "int a;\n")
    repository.write("variants/scan/chained.cpp", "int a;\n")
    repository.commit("host code")
    repository.write("variants/reduce/strided.cpp", "int b;\n")
    (repository.folder / "variants/scan/chained.cpp").unlink()
    before = repository.git("status", "--porcelain")
    printed = repository.gate(*SMALL, "--base", "main", "--stages", "static", status=0)
    assert "the host code of reduce/strided differs" in printed
    printed = repository.gate(
        "scan/chained", "-p", "n=100", "--base", "main", "--stages", "static", status=5
    )
    assert "MISSING (counting) scan/chained" in printed
    assert repository.git("status", "--porcelain") == before
    assert re.search(r"with local changes", printed)
