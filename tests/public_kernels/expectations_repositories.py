"""What the kernels of the collection `repositories` must compute, with NumPy."""

import numpy as np

from comparison import from_bf16
from expectations import Array, Buffers, check, close, same


def product(b: Buffers, m: int, n: int, k: int, columns: bool = False) -> Array:
    """A[m x k] times B in double precision; B by columns if so stated."""
    right = b["b"].astype(np.float64)
    right = right.reshape(n, k).T if columns else right.reshape(k, n)
    return b["a"].astype(np.float64).reshape(m, k) @ right


@check("hgemm-mma_naive", "hgemm-wmma_naive")
def _half_product_of_warps(b: Buffers) -> list[bool]:
    return [close(b["c"], product(b, 64, 64, 64, columns=True).reshape(-1), 0.01, 0.05)]


@check(
    "hgemm-mma_base",
    "hgemm-mma_permuted",
    "hgemm-mma_async",
    "hgemm-mma_async_pg2s_ps2r",
    "hgemm-mma_async_stage4",
    "hgemm-wmma_padding",
    "hgemm-wmma_async_stage3",
)
def _half_product_of_blocks(b: Buffers) -> list[bool]:
    return [close(b["c"], product(b, 256, 256, 128, columns=True).reshape(-1), 0.01, 0.05)]


@check("hgemv-warp1_smem", "hgemv-warp16_smem", "hgemv-thread_naive")
def _half_vector_product(b: Buffers) -> list[bool]:
    return [close(b["c"], product(b, 1, 256, 256, columns=True).reshape(-1), 2e-3, 2e-3)]


@check("cuda_sgemm-naive", "cuda_sgemm-v1", "cuda_sgemm-v2", "cuda_sgemm-v3", "howto-sgemm_v3")
def _float_product(b: Buffers) -> list[bool]:
    return [close(b["c"], product(b, 256, 256, 64).reshape(-1))]


@check("howto-reduce4", "howto-reduce7")
def _block_sums(b: Buffers) -> list[bool]:
    sums = b["in"].astype(np.float64).reshape(len(b["out"]), -1).sum(axis=1)
    return [close(b["out"], sums)]


@check("howto-complex_half_gemv")
def _complex_vector_product(b: Buffers) -> list[bool]:
    a, x, y = (b[name].astype(np.float64).view(np.complex128) for name in ("a", "x", "y"))
    # Of four lanes that read one vector each adds all of it, and a quarter of the columns is read.
    expected = 4 * (a.reshape(256, 128)[:, :32] @ x[:32])
    return [bool(np.allclose(y, expected, rtol=0.02, atol=0.1))]


@check("cuda_programming-transpose")
def _transposed(b: Buffers) -> list[bool]:
    expected = b["a"].reshape(256, 256).T.reshape(-1)
    return [same(b["b1"], expected), same(b["b2"], expected)]


@check("cuda_programming-reduce_cp")
def _sum_of_all(b: Buffers) -> list[bool]:
    total = b["x"].astype(np.float64).sum()
    return [close(b[name], total, 1e-4, 1e-3) for name in ("y1", "y2", "y3")]


@check("cuda_programming-neighbor")
def _neighbours(b: Buffers) -> list[bool]:
    x, y = (b[name] for name in ("x", "y"))
    dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
    near = dx * dx + dy * dy < np.float32(1.5)
    np.fill_diagonal(near, False)
    holds = [same(b["nn"], near.sum(axis=1))]
    lists = b["nl"].reshape(10, 1024)
    for point in (0, 511, 1023):
        expected = np.flatnonzero(near[point])
        holds.append(same(lists[: len(expected), point], expected))
    return holds


@check("fast_cu-sum2", "fast_cu-sum3")
def _integer_sum(b: Buffers) -> list[bool]:
    return [int(b["out"][0]) == int(b["in"].sum())]


@check("training-matrix_sums")
def _matrix_sums(b: Buffers) -> list[bool]:
    a = b["a"].astype(np.float64).reshape(256, 256)
    return [close(b["rows"], a.sum(axis=1)), close(b["columns"], a.sum(axis=0))]


@check("training-reductions")
def _sums_by_trees(b: Buffers) -> list[bool]:
    total = b["in"].astype(np.float64).sum()
    return [close(b[name], total) for name in ("out0", "out1")]


