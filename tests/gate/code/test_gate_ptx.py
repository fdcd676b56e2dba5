"""The gate on kernels that are PTX on both sides, with a file for each config."""

import pytest
from tests.cli.test_ptx import KERNELS, ptx
from tests.gate.code.repository import Repository

GATE = ("--kernels", "mine/k.toml", "--base", "main", "--stages", "static,counting")


@pytest.fixture
def repository(repository: Repository) -> Repository:
    for block in (64, 128):
        repository.write(f"mine/k_{block}.ptx", ptx(block))
    repository.write("mine/k.toml", KERNELS)
    repository.commit("kernels")
    return repository


def test_equal_ptx_is_unchanged(repository: Repository) -> None:
    repository.edit("mine/k_64.ptx", "ret;", "// The end.\nret;")
    printed = repository.gate(*GATE, status=0)
    assert "UNCHANGED" in printed
    assert "REGRESSION" not in printed


def test_more_traffic_of_one_config_is_a_regression(repository: Repository) -> None:
    store = "st.global.f32 [to], v;"
    repository.edit("mine/k_128.ptx", store, f"st.volatile.global.f32 [to], f; {store}")
    printed = repository.gate(*GATE, status=1)
    assert "REGRESSION (counting) scale/tuned[n=1000][block=128]" in printed
    assert "scale/by_64[n=1000]" not in printed
    assert "mine/k_128.ptx" in printed


def test_wrong_results_of_one_config_are_invalid(repository: Repository) -> None:
    repository.edit("mine/k_128.ptx", "mul.f32 v, v, f;", "add.f32 v, v, f;")
    printed = repository.gate(*GATE, status=4)
    assert "INVALID (counting) scale/tuned[n=1000][block=128]" in printed
    assert "the head is wrong" in printed


def test_ptx_that_does_not_parse_is_named(repository: Repository) -> None:
    repository.edit("mine/k_128.ptx", "mul.f32 v, v, f;", "mul.f32 v, v,;")
    printed = repository.gate(*GATE, status=4)
    assert "mine/k_128.ptx" in printed