@check("training-remove_if")
def _kept(b: Buffers) -> list[bool]:
    kept = b["in"][b["in"] != 1]
    return [same(b["out"][: len(kept)], kept), not b["out"][len(kept) :].any()]


@check("leimao-gemm_v02_vectorized", "sgemm_practice-v1", "sgemm_practice-v5", "sgemm_practice-v7")
def _scaled_float_product(b: Buffers) -> list[bool]:
    # C is overwritten, so what it held before is not known: the sum of both is.
    rest = b["c"] - 1.5 * product(b, 256, 256, 64).reshape(-1)
    return [bool(np.all(np.abs(rest) <= 0.5 + 1e-4)), bool(np.abs(rest).max() > 0.45)]


@check("leimao-gemm_v07", "leimao-gemm_v07_double_buffered")
def _scaled_half_product(b: Buffers) -> list[bool]:
    rest = b["c"] - 1.5 * product(b, 256, 256, 64).reshape(-1)
    return [bool(np.all(np.abs(rest) <= 0.6)), bool(np.abs(rest).max() > 0.45)]


@check("clang-transpose")
def _transposed_by_clang(b: Buffers) -> list[bool]:
    turned = b["in"].reshape(128, 128).T.reshape(-1)
    return [same(b["out0"], b["in"])] + [same(b[f"out{i}"], turned) for i in (1, 2, 3)]


@check("clang-sgemm_v3")
def _float_product_by_clang(b: Buffers) -> list[bool]:
    return [close(b["c"], product(b, 256, 256, 64).reshape(-1))]


@check("clang-reduce7")
def _block_sums_by_clang(b: Buffers) -> list[bool]:
    return [close(b["out"], b["in"].astype(np.float64).reshape(64, -1).sum(axis=1))]


@check("clang-tiled_product")
def _small_product(b: Buffers) -> list[bool]:
    expected = product(b, 64, 64, 64).reshape(-1)
    return [close(b["c1"], expected), close(b["c2"], expected)]


@check("lectures-segment_reduce")
def _sum_of_segments(b: Buffers) -> list[bool]:
    return [close(b["out"], b["in"].astype(np.float64).sum())]


@check("lectures-flash_attention")
def _attention_of_one_tile(b: Buffers) -> list[bool]:
    q, k, v = (b[name].astype(np.float64).reshape(64, 128) for name in "qkv")
    scores = 0.088388 * (q @ k[:32].T)
    weights = np.exp(scores)
    sums = weights.sum(axis=1)
    out = (weights @ v[:32] / sums[:, None]).reshape(-1)
    return [close(b["out"], out), close(b["l"], np.log(sums))]


@check("bbuf-upsample")
def _upsampled(b: Buffers) -> list[bool]:
    x = b["x"].reshape(4, 32, 32)
    return [
        same(b["y"], x.repeat(2, axis=1).repeat(2, axis=2).reshape(-1)),
        same(b["dx"], 4 * b["x"]),
    ]


@check("cuda_programming-reduce_static")
def _sums_by_strides(b: Buffers) -> list[bool]:
    return [close(b["y"], b["x"].astype(np.float64).reshape(-1, 16, 128).sum(axis=(0, 2)))]


@check("bitsandbytes-kernels")
def _quantized(b: Buffers) -> list[bool]:
    a = b["a"].astype(np.float64)
    largest = np.abs(a.reshape(32, 256)).max(axis=1)
    apart = np.abs(b["again"].astype(np.float64) - a).reshape(32, 256)
    rows = b["rows"].astype(np.float64).reshape(16, 1000)
    stats = np.abs(rows).max(axis=1)
    eighths = rows * (127 / stats)[:, None]
    return [
        close(b["absmax"], largest),
        bool(np.all(apart <= 0.16 * largest[:, None])),  # half of the widest gap of NF4
        close(b["stats"], stats),
        bool(np.all(np.abs(b["int8"].reshape(16, 1000) - eighths) <= 0.501)),
    ]


@check("fast_cu-matmul6", "fast_cu-matmul8", "fast_cu-matmul12")
def _product_by_columns(b: Buffers) -> list[bool]:
    a, other, c = (from_bf16(b[name]).astype(np.float64) for name in "abc")
    expected = other.reshape(512, 128) @ a.reshape(-1, 128).T
    return [close(c, expected.reshape(-1), 0.01, 0.01)]
